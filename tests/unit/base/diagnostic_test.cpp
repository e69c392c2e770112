#include "base/diagnostic.h"

#include <gtest/gtest.h>

namespace pschema {
namespace {

Span find(const SourceSet& sources, std::uint32_t file, std::string_view word) {
  const auto at = static_cast<std::uint32_t>(sources.file(file).text.find(word));
  return {file, at, at + static_cast<std::uint32_t>(word.size())};
}

std::string render_error_at(std::string text, std::string_view word) {
  SourceSet sources;
  const auto file = sources.add("t.pschema", std::move(text));
  Diagnostics diagnostics;
  diagnostics.error(Code::unknown_word, find(sources, file, word), "message");
  return render_text(diagnostics.sorted(), sources);
}

TEST(Diagnostics, ShowsPlaceLineCaretLabelsAndHint) {
  SourceSet sources;
  const auto a = sources.add("a.pschema", "pschema 1;\ntable events {\n");
  const auto b = sources.add("b.pschema", "pschema 1;\n\n  table events {\n");
  Diagnostic d;
  d.code = Code::duplicate_table;
  d.message = "table `public.events` is described twice";
  d.span = find(sources, b, "events");
  d.label = "again here";
  d.others = {{find(sources, a, "events"), "first here"}};
  d.hint = "put both parts into one `table`";
  EXPECT_EQ(render_text({d}, sources),
            "b.pschema:3:9: error[PS2002]: table `public.events` is described twice\n"
            "    3 |   table events {\n"
            "      |         ^^^^^^ again here\n"
            "  a.pschema:2:7:\n"
            "    2 | table events {\n"
            "      |       ------ first here\n"
            "  hint: put both parts into one `table`\n");
}

TEST(Diagnostics, TabsAndWideCharactersKeepTheCaretInPlace) {
  EXPECT_EQ(render_error_at("\tkeepp 1;", "keepp"),
            "t.pschema:1:2: error[PS1011]: message\n"
            "    1 |     keepp 1;\n"
            "      |     ^^^^^\n");
  EXPECT_EQ(render_error_at("日本 ä x", "x"),
            "t.pschema:1:6: error[PS1011]: message\n"
            "    1 | 日本 ä x\n"
            "      |        ^\n");
  // A combining accent takes no column.
  EXPECT_EQ(render_error_at("e\xCC\x81 x", "x"),
            "t.pschema:1:4: error[PS1011]: message\n"
            "    1 | e\xCC\x81 x\n"
            "      |   ^\n");
}

TEST(Diagnostics, BytesThatCannotBeShownAreEscaped) {
  EXPECT_EQ(render_error_at("a\x1b[31m\xff x", "x"),
            "t.pschema:1:9: error[PS1011]: message\n"
            "    1 | a\\x1B[31m\\xFF x\n"
            "      |               ^\n");
}

TEST(Diagnostics, EndOfFileAndEmptySpansHaveOneCaret) {
  SourceSet sources;
  sources.add("t", "pschema 1");
  Diagnostics diagnostics;
  diagnostics.error(Code::missing_semicolon, {0, 9, 9}, "`;` is missing");
  EXPECT_EQ(render_text(diagnostics.sorted(), sources),
            "t:1:10: error[PS1012]: `;` is missing\n"
            "    1 | pschema 1\n"
            "      |          ^\n");
}

TEST(Diagnostics, ASpanOverSeveralLinesIsMarkedOnTheFirst) {
  EXPECT_EQ(render_error_at("a bb\nccc", "bb\nccc"),
            "t.pschema:1:3: error[PS1011]: message\n"
            "    1 | a bb\n"
            "      |   ^^\n");
}

TEST(Diagnostics, LongLinesAreCutAroundTheCaret) {
  const std::string out = render_error_at(std::string(5'000'000, 'a') + " xyz " + std::string(5'000'000, 'b'), "xyz");
  EXPECT_LT(out.size(), 400U);
  const auto line = out.find("| …");
  const auto caret = out.find("^^^");
  ASSERT_NE(line, std::string::npos);
  ASSERT_NE(caret, std::string::npos);
  // Same column for `xyz` and its carets; the cut mark has three bytes and one column.
  const auto column_of = [&](std::size_t at) { return at - out.rfind('\n', at); };
  EXPECT_EQ(column_of(out.find("xyz")) - 2, column_of(caret));
  EXPECT_NE(out.find("b…\n"), std::string::npos);
}

TEST(Diagnostics, LongLinesOfTabsAreCutToo) {
  const std::string out = render_error_at(std::string(90, '\t') + "xyz", "xyz");
  EXPECT_NE(out.find("xyz"), std::string::npos);
  EXPECT_NE(out.find("^^^"), std::string::npos);
}

TEST(Diagnostics, SortedByPlaceAndEachOnce) {
  Diagnostics diagnostics;
  diagnostics.warning(Code::nothing_created, {0, 9, 10}, "later");
  diagnostics.error(Code::bad_step, {0, 2, 3}, "earlier");
  diagnostics.error(Code::bad_step, {0, 2, 3}, "earlier");
  const auto sorted = diagnostics.sorted();
  ASSERT_EQ(sorted.size(), 2U);
  EXPECT_EQ(sorted[0].message, "earlier");
  EXPECT_TRUE(diagnostics.has_errors());
}

TEST(Diagnostics, WarningsAreNoErrors) {
  Diagnostics diagnostics;
  EXPECT_TRUE(diagnostics.empty());
  diagnostics.warning(Code::nothing_created, {}, "m");
  EXPECT_FALSE(diagnostics.has_errors());
  EXPECT_FALSE(diagnostics.empty());
  EXPECT_EQ(render_text(diagnostics.sorted(), SourceSet()), "warning[PS2028]: m\n");
}

}  // namespace
}  // namespace pschema
