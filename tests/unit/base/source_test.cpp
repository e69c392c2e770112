#include "base/source.h"

#include <gtest/gtest.h>

namespace pschema {
namespace {

TEST(Source, LinesAndColumns) {
  SourceSet sources;
  const auto id = sources.add("a", "one\ntwo\r\nthree");
  EXPECT_EQ(sources.position(id, 0).line, 1U);
  EXPECT_EQ(sources.position(id, 3).column, 4U);
  EXPECT_EQ(sources.position(id, 4).line, 2U);
  EXPECT_EQ(sources.line_at(id, 5), "two");
  EXPECT_EQ(sources.line_at(id, 9), "three");
  EXPECT_EQ(sources.position(id, 14).column, 6U);
}

TEST(Source, OffsetsPastTheEndCountAsTheEnd) {
  SourceSet sources;
  const auto id = sources.add("a", "ab\n");
  EXPECT_EQ(sources.position(id, 3).line, 2U);
  EXPECT_EQ(sources.position(id, 4000).line, 2U);
  EXPECT_EQ(sources.position(id, 4000).column, 1U);
  EXPECT_EQ(sources.line_at(id, 4000), "");
  const auto empty = sources.add("b", "");
  EXPECT_EQ(sources.position(empty, 0).line, 1U);
  EXPECT_EQ(sources.line_at(empty, 0), "");
}

TEST(Source, ColumnsAreCodePoints) {
  SourceSet sources;
  const auto id = sources.add("a", "äöx");
  EXPECT_EQ(sources.position(id, 4).column, 3U);
}

TEST(Source, ByteOrderMarkIsNoColumn) {
  SourceSet sources;
  const auto id = sources.add("a", "\xEF\xBB\xBFpschema 1;");
  EXPECT_EQ(sources.position(id, 3).column, 1U);
  EXPECT_EQ(sources.position(id, 0).column, 1U);
  EXPECT_EQ(sources.line_at(id, 0), "pschema 1;");
}

}  // namespace
}  // namespace pschema
