// reached_after against its definition, by looking at many moments around it.
#include "generators.h"

namespace pschema {
namespace {

TEST(StepProperties, ReachedAfterIsTheFirstMoment) {
  EXPECT_TRUE(rc::check("nothing before it has expired, and it has", [] {
    const Zone z = *any_zone();
    const TimeSpan kept = *any_long_step();
    Instant end{*rc::gen::inRange<std::int64_t>(instant("1850-01-01").us, instant("2200-01-01").us)};
    // Half of them near a change of the clock, where the trouble is.
    if (*rc::gen::arbitrary<bool>()) {
      if (const auto change = z.change_after(end))
        end = {change->at.us + *rc::gen::inRange<std::int64_t>(-3, 4) * 15 * kMicrosPerMinute};
    }
    const Instant first = reached_after(end, kept, z);
    RC_ASSERT(subtract(first, kept, z) >= end);
    for (std::int64_t minutes = 1; minutes < 4 * 24 * 60; minutes += minutes < 300 ? 1 : 7) {
      RC_ASSERT(subtract({first.us - minutes * kMicrosPerMinute}, kept, z) < end);
    }
    RC_ASSERT(subtract({first.us - 1}, kept, z) < end);
    for (std::int64_t hours = 97; hours < 70 * 24; ++hours) {
      RC_ASSERT(subtract({first.us - hours * kMicrosPerHour}, kept, z) < end);
    }
  }));
}

TEST(StepProperties, ReachedAfterGrowsWithTheEnd) {
  EXPECT_TRUE(rc::check("a window that ends later does not expire earlier", [] {
    const Zone z = *any_zone();
    const TimeSpan kept = *any_long_step();
    const std::int64_t a = *any_micros();
    const std::int64_t b = std::min(kMaxMicros, a + *rc::gen::inRange<std::int64_t>(0, 40 * kMicrosPerDay));
    RC_ASSERT(reached_after({a}, kept, z) <= reached_after({b}, kept, z));
  }));
}

}  // namespace
}  // namespace pschema
