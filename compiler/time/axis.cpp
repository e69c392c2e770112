#include "time/axis.h"

#include <algorithm>

#include "base/overloaded.h"
#include "time/arithmetic.h"

namespace pschema {
namespace {

// A grid is worked out by index from its anchor and never from the window before, so that it does not depend on where
// one starts to look. The functions of both axes have the same names and shapes; positions and indexes are wide, so
// that nothing overflows.

// --- What the two axes have of their own
// ------------------------------------------------------------------------------------------

struct Limits {
  Int128 least;
  Int128 most;
};
Limits limits(const TimeAxis&) { return {kMinMicros, kMaxMicros}; }
Limits limits(const IntegerAxis&) {
  return {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()};
}

std::int64_t position_of_local(const TimeAxis& axis, LocalTime t) {
  return axis.clock == KeyClock::wall ? t.us : axis.zone.to_instant(t).us;
}

std::optional<Int128> start_of(const TimeAxis& axis, const TimeSegment& segment) {
  if (!segment.from) return std::nullopt;
  return position_of_local(axis, *segment.from);
}
std::optional<Int128> start_of(const IntegerAxis&, const IntegerSegment& segment) {
  if (!segment.from) return std::nullopt;
  return *segment.from;
}

// The start of window number i; one beyond the limits where it lies outside. Near the limits a zone's offset could
// lead outside: what is within two days of them counts as outside on the absolute clock.
Int128 boundary(const TimeAxis& axis, const TimeSegment& segment, Int128 i) {
  const std::int64_t margin = axis.clock == KeyClock::absolute && !axis.zone.is_utc() ? 2 * kMicrosPerDay : 0;
  const auto local = checked_add(segment.anchor, segment.step, static_cast<std::int64_t>(i));
  if (!local || local->us < kMinMicros + margin || local->us > kMaxMicros - margin) {
    return i < 0 ? Int128{kMinMicros} - 1 : Int128{kMaxMicros} + 1;
  }
  return position_of_local(axis, *local);
}
Int128 boundary(const IntegerAxis&, const IntegerSegment& segment, Int128 i) {
  return segment.anchor + i * segment.step;
}

std::int64_t months_in(TimeUnit unit) {
  switch (unit) {
    case TimeUnit::minute:
    case TimeUnit::hour:
    case TimeUnit::day:
    case TimeUnit::week:
      return 0;
    case TimeUnit::month:
      return 1;
    case TimeUnit::quarter:
      return 3;
    case TimeUnit::year:
      return 12;
  }
  return 0;
}

std::int64_t micros_in(TimeUnit unit) { return add(LocalTime{0}, {1, unit}).us; }

// About the index at a wall clock reading: exact for steps of fixed length, else at most one off.
Int128 estimate(const TimeSegment& segment, LocalTime t) {
  if (const std::int64_t months = months_in(segment.step.unit); months > 0) {
    const CivilFields a = fields_of(segment.anchor);
    const CivilFields b = fields_of(t);
    return floor_div(Int128{b.year - a.year} * 12 + (b.month - a.month), Int128{months} * segment.step.count);
  }
  return floor_div(Int128{t.us} - segment.anchor.us, Int128{micros_in(segment.step.unit)} * segment.step.count);
}

// The number of the window that holds a position: the greatest i that begins at or before it.
Int128 index_at(const TimeAxis& axis, const TimeSegment& segment, std::int64_t position) {
  Int128 i = estimate(segment, local_of(axis, position));
  while (boundary(axis, segment, i) > position) --i;
  while (boundary(axis, segment, i + 1) <= position) ++i;
  return i;
}
Int128 index_at(const IntegerAxis&, const IntegerSegment& segment, std::int64_t position) {
  return floor_div(Int128{position} - segment.anchor, Int128{segment.step});
}

// The numbers of windows without length, ascending: local days that do not exist. A clock skips a whole day only
// where the date line was moved, which no rule for the future does.
std::vector<Int128> skipped_indexes(const TimeAxis& axis, const TimeSegment& segment) {
  std::vector<Int128> out;
  const bool can_skip =
      axis.clock == KeyClock::absolute && !axis.zone.is_utc() && segment.step == TimeSpan{1, TimeUnit::day};
  if (!can_skip) return out;
  constexpr Instant kNoMoreRecords{4'102'444'800 * kMicrosPerSecond};  // the year 2100
  Instant at{kMinMicros};
  while (const auto change = axis.zone.change_after(at)) {
    if (change->at > kNoMoreRecords || change->at <= at) break;
    at = change->at;
    if (change->to.us - change->from.us < kMicrosPerDay) continue;
    const Int128 last = estimate(segment, change->to);
    for (Int128 i = estimate(segment, change->from) - 1; i <= last; ++i) {
      if (boundary(axis, segment, i) == boundary(axis, segment, i + 1)) out.push_back(i);
    }
  }
  return out;
}
std::vector<Int128> skipped_indexes(const IntegerAxis&, const IntegerSegment&) { return {}; }

// --- What follows for both
// --------------------------------------------------------------------------------------------------------

template <class A>
std::size_t segment_at(const A& axis, std::int64_t position) {
  std::size_t k = axis.segments.size() - 1;
  while (k > 0 && start_of(axis, axis.segments[k]).value_or(limits(axis).least) > position) --k;
  return k;
}

// The place where a segment ends and the next one begins.
template <class A>
std::optional<Int128> end_of(const A& axis, std::size_t k) {
  if (k + 1 >= axis.segments.size()) return std::nullopt;
  return start_of(axis, axis.segments[k + 1]);
}

template <class A>
std::optional<Window> window_number(const A& axis, std::size_t k, Int128 i) {
  const auto& segment = axis.segments[k];
  Int128 lo = boundary(axis, segment, i);
  Int128 hi = boundary(axis, segment, i + 1);
  if (k > 0) lo = std::max(lo, start_of(axis, segment).value_or(lo));
  hi = std::min(hi, end_of(axis, k).value_or(hi));
  if (lo < limits(axis).least || hi > limits(axis).most) return std::nullopt;
  return Window{static_cast<std::int64_t>(lo), static_cast<std::int64_t>(hi)};
}

template <class A>
std::optional<Window> find_window(const A& axis, std::int64_t position) {
  if (position < limits(axis).least || position > limits(axis).most) return std::nullopt;
  const std::size_t k = segment_at(axis, position);
  return window_number(axis, k, index_at(axis, axis.segments[k], position));
}

// The number of the last (or first) whole window of a segment.
template <class A>
Int128 edge_index(const A& axis, std::size_t k, bool last) {
  const auto& segment = axis.segments[k];
  const Limits range = limits(axis);
  if (last) {
    if (const auto end = end_of(axis, k)) return index_at(axis, segment, static_cast<std::int64_t>(*end - 1));
    const Int128 i = index_at(axis, segment, static_cast<std::int64_t>(range.most));
    return boundary(axis, segment, i + 1) > range.most ? i - 1 : i;
  }
  if (k > 0) {
    return index_at(axis, segment, static_cast<std::int64_t>(start_of(axis, segment).value_or(range.least)));
  }
  const Int128 i = index_at(axis, segment, static_cast<std::int64_t>(range.least));
  return boundary(axis, segment, i) < range.least ? i + 1 : i;
}

// i moved by n windows that have length, `skipped` being those that have none.
Int128 move_index(Int128 i, Int128 n, const std::vector<Int128>& skipped) {
  Int128 j = i + n;
  if (n > 0) {
    for (auto s = skipped.begin(); s != skipped.end(); ++s) j += *s > i && *s <= j ? 1 : 0;
  } else {
    for (auto s = skipped.rbegin(); s != skipped.rend(); ++s) j -= *s < i && *s >= j ? 1 : 0;
  }
  return j;
}

template <class A>
Window move_window(const A& axis, Window w, Int128 n) {
  while (n != 0) {
    const std::size_t k = segment_at(axis, w.lo);
    const auto& segment = axis.segments[k];
    const bool forward = n > 0;
    const Int128 i = index_at(axis, segment, w.lo);
    const Int128 edge = edge_index(axis, k, forward);
    const std::vector<Int128> skipped = skipped_indexes(axis, segment);
    const Int128 target = move_index(i, n, skipped);
    if (forward ? target <= edge : target >= edge) return window_number(axis, k, target).value_or(w);
    if (forward ? edge < i : edge > i) return w;
    // To the edge of the segment, and one further.
    const auto between = std::count_if(skipped.begin(), skipped.end(),
                                       [&](Int128 s) { return forward ? s > i && s <= edge : s < i && s >= edge; });
    w = window_number(axis, k, edge).value_or(w);
    n -= edge - i + (forward ? -between : between);
    const auto beyond =
        forward ? find_window(axis, w.hi) : (w.lo > limits(axis).least ? find_window(axis, w.lo - 1) : std::nullopt);
    if (!beyond) return w;
    w = *beyond;
    n -= forward ? 1 : -1;
  }
  return w;
}

}  // namespace

LocalTime default_anchor(TimeUnit unit) {
  return LocalTime{unit == TimeUnit::week ? 4 * kMicrosPerDay : 0};  // 1970-01-05 was a Monday
}

std::optional<Window> window_at(const Axis& axis, std::int64_t position) {
  return std::visit(Overloaded{[&](const TimeAxis& a) { return find_window(a, position); },
                               [&](const IntegerAxis& a) { return find_window(a, position); }},
                    axis);
}

std::optional<Window> next(const Axis& axis, const Window& w) { return window_at(axis, w.hi); }

std::optional<Window> previous(const Axis& axis, const Window& w) {
  if (w.lo == std::numeric_limits<std::int64_t>::min()) return std::nullopt;
  return window_at(axis, w.lo - 1);
}

Window advance(const Axis& axis, Window w, std::int64_t n) {
  return std::visit(Overloaded{[&](const TimeAxis& a) { return move_window(a, w, n); },
                               [&](const IntegerAxis& a) { return move_window(a, w, n); }},
                    axis);
}

bool on_boundary(const Axis& axis, std::int64_t position) {
  const std::optional<Window> w = window_at(axis, position);
  return w && w->lo == position;
}

TimeSpan step_at(const TimeAxis& axis, std::int64_t position) {
  return axis.segments[segment_at(axis, position)].step;
}

Instant instant_of(const TimeAxis& axis, std::int64_t position) {
  return axis.clock == KeyClock::wall ? axis.zone.to_instant(LocalTime{position}) : Instant{position};
}

std::int64_t position_of(const TimeAxis& axis, Instant t) {
  return axis.clock == KeyClock::wall ? axis.zone.to_local(t).us : t.us;
}

LocalTime local_of(const TimeAxis& axis, std::int64_t position) {
  return axis.clock == KeyClock::wall ? LocalTime{position} : axis.zone.to_local(Instant{position});
}

Window calendar_unit(const TimeAxis& axis, std::int64_t position, TimeUnit unit, std::int64_t moved) {
  // The units are the windows of a grid of their own. At the ends of the range the nearest whole unit stands for the
  // cut one.
  constexpr std::int64_t kTwoYears = 732 * kMicrosPerDay;
  const TimeAxis units{axis.zone, axis.clock, {{{1, unit}, default_anchor(unit), std::nullopt}}};
  const std::int64_t inside = std::clamp(position, kMinMicros + kTwoYears, kMaxMicros - kTwoYears);
  const std::optional<Window> w = find_window(units, inside);
  return w ? move_window(units, *w, moved) : Window{position, position + 1};
}

}  // namespace pschema
