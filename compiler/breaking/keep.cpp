// Is a window kept as long as before? Asked clause by clause, because a window stays while any clause holds: whoever
// takes one away must leave others that keep what it kept.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/overloaded.h"
#include "breaking/levels.h"
#include "plan/lifecycle.h"
#include "plan/naming.h"
#include "time/step.h"

namespace pschema {
namespace {

constexpr std::int64_t kForEver = std::numeric_limits<std::int64_t>::max();
/// Windows on either side of the moment that are tried: lengths of months and years come back within them.
constexpr int kTried = 150;
/// Windows that are looked at for what a change touches, and below a legal hold.
constexpr int kMaxLookedAt = 20'000;
/// Where no moment is given: any will do, but it must be the same each time.
constexpr std::int64_t kSomeMoment = 1'767'225'600'000'000;  // 2026-01-01

std::int64_t end_of(const Axis& axis, const Window& w) {
  const auto* time = std::get_if<TimeAxis>(&axis);
  return time ? instant_of(*time, w.hi).us : w.hi;
}

/// Until when one clause keeps a window, its condition taken as true.
std::int64_t kept_until(const KeepClause& clause, const Axis& axis, const Window& w) {
  Lifecycle alone;
  alone.keep.push_back(clause);
  alone.keep.front().only_while.reset();
  return expires_at(alone, axis, w).value_or(kForEver);
}

/// Until when clauses keep a window, as far as their conditions are sure to hold where `given` does.
std::int64_t kept_until(const std::vector<KeepClause>& clauses, const Axis& axis, const Window& w,
                        const std::optional<Condition>& given) {
  if (clauses.empty()) return kForEver;
  std::int64_t until = end_of(axis, w);
  for (const KeepClause& clause : clauses) {
    const bool holds = !clause.only_while || (given && implies(*given, *clause.only_while));
    if (holds) until = std::max(until, kept_until(clause, axis, w));
  }
  return until;
}

std::int64_t some_position(const Axis& axis, std::optional<Instant> at) {
  return std::visit(Overloaded{
                        [&](const TimeAxis& time) { return position_of(time, at.value_or(Instant{kSomeMoment})); },
                        [](const IntegerAxis& numbers) { return numbers.segments.front().anchor; },
                    },
                    axis);
}

/// Windows for which two clauses may differ: those around the moment, and all that a legal hold covers.
std::vector<Window> windows_to_try(const KeepClause& clause, const Axis& axis, std::optional<Instant> at) {
  std::vector<Window> windows;
  if (const auto* hold = std::get_if<KeepFromTo>(&clause.is)) {
    const std::int64_t to = position_of(axis, hold->to);
    for (auto w = window_at(axis, position_of(axis, hold->from));
         w && w->lo < to && static_cast<int>(windows.size()) < kMaxLookedAt; w = next(axis, *w))
      windows.push_back(*w);
    return windows;
  }
  const auto current = window_at(axis, some_position(axis, at));
  if (!current) return windows;
  for (int i = -kTried; i <= kTried; ++i) windows.push_back(advance(axis, *current, i));
  return windows;
}

/// What the old clause kept, the new ones keep as long.
bool still_kept(const KeepClause& clause, const Axis& before, const std::vector<KeepClause>& now, const Axis& after,
                std::optional<Instant> at) {
  const std::vector<Window> windows = windows_to_try(clause, before, at);
  return std::all_of(windows.begin(), windows.end(), [&](const Window& w) {
    return kept_until(now, after, w, clause.only_while) >= kept_until(clause, before, w);
  });
}

/// The clause of the same row that took a clause's place.
const KeepClause* successor(const KeepClause& clause, const std::vector<KeepClause>& now) {
  const auto at =
      std::find_if(now.begin(), now.end(), [&](const KeepClause& k) { return k.is.index() == clause.is.index(); });
  return at == now.end() ? nullptr : &*at;
}

class Keeping {
 public:
  Keeping(const Comparing& in, const Level& before, const Level& after, const Axis& old_axis, const Axis& new_axis)
      : in_(in), before_(before), after_(after), old_(old_axis), new_(new_axis) {}

  void compare() {
    if (before_.lifecycle.keep.empty()) return everything_was_kept();
    for (const KeepClause& clause : before_.lifecycle.keep) {
      if (!still_kept(clause, old_, now(), new_, in_.at)) report(clause);
    }
  }

 private:
  const std::vector<KeepClause>& now() const { return after_.lifecycle.keep; }

  void everything_was_kept() {
    const KeepClause forever{KeepForever{}, std::nullopt, {}};
    if (still_kept(forever, old_, now(), new_, in_.at)) return;
    in_.add(BreakKind::retention_shortened,
            fmt::format("everything was kept, and now there is {}", in_.clause(now().front().span, "keep")),
            now().front().span, touched());
  }

  void report(const KeepClause& clause) {
    const bool hold = std::holds_alternative<KeepFromTo>(clause.is);
    const KeepClause* next = successor(clause, now());
    const std::string was = in_.clause(clause.span, "keep");
    const std::string change =
        next ? fmt::format("{} became {}", was, in_.clause(next->span, "keep")) : was + " is gone";
    const BreakKind kind = hold   ? BreakKind::hold_removed
                           : next ? BreakKind::retention_shortened
                                  : BreakKind::keep_removed;
    in_.add(kind, change, next ? next->span : after_.span, hold ? held(clause) : touched());
  }

  std::string held(const KeepClause& clause) const {
    const auto& hold = std::get<KeepFromTo>(clause.is);
    return window_text(old_, {position_of(old_, hold.from), position_of(old_, hold.to)});
  }

  bool kept_before(const Window& w) const {
    if (before_.lifecycle.keep.empty()) return true;
    std::int64_t until = end_of(old_, w);
    for (const KeepClause& clause : before_.lifecycle.keep) until = std::max(until, kept_until(clause, old_, w));
    return until > in_.at->us;
  }
  bool kept_now(const Window& w) const { return kept_until(now(), new_, w, std::nullopt) > in_.at->us; }

  /// The windows that are kept at the moment, and by the new schema are not.
  std::string touched() const {
    const auto* time = std::get_if<TimeAxis>(&old_);
    if (!in_.at || !time) return {};
    auto w = window_at(old_, position_of(*time, *in_.at));
    std::optional<Window> first, last;
    for (int i = 0; w && i < kMaxLookedAt; ++i, w = previous(old_, *w)) {
      const bool gone = kept_before(*w) && !kept_now(*w);
      if (gone && !last) last = w;
      if (gone) first = w;
      if (!gone && last) return window_text(old_, {first->lo, last->hi});
    }
    return last ? fmt::format("all that end by {}", position_text(old_, last->hi)) : std::string();
  }

  const Comparing& in_;
  const Level& before_;
  const Level& after_;
  const Axis& old_;
  const Axis& new_;
};

}  // namespace

void compare_keep(const Comparing& in, const Level& before, const Level& after) {
  const auto old_axis = axis_of(before), new_axis = axis_of(after);
  if (!old_axis || !new_axis || old_axis->index() != new_axis->index()) return;
  Keeping(in, before, after, *old_axis, *new_axis).compare();
}

}  // namespace pschema
