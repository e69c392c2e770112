#include "cli/text_diff.h"

#include <gtest/gtest.h>

#include <random>
#include <sstream>
#include <vector>

namespace pschema {
namespace {

TEST(TextDiff, ShowsThreeLinesAround) {
  EXPECT_EQ(unified_diff("1\n2\n3\n4\n5\n6\n", "1\n2\n3\n4\nfive\n6\n", "a", "b"),
            "--- a\n+++ b\n@@ -2,5 +2,5 @@\n 2\n 3\n 4\n-5\n+five\n 6\n");
  EXPECT_EQ(unified_diff("same\n", "same\n", "a", "b"), "");
  EXPECT_EQ(unified_diff("", "new\n", "a", "b"), "--- a\n+++ b\n@@ -0,0 +1 @@\n+new\n");
  EXPECT_EQ(unified_diff("no end", "no end\n", "a", "b"),
            "--- a\n+++ b\n@@ -1 +1 @@\n-no end\n\\ No newline at end of file\n+no end\n");
}

TEST(TextDiff, DifferencesThatAreNearShareTheirLines) {
  const std::string far = "x\n1\n2\n3\n4\n5\n6\n7\nx\n", near = "x\n1\n2\n3\n4\n5\n6\nx\n";
  const auto hunks = [](const std::string& text) {
    std::string changed = text;
    changed.front() = changed[changed.size() - 2] = 'y';
    const std::string diff = unified_diff(text, changed, "a", "b");
    std::size_t count = 0;
    for (std::size_t at = diff.find("\n@@"); at != std::string::npos; at = diff.find("\n@@", at + 1)) ++count;
    return count;
  };
  EXPECT_EQ(hunks(far), 2U);
  EXPECT_EQ(hunks(near), 1U);
}

/// What `patch` does; lines end in a line feed.
std::string patched(const std::string& text, const std::string& diff) {
  std::istringstream in(text), edits(diff);
  std::string result, line, old;
  std::size_t at = 1;
  while (std::getline(edits, line)) {
    if (line.rfind("---", 0) == 0 || line.rfind("+++", 0) == 0) continue;
    if (line.rfind("@@", 0) == 0) {
      std::size_t begin = std::stoul(line.substr(4));
      if (line.find(",0 +") != std::string::npos) ++begin;
      for (; at < begin && std::getline(in, old); ++at) result += old + "\n";
      continue;
    }
    if (line[0] != '+') {
      std::getline(in, old);
      ++at;
      EXPECT_EQ(old, line.substr(1));
    }
    if (line[0] != '-') result += line.substr(1) + "\n";
  }
  while (std::getline(in, old)) result += old + "\n";
  return result;
}

TEST(TextDiff, PatchedGivesTheOther) {
  std::mt19937_64 random(20'260'828);
  const auto text = [&](std::size_t most) {
    std::string t;
    for (std::size_t n = random() % most; n > 0; --n)
      t += std::string(1, static_cast<char>('a' + random() % 4)) + "\n";
    return t;
  };
  for (int i = 0; i < 500; ++i) {
    const std::string a = text(40), b = i % 2 == 0 ? text(40) : a + text(5);
    EXPECT_EQ(patched(a, unified_diff(a, b, "old", "new")), b);
  }
  std::string many, other;
  for (int i = 0; i < 2000; ++i) many += std::to_string(i) + "\n", other += std::to_string(-i - 1) + "\n";
  EXPECT_EQ(patched(many, unified_diff(many, other, "old", "new")), other);
}

}  // namespace
}  // namespace pschema
