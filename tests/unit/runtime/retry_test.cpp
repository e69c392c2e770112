#include "runtime/retry.h"

#include <gtest/gtest.h>

namespace pschema {
namespace {

using std::chrono::milliseconds;

const RetryPolicy kPolicy{milliseconds(10'000), milliseconds(100), milliseconds(1'000)};

/// The pause in milliseconds; -1 for an error that does not go away, -2 for a spent budget.
long pause(std::string_view sqlstate, int attempt, long elapsed, double chance) {
  const Decision d = decide(kPolicy, sqlstate, attempt, milliseconds(elapsed), chance);
  if (const auto* retry = std::get_if<RetryAfter>(&d)) return static_cast<long>(retry->pause.count());
  return std::get<GiveUp>(d).budget_spent ? -2 : -1;
}

TEST(Decide, RetriesOnlyWhatGoesAway) {
  for (const std::string_view state : {"55P03", "40P01", "40001"}) EXPECT_EQ(pause(state, 1, 0, 1), 100) << state;
  for (const std::string_view state : {"", "42P07", "23514", "57014", "40000", "40003"})
    EXPECT_EQ(pause(state, 1, 0, 1), -1) << state;
}

TEST(Decide, PausesGrowToTheLongest) {
  EXPECT_EQ(pause("55P03", 2, 0, 1), 200);
  EXPECT_EQ(pause("55P03", 4, 0, 1), 800);
  EXPECT_EQ(pause("55P03", 5, 0, 1), 1'000);
  EXPECT_EQ(pause("55P03", 1'000'000, 0, 1), 1'000);
}

TEST(Decide, ChanceCutsUpToAHalf) {
  EXPECT_EQ(pause("55P03", 1, 0, 0), 50);
  EXPECT_EQ(pause("55P03", 1, 0, 0.5), 75);
  EXPECT_EQ(pause("55P03", 1, 0, -7), 50);
  EXPECT_EQ(pause("55P03", 1, 0, 7), 100);
}

TEST(Decide, StaysWithinTheBudget) {
  EXPECT_EQ(pause("55P03", 1, 9'900, 1), 100);
  EXPECT_EQ(pause("55P03", 1, 9'901, 1), -2);
  EXPECT_EQ(pause("42P07", 1, 99'999, 1), -1);
}

}  // namespace
}  // namespace pschema
