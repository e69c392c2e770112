#include "runtime/status.h"

#include <gtest/gtest.h>

#include "migration/steps.h"

namespace pschema {
namespace {

const std::string kOne = "20260101000000_0001_public.ev_create";
const std::string kTwo = "20260102000000_0001_public.ev_retire";
const std::string kThree = "20260103000000_0001_public.ev_create";

std::string steps(std::string_view partition) {
  const std::string name(partition);
  return "\\echo '1/2 FIRST'\nSELECT 1;\n\\echo '2/2 DETACH " + name +
         "'\nALTER TABLE public.ev DETACH PARTITION public." + name + ";\n\nRESET ROLE;\nSELECT 2;\n";
}

Folder folder() {
  Folder f{{{kOne, steps("a")}, {kTwo, steps("b")}, {kThree, steps("c")}}, {}};
  f.sum_text = write_sum(f);
  return f;
}

LedgerFile row(const std::string& name, LedgerState state) {
  LedgerFile r;
  r.name = name;
  r.state = state;
  return r;
}

Ledger ledger(const std::vector<LedgerFile>& rows) {
  Ledger l;
  l.exists = true;
  for (const LedgerFile& r : rows) l.files.emplace(r.name, r);
  return l;
}

/// A file of which one step is done.
LedgerFile half(const MigrationFile& file, LedgerState state) {
  LedgerFile r = row(file.name, state);
  r.steps = 1;
  const FileStep first = file_steps(file, std::get<Script>(read_script(file.text))).front();
  r.ended = {{1, first.title, first.checksum, false, {}}};
  return r;
}

Standing standing(const FolderStatus& status, const std::string& name) {
  for (const FileStatus& file : status.files) {
    if (file.name == name) return file.standing;
  }
  throw std::logic_error("no file " + name);
}

TEST(Steps, TitlesAndSumsOfTheirTexts) {
  const MigrationFile file{"x", steps("a")};
  const std::vector<FileStep> found = file_steps(file, std::get<Script>(read_script(file.text)));
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].title, "1/2 FIRST");
  EXPECT_EQ(found[0].checksum, sha256_hex("\\echo '1/2 FIRST'\nSELECT 1;\n"));
}

TEST(Status, NothingRanYet) {
  const FolderStatus found = judge(folder(), {}, {});
  for (const std::string& name : {kOne, kTwo, kThree}) EXPECT_EQ(standing(found, name), Standing::pending);
  EXPECT_TRUE(found.files[1].destructive);
  EXPECT_FALSE(found.files[0].out_of_order);
  EXPECT_EQ(exit_code(found), 2);
}

TEST(Status, AllRan) {
  const auto done = LedgerState::done;
  const FolderStatus found = judge(folder(), ledger({row(kOne, done), row(kTwo, done), row(kThree, done)}), {});
  EXPECT_EQ(exit_code(found), 0);
}

TEST(Status, OlderThanTheLastThatRan) {
  const FolderStatus found = judge(folder(), ledger({row(kThree, LedgerState::done)}), {});
  EXPECT_TRUE(found.files[0].out_of_order);
  EXPECT_TRUE(found.files[1].out_of_order);
  EXPECT_EQ(exit_code(found), 2);
}

TEST(Status, SupersededByALaterFileOfTheSamePartition) {
  Folder f{{{kOne, steps("a")}, {kTwo, steps("b")}, {kThree, steps("b")}}, {}};
  f.sum_text = write_sum(f);
  EXPECT_EQ(standing(judge(f, ledger({row(kOne, LedgerState::done)}), {}), kTwo), Standing::pending);
  const FolderStatus found = judge(f, ledger({row(kThree, LedgerState::done)}), {});
  EXPECT_EQ(standing(found, kTwo), Standing::superseded);
  EXPECT_EQ(found.files[1].because_of, kThree);
  EXPECT_EQ(standing(found, kOne), Standing::pending);
  EXPECT_EQ(exit_code(found), 3);
}

TEST(Status, HalfDoneOrRunning) {
  const Folder f = folder();
  FolderStatus found = judge(f, ledger({half(f.files[0], LedgerState::failed)}), {});
  EXPECT_EQ(found.files[0].standing, Standing::half_done);
  EXPECT_EQ(found.files[0].failed_step, "2/2 DETACH a");
  EXPECT_EQ(found.files[0].of_steps, 2);
  const Ledger running = ledger({half(f.files[0], LedgerState::running)});
  EXPECT_EQ(judge(f, running, {}).files[0].standing, Standing::half_done) << "nobody holds the lock: it was lost";
  DatabaseState locked;
  locked.lock = LockHolder{"1", {}, {}, {}, {}};
  EXPECT_EQ(judge(f, running, locked).files[0].standing, Standing::running);
  EXPECT_EQ(exit_code(found), 2);
}

TEST(Status, EditedAfterItRan) {
  const Folder f = folder();
  LedgerFile done = row(kOne, LedgerState::done);
  done.checksum = sha256_hex(f.files[0].text + " ");
  const FolderStatus found = judge(f, ledger({done}), {});
  EXPECT_EQ(standing(found, kOne), Standing::edited);
  EXPECT_EQ(exit_code(found), 8);
}

TEST(Status, EditedHalfWayInTheDonePartAlone) {
  Folder f = folder();
  const Ledger stopped = ledger({half(f.files[0], LedgerState::failed)});
  f.files[0].text += "-- and more\n";
  f.sum_text = write_sum(f);
  EXPECT_EQ(standing(judge(f, stopped, {}), kOne), Standing::half_done);
  f.files[0].text.replace(f.files[0].text.find("SELECT 1"), 8, "SELECT 3");
  f.sum_text = write_sum(f);
  EXPECT_EQ(standing(judge(f, stopped, {}), kOne), Standing::edited);
}

TEST(Status, MissingHereOrOfAnotherFolder) {
  const auto done = LedgerState::done;
  const std::string gone = "20250101000000_0001_public.ev_create", others = "20250101000000_0001_public.other_create";
  const FolderStatus found =
      judge(folder(), ledger({row(gone, done), row(others, done), row("maintain_1", done)}), {});
  EXPECT_EQ(standing(found, gone), Standing::missing);
  EXPECT_EQ(found.elsewhere, std::vector<std::string>{others});
  EXPECT_EQ(found.files.size(), 4U);
  EXPECT_EQ(exit_code(found), 8);
}

TEST(Status, MissingFromTheFolderThoughListed) {
  Folder f = folder();
  f.files.pop_back();
  const FolderStatus found = judge(f, {}, {});
  EXPECT_EQ(standing(found, kThree), Standing::missing);
  EXPECT_EQ(exit_code(found), 8);
}

}  // namespace
}  // namespace pschema
