#include "plan/lifecycle.h"

#include <algorithm>
#include <stdexcept>

#include "base/overloaded.h"

namespace pschema {

std::int64_t position_of(const TimeAxis& axis, const AxisPlace& place) {
  const Moment& moment = std::get<Moment>(place.value);
  if (moment.absolute) return position_of(axis, *moment.absolute);
  return axis.clock == KeyClock::wall ? moment.local.us : axis.zone.to_instant(moment.local).us;
}

namespace {

/// `create next` and other clauses that `check` does not let through yet.
[[noreturn]] void not_let_through() { throw std::logic_error("a clause that check does not let through"); }

class Wanting {
 public:
  Wanting(const Lifecycle& lifecycle, const TimeAxis& axis, Instant now, std::size_t limit)
      : lifecycle_(lifecycle), axis_(axis), now_(now), limit_(limit), current_(window_at(axis, position_of(axis, now)).value()) {}

  std::map<Window, Reason> all() {
    for (const CreateClause& clause : lifecycle_.create) by_itself(clause);
    for (const CreateClause& clause : lifecycle_.create) from(clause);
    return std::move(wanted_);
  }

 private:
  void want(const Window& w, Reason reason) {
    if (expired(lifecycle_, axis_, w, now_)) return;
    const auto [at, fresh] = wanted_.emplace(w, reason);
    if (!fresh) at->second = std::min(at->second, reason);
  }

  /// Every window that overlaps [lo, hi).
  void want_overlapping(std::int64_t lo, std::int64_t hi, Reason reason) {
    if (lo >= hi) return;
    std::size_t looked_at = 0;
    for (auto w = first_kept(window_at(axis_, lo), hi); w && w->lo < hi && wanted_.size() < limit_; w = next(axis_, *w)) {
      want(*w, reason);
      if (++looked_at > kMaxWindows) return;
    }
  }

  bool gone(const Window& w) const { return expired(lifecycle_, axis_, w, now_); }

  /// `create from` may lie ages back: where older windows expire before younger ones, the first that is kept is found by halving.
  std::optional<Window> first_kept(std::optional<Window> w, std::int64_t hi) const {
    const bool holds = std::any_of(lifecycle_.keep.begin(), lifecycle_.keep.end(),
                                   [](const KeepClause& k) { return std::holds_alternative<KeepFromTo>(k.is); });
    if (!w || holds || !gone(*w)) return w;
    std::int64_t step = 1;
    while (step < (std::int64_t{1} << 40) && gone(advance(axis_, *w, step)) && advance(axis_, *w, step).lo < hi) step *= 2;
    for (; step > 0; step /= 2) {
      const Window further = advance(axis_, *w, step);
      if (gone(further)) w = further;
    }
    return next(axis_, *w);
  }

  void by_itself(const CreateClause& clause) {
    std::visit(Overloaded{
                   [&](const CreateCurrent& c) { want_overlapping(current_.lo, end_of(c), Reason::create_ahead); },
                   [&](const CreateAhead& a) {
                     const std::int64_t until = position_of(axis_, add(now_, a.ahead, axis_.zone));
                     want_overlapping(current_.lo, std::max(until, current_.hi), Reason::create_ahead);
                   },
                   [](const CreateFrom&) {},
                   [&](const CreateUntil& u) {
                     want_overlapping(first(), position_of(axis_, u.until), Reason::create_until);
                   },
                   [](const CreateNext&) { not_let_through(); },
               },
               clause.is);
  }

  std::int64_t end_of(const CreateCurrent& c) const {
    if (!c.unit) return advance(axis_, current_, c.after).hi;
    return calendar_unit(axis_, current_.lo, *c.unit, c.after).hi;
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
  const TimeAxis& axis_;
  Instant now_;
  std::size_t limit_;
  Window current_;
  std::map<Window, Reason> wanted_;
};

/// The first window of the grid that begins at or after a position.
Window window_from(const TimeAxis& axis, std::int64_t position) {
  const Window w = window_at(axis, position).value();
  return w.lo == position ? w : advance(axis, w, 1);
}

/// The first whole calendar unit that begins at or after a position.
Window unit_from(const TimeAxis& axis, std::int64_t position, TimeUnit unit) {
  const Window u = calendar_unit(axis, position, unit);
  return u.lo == position ? u : calendar_unit(axis, position, unit, 1);
}

constexpr Instant kNever{kMaxMicros};

/// When one clause lets go of an extent; kNever where it does not.
Instant let_go(const KeepClause& clause, const TimeAxis& axis, Window extent) {
  return std::visit(
      Overloaded{
          [&](const KeepCurrent& k) {
            if (k.unit) {
              const Window unit = unit_from(axis, extent.hi, *k.unit);
              return instant_of(axis, calendar_unit(axis, unit.lo, *k.unit, k.before).lo);
            }
            return instant_of(axis, advance(axis, window_from(axis, extent.hi), k.before).lo);
          },
          [&](const KeepFor& k) { return reached_after(instant_of(axis, extent.hi), k.age, axis.zone); },
          [](const KeepBehind&) -> Instant { not_let_through(); },
          [](const KeepWhile&) -> Instant { not_let_through(); },
          [&](const KeepFromTo& k) {
            const bool overlaps = extent.lo < position_of(axis, k.to) && position_of(axis, k.from) < extent.hi;
            return overlaps ? kNever : Instant{kMinMicros};
          },
          [](const KeepForever&) { return kNever; },
      },
      clause.is);
}

}  // namespace

std::map<Window, Reason> wanted_windows(const Lifecycle& lifecycle, const TimeAxis& axis, Instant now,
                                        std::size_t limit) {
  return Wanting(lifecycle, axis, now, limit).all();
}

std::optional<Instant> expires_at(const Lifecycle& lifecycle, const TimeAxis& axis, Window extent) {
  if (lifecycle.keep.empty()) return std::nullopt;
  Instant last = instant_of(axis, extent.hi);
  for (const KeepClause& clause : lifecycle.keep) last = std::max(last, let_go(clause, axis, extent));
  if (last >= kNever) return std::nullopt;
  return last;
}

bool expired(const Lifecycle& lifecycle, const TimeAxis& axis, Window extent, Instant now) {
  const auto at = expires_at(lifecycle, axis, extent);
  return at && *at <= now;
}

std::optional<Instant> create_ends(const Lifecycle& lifecycle, const TimeAxis& axis, Instant now) {
  std::optional<Instant> end;
  for (const CreateClause& clause : lifecycle.create) {
    const bool reaches_ahead = std::visit(Overloaded{
                                              [](const CreateCurrent&) { return true; },
                                              [](const CreateAhead&) { return true; },
                                              [](const CreateFrom&) { return false; },
                                              [&](const CreateUntil& u) {
                                                end = instant_of(axis, position_of(axis, u.until));
                                                return false;
                                              },
                                              [](const CreateNext&) { return false; },
                                          },
                                          clause.is);
    if (reaches_ahead) return std::nullopt;
  }
  if (!end) return std::nullopt;
  const TimeSpan step = step_at(axis, position_of(axis, now));
  const Instant two_steps_on = add(now, {step.count * 2, step.unit}, axis.zone);
  return *end <= two_steps_on ? end : std::nullopt;
}

}  // namespace pschema
