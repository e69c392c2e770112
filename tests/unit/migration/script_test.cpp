#include "migration/script.h"

#include <gtest/gtest.h>

namespace pschema {
namespace {

Script read(std::string_view text) {
  auto result = read_script(text);
  if (const auto* error = std::get_if<Diagnostic>(&result)) {
    ADD_FAILURE() << error->message << " at byte " << error->span.begin << " of:\n" << text;
    return {};
  }
  return std::get<Script>(std::move(result));
}

/// The text under the error's span, or `no error`.
std::string error_at(std::string_view text) {
  const auto result = read_script(text);
  const auto* error = std::get_if<Diagnostic>(&result);
  if (error == nullptr) return "no error";
  EXPECT_EQ(error->code, Code::bad_migration_file);
  EXPECT_FALSE(error->message.empty());
  EXPECT_LE(error->span.end, text.size());
  return std::string(text.substr(error->span.begin, error->span.end - error->span.begin));
}

std::vector<std::string> statements(std::string_view text) {
  std::vector<std::string> result;
  for (const ScriptItem& item : read(text).items) {
    if (const auto* sql = std::get_if<SqlItem>(&item.is)) result.push_back(sql->text + (sql->gset ? " GSET" : ""));
  }
  return result;
}

using Texts = std::vector<std::string>;

TEST(Script, StatementsEndAtSemicolonOrGset) {
  EXPECT_EQ(statements("SET a = 1; SET b = 2;\nSELECT 1 AS x \\gset\nSELECT\n 2;"),
            (Texts{"SET a = 1", "SET b = 2", "SELECT 1 AS x GSET", "SELECT\n 2"}));
  EXPECT_EQ(statements(" ;; \n-- nothing\n"), Texts{});
  EXPECT_EQ(statements(""), Texts{});
}

TEST(Script, SemicolonsInsideQuotesAndCommentsDoNotEnd) {
  EXPECT_EQ(statements("SELECT 'a;''b' ; SELECT \"c;\"\"d\"; SELECT E'\\';' ;"),
            (Texts{"SELECT 'a;''b'", "SELECT \"c;\"\"d\"", "SELECT E'\\';'"}));
  EXPECT_EQ(statements("SELECT 'a\\'; SELECT 2;"), (Texts{"SELECT 'a\\'", "SELECT 2"}));
  EXPECT_EQ(statements("SELECT $$;'$$; SELECT $a$ $$ ; $b$ $a$; SELECT U&'\\003B;';"),
            (Texts{"SELECT $$;'$$", "SELECT $a$ $$ ; $b$ $a$", "SELECT U&'\\003B;'"}));
  EXPECT_EQ(statements("SELECT 1 -- ; '\n+ 2; SELECT /* ; /* ' */ ; */ 3;"),
            (Texts{"SELECT 1 -- ; '\n+ 2", "SELECT /* ; /* ' */ ; */ 3"}));
  EXPECT_EQ(statements("SELECT a$b$c; SELECT $1; SELECT e; SELECT fe'x';"),
            (Texts{"SELECT a$b$c", "SELECT $1", "SELECT e", "SELECT fe'x'"}));
}

TEST(Script, MetaCommands) {
  const Script s =
      read("\\set file a_b\n  \\encoding UTF8\n\\if :x\n\\warn 'it''s' :x\n\\else\n\\quit\n\\endif\n\\echo\n");
  ASSERT_EQ(s.items.size(), 8U);
  EXPECT_EQ(std::get<SetItem>(s.items[0].is).value, "a_b");
  EXPECT_TRUE(std::holds_alternative<EncodingItem>(s.items[1].is));
  EXPECT_EQ(std::get<IfItem>(s.items[2].is).condition, ":x");
  EXPECT_EQ(std::get<WarnItem>(s.items[3].is).argument, "'it''s' :x");
  EXPECT_TRUE(std::holds_alternative<ElseItem>(s.items[4].is));
  EXPECT_TRUE(std::holds_alternative<QuitItem>(s.items[5].is));
  EXPECT_TRUE(std::holds_alternative<EndifItem>(s.items[6].is));
  EXPECT_EQ(std::get<EchoItem>(s.items[7].is).argument, "");
  EXPECT_EQ(s.items[2].depth, 0);
  EXPECT_EQ(s.items[3].depth, 1);
  EXPECT_EQ(s.items[4].depth, 0);
  EXPECT_EQ(s.items[6].depth, 0);
}

TEST(Script, SpansCoverTheItems) {
  const std::string text = "-- c\n\\if :x \nSELECT 1 ;\n\\endif\n";
  const Script s = read(text);
  Texts cut;
  for (const ScriptItem& item : s.items) cut.push_back(text.substr(item.span.begin, item.span.end - item.span.begin));
  EXPECT_EQ(cut, (Texts{"\\if :x ", "SELECT 1", "\\endif"}));
}

TEST(Script, RefusesWhatIsOutsideTheSubset) {
  EXPECT_EQ(error_at("SELECT 1"), "SELECT 1");
  EXPECT_EQ(error_at("SELECT 1;\n\\if t\nSELECT 2;"), "\\if");
  EXPECT_EQ(error_at("\\if t\n\\else\n\\else\n\\endif"), "\\else");
  EXPECT_EQ(error_at("\\endif"), "\\endif");
  EXPECT_EQ(error_at("\\else"), "\\else");
  EXPECT_EQ(error_at("\\if\n\\endif"), "\\if");
  EXPECT_EQ(error_at("\\elif t"), "\\elif t");
  EXPECT_EQ(error_at("\\! rm"), "\\! rm");
  EXPECT_EQ(error_at("\\i other.sql"), "\\i other.sql");
  EXPECT_EQ(error_at("\\q"), "\\q");
  EXPECT_EQ(error_at("SELECT 1 \\gset p_"), "\\gset p_");
  EXPECT_EQ(error_at("SELECT 1 \\gexec\n"), "\\gexec");
  EXPECT_EQ(error_at("SELECT 1 \\; SELECT 2;"), "\\; SELECT 2;");
  EXPECT_EQ(error_at("SELECT 1; \\echo x"), "\\echo x");
  EXPECT_EQ(error_at("SELECT (1 \\gset"), "\\gset");
  EXPECT_EQ(error_at("SELECT (1;)"), ";");
  EXPECT_EQ(error_at("SELECT 1);"), ")");
  EXPECT_EQ(error_at("SELECT 'x;\n"), "'");
  EXPECT_EQ(error_at("SELECT $a$x;$b$\n"), "$");
  EXPECT_EQ(error_at("SELECT 1 /* /* */;"), "/");
  EXPECT_EQ(error_at("SELECT 1a$$;$$;"), "1a");
  EXPECT_EQ(error_at("SELECT E'a'\n 'b\\';"), "'b\\'");
  EXPECT_EQ(error_at("\\set ON_ERROR_STOP off"), "\\set ON_ERROR_STOP off");
  EXPECT_EQ(error_at("\\set AUTOCOMMIT 0"), "\\set AUTOCOMMIT 0");
  EXPECT_EQ(error_at("\\set SINGLELINE on"), "\\set SINGLELINE on");
  EXPECT_EQ(error_at("\\set"), "\\set");
  EXPECT_EQ(error_at("\\set 'a' b"), "\\set 'a' b");
  EXPECT_EQ(error_at("\\set a 'b"), " a 'b");
  EXPECT_EQ(error_at("\\set a `date`"), " a `date`");
  EXPECT_EQ(error_at("\\echo a \\set b"), " a \\set b");
  EXPECT_EQ(error_at("\\echo -n a"), "\\echo -n a");
  EXPECT_EQ(error_at("\\encoding LATIN1"), "\\encoding LATIN1");
  EXPECT_EQ(error_at("\\quit now"), "\\quit now");
  EXPECT_EQ(error_at("COPY t FROM STDIN;\n1\n\\.\n"), "COPY t FROM STDIN");
  EXPECT_EQ(error_at("CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT 1; END;"),
            "CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT 1");
  EXPECT_EQ(error_at(std::string_view("SELECT 1\0;", 10)), std::string_view("\0", 1));
}

TEST(Script, AcceptsTheStrictSettings) {
  EXPECT_EQ(error_at("\\set ON_ERROR_STOP on\n\\set AUTOCOMMIT on\nSELECT E'a', 'b', E'c'\n, 'd';"), "no error");
}

TEST(Script, SurvivesAnyPrefix) {
  const std::string text =
      "\\set a 'x'\nSELECT $a$;$a$, E'\\'', \"q\" /* /* */ */ -- c\n \\gset\n\\if :a\n\\echo 'y'\n\\endif\nRESET "
      "ROLE;\n";
  for (std::size_t n = 0; n <= text.size(); ++n) {
    const auto result = read_script(std::string_view(text).substr(0, n));
    if (const auto* error = std::get_if<Diagnostic>(&result)) {
      EXPECT_LE(error->span.begin, n);
    }
  }
}

constexpr std::string_view kStepped =
    "\\set file f\nSET ROLE :\"owner\";\n\\if t\n\\echo not a step\n\\endif\n"
    "\\echo 'CREATE a'\nBEGIN;\nCOMMIT;\n"
    "\\echo 'CREATE b'\nRESET ROLE;\nSET ROLE x;\n"
    "RESET /* as we came */ role;\nINSERT INTO t VALUES (1);\n\\echo done\n";

TEST(Script, Steps) {
  const Script script = read(kStepped);
  const ScriptSteps steps = split_steps(script);
  EXPECT_EQ(steps.head, (ItemRange{0, 5}));
  ASSERT_EQ(steps.steps.size(), 2U);
  EXPECT_EQ(steps.steps[0].title, "'CREATE a'");
  EXPECT_EQ(steps.steps[0].items, (ItemRange{5, 8}));
  EXPECT_EQ(steps.steps[1].title, "'CREATE b'");
  EXPECT_EQ(steps.steps[1].items, (ItemRange{8, 11}));
  EXPECT_EQ(steps.foot, (ItemRange{11, script.items.size()}));
}

TEST(Script, WithoutEchoAllIsHead) {
  const Script script = read("SELECT 1;\nRESET ROLE;\nRESET ALL;\n");
  const ScriptSteps steps = split_steps(script);
  EXPECT_EQ(steps.head, (ItemRange{0, 1}));
  EXPECT_TRUE(steps.steps.empty());
  EXPECT_EQ(steps.foot, (ItemRange{1, 3}));
  EXPECT_EQ(split_steps(read("SELECT 1;")).foot, (ItemRange{1, 1}));
}

}  // namespace
}  // namespace pschema
