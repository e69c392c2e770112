// Are windows made as far ahead as before?
#include <fmt/format.h>

#include <algorithm>

#include "base/overloaded.h"
#include "breaking/levels.h"
#include "plan/coverage.h"
#include "plan/lifecycle.h"
#include "plan/naming.h"
#include "time/step.h"

namespace pschema {
namespace {

constexpr std::size_t kMaxCompared = 5'000;
constexpr std::size_t kMaxWanted = 50'000;
constexpr std::int64_t kSomeMoment = 1'767'225'600'000'000;  // 2026-01-01

/// Where the cursor stands at a position.
Cursor cursor_on(const Axis& axis, std::int64_t position) {
  return std::visit(Overloaded{
                        [&](const TimeAxis& time) {
                          return Cursor{instant_of(time, position), position};
                        },
                        [&](const IntegerAxis&) {
                          return Cursor{Instant{}, position};
                        },
                    },
                    axis);
}

/// Positions of the cursor at which clauses may differ: the moment and others after it, for months and years have
/// different lengths; and the window before a place that the clause names.
std::vector<std::int64_t> positions_to_try(const CreateClause& clause, const Axis& axis, std::optional<Instant> at) {
  std::vector<std::int64_t> positions;
  const auto before = [&](const AxisPlace& place) {
    if (const auto w = window_at(axis, position_of(axis, place) - 1)) positions.push_back(w->lo);
  };
  if (const auto* from = std::get_if<CreateFrom>(&clause.is)) before(from->from);
  if (const auto* until = std::get_if<CreateUntil>(&clause.is)) before(until->until);
  if (const auto* time = std::get_if<TimeAxis>(&axis)) {
    const Instant start = at.value_or(Instant{kSomeMoment});
    for (const std::int64_t days : {0, 37, 61, 400})
      positions.push_back(position_of(*time, Instant{start.us + days * kMicrosPerDay}));
  } else {
    positions.push_back(std::get<IntegerAxis>(axis).segments.front().anchor);
  }
  return positions;
}

std::map<Window, Want> wanted_by(std::vector<CreateClause> clauses, const Axis& axis, const Cursor& cursor,
                                 std::size_t limit) {
  if (!window_at(axis, cursor.position)) return {};
  Lifecycle alone;
  alone.create = std::move(clauses);
  return wanted_windows(alone, axis, cursor, limit);
}

/// The part from the cursor on that the old clauses want and the new ones do not; nullopt where there is none.
std::optional<Window> missing_at(const std::vector<CreateClause>& old, const Axis& before,
                                 const std::vector<CreateClause>& now, const Axis& after, std::int64_t position) {
  Coverage covered;
  for (const auto& [w, want] : wanted_by(now, after, cursor_on(after, position), kMaxWanted)) covered.add(w);
  std::optional<Window> missing;
  for (const auto& [w, want] : wanted_by(old, before, cursor_on(before, position), kMaxCompared)) {
    for (const Window& part : covered.free_parts(std::max(w.lo, position), w.hi))
      missing = Window{missing ? missing->lo : part.lo, part.hi};
  }
  return missing;
}

bool same_row(const CreateClause& a, const CreateClause& b) { return a.is.index() == b.is.index(); }

const CreateClause* successor(const CreateClause& clause, const std::vector<CreateClause>& now) {
  const auto at = std::find_if(now.begin(), now.end(), [&](const CreateClause& c) { return same_row(c, clause); });
  return at == now.end() ? nullptr : &*at;
}

/// `create next`: its condition holds no later than before.
bool next_as_soon(const CreateNext& clause, const std::vector<CreateClause>& now) {
  return std::any_of(now.begin(), now.end(), [&](const CreateClause& c) {
    const auto* next = std::get_if<CreateNext>(&c.is);
    return next && implies(clause.when, next->when);
  });
}

class Creating {
 public:
  Creating(const Comparing& in, const Level& before, const Level& after, const Axis& old_axis, const Axis& new_axis)
      : in_(in), before_(before), after_(after), old_(old_axis), new_(new_axis) {
    for (const CreateClause& clause : before.lifecycle.create) {
      for (const std::int64_t position : positions_to_try(clause, old_, in.at)) positions_.push_back(position);
    }
  }

  void compare() {
    const bool any_missing = missing(before_.lifecycle.create);
    for (const CreateClause& clause : before_.lifecycle.create) {
      const auto* next = std::get_if<CreateNext>(&clause.is);
      if (next ? !next_as_soon(*next, now()) : any_missing && is_guilty(clause)) report(clause);
    }
  }

 private:
  const std::vector<CreateClause>& now() const { return after_.lifecycle.create; }

  bool missing(const std::vector<CreateClause>& old) const {
    return std::any_of(positions_.begin(), positions_.end(), [&](std::int64_t position) {
      return missing_at(old, old_, now(), new_, position).has_value();
    });
  }

  /// An open `create from` reaches as far as the others, so it says nothing alone.
  bool is_guilty(const CreateClause& clause) const {
    const std::string was = in_.clause(clause.span, "create");
    const bool stayed = std::any_of(now().begin(), now().end(), [&](const CreateClause& c) {
      return same_row(c, clause) && in_.clause(c.span, "create") == was;
    });
    if (stayed) return false;
    const auto* from = std::get_if<CreateFrom>(&clause.is);
    return (from && !from->to) || missing({clause});
  }

  void report(const CreateClause& clause) {
    const CreateClause* place = successor(clause, now());
    const std::string was = in_.clause(clause.span, "create");
    in_.add(BreakKind::create_shortened,
            place ? fmt::format("{} became {}", was, in_.clause(place->span, "create")) : was + " is gone",
            place ? place->span : after_.span, windows());
  }

  /// Those that are missing at the moment.
  std::string windows() const {
    const auto* time = std::get_if<TimeAxis>(&old_);
    if (!in_.at || !time) return {};
    const auto part = missing_at(before_.lifecycle.create, old_, now(), new_, position_of(*time, *in_.at));
    return part ? window_text(old_, *part) : std::string();
  }

  const Comparing& in_;
  const Level& before_;
  const Level& after_;
  const Axis& old_;
  const Axis& new_;
  std::vector<std::int64_t> positions_;
};

}  // namespace

void compare_create(const Comparing& in, const Level& before, const Level& after) {
  const auto old_axis = axis_of(before), new_axis = axis_of(after);
  if (!old_axis || !new_axis || old_axis->index() != new_axis->index()) return;
  Creating(in, before, after, *old_axis, *new_axis).compare();
}

}  // namespace pschema
