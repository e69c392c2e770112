#include <gtest/gtest.h>

#include "runtime/apply.h"

namespace pschema {
namespace {

ApplyReport report(std::vector<FileState> states) {
  ApplyReport r;
  for (const FileState s : states) {
    r.files.emplace_back();
    r.files.back().state = s;
  }
  return r;
}

TEST(ExitCode, TheGravestCounts) {
  using S = FileState;
  EXPECT_EQ(exit_code(report({})), 0);
  EXPECT_EQ(exit_code(report({S::done, S::applied})), 0);
  EXPECT_EQ(exit_code(report({S::done, S::destructive})), 2);
  EXPECT_EQ(exit_code(report({S::left})), 2);
  EXPECT_EQ(exit_code(report({S::superseded, S::destructive})), 3);
  EXPECT_EQ(exit_code(report({S::destructive, S::failed, S::blocked, S::done})), 7);
  ApplyReport r = report({S::done});
  r.files.front().hook_failures = {"x"};
  EXPECT_EQ(exit_code(r), 7);
  r = report({});
  r.obstacles.push_back({"42501", "x", "y"});
  EXPECT_EQ(exit_code(r), 7);
  r = report({S::failed});
  r.sum_problems.push_back({Code::file_edited, "a.sql", "x"});
  EXPECT_EQ(exit_code(r), 8);
  r = report({});
  r.unreadable.push_back({Code::bad_migration_file, "a.sql", "x"});
  EXPECT_EQ(exit_code(r), 8);
  ApplyReport given_away = report({S::done, S::failed, S::not_tried});
  given_away.lock_lost = true;
  EXPECT_EQ(exit_code(given_away), 6);
  r.lock_held_by_another = true;
  EXPECT_EQ(exit_code(r), 6);
  r.signal = 15;
  EXPECT_EQ(exit_code(r), 143);
  r.signal = 2;
  EXPECT_EQ(exit_code(r), 130);
}

FileFailure failure(int step, std::string sqlstate, std::string_view statement, bool in_transaction) {
  FileFailure f;
  f.step = step;
  f.sqlstate = std::move(sqlstate);
  f.message = "why";
  f.line = 31;
  describe(f, statement, in_transaction);
  return f;
}

TEST(Describe, SaysWhatStands) {
  EXPECT_EQ(failure(1, "42P07", "CREATE TABLE t ()", true).state, "the step's transaction was rolled back");
  EXPECT_NE(failure(2, "42P07", "CREATE TABLE t ()", true).state.find("steps before it stand"), std::string::npos);
  EXPECT_NE(failure(1, "57014", "ALTER TABLE a DETACH PARTITION b CONCURRENTLY", false).state.find("half done"),
            std::string::npos);
  EXPECT_NE(failure(1, "55P03", "ALTER TABLE a DETACH PARTITION b FINALIZE", false).state.find("half done"),
            std::string::npos);
  EXPECT_EQ(failure(1, "55P03", "ALTER TABLE a DETACH PARTITION b", true).state.find("half done"), std::string::npos);
  EXPECT_FALSE(failure(1, "XX000", "SELECT", false).advice.empty());
}

TEST(FailureText, NamesThePlace) {
  FileFailure f = failure(2, "42P07", "", false);
  f.title = "CREATE public.x";
  EXPECT_EQ(failure_text(f, 5), "step 2 of 5 (CREATE public.x), line 31: 42P07: why");
  f.step = 0;
  f.title.clear();
  f.sqlstate.clear();
  f.attempts = 3;
  EXPECT_EQ(failure_text(f, 5), "head, line 31: why (after 3 attempts)");
  f.step = 6;
  EXPECT_EQ(failure_text(f, 5).substr(0, 5), "foot,");
}

}  // namespace
}  // namespace pschema
