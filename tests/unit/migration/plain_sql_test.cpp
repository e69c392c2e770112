#include "migration/plain_sql.h"

#include <gtest/gtest.h>

namespace pschema {
namespace {

/// Without the comment that begins the first line.
std::string plain(const std::string& text, const Variables& answers = {}) {
  const auto read = read_script(text);
  if (const auto* error = std::get_if<Diagnostic>(&read)) return "unreadable: " + error->message;
  const std::string out = plain_sql(text, std::get<Script>(read), answers);
  return out.substr(out.find("*/ ") + 3);
}

TEST(PlainSql, MetaCommandsBecomeCommentsAndCommentsStay) {
  EXPECT_EQ(plain("-- a\n\\set file x\n\\encoding UTF8\n\\echo 'step' :file\n\\warn 'a\\nb'\nSELECT 1; -- b\n"),
            "-- a\n-- \\set file x\n-- \\encoding UTF8\n-- step x\n-- warns: a b\nSELECT 1; -- b\n");
}

TEST(PlainSql, VariablesStandForWhatTheyHold) {
  EXPECT_EQ(plain("\\set file it''s\nSELECT :'file', ':file', :\"file\", 1::text;\n"),
            "-- \\set file it''s\nSELECT 'its', ':file', \"its\", 1::text;\n");
}

TEST(PlainSql, LiteralAnswersAreKnown) {
  EXPECT_EQ(
      plain("SELECT $$, a of b$$ AS about, '' AS none \\gset\nSELECT 'x' || :'about' AS both, 'it''s' || 'y' AS "
            "z\n\\gset\nSELECT :'both', :'none', :'z';\n"),
      "SELECT $$, a of b$$ AS about, '' AS none;\nSELECT 'x' || ', a of b' AS both, 'it''s' || 'y' AS "
      "z\n;\nSELECT 'x, a of b', '', 'it''sy';\n");
}

TEST(PlainSql, AnswersOfTheServerAreNamed) {
  EXPECT_EQ(plain("SELECT max(owner) AS owner FROM t WHERE (SELECT 1 AS inner_one) = 1 \\gset\nSET ROLE :\"owner\"; "
                  "SELECT 2;\n"),
            "SELECT max(owner) AS owner FROM t WHERE (SELECT 1 AS inner_one) = 1;\nSET ROLE \"<owner>\"; /* <owner>: "
            "what the server answered above */ SELECT 2;\n");
}

TEST(PlainSql, OneBranchIsShownAndEveryLineKeepsItsNumber) {
  const std::string text =
      "SELECT a() AS todo, b() AS b \\gset\n\\if :todo\nSELECT 1;\n\\else\n-- gone\nSELECT\n  2 \\gset\n\\if "
      ":b\n\\else\nSELECT 3;\n\\endif\n\\endif\nSELECT 4;\n";
  EXPECT_EQ(plain(text, {{"todo", "true"}}),
            "SELECT a() AS todo, b() AS b; /* answers todo = true */\n-- \\if :todo: yes\nSELECT 1;\n-- \\else: "
            "no\n\n\n\n\n\n\n\n-- \\endif\nSELECT 4;\n");
  EXPECT_EQ(plain(text, {{"todo", "false"}, {"b", "true"}}),
            "SELECT a() AS todo, b() AS b; /* answers todo = false, b = true */\n-- \\if :todo: no\n\n-- \\else\n-- "
            "gone\nSELECT\n  2;\n-- \\if :b: yes\n-- \\else: no\n\n-- \\endif\n-- \\endif\nSELECT 4;\n");
}

TEST(PlainSql, BothBranchesOfWhatIsNotKnown) {
  EXPECT_EQ(
      plain("\\if :who_knows\nSELECT 1;\n\\else\nSELECT 2;\n\\endif\n"),
      "-- \\if :who_knows: not known, so both branches are here\nSELECT 1;\n-- \\else\nSELECT 2;\n-- \\endif\n");
}

TEST(PlainSql, NothingBehindAQuitThatIsReached) {
  EXPECT_EQ(plain("\\if no\n\\quit\n\\endif\nSELECT 1;\n\\quit\nSELECT 2;\n"),
            "-- \\if no: no\n\n-- \\endif\nSELECT 1;\n-- \\quit");
}

TEST(PlainSql, AValueOfSeveralLinesMovesNone) {
  EXPECT_EQ(plain("\\set v 'a\\nb'\nSELECT :'v';\n"),
            "-- \\set v 'a\\nb'\nSELECT '<v>'; /* <v>: what the server answered above */\n");
}

}  // namespace
}  // namespace pschema
