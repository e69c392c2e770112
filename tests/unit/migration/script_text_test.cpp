#include <gtest/gtest.h>

#include "migration/script.h"

namespace pschema {
namespace {

const Variables kVariables = {{"a", "x"},         {"q", "it's"},        {"b", "back\\slash"}, {"n", "Na\"me"},
                              {"bad", "1; DROP"}, {"open", "'"},        {"empty", ""},        {"paren", ")"},
                              {"chain", ":a"},    {"comment", "1 -- "}, {"1", "one"}};

std::string put(std::string_view sql) { return interpolate(sql, kVariables).value_or("refused"); }

TEST(Interpolate, PlainLiteralAndName) {
  EXPECT_EQ(put("SELECT :a, :'a', :\"a\";"), "SELECT x, 'x', \"x\";");
  EXPECT_EQ(put(":'q' :'b' :\"n\""), "'it''s'  E'back\\\\slash' \"Na\"\"me\"");
  EXPECT_EQ(put("f(:empty) :'empty'"), "f() ''");
  EXPECT_EQ(put(":{?a} :{?nothing}"), "TRUE FALSE");
}

TEST(Interpolate, LeavesAlone) {
  for (const std::string_view text : {"':a'", "\":a\"", "$$:a$$", "$t$ :'a' $t$", "-- :a", "/* :a */", "E'\\':a'",
                                      "a::a", "a ::a", "a:=a", ":none", ":'none'", ":\"none\"", ": a", ":'a", ":"}) {
    EXPECT_EQ(put(text), text);
  }
  EXPECT_EQ(put("x:::a"), "x::x");
  EXPECT_EQ(put("b[0:1]"), "b[0one]");
}

TEST(Interpolate, RefusesValuesThatChangeTheReading) {
  for (const std::string_view text : {"SELECT :bad", ":open", ":paren", ":chain", ":comment"})
    EXPECT_EQ(put(text), "refused");
  EXPECT_EQ(put("SELECT :'bad', :\"open\""), "SELECT '1; DROP', \"'\"");
}

using Texts = std::vector<std::string>;

Texts arguments(std::string_view raw) { return meta_arguments(raw, kVariables); }

TEST(MetaArguments, SplitAndUnquote) {
  EXPECT_EQ(arguments(""), Texts{});
  EXPECT_EQ(arguments("one  two"), (Texts{"one", "two"}));
  EXPECT_EQ(arguments("'one  two' th'r'ee"), (Texts{"one  two", "three"}));
  EXPECT_EQ(arguments("'it''s' ''"), (Texts{"it's", ""}));
  EXPECT_EQ(arguments(R"('a\n\t\\\'\x41\101\q')"), Texts{"a\n\t\\'AAq"});
  EXPECT_EQ(arguments("\"a b\"c"), Texts{"\"a b\"c"});
}

TEST(MetaArguments, Variables) {
  EXPECT_EQ(arguments(":a was:q ':a' \":a\""), (Texts{"x", "wasit's", ":a", "\":a\""}));
  EXPECT_EQ(arguments(":'q' :\"n\" :none :'none"), (Texts{"'it''s'", "\"Na\"\"me\"", ":none", ":none"}));
  EXPECT_EQ(arguments("::a :chain : a:"), (Texts{":x", ":a", ":", "a:"}));
}

TEST(PsqlBoolean, AsPsqlReadsIt) {
  for (const std::string_view text : {"t", "TRUE", "y", "on", "1", "tr", "Yes"})
    EXPECT_EQ(psql_boolean(text), true) << text;
  for (const std::string_view text : {"f", "FALSE", "n", "of", "off", "0"})
    EXPECT_EQ(psql_boolean(text), false) << text;
  for (const std::string_view text : {"", "o", ":todo", "2", "truer", "t t"})
    EXPECT_EQ(psql_boolean(text), std::nullopt) << text;
}

TEST(LeadingWords, SkipsComments) {
  EXPECT_EQ(leading_words("alter /* x */ table\n-- y\n a.b", 2), "ALTER TABLE");
  EXPECT_EQ(leading_words("RESET ROLE", 3), "RESET ROLE");
  EXPECT_EQ(leading_words("", 3), "");
}

}  // namespace
}  // namespace pschema
