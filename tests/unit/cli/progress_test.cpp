#include "cli/progress.h"

#include <gtest/gtest.h>

namespace pschema {
namespace {

using std::chrono::seconds;

Progress step() {
  Progress now;
  now.in_step = true;
  now.file = 1;
  now.files = 3;
  now.step = 2;
  now.steps = 5;
  now.title = "2/5 CREATE public.x";
  now.behind = 11;
  now.took = seconds(4);
  return now;
}

TEST(Progress, SaysWhereItIs) {
  Progress now = step();
  EXPECT_EQ(progress_line(now), "[1/3] 2/5 CREATE public.x, 4 s, 11 steps left");
  now.title = "my own";  // of a file of another origin
  now.behind = 1;
  now.attempt = 2;
  now.took = seconds(125);
  now.waits_for = "pid 7: SELECT 1";
  EXPECT_EQ(progress_line(now), "[1/3] 2/5 my own, 2 min 5 s, attempt 2, 1 step left, waits for pid 7: SELECT 1");
}

TEST(Progress, EscapesControls) {
  Progress now = step();
  now.title = "2/5 CREATE public.\"a\n\x1b[2Jb\"";
  const std::string line = progress_line(now);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  EXPECT_EQ(line.find('\x1b'), std::string::npos);
}

TEST(Progress, IsCutByColumns) {
  EXPECT_EQ(cut_to_columns("abc", 3), "abc");
  EXPECT_EQ(cut_to_columns("abcd", 3), "ab…");
  EXPECT_EQ(cut_to_columns("表表表", 6), "表表表");
  EXPECT_EQ(cut_to_columns("表表表", 5), "表表…");
  EXPECT_EQ(cut_to_columns("表表表", 4), "表…");  // a half would stand behind it
  EXPECT_EQ(cut_to_columns("a\u0301bcd", 3), "a\u0301b…");
  EXPECT_EQ(cut_to_columns("abc", 0), "");
  EXPECT_EQ(columns_of("a表\u0301"), 3u);
}

TEST(Progress, IsErasedAlsoWhereItWraps) {
  EXPECT_EQ(erasure(0, 80), "\r\x1b[K");
  EXPECT_EQ(erasure(79, 80), "\r\x1b[K");
  EXPECT_EQ(erasure(80, 80), "\r\x1b[K");
  EXPECT_EQ(erasure(79, 40), "\r\x1b[1A\x1b[J");
  EXPECT_EQ(erasure(81, 40), "\r\x1b[2A\x1b[J");
}

TEST(Progress, SpeaksOfAWaitRarely) {
  WaitPace pace;
  int spoken = 0;
  for (int s = 0; s <= 600; ++s) spoken += pace.speaks(seconds(s)) ? 1 : 0;
  EXPECT_EQ(spoken, 5);  // at 2, 32, 92, 212, 452
}

}  // namespace
}  // namespace pschema
