#include "base/quote.h"

#include <gtest/gtest.h>

namespace pschema {
namespace {

std::string quoted(std::string text) { return quote(Identifier{std::move(text)}); }

TEST(Quote, BareWhereItReadsBack) {
  EXPECT_EQ(quoted("events"), "events");
  EXPECT_EQ(quoted("_a1"), "_a1");
  EXPECT_EQ(quoted("zone"), "zone");            // unreserved
  EXPECT_EQ(quoted("partition"), "partition");  // unreserved
}

TEST(Quote, QuotedElse) {
  EXPECT_EQ(quoted("Events"), "\"Events\"");
  EXPECT_EQ(quoted("a.b"), "\"a.b\"");
  EXPECT_EQ(quoted("a$"), "\"a$\"");
  EXPECT_EQ(quoted("1a"), "\"1a\"");
  EXPECT_EQ(quoted("ä"), "\"ä\"");
  EXPECT_EQ(quoted(""), "\"\"");
  EXPECT_EQ(quoted("a\"b"), "\"a\"\"b\"");
  EXPECT_EQ(quoted("back\\slash"), "\"back\\slash\"");
}

TEST(Quote, EveryKindOfKeywordButUnreserved) {
  for (const char* word :
       {"table", "user", "between", "timestamp", "left", "verbose", "values", "abs", "json", "system_user"}) {
    const bool keyword = std::string_view(word) != "abs";
    EXPECT_EQ(quoted(word), keyword ? "\"" + std::string(word) + "\"" : word);
  }
}

TEST(Quote, NoNameCanEndALine) {
  EXPECT_EQ(quoted("a\nb"), "U&\"a\\000Ab\"");
  EXPECT_EQ(quoted("a\n\\\"b\x7f"), "U&\"a\\000A\\\\\"\"b\\007F\"");
}

TEST(Quote, Literals) {
  EXPECT_EQ(quote_literal("it's"), "'it''s'");
  EXPECT_EQ(quote_literal(""), "''");
  EXPECT_EQ(quote_literal("a\\b'"), "U&'a\\\\b'''");
  EXPECT_EQ(quote_literal("a\r\n"), "U&'a\\000D\\000A'");
  EXPECT_EQ(quote_literal("ä"), "'ä'");
}

TEST(Quote, PsqlArguments) {
  EXPECT_EQ(quote_psql_argument("public.t"), "'public.t'");
  EXPECT_EQ(quote_psql_argument("a'b\\c\nd"), "'a''b\\\\c\\x0Ad'");
}

TEST(Quote, Printable) {
  EXPECT_EQ(printable("a\nb"), "a\\x0Ab");
  EXPECT_EQ(printable("ä\xff"), "ä\\xFF");
  EXPECT_EQ(printable("\xC0\x80"), "\\xC0\\x80");           // overlong
  EXPECT_EQ(printable("\xED\xA0\x80"), "\\xED\\xA0\\x80");  // a surrogate
  EXPECT_EQ(printable("\xC2\x85"), "\\xC2\\x85");           // NEL, a line break to some
  EXPECT_EQ(printable("\xE2\x80\xAE"), "\\xE2\\x80\\xAE");  // right-to-left override
  EXPECT_EQ(printable("\xE2\x82"), "\\xE2\\x82");
}

TEST(Quote, NamesReadBack) {
  for (const char* text :
       {"events", "A.b", "Weird \";drop table q.victim;--", "a\nb\\c", "table", "\\", "日本", "a$b", "'", "\x01"}) {
    const QualifiedName name{{text}, {text}};
    const std::string sql = quote(name);
    EXPECT_EQ(parse_qualified_name(sql), name) << sql;
    EXPECT_EQ(parse_identifier(quote(name.name)), name.name) << sql;
    EXPECT_EQ(sql.find('\n'), std::string::npos);
  }
}

TEST(Quote, ReadsWhatSqlReads) {
  EXPECT_EQ(parse_identifier("Events"), Identifier{"events"});
  EXPECT_EQ(parse_identifier("a$1"), Identifier{"a$1"});
  EXPECT_EQ(parse_identifier("U&\"d\\0061t\\+000061\""), Identifier{"data"});
  EXPECT_EQ(parse_identifier("U&\"\\20AC\""), Identifier{"€"});
}

TEST(Quote, RefusesWhatIsNotExactlyOneName) {
  for (const char* text : {"", ".", "a.", ".a", "a.b.c", "a b", "\"a", "\"a\"x", "\"\"", "1a", "$a", "U&\"\\00\"",
                           "U&\"\\0000\"", "U&\"\\D800\"", "a .b", "a. b", "\"a\".\"\""}) {
    EXPECT_EQ(parse_qualified_name(text), std::nullopt) << text;
  }
  EXPECT_EQ(parse_identifier("a.b"), std::nullopt);
}

TEST(Quote, TakesANameOffTheFront) {
  std::string_view text = "public.\"a of b\" of x";
  EXPECT_EQ(take_qualified_name(text), (QualifiedName{{"public"}, {"a of b"}}));
  EXPECT_EQ(text, " of x");
  EXPECT_EQ(take_qualified_name(text), std::nullopt);
  EXPECT_EQ(text, " of x");
}

}  // namespace
}  // namespace pschema
