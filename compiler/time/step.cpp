#include "time/step.h"

#include <cctz/civil_time.h>
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "time/arithmetic.h"

namespace pschema {
namespace {

struct UnitFacts {
  std::string_view word;
  std::int64_t months;  // 0 for units of fixed length
  std::int64_t micros;  // 0 for calendar units
};

UnitFacts facts_of(TimeUnit unit) {
  switch (unit) {
    case TimeUnit::minute:
      return {"minute", 0, kMicrosPerMinute};
    case TimeUnit::hour:
      return {"hour", 0, kMicrosPerHour};
    case TimeUnit::day:
      return {"day", 0, kMicrosPerDay};
    case TimeUnit::week:
      return {"week", 0, 7 * kMicrosPerDay};
    case TimeUnit::month:
      return {"month", 1, 0};
    case TimeUnit::quarter:
      return {"quarter", 3, 0};
    case TimeUnit::year:
      return {"year", 12, 0};
  }
  return {};
}

bool is_exact(TimeUnit unit) { return unit == TimeUnit::minute || unit == TimeUnit::hour; }

std::int64_t saturated(Int128 us) {
  return static_cast<std::int64_t>(std::clamp(us, Int128{kMinMicros}, Int128{kMaxMicros}));
}

int last_day_of(std::int64_t year, int month) {
  return (cctz::civil_day(cctz::civil_month(year, month) + 1) - 1).day();
}

// The same day of another month, the day clamped unless `keep_day` forbids that.
enum class LongDay { clamp, refuse };
std::optional<LocalTime> add_months(LocalTime t, Int128 months, LongDay long_day) {
  constexpr Int128 kMostMonths = Int128{400'000} * 12;
  CivilFields f = fields_of(t);
  const Int128 month = Int128{f.year} * 12 + (f.month - 1) + months;
  if (month < -kMostMonths || month > kMostMonths) return std::nullopt;
  f.year = static_cast<std::int64_t>(floor_div(month, Int128{12}));
  f.month = static_cast<int>(month - Int128{f.year} * 12) + 1;
  const int last = last_day_of(f.year, f.month);
  if (f.day > last && long_day == LongDay::refuse) return std::nullopt;
  f.day = std::min(f.day, last);
  return local_time(f);
}

Instant shift(Instant t, const TimeSpan& span, const Zone& zone, int sign) {
  const UnitFacts facts = facts_of(span.unit);
  if (is_exact(span.unit)) return Instant{saturated(Int128{t.us} + Int128{facts.micros} * span.count * sign)};
  const std::optional<LocalTime> moved = checked_add(zone.to_local(t), span, sign);
  if (!moved) return Instant{(span.count < 0) != (sign < 0) ? kMinMicros : kMaxMicros};
  return zone.to_instant_as_server(*moved);
}

LocalTime first_of_next_month(LocalTime t) {
  const CivilFields f = fields_of(t);
  return add_months(local_time({f.year, f.month, 1}).value_or(t), 1, LongDay::clamp).value_or(LocalTime{kMaxMicros});
}

// The wall clock readings from which on subtraction may give `target` or more, earliest first: the same day and time
// later, or the first of the following month where that month has no such day.
std::vector<LocalTime> first_readings(LocalTime target, const TimeSpan& span) {
  const LocalTime later = add(target, span);
  const UnitFacts facts = facts_of(span.unit);
  if (facts.months == 0) return {later};
  const auto same_day = add_months(target, Int128{facts.months} * span.count, LongDay::refuse);
  if (!same_day) return {first_of_next_month(later)};
  return {*same_day, first_of_next_month(later)};
}

// The wall clock readings at or just before `end` that PostgreSQL reads as an instant at or after `end`: its own, and
// where `end` lies in the first pass of a repeated hour or right behind a gap of the clock, the earlier ones that do
// so too.
std::vector<LocalTime> targets(Instant end, const Zone& zone) {
  const LocalTime own = zone.to_local(end);
  std::vector<LocalTime> out{own};
  if (zone.to_instant(own) > end) {
    if (const auto fall_back = zone.change_after(end)) out.push_back(fall_back->to);
  }
  if (const auto gap = zone.change_before(end); gap && gap->to > gap->from) {
    const Int128 in_gap = Int128{gap->from.us} + (Int128{end.us} - gap->at.us);
    if (in_gap < gap->to.us) out.push_back(LocalTime{static_cast<std::int64_t>(in_gap)});
  }
  return out;
}

}  // namespace

std::string format_span(const TimeSpan& span) {
  return fmt::format("{} {}{}", span.count, facts_of(span.unit).word, span.count == 1 ? "" : "s");
}

std::optional<LocalTime> checked_add(LocalTime t, const TimeSpan& span, std::int64_t times) {
  const UnitFacts facts = facts_of(span.unit);
  const Int128 units = Int128{span.count} * times;
  if (facts.months > 0) {
    // Far beyond any range, and the product below must not overflow.
    if (units < -10'000'000 || units > 10'000'000) return std::nullopt;
    return add_months(t, units * facts.months, LongDay::clamp);
  }
  constexpr Int128 kMostUnits = Int128{kMaxMicros} * 2;
  if (units < -kMostUnits || units > kMostUnits) return std::nullopt;
  const Int128 us = Int128{t.us} + units * facts.micros;
  if (us < kMinMicros || us > kMaxMicros) return std::nullopt;
  return LocalTime{static_cast<std::int64_t>(us)};
}

LocalTime add(LocalTime t, const TimeSpan& span, std::int64_t times) {
  const bool backwards = (span.count < 0) != (times < 0);
  return checked_add(t, span, times).value_or(LocalTime{backwards ? kMinMicros : kMaxMicros});
}

Instant subtract(Instant t, const TimeSpan& span, const Zone& zone) { return shift(t, span, zone, -1); }

Instant add(Instant t, const TimeSpan& span, const Zone& zone) { return shift(t, span, zone, 1); }

Instant reached_after(Instant end, const TimeSpan& span, const Zone& zone) {
  if (is_exact(span.unit)) return add(end, span, zone);
  Instant first{kMaxMicros};
  for (const LocalTime target : targets(end, zone)) {
    for (const LocalTime reading : first_readings(target, span)) {
      const Instant t = zone.first_instant(reading);
      if (t < first && subtract(t, span, zone) >= end) first = t;
    }
  }
  return first;
}

}  // namespace pschema
