#include "plan/lifecycle.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "base/overloaded.h"
#include "model/condition.h"

namespace pschema {

Cursor cursor_at(const TimeAxis& axis, Instant now) { return {now, position_of(axis, now)}; }

std::int64_t position_of(const Axis& axis, const AxisPlace& place) {
  return std::visit(Overloaded{
                        [&](const TimeAxis& time) {
                          const Moment& moment = std::get<Moment>(place.value);
                          if (moment.absolute) return position_of(time, *moment.absolute);
                          return time.clock == KeyClock::wall ? moment.local.us
                                                              : time.zone.to_instant(moment.local).us;
                        },
                        [&](const IntegerAxis&) { return std::get<std::int64_t>(place.value); },
                    },
                    axis);
}

namespace {

/// Clauses about time on an integer axis.
[[noreturn]] void not_let_through() { throw std::logic_error("a clause that check does not let through"); }

const TimeAxis& time_of(const Axis& axis) {
  const auto* time = std::get_if<TimeAxis>(&axis);
  if (!time) not_let_through();
  return *time;
}

class Wanting {
 public:
  Wanting(const Lifecycle& lifecycle, const Axis& axis, const Cursor& cursor, std::size_t limit)
      : lifecycle_(lifecycle),
        axis_(axis),
        cursor_(cursor),
        limit_(limit),
        current_(window_at(axis, cursor.position).value()) {}

  std::map<Window, Want> all() {
    for (clause_ = 0; clause_ < lifecycle_.create.size(); ++clause_) by_itself(lifecycle_.create[clause_]);
    for (clause_ = 0; clause_ < lifecycle_.create.size(); ++clause_) from(lifecycle_.create[clause_]);
    return std::move(wanted_);
  }

 private:
  void want(const Window& w, Reason reason) {
    if (expired(lifecycle_, axis_, w, cursor_)) return;
    const auto [at, fresh] = wanted_.emplace(w, Want{reason, clause_});
    if (!fresh && reason < at->second.reason) at->second = {reason, clause_};
  }

  /// Every window that overlaps [lo, hi).
  void want_overlapping(std::int64_t lo, std::int64_t hi, Reason reason) {
    if (lo >= hi) return;
    std::size_t looked_at = 0;
    // `create from` may lie ages back.
    for (auto w = first_kept(lifecycle_, axis_, cursor_, window_at(axis_, lo), hi);
         w && w->lo < hi && wanted_.size() < limit_; w = next(axis_, *w)) {
      want(*w, reason);
      if (++looked_at > kMaxWindows) return;
    }
  }

  void by_itself(const CreateClause& clause) {
    std::visit(Overloaded{
                   [&](const CreateCurrent& c) { want_current(c); },
                   [&](const CreateAhead& a) {
                     const TimeAxis& time = time_of(axis_);
                     const std::int64_t until = position_of(time, add(cursor_.now, a.ahead, time.zone));
                     want_overlapping(current_.lo, std::max(until, current_.hi), Reason::create_ahead);
                   },
                   [](const CreateFrom&) {},
                   [&](const CreateUntil& u) {
                     want_overlapping(first(), position_of(axis_, u.until), Reason::create_until);
                   },
                   [](const CreateNext&) {},
               },
               clause.is);
  }

  /// Of a unit the windows that overlap the cursor's own, those before the current one included.
  void want_current(const CreateCurrent& c) {
    if (!c.unit) return want_overlapping(current_.lo, advance(axis_, current_, c.after).hi, Reason::create_ahead);
    const TimeAxis& time = time_of(axis_);
    want_overlapping(calendar_unit(time, cursor_.position, *c.unit).lo,
                     calendar_unit(time, cursor_.position, *c.unit, c.after).hi, Reason::create_ahead);
  }

  /// `create until` begins at the current window, or at an open `create from`.
  std::int64_t first() const {
    std::int64_t lo = current_.lo;
    for (const CreateClause& clause : lifecycle_.create) {
      const auto* f = std::get_if<CreateFrom>(&clause.is);
      if (f && !f->to) lo = std::min(lo, position_of(axis_, f->from));
    }
    return lo;
  }

  void from(const CreateClause& clause) {
    const auto* f = std::get_if<CreateFrom>(&clause.is);
    if (!f) return;
    const std::int64_t lo = position_of(axis_, f->from);
    if (f->to) return want_overlapping(lo, position_of(axis_, *f->to), Reason::create_from);
    const std::int64_t others_end = wanted_.empty() ? current_.hi : wanted_.rbegin()->first.hi;
    want_overlapping(lo, others_end, Reason::create_from);
  }

  const Lifecycle& lifecycle_;
  const Axis& axis_;
  const Cursor& cursor_;
  std::size_t limit_;
  Window current_;
  std::size_t clause_ = 0;  // whose windows are being added
  std::map<Window, Want> wanted_;
};

/// The first window of the grid that begins at or after a position; nullopt beyond the end of the axis.
std::optional<Window> window_from(const Axis& axis, std::int64_t position) {
  const auto w = window_at(axis, position);
  return !w || w->lo == position ? w : next(axis, *w);
}

/// The first whole calendar unit that begins at or after a position.
Window unit_from(const TimeAxis& axis, std::int64_t position, TimeUnit unit) {
  const Window u = calendar_unit(axis, position, unit);
  return u.lo == position ? u : calendar_unit(axis, position, unit, 1);
}

/// Where the cursor stands when it reaches a position, in the unit of expires_at.
std::int64_t turn(const Axis& axis, std::int64_t position) {
  const auto* time = std::get_if<TimeAxis>(&axis);
  return time ? instant_of(*time, position).us : position;
}
std::int64_t never(const Axis& axis) {
  return std::holds_alternative<TimeAxis>(axis) ? kMaxMicros : std::numeric_limits<std::int64_t>::max();
}
constexpr std::int64_t kAlways = std::numeric_limits<std::int64_t>::min();

std::int64_t let_go_of_current(const KeepCurrent& k, const Axis& axis, Window extent) {
  if (k.unit) {
    const TimeAxis& time = time_of(axis);
    return turn(axis, calendar_unit(time, unit_from(time, extent.hi, *k.unit).lo, *k.unit, k.before).lo);
  }
  const auto from = window_from(axis, extent.hi);
  return from ? turn(axis, advance(axis, *from, k.before).lo) : never(axis);
}

/// When one clause lets go of an extent; never(axis) where it does not.
std::int64_t let_go(const KeepClause& clause, const Axis& axis, Window extent) {
  return std::visit(Overloaded{
                        [&](const KeepCurrent& k) { return let_go_of_current(k, axis, extent); },
                        [&](const KeepFor& k) {
                          const TimeAxis& time = time_of(axis);
                          return reached_after(instant_of(time, extent.hi), k.age, time.zone).us;
                        },
                        [&](const KeepBehind& k) {
                          return extent.hi > never(axis) - k.distance ? never(axis) : extent.hi + k.distance;
                        },
                        [&](const KeepWhile&) { return never(axis); },
                        [&](const KeepFromTo& k) {
                          const bool overlaps =
                              extent.lo < position_of(axis, k.to) && position_of(axis, k.from) < extent.hi;
                          return overlaps ? never(axis) : kAlways;
                        },
                        [&](const KeepForever&) { return never(axis); },
                    },
                    clause.is);
}

/// Does a condition take the clause's effect away?
bool let_down(const KeepClause& clause, const Measured* measured) {
  return clause.only_while && holds(*clause.only_while, measured) == std::optional(false);
}

}  // namespace

std::int64_t place_of_cursor(const Axis& axis, const Cursor& cursor) {
  return std::holds_alternative<TimeAxis>(axis) ? cursor.now.us : cursor.position;
}

std::optional<std::int64_t> let_go_of(const KeepClause& clause, const Axis& axis, Window extent) {
  const std::int64_t until = let_go(clause, axis, extent);
  return until >= never(axis) ? std::nullopt : std::optional(until);
}

std::map<Window, Want> wanted_windows(const Lifecycle& lifecycle, const Axis& axis, const Cursor& cursor,
                                      std::size_t limit) {
  return Wanting(lifecycle, axis, cursor, limit).all();
}

std::optional<Window> first_kept(const Lifecycle& lifecycle, const Axis& axis, const Cursor& cursor,
                                 std::optional<Window> w, std::int64_t hi) {
  const auto gone = [&](const Window& x) { return expired(lifecycle, axis, x, cursor); };
  const bool holds = std::any_of(lifecycle.keep.begin(), lifecycle.keep.end(),
                                 [](const KeepClause& k) { return std::holds_alternative<KeepFromTo>(k.is); });
  if (!w || holds || !gone(*w)) return w;
  std::int64_t step = 1;
  while (step < (std::int64_t{1} << 40) && gone(advance(axis, *w, step)) && advance(axis, *w, step).lo < hi)
    step *= 2;
  for (; step > 0; step /= 2) {
    const Window further = advance(axis, *w, step);
    if (gone(further)) w = further;
  }
  return next(axis, *w);
}

Keeper keeper_of(const Lifecycle& lifecycle, const Axis& axis, Window extent, const Measured* measured) {
  if (lifecycle.keep.empty()) return {};
  std::int64_t last = turn(axis, extent.hi);
  std::optional<std::size_t> keeper;
  for (std::size_t i = 0; i < lifecycle.keep.size(); ++i) {
    if (let_down(lifecycle.keep[i], measured)) continue;
    const std::int64_t until = let_go(lifecycle.keep[i], axis, extent);
    if (until < last || (until == last && keeper)) continue;
    last = until;
    keeper = i;
  }
  return {keeper, last >= never(axis) ? std::nullopt : std::optional(last)};
}

std::optional<std::int64_t> expires_at(const Lifecycle& lifecycle, const Axis& axis, Window extent,
                                       const Measured* measured) {
  return keeper_of(lifecycle, axis, extent, measured).until;
}

std::vector<KeepAgain> passed_over(const Lifecycle& lifecycle, const Axis& axis, Window extent, const Cursor& cursor,
                                   const Measured* measured) {
  std::vector<KeepAgain> again;
  for (const KeepClause& clause : lifecycle.keep) {
    if (!let_down(clause, measured)) continue;
    const std::int64_t until = let_go(clause, axis, extent);
    if (until <= place_of_cursor(axis, cursor)) continue;
    again.push_back({until >= never(axis) ? std::nullopt : std::optional(until), *clause.only_while});
  }
  return again;
}

const Measured& measured_of(const Catalog& catalog, const QualifiedName& relation) {
  static const Measured kNothing;
  const auto at = catalog.measured.find(relation);
  return at == catalog.measured.end() ? kNothing : at->second;
}

bool expired(const Lifecycle& lifecycle, const Axis& axis, Window extent, const Cursor& cursor,
             const Measured* measured) {
  const auto at = expires_at(lifecycle, axis, extent, measured);
  return at && *at <= place_of_cursor(axis, cursor);
}

namespace {

std::int64_t two_steps_on(const Axis& axis, const Cursor& cursor) {
  return std::visit(Overloaded{
                        [&](const TimeAxis& time) {
                          const TimeSpan step = step_at(time, cursor.position);
                          return add(cursor.now, {step.count * 2, step.unit}, time.zone).us;
                        },
                        [&](const IntegerAxis&) {
                          const Window current = window_at(axis, cursor.position).value();
                          return advance(axis, current, 2).lo + (cursor.position - current.lo);
                        },
                    },
                    axis);
}

}  // namespace

std::optional<std::int64_t> create_ends(const Lifecycle& lifecycle, const Axis& axis, const Cursor& cursor) {
  std::optional<std::int64_t> end;
  for (const CreateClause& clause : lifecycle.create) {
    const bool reaches_ahead = std::visit(Overloaded{
                                              [](const CreateCurrent&) { return true; },
                                              [](const CreateAhead&) { return true; },
                                              [](const CreateFrom&) { return false; },
                                              [&](const CreateUntil& u) {
                                                end = position_of(axis, u.until);
                                                return false;
                                              },
                                              [](const CreateNext&) { return true; },
                                          },
                                          clause.is);
    if (reaches_ahead) return std::nullopt;
  }
  if (!end) return std::nullopt;
  return turn(axis, *end) <= two_steps_on(axis, cursor) ? end : std::nullopt;
}

}  // namespace pschema
