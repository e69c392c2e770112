#include "recognise/grid.h"

#include <algorithm>
#include <map>

#include "time/arithmetic.h"

namespace pschema {
namespace {

constexpr std::int64_t kMonthsOfYear = 12;
constexpr std::int64_t kDaysOfWeek = 7;

std::int64_t months_of(LocalTime t) {
  const CivilFields f = fields_of(t);
  return f.year * kMonthsOfYear + f.month - 1;
}
std::int64_t time_of_day(LocalTime t) { return floor_mod(t.us, kMicrosPerDay); }

/// The whole months from one reading of the clock to another; 0 where they are none.
std::int64_t months_between(LocalTime lo, LocalTime hi) {
  const bool same_day = fields_of(lo).day == fields_of(hi).day && time_of_day(lo) == time_of_day(hi);
  return same_day ? months_of(hi) - months_of(lo) : 0;
}
std::int64_t days_between(LocalTime lo, LocalTime hi) {
  return time_of_day(lo) == time_of_day(hi) ? (hi.us - lo.us) / kMicrosPerDay : 0;
}

std::optional<TimeSpan> span_of_months(std::int64_t months) {
  if (months % kMonthsOfYear == 0) return TimeSpan{months / kMonthsOfYear, TimeUnit::year};
  if (months == 3) return TimeSpan{1, TimeUnit::quarter};
  if (kMonthsOfYear % months == 0) return TimeSpan{months, TimeUnit::month};
  return std::nullopt;
}
TimeSpan span_of_days(std::int64_t days) {
  if (days % kDaysOfWeek == 0) return {days / kDaysOfWeek, TimeUnit::week};
  return {days, TimeUnit::day};
}
std::optional<TimeSpan> span_of_micros(std::int64_t micros) {
  const std::int64_t minutes = micros / kMicrosPerMinute;
  if (micros % kMicrosPerMinute != 0 || minutes == 0) return std::nullopt;
  if (minutes % 60 == 0 && 24 % (minutes / 60) == 0) return TimeSpan{minutes / 60, TimeUnit::hour};
  if (60 % minutes == 0) return TimeSpan{minutes, TimeUnit::minute};
  return std::nullopt;
}

/// A grid with that step on which the range is a window.
std::optional<TimeAxis> axis_through(const Zone& zone, KeyClock clock, const TimeSpan& step, const Window& w) {
  TimeAxis axis{zone, clock, {{step, default_anchor(step.unit), std::nullopt}}};
  const bool counted =
      step.count > 1 && (step.unit == TimeUnit::day || step.unit == TimeUnit::week || step.unit == TimeUnit::year);
  if (!counted && window_at(axis, w.lo) == w) return axis;
  if (step.unit == TimeUnit::minute || step.unit == TimeUnit::hour) return std::nullopt;
  const LocalTime start = local_of(axis, w.lo);
  const bool months = step.unit == TimeUnit::month || step.unit == TimeUnit::quarter || step.unit == TimeUnit::year;
  if (start.us % kMicrosPerSecond != 0 || (months && fields_of(start).day > 28)) return std::nullopt;
  axis.segments.front().anchor = start;
  if (window_at(axis, w.lo) != w) return std::nullopt;
  return axis;
}

/// How many of the ranges have that step, and the first of them.
struct Vote {
  std::size_t count = 0;
  Window first;
};

void vote(std::map<std::pair<int, std::int64_t>, Vote>& votes, int kind, std::int64_t width, const Window& w) {
  if (width <= 0) return;
  Vote& v = votes[{kind, width}];
  if (v.count++ == 0) v.first = w;
}

std::optional<TimeSpan> span_of(int kind, std::int64_t width) {
  if (kind == 0) return span_of_months(width);
  if (kind == 1) return span_of_days(width);
  return span_of_micros(width);
}

std::size_t exact_windows(const TimeAxis& axis, const std::vector<Window>& ranges) {
  return static_cast<std::size_t>(
      std::count_if(ranges.begin(), ranges.end(), [&](const Window& w) { return window_at(axis, w.lo) == w; }));
}

/// The best grid in one zone: by how many of the ranges are windows of it; months before days before hours.
std::optional<RecognisedGrid> in_zone(const std::vector<Window>& ranges, KeyClock clock, const Zone& zone) {
  const TimeAxis clock_only{zone, clock, {{{1, TimeUnit::day}, default_anchor(TimeUnit::day), std::nullopt}}};
  std::map<std::pair<int, std::int64_t>, Vote> votes;
  for (const Window& w : ranges) {
    const LocalTime lo = local_of(clock_only, w.lo), hi = local_of(clock_only, w.hi);
    vote(votes, 0, months_between(lo, hi), w);
    vote(votes, 1, days_between(lo, hi), w);
    if (zone.is_utc() || clock == KeyClock::wall) vote(votes, 2, w.hi - w.lo, w);
  }
  std::optional<RecognisedGrid> best;
  for (const auto& [kind, v] : votes) {
    const auto step = span_of(kind.first, kind.second);
    if (!step || (best && v.count <= best->exact)) continue;
    const bool is_short = step->unit == TimeUnit::minute || step->unit == TimeUnit::hour;
    auto axis = axis_through(is_short ? Zone() : zone, clock, *step, v.first);
    if (!axis) continue;
    const std::size_t exact = exact_windows(*axis, ranges);
    if (!best || exact > best->exact) best = RecognisedGrid{*axis, exact};
  }
  return best;
}

bool at_midnight(const RecognisedGrid& grid) { return time_of_day(grid.axis.segments.front().anchor) == 0; }

/// A grid that changes with range number k to that of the ranges from there on; the first of them may be short.
std::optional<RecognisedGrid> changing_at(std::size_t k, const std::vector<Window>& ranges, KeyClock clock,
                                          const Zone& zone) {
  const auto at = ranges.begin() + static_cast<std::ptrdiff_t>(k);
  const auto before = in_zone({ranges.begin(), at}, clock, zone);
  const auto whole = in_zone({at, ranges.end()}, clock, zone);
  const auto behind_short = in_zone({at + 1, ranges.end()}, clock, zone);
  for (const auto& later : {whole, behind_short}) {
    if (!before || !later || !on_boundary(before->axis, at->lo)) continue;
    if (before->axis.segments.front().step == later->axis.segments.front().step) continue;
    RecognisedGrid grid = *before;
    TimeSegment change = later->axis.segments.front();
    change.from = local_of(grid.axis, at->lo);
    grid.axis.segments.push_back(change);
    grid.exact = exact_windows(grid.axis, ranges);
    if (grid.exact == ranges.size()) return grid;
  }
  return std::nullopt;
}

/// Where some ranges lie off the grid of most, a grid that changed once may have them all.
std::optional<RecognisedGrid> changing_grid(const RecognisedGrid& usual, const std::vector<Window>& ranges,
                                            KeyClock clock) {
  const auto exact = [&](std::size_t i) { return window_at(usual.axis, ranges[i].lo) == ranges[i]; };
  for (std::size_t i = 1; i < ranges.size(); ++i) {
    if (exact(i) == exact(i - 1)) continue;
    for (const std::size_t k : {i - 1, i}) {
      // Two or more on either side: one alone is an exception, and no change.
      if (k < 2 || k + 2 > ranges.size()) continue;
      if (auto grid = changing_at(k, ranges, clock, usual.axis.zone)) return grid;
    }
    return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

std::optional<RecognisedGrid> recognise_grid(const std::vector<Window>& ranges, KeyClock clock,
                                             const ZoneCandidates& zones) {
  std::optional<RecognisedGrid> best;
  const auto better = [&](const RecognisedGrid& grid) {
    if (!best || grid.exact != best->exact) return !best || grid.exact > best->exact;
    return at_midnight(grid) && !at_midnight(*best);
  };
  ZoneCandidates all{Zone()};
  if (clock == KeyClock::absolute) all.insert(all.end(), zones.begin(), zones.end());
  for (const Zone& zone : all) {
    auto grid = in_zone(ranges, clock, zone);
    if (grid && grid->exact < ranges.size()) {
      if (auto changing = changing_grid(*grid, ranges, clock)) grid = changing;
    }
    if (!grid || grid->exact * 2 <= ranges.size()) continue;
    if (better(*grid)) best = grid;
    if (best->exact == ranges.size() && at_midnight(*best)) break;  // no later one is better
  }
  if (!best) return std::nullopt;
  // A wall clock is that of whoever writes the rows, which its bounds do not tell.
  const TimeUnit unit = best->axis.segments.back().step.unit;
  if (clock == KeyClock::wall && unit != TimeUnit::minute && unit != TimeUnit::hour) {
    best->zone_told = false;
    if (!zones.empty()) best->axis.zone = zones.front();
  }
  return best;
}

}  // namespace pschema
