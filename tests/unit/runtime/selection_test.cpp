#include "runtime/selection.h"

#include <gtest/gtest.h>

namespace pschema {
namespace {

const std::string kLedger(kLedgerFileName);

MigrationFile ledger_file(bool of_now) {
  return {kLedger,
          std::string("CREATE TABLE pschema.migration (\n") + (of_now ? "CREATE TABLE pschema.step (\n" : "")};
}

/// The ledger's own file is done, and was another one.
Ledger ledger(bool older, bool ours_alone) {
  Ledger l;
  l.exists = true;
  l.older = older;
  l.ours_alone = ours_alone;
  LedgerFile row;
  row.name = kLedger;
  row.checksum = "of another version";
  l.files.emplace(kLedger, row);
  return l;
}

FileState state(bool of_now, const Ledger& l) {
  return selection(Folder{{ledger_file(of_now)}, {}}, l, false).front().state;
}

TEST(LedgerFile, OfAnotherVersionIsNotTakenForAnEditedOne) {
  EXPECT_TRUE(edited_since_applied(Folder{{ledger_file(true)}, {}}, ledger(false, true)).empty());
}

TEST(LedgerFile, RunsAgainWhereItAddsWhatIsMissing) {
  EXPECT_EQ(state(true, ledger(true, true)), FileState::not_tried);
  EXPECT_EQ(state(true, ledger(false, true)), FileState::applied);  // nothing is missing
  EXPECT_EQ(state(true, ledger(true, false)), FileState::applied);  // what it added would be somebody else's
  EXPECT_EQ(state(false, ledger(true, true)), FileState::applied);  // it adds nothing
}

TEST(OlderLedger, IsToldWhereItStaysSo) {
  const Folder now{{ledger_file(true)}, {}}, then{{ledger_file(false)}, {}}, none;
  EXPECT_EQ(older_ledger(now, ledger(false, true)), "");
  EXPECT_EQ(older_ledger(now, ledger(true, true)), "");
  EXPECT_NE(older_ledger(now, ledger(true, false)).find("its owner may run " + kLedger), std::string::npos);
  for (const Folder& folder : {then, none}) {
    EXPECT_NE(older_ledger(folder, ledger(true, true)).find("the next compile writes"), std::string::npos);
  }
}

}  // namespace
}  // namespace pschema
