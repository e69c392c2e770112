#include "runtime/interpreter.h"

#include <gtest/gtest.h>

#include <map>

#include "runtime/session.h"

namespace pschema {
namespace {

using Texts = std::vector<std::string>;
using Value = std::optional<std::string>;

/// A server that answers by heart and writes down what it was asked.
struct Fake {
  std::map<std::string, Answer> answers;
  std::map<std::string, std::string> failures;  // SQLSTATE by statement
  Texts log;
  bool stop = false;

  ScriptHost host() {
    return {
        .execute =
            [this](const std::string& sql) {
              log.push_back(sql);
              const auto failure = failures.find(sql);
              if (failure != failures.end()) throw DatabaseError(DatabaseProblem::server, failure->second, "no");
              const auto answer = answers.find(sql);
              return answer == answers.end() ? Answer{} : answer->second;
            },
        .echo = [this](std::string_view text) { log.push_back("echo " + std::string(text)); },
        .warn = [this](std::string_view text) { log.push_back("warn " + std::string(text)); },
        .stopped = [this] { return stop; },
    };
  }
};

Script script(std::string_view text) {
  auto result = read_script(text);
  EXPECT_TRUE(std::holds_alternative<Script>(result));
  return std::get<Script>(std::move(result));
}

std::string outcome(const RunResult& result) {
  if (const auto* f = std::get_if<ItemFailure>(&result))
    return "failed at " + std::to_string(f->item) + " " + f->sqlstate;
  if (std::holds_alternative<Quit>(result)) return "quit";
  return std::holds_alternative<Stopped>(result) ? "stopped" : "completed";
}

std::string run(Fake& fake, std::string_view text) {
  const Script s = script(text);
  Interpreter interpreter(s, fake.host());
  return outcome(interpreter.run({0, s.items.size()}));
}

Answer one_row(std::vector<std::pair<std::string, Value>> values) {
  Answer a;
  a.rows.emplace_back();
  for (auto& [column, value] : values) {
    a.columns.push_back(column);
    a.rows.back().push_back(value);
  }
  return a;
}

TEST(Interpreter, RunsStatementsWithVariables) {
  Fake fake;
  EXPECT_EQ(run(fake, "\\set a 'it''s'\n\\set b :a x\nSELECT :'a', :\"b\";\n\\echo one :a\n\\warn two\n"),
            "completed");
  EXPECT_EQ(fake.log, (Texts{"SELECT 'it''s', \"it'sx\"", "echo one it's", "warn two"}));
}

TEST(Interpreter, BranchesNest) {
  Fake fake;
  EXPECT_EQ(run(fake,
                "\\if t\nSELECT 1;\n\\if f\nSELECT 2;\n\\else\nSELECT 3;\n\\endif\n\\else\nSELECT 4;\n\\if "
                "nonsense\nSELECT 5;\n"
                "\\else\nSELECT 6;\n\\endif\n\\quit\n\\set x 1\n\\warn no\n\\endif\nSELECT :x;\n"),
            "completed");
  EXPECT_EQ(fake.log, (Texts{"SELECT 1", "SELECT 3", "SELECT :x"}));
}

TEST(Interpreter, GsetTakesOneRow) {
  Fake fake;
  fake.answers["SELECT 1"] = one_row({{"a", "t"}, {"b", std::nullopt}});
  EXPECT_EQ(run(fake, "\\set b old\nSELECT 1 \\gset\n\\if :a\nSELECT :'a' :'b';\n\\endif\n"), "completed");
  EXPECT_EQ(fake.log.back(), "SELECT 't' :'b'");
  fake.answers["SELECT 1"] = {{"a"}, {}};
  EXPECT_EQ(run(fake, "SELECT 1 \\gset\n"), "failed at 0 ");
  fake.answers["SELECT 1"] = {{"a"}, {{"1"}, {"2"}}};
  EXPECT_EQ(run(fake, "SELECT 1 \\gset\n"), "failed at 0 ");
  EXPECT_EQ(run(fake, "SELECT 1;\n"), "completed");
}

TEST(Interpreter, FailsWhereAConditionIsNoBoolean) {
  Fake fake;
  EXPECT_EQ(run(fake, "\\if :unset\nSELECT 1;\n\\else\nSELECT 2;\n\\endif\n"), "failed at 0 ");
  EXPECT_EQ(fake.log, Texts{});
}

TEST(Interpreter, RefusesValuesThatChangeTheStatement) {
  Fake fake;
  EXPECT_EQ(run(fake, "\\set a '1; DROP TABLE t'\nSELECT :a;\n"), "failed at 1 ");
  EXPECT_EQ(fake.log, Texts{});
}

TEST(Interpreter, StopsAtErrorsQuitAndStop) {
  Fake fake;
  fake.failures["SELECT 2"] = "42P07";
  EXPECT_EQ(run(fake, "SELECT 1;\nSELECT 2;\nSELECT 3;\n"), "failed at 1 42P07");
  EXPECT_EQ(fake.log, (Texts{"SELECT 1", "SELECT 2"}));
  EXPECT_EQ(run(fake, "\\if t\n\\quit\n\\endif\nSELECT 3;\n"), "quit");
  fake.stop = true;
  EXPECT_EQ(run(fake, "SELECT 3;\n"), "stopped");
  EXPECT_EQ(fake.log.back(), "SELECT 2");
}

TEST(Interpreter, KnowsOfTheOpenTransaction) {
  Fake fake;
  const Script s = script("BEGIN;\nSELECT 1;\nCOMMIT;\nBEGIN;\nSAVEPOINT a;\nROLLBACK TO a;\n");
  fake.failures["SELECT 1"] = "40P01";
  Interpreter interpreter(s, fake.host());
  EXPECT_EQ(outcome(interpreter.run({0, 3})), "failed at 1 40P01");
  EXPECT_TRUE(interpreter.in_transaction());
  interpreter.transaction_ended();
  fake.failures.clear();
  EXPECT_EQ(outcome(interpreter.run({0, 3})), "completed");
  EXPECT_FALSE(interpreter.in_transaction());
  EXPECT_EQ(outcome(interpreter.run({3, 6})), "failed at 5 ");
  EXPECT_TRUE(interpreter.in_transaction());
}

}  // namespace
}  // namespace pschema
