// `pschema sql` on every file that the golden cases hold: it is SQL, and it is what a run sends.
#include <gtest/gtest.h>
#include <pg_query.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "emit/first_run.h"
#include "migration/plain_sql.h"
#include "runtime/interpreter.h"

namespace pschema {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files() {
  std::vector<fs::path> found;
  for (const auto& entry : fs::recursive_directory_iterator(PSCHEMA_GOLDEN_DIR)) {
    if (entry.path().parent_path().filename() == "migrations" && entry.path().extension() == ".sql")
      found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::string slurp(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

/// PostgreSQL's tree of a text, or its error.
nlohmann::json tree(const std::string& sql) {
  const PgQueryParseResult result = pg_query_parse(sql.c_str());
  const auto answer = result.error ? nlohmann::json(std::string("error: ") + result.error->message + " in " + sql)
                                   : nlohmann::json::parse(result.parse_tree).at("stmts");
  pg_query_free_parse_result(result);
  return answer;
}

/// What an expression of literals and `||` says; nullopt for any other.
std::optional<std::string> constant(const nlohmann::json& node) {
  if (node.contains("A_Const") && node.at("A_Const").contains("sval"))
    return node.at("A_Const").at("sval").value("sval", "");
  if (!node.contains("A_Expr") || node.at("A_Expr").at("name").at(0).at("String").value("sval", "") != "||")
    return std::nullopt;
  const auto left = constant(node.at("A_Expr").at("lexpr")), right = constant(node.at("A_Expr").at("rexpr"));
  return left && right ? std::optional(*left + *right) : std::nullopt;
}

/// Answers as a first run would: what first_run_answers() says, the literal that a column is, or `<name>`.
Answer answer(const std::string& sql) {
  Answer row;
  row.rows.emplace_back();
  const auto known = first_run_answers();
  const nlohmann::json parsed = tree(sql);
  for (const auto& target : parsed.at(0).at("stmt").at("SelectStmt").at("targetList")) {
    const auto& column = target.at("ResTarget");
    const std::string name = column.value("name", "");
    row.columns.push_back(name);
    row.rows.front().push_back(known.count(name) ? known.at(name)
                                                 : constant(column.at("val")).value_or("<" + name + ">"));
  }
  return row;
}

/// How many statements PostgreSQL finds, or its error.
std::string count_of(const std::string& sql) {
  const PgQuerySplitResult result = pg_query_split_with_parser(sql.c_str());
  const std::string answer = result.error ? result.error->message : std::to_string(result.n_stmts);
  pg_query_free_split_result(result);
  return answer;
}

/// The statements that the interpreter of `pschema apply` sends.
std::vector<std::string> sent(const Script& script) {
  std::vector<std::string> statements;
  Interpreter run(script, {[&](const std::string& sql) {
                             statements.push_back(sql);
                             const bool select = leading_words(sql, 1) == "SELECT";
                             return select ? answer(sql) : Answer();
                           },
                           [](std::string_view) {}, [](std::string_view) {}, [] { return false; }});
  const RunResult result = run.run({0, script.items.size()});
  const auto* failure = std::get_if<ItemFailure>(&result);
  EXPECT_TRUE(std::holds_alternative<Completed>(result)) << (failure ? failure->message : "");
  return statements;
}

std::vector<std::string> words_of(const std::vector<std::string>& statements) {
  std::vector<std::string> words;
  for (const std::string& s : statements) words.push_back(leading_words(s, 6));
  return words;
}

TEST(PlainSqlOfGoldens, IsWhatARunSends) {
  std::size_t seen = 0;
  for (const fs::path& path : files()) {
    SCOPED_TRACE(path);
    const std::string text = slurp(path);
    const auto read = read_script(text);
    ASSERT_TRUE(std::holds_alternative<Script>(read));
    const std::string plain = plain_sql(text, std::get<Script>(read), first_run_answers());
    EXPECT_EQ(std::count(plain.begin(), plain.end(), '\n'), std::count(text.begin(), text.end(), '\n'));
    EXPECT_EQ(plain.find("not known, so both"), std::string::npos)
        << "an \\if that first_run_answers() does not know";

    const auto again = read_script(plain);
    ASSERT_TRUE(std::holds_alternative<Script>(again));
    std::vector<std::string> statements;
    for (const ScriptItem& item : std::get<Script>(again).items) {
      ASSERT_TRUE(std::holds_alternative<SqlItem>(item.is)) << "a meta-command is left";
      statements.push_back(std::get<SqlItem>(item.is).text);
    }
    const std::vector<std::string> expected = sent(std::get<Script>(read));
    EXPECT_EQ(words_of(statements), words_of(expected));
    ASSERT_EQ(statements.size(), expected.size());
    ASSERT_EQ(count_of(plain), std::to_string(expected.size()));
    for (std::size_t i = 0; i < expected.size(); ++i) {
      if (leading_words(expected[i], 1) == "SELECT") continue;
      EXPECT_EQ(statements[i], expected[i]);
    }
    ++seen;
  }
  EXPECT_GT(seen, 200U);
}

}  // namespace
}  // namespace pschema
