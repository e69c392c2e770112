#include "runtime/held_back.h"

#include <gtest/gtest.h>

#include "migration/folder.h"

namespace pschema {
namespace {

std::string file(std::string_view table, std::string_view phase) {
  return "20260101000000_0001_public." + std::string(table) + "_" + std::string(phase);
}

const References kNone;
// items reference orders, orders reference users.
const References kChain = closed({{"public.items", "public.orders"}, {"public.orders", "public.users"}});

TEST(Closed, FollowsKeysToTheirEnd) {
  EXPECT_EQ(kChain.size(), 3U);
  EXPECT_EQ(kChain.count({"public.items", "public.users"}), 1U);
  const References circle = closed({{"a", "b"}, {"b", "a"}});
  EXPECT_EQ(circle.size(), 4U);
}

TEST(HoldsBack, OtherTablesGoOn) {
  for (const char* failed : {"create", "baseline", "move", "retire", "drop"}) {
    for (const char* next : {"create", "baseline", "move", "retire", "drop"}) {
      EXPECT_FALSE(holds_back(file("a", failed), file("b", next), kNone)) << failed << " " << next;
    }
  }
}

TEST(HoldsBack, ACreationHoldsItsTableAndWhatReferencesIt) {
  for (const char* next : {"create", "move", "retire", "drop"}) {
    EXPECT_TRUE(holds_back(file("orders", "create"), file("orders", next), kChain));
    EXPECT_TRUE(holds_back(file("orders", "create"), file("items", next), kChain));
    EXPECT_TRUE(holds_back(file("users", "baseline"), file("items", next), kChain));
    EXPECT_FALSE(holds_back(file("orders", "create"), file("users", next), kChain));
  }
}

TEST(HoldsBack, ARetirementHoldsNoCreation) {
  for (const char* failed : {"move", "retire", "drop"}) {
    EXPECT_FALSE(holds_back(file("orders", failed), file("orders", "create"), kChain));
    EXPECT_FALSE(holds_back(file("orders", failed), file("users", "create"), kChain));
    EXPECT_TRUE(holds_back(file("orders", failed), file("orders", "drop"), kChain));
    EXPECT_TRUE(holds_back(file("orders", failed), file("users", "retire"), kChain));
    EXPECT_FALSE(holds_back(file("orders", failed), file("items", "retire"), kChain));
  }
}

TEST(HoldsBack, TheLedgerAndUnknownFiles) {
  EXPECT_TRUE(holds_back(kLedgerFileName, file("a", "create"), kNone));
  EXPECT_TRUE(holds_back(file("a", "drop"), "20260101000000_by_hand", kNone));
  EXPECT_TRUE(holds_back("20260101000000_by_hand", file("a", "drop"), kNone));
  EXPECT_FALSE(holds_back("20260101000000_by_hand", file("a", "create"), kNone));
}

TEST(HeldBackBy, NamesTheFirst) {
  const std::vector<std::string> failed = {file("b", "create"), file("a", "create")};
  EXPECT_EQ(held_back_by(failed, file("a", "drop"), kNone), file("a", "create"));
  EXPECT_EQ(held_back_by(failed, file("c", "drop"), kNone), std::nullopt);
}

}  // namespace
}  // namespace pschema
