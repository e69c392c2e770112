#include "runtime/blockers.h"

#include <gtest/gtest.h>

namespace pschema {
namespace {

TEST(Blockers, AreNamedOnOneLine) {
  Blocker b{"4711", "alice", "psql", "active", "LOCK TABLE\n   x\x1b[2J;", 40};
  EXPECT_EQ(blocker_text(b), "pid 4711 (alice, psql), for 40 s: LOCK TABLE x\\x1B[2J;");
  b.state = "idle in transaction";
  EXPECT_EQ(blocker_text(b), "pid 4711 (alice, psql), idle in transaction for 40 s: LOCK TABLE x\\x1B[2J;");
  EXPECT_EQ(blockers_text({b, b, b}), "2 others and " + blocker_text(b));
  EXPECT_EQ(blockers_text({}), "");
}

TEST(Blockers, SayWhatIsNotShown) {
  EXPECT_EQ(blocker_text({"7", "alice", {}, {}, {}, 1}),
            "pid 7 (alice), for 1 s: what it runs is not shown to this role");
  EXPECT_EQ(blocker_text({"7", {}, {}, "active", "alter role a PassWord 'hunter2'", {}}),
            "pid 7: its query speaks of a password and is not shown");
  EXPECT_EQ(blocker_text({"0", {}, {}, {}, {}, {}}), "a prepared transaction (pg_prepared_xacts)");
}

}  // namespace
}  // namespace pschema
