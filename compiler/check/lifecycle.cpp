#include "check/lifecycle.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/overloaded.h"
#include "check/condition.h"
#include "check/places.h"
#include "check/supported.h"

namespace pschema {
namespace {

using Line = std::variant<TimeLine, NumberLine>;

const TimeAxis* time_axis(const LifecycleAxis& axis) {
  const auto* time = std::get_if<OnTime>(&axis);
  return time == nullptr ? nullptr : &time->axis;
}
bool steps_known(const LifecycleAxis& axis) {
  return std::visit(
      Overloaded{[](const OnTime& a) { return a.steps_known; }, [](const OnIntegers& a) { return a.steps_known; },
                 [](const OnSlidingList&) { return true; }},
      axis);
}
bool sliding(const LifecycleAxis& axis) { return std::holds_alternative<OnSlidingList>(axis); }
Line line_of(const LifecycleAxis& axis) {
  if (const TimeAxis* time = time_axis(axis)) return TimeLine{*time};
  return NumberLine{};
}
std::string_view axis_name(const LifecycleAxis& axis) {
  return std::visit(Overloaded{[](const OnTime&) { return std::string_view("a time axis"); },
                               [](const OnIntegers&) { return std::string_view("an integer axis"); },
                               [](const OnSlidingList&) { return std::string_view("a sliding list"); }},
                    axis);
}

/// The clauses of one level, being converted one after the other.
struct Work {
  const LevelPlace& level;
  Diagnostics& diagnostics;

  void not_here(Span span, std::string_view what, std::string hint = {}) const {
    diagnostics.error(Code::clause_not_here, span, fmt::format("{} on {}", what, axis_name(level.axis)),
                      std::move(hint));
  }
  void contradiction(Span span, std::string message, Span other, std::string label, std::string hint) const {
    Diagnostic d;
    d.code = Code::contradicting_clauses;
    d.message = std::move(message);
    d.span = span;
    d.others.push_back({other, std::move(label)});
    d.hint = std::move(hint);
    diagnostics.add(std::move(d));
  }
};

std::optional<TimeSpan> duration_on_axis(const Work& work, const ast::Duration& duration) {
  if (time_axis(work.level.axis) == nullptr) {
    work.diagnostics.error(Code::bad_duration, duration.span,
                           fmt::format("a length of time on {}", axis_name(work.level.axis)),
                           sliding(work.level.axis) ? "count its members: `keep current and 7 before`"
                                                    : "count windows, as in `current and 7 before`, or numbers");
    return std::nullopt;
  }
  return resolve_duration(duration, work.diagnostics);
}

/// `current UNIT`: a unit of the step or longer.
bool check_unit(const Work& work, const Located<ast::Unit>& unit) {
  const TimeAxis* axis = time_axis(work.level.axis);
  if (axis == nullptr) {
    work.not_here(unit.span, "a unit of time", "count windows: `current and 7 before`");
    return false;
  }
  if (!steps_known(work.level.axis)) return true;
  const TimeSpan wanted{1, time_unit(unit.value)};
  for (const TimeSegment& segment : axis->segments) {
    if (rough_minutes(wanted) >= rough_minutes(segment.step)) continue;
    work.diagnostics.error(Code::bad_step, unit.span,
                           fmt::format("the unit is shorter than the level's step of {}", format_span(segment.step)),
                           "name a unit of the step or longer, or none");
    return false;
  }
  return true;
}

/// The count of `current [UNIT] [and N before|after]`, 0 where there is none.
std::optional<std::int64_t> check_current(const Work& work, const ast::Current& current, ast::Direction right) {
  bool good = !current.unit || check_unit(work, *current.unit);
  if (!current.count) return good ? std::optional<std::int64_t>(0) : std::nullopt;
  if (current.direction.value != right) {
    const bool create = right == ast::Direction::after;
    work.diagnostics.error(
        Code::wrong_direction, current.direction.span,
        create ? "`create` counts windows after the current one" : "`keep` counts windows before the current one",
        create ? fmt::format("write `and {} after`; windows of the past come by `create from`", current.count->value)
               : fmt::format("write `and {} before`; later windows always stay", current.count->value));
    good = false;
  }
  const auto count = resolve_count(*current.count, 0, work.diagnostics);
  return good ? count : std::nullopt;
}

std::optional<TimeUnit> unit_of(const ast::Current& current) {
  return current.unit ? std::optional(time_unit(current.unit->value)) : std::nullopt;
}

/// An instant with an offset and one without stand in no order while the zone is not known.
bool comparable(const Work& work, const AxisPlace& a, const AxisPlace& b) {
  const auto* time = std::get_if<OnTime>(&work.level.axis);
  if (time == nullptr || time->zone_known) return true;
  const auto absolute = [](const AxisPlace& place) { return std::get<Moment>(place.value).absolute.has_value(); };
  return absolute(a) == absolute(b);
}

/// From, and to behind it.
struct Range {
  AxisPlace from;
  std::optional<AxisPlace> to;
};
std::optional<Range> check_from_to(const Work& work, const ast::From& clause) {
  const Line line = line_of(work.level.axis);
  const auto from = resolve_place(clause.from, line, work.diagnostics);
  std::optional<AxisPlace> to;
  if (clause.to) to = resolve_place(*clause.to, line, work.diagnostics);
  if (!from || (clause.to && !to)) return std::nullopt;
  if (to && comparable(work, *from, *to) && position_of(*to, line) <= position_of(*from, line)) {
    work.diagnostics.error(Code::bad_instant, to->span, "the end is not behind the beginning", "exchange them");
    return std::nullopt;
  }
  return Range{*from, to};
}

// --- Create
// -------------------------------------------------------------------------------------------------------------

void add_create(const Work& work, const ast::CreateClause& clause, std::vector<CreateClause>& out) {
  const auto put = [&](decltype(CreateClause::is) is) { out.push_back({std::move(is), clause.span}); };
  const auto current = [&](const ast::Current& c) {
    if (sliding(work.level.axis)) {
      work.diagnostics.error(Code::create_never_rests, clause.span,
                             "`create current` on a sliding list would add a member with every run",
                             "write `create next when …`");
      return;
    }
    const auto after = check_current(work, c, ast::Direction::after);
    if (after) put(CreateCurrent{*after, unit_of(c)});
  };
  const auto ahead = [&](const ast::Ahead& c) {
    const auto span = duration_on_axis(work, c.ahead);
    if (span) put(CreateAhead{*span});
  };
  const auto from = [&](const ast::From& c) {
    if (sliding(work.level.axis)) return work.not_here(clause.span, "`create from`", "it begins at `starting`");
    const auto range = check_from_to(work, c);
    if (range) put(CreateFrom{range->from, range->to});
  };
  const auto until = [&](const ast::Until& c) {
    if (sliding(work.level.axis)) return work.not_here(clause.span, "`create until`", "write `create next when …`");
    const auto place = resolve_place(c.until, line_of(work.level.axis), work.diagnostics);
    if (place) put(CreateUntil{*place});
  };
  const auto next = [&](const ast::Next& c) {
    if (time_axis(work.level.axis) != nullptr) {
      return work.not_here(clause.span, "`create next`",
                           "on a time axis the clock says when: `create current and 1 after`");
    }
    put(CreateNext{model_condition(c.when)});
  };
  std::visit(Overloaded{current, ahead, from, until, next, [](const ast::Never&) {}}, clause.is);
}

// --- Keep
// ---------------------------------------------------------------------------------------------------------------

void warn_short(const Work& work, Span span, const std::string& step) {
  work.diagnostics.warning(Code::keep_shorter_than_step, span, fmt::format("shorter than one step of {}", step),
                           "a window goes as soon as it has ended, or soon after");
}

void warn_short_age(const Work& work, Span span, const TimeSpan& age) {
  const TimeAxis* axis = time_axis(work.level.axis);
  if (axis == nullptr || !steps_known(work.level.axis)) return;
  const TimeSpan& step = axis->segments.back().step;
  if (rough_minutes(age) < least_minutes(step)) warn_short(work, span, format_span(step));
}

bool check_distance(const Work& work, const ast::Number& distance, Span span) {
  if (time_axis(work.level.axis) != nullptr) {
    work.not_here(span, "`keep behind`", "write `keep for 90 days`");
    return false;
  }
  if (distance.value < 1) {
    work.diagnostics.error(Code::bad_duration, distance.span, "a distance of less than 1",
                           "write a number from 1 on");
    return false;
  }
  if (const auto* numbers = std::get_if<OnIntegers>(&work.level.axis); numbers != nullptr && numbers->steps_known) {
    const std::int64_t step = numbers->axis.segments.back().step;
    if (distance.value < step) warn_short(work, distance.span, fmt::format("{}", step));
  }
  return true;
}

void add_keep(const Work& work, const ast::KeepClause& clause, std::vector<KeepClause>& out) {
  std::optional<Condition> only_while;
  if (clause.only_while) {
    only_while = model_condition(*clause.only_while);
  }
  const auto put = [&](decltype(KeepClause::is) is) { out.push_back({std::move(is), only_while, clause.span}); };
  const auto current = [&](const ast::Current& c) {
    const auto before = check_current(work, c, ast::Direction::before);
    if (before) put(KeepCurrent{*before, unit_of(c)});
  };
  const auto age = [&](const ast::For& c) {
    const auto span = duration_on_axis(work, c.age);
    if (!span) return;
    warn_short_age(work, c.age.span, *span);
    put(KeepFor{*span});
  };
  const auto behind = [&](const ast::Behind& c) {
    if (check_distance(work, c.distance, clause.span)) put(KeepBehind{c.distance.value});
  };
  const auto from = [&](const ast::From& c) {
    const auto range = check_from_to(work, c);
    if (range) put(KeepFromTo{range->from, *range->to});
  };
  std::visit(Overloaded{current, age, behind, from, [&](const ast::Forever&) { put(KeepForever{}); },
                        [&](const ast::OnlyWhile&) { put(KeepWhile{}); }},
             clause.is);
}

/// Whether a window can ever expire: what a `keep` clause holds on to ends some day, unless it is `forever`.
bool expires(const LifecycleRows& rows) {
  return !rows.keep.empty() && std::none_of(rows.keep.begin(), rows.keep.end(), [](const ast::KeepClause* clause) {
    return std::holds_alternative<ast::Forever>(clause->is) && !clause->only_while;
  });
}

// --- Detach and drop
// ----------------------------------------------------------------------------------------------------

void add_detach(const Work& work, const ast::DetachClause& clause, DetachClause& out) {
  out.span = clause.span;
  const auto at_most = [&](const ast::DetachAtMost& c) { out.at_most = resolve_count(c.limit, 1, work.diagnostics); };
  const auto how = [&](const ast::DetachHow& c) {
    if (c.word == ast::DetachWord::concurrently) out.mode = DetachMode::concurrently;
    if (c.word == ast::DetachWord::blocking) out.mode = DetachMode::blocking;
    if (c.into_schema) out.into_schema = c.into_schema->value;
    if (c.word == ast::DetachWord::concurrently && work.level.default_at) {
      work.contradiction(clause.span, "`detach concurrently` beside a DEFAULT partition, which PostgreSQL refuses",
                         *work.level.default_at, "the DEFAULT partition",
                         "write `detach`, which blocks there, or take the DEFAULT partition out");
    }
  };
  std::visit(Overloaded{[&](const ast::Never&) { out.mode = DetachMode::never; }, at_most, how}, clause.is);
}

std::optional<TimeSpan> check_grace(const Work& work, const ast::Duration& duration) {
  const auto grace = resolve_duration(duration, work.diagnostics);
  if (!grace) return std::nullopt;
  const bool calendar =
      grace->unit == TimeUnit::month || grace->unit == TimeUnit::quarter || grace->unit == TimeUnit::year;
  if (!calendar) return grace;
  work.diagnostics.error(Code::bad_duration, duration.span, "a grace is a fixed length of time, and months differ",
                         "write it in minutes, hours, days or weeks");
  return std::nullopt;
}

void add_drop(const Work& work, const ast::DropClause& clause, DropClause& out) {
  out.span = clause.span;
  if (clause.when) {
    out.when = model_condition(*clause.when);
  }
  const auto after = [&](const ast::AfterDetach& c) {
    const auto grace = check_grace(work, c.grace);
    if (grace) out.is = DropAfterDetach{*grace};
  };
  std::visit(Overloaded{[&](const ast::Never&) { out.is = DropNever{}; },
                        [&](const ast::Immediately&) { out.is = DropImmediately{}; }, after},
             clause.is);
}

}  // namespace

Lifecycle check_lifecycle(const LifecycleRows& rows, const LevelPlace& level, Diagnostics& diagnostics) {
  const Work work{level, diagnostics};
  Lifecycle result;
  result.detach.span = level.head;
  result.drop.span = level.head;
  if (rows.create.empty() && !rows.gaps.create) {
    diagnostics.warning(Code::nothing_created, level.head, "a level without a `create` clause makes no new window",
                        "write `create current and 1 after`, or `create never` if that is meant");
  }
  for (const ast::CreateClause* clause : rows.create) add_create(work, *clause, result.create);
  for (const ast::KeepClause* clause : rows.keep) add_keep(work, *clause, result.keep);
  for (const ast::DetachClause* clause : rows.detach) add_detach(work, *clause, result.detach);
  for (const ast::DropClause* clause : rows.drop) {
    add_drop(work, *clause, result.drop);
    if (!rows.gaps.keep && !expires(rows)) {
      diagnostics.error(Code::drop_without_keep, clause->span, "a `drop` on a level where nothing expires",
                        "say what stays: `keep current and 7 before`, `keep for 90 days`");
    }
  }
  if (result.detach.into_schema && std::holds_alternative<DropImmediately>(result.drop.is) && !result.drop.when) {
    work.contradiction(result.detach.span, "`detach … into schema` keeps what `drop immediately` drops",
                       result.drop.span, "this drops it",
                       "take one of them out, or write `drop 7 days after detach`");
  }
  return result;
}

}  // namespace pschema
