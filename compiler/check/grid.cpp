#include "check/grid.h"

#include <fmt/format.h>

#include <vector>

#include "base/overloaded.h"
#include "check/places.h"

namespace pschema {
namespace {

/// `every` and then the `then every` grids.
std::vector<const ast::Grid*> grids_of(const ast::Level& level) {
  std::vector<const ast::Grid*> grids;
  if (level.every) grids.push_back(&*level.every);
  for (const ast::Grid& grid : level.then) grids.push_back(&grid);
  return grids;
}

std::string divides_hint(TimeUnit unit) {
  switch (unit) {
    case TimeUnit::minute:
      return "minutes divide an hour: 1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30 or 60";
    case TimeUnit::hour:
      return "hours divide a day: 1, 2, 3, 4, 6, 8, 12 or 24";
    case TimeUnit::quarter:
      return "quarters divide a year: 1, 2 or 4";
    default:
      return "months divide a year: 1, 2, 3, 4, 6 or 12";
  }
}

/// How many of the unit make the greater one that it must divide; 0 where it need not.
std::int64_t whole_of(TimeUnit unit) {
  switch (unit) {
    case TimeUnit::minute:
      return 60;
    case TimeUnit::hour:
      return 24;
    case TimeUnit::month:
      return 12;
    case TimeUnit::quarter:
      return 4;
    case TimeUnit::day:
    case TimeUnit::week:
    case TimeUnit::year:
      return 0;
  }
  return 0;
}

std::optional<TimeSpan> check_step(const ast::Grid& grid, Diagnostics& diagnostics) {
  const auto* every = std::get_if<ast::EveryUnit>(&grid.step);
  if (every == nullptr) {
    diagnostics.error(Code::bad_step, grid.step_span, "a grid of time has steps of a unit of time",
                      "write `every month`, `every 6 hours`");
    return std::nullopt;
  }
  const TimeSpan step{every->width.count, time_unit(every->width.unit)};
  if (step.count < 1) {
    diagnostics.error(Code::bad_step, grid.step_span, "a step is at least 1", "write a number from 1 on");
    return std::nullopt;
  }
  const std::int64_t whole = whole_of(step.unit);
  if (whole > 0 && (step.count > whole || whole % step.count != 0)) {
    diagnostics.error(Code::bad_step, grid.step_span,
                      fmt::format("{} does not divide {}", format_span(step),
                                  step.unit == TimeUnit::minute ? "an hour"
                                  : step.unit == TimeUnit::hour ? "a day"
                                                                : "a year"),
                      divides_hint(step.unit));
    return std::nullopt;
  }
  if (!resolve_duration(every->width, diagnostics)) return std::nullopt;
  return step;
}

bool needs_anchor(const TimeSpan& step) {
  return step.count > 1 && (step.unit == TimeUnit::day || step.unit == TimeUnit::week || step.unit == TimeUnit::year);
}

bool counts_months(TimeUnit unit) {
  return unit == TimeUnit::month || unit == TimeUnit::quarter || unit == TimeUnit::year;
}

/// `damaged`: the head it stands in, so that `starting` may be missing.
std::optional<LocalTime> check_anchor(const ast::Grid& grid, const TimeSpan& step, const Zone& zone, bool damaged,
                                      Diagnostics& diagnostics) {
  if (!grid.starting) {
    if (!needs_anchor(step)) return default_anchor(step.unit);
    if (damaged) return std::nullopt;
    diagnostics.error(Code::bad_anchor, grid.step_span,
                      fmt::format("steps of {} have no beginning", format_span(step)),
                      fmt::format("write `every {} starting '{}'`", format_span(step),
                                  step.unit == TimeUnit::week ? "2026-01-05" : "2026-01-01"));
    return std::nullopt;
  }
  if (shorter_than_a_day(step)) {
    diagnostics.error(Code::bad_anchor, grid.starting->span, "steps shorter than a day take no `starting`",
                      "they begin with the hour and the day");
    return std::nullopt;
  }
  const auto* text = std::get_if<std::string>(&grid.starting->value);
  if (text == nullptr) {
    diagnostics.error(Code::bad_anchor, grid.starting->span, "a number as the start of steps of time",
                      "write an instant: starting '2026-01-01'");
    return std::nullopt;
  }
  const auto moment = resolve_moment(*text, grid.starting->span, zone, diagnostics);
  if (!moment) return std::nullopt;
  const int day = fields_of(moment->local).day;
  if (counts_months(step.unit) && day > 28) {
    diagnostics.error(Code::bad_anchor, grid.starting->span, fmt::format("day {} does not exist in every month", day),
                      "start on a day from 1 to 28");
    return std::nullopt;
  }
  return moment->local;
}

struct GridZone {
  Zone zone;
  bool known = true;
};

/// The zone of an axis with these steps. Windows shorter than a day are UTC only.
GridZone check_zone(const ast::Level& level, const FileZone& file, Diagnostics& diagnostics) {
  bool any_short = false;
  bool all_short = true;
  for (const ast::Grid* grid : grids_of(level)) {
    const auto* every = std::get_if<ast::EveryUnit>(&grid->step);
    const bool is_short = every != nullptr && shorter_than_a_day({1, time_unit(every->width.unit)});
    any_short = any_short || is_short;
    all_short = all_short && is_short;
  }
  if (!level.zone) {
    if (!any_short) return {file.zone, file.known && !level.damaged};
    if (all_short || file.zone.is_utc() || level.damaged) return {Zone(), !level.damaged};
    diagnostics.error(
        Code::zone_on_short_step, level.then.back().span,
        fmt::format("some of these steps are shorter than a day and UTC only, the others in the file's zone {}",
                    file.zone.name()),
        "write `at time zone 'UTC'` on this level, or steps of whole days");
    return {Zone(), false};
  }
  const auto zone = find_zone(*level.zone, file.zones, diagnostics);
  if (!zone) return {Zone(), false};
  if (!any_short || zone->is_utc()) return {*zone};
  diagnostics.error(Code::zone_on_short_step, level.zone->span,
                    fmt::format("windows shorter than a day are UTC only, not {}", zone->name()),
                    "a local hour can repeat or vanish; leave `at time zone` out");
  return {Zone()};
}

/// Puts `then every … from` behind the segments that `axis` has.
bool add_change(TimeAxis& axis, const ast::Grid& grid, TimeSegment segment, Diagnostics& diagnostics) {
  const auto place = resolve_place(*grid.from, TimeLine{axis}, diagnostics);
  if (!place) return false;
  const Moment moment = std::get<Moment>(place->value);
  const std::int64_t position = position_of(*place, TimeLine{axis});
  const auto& before = axis.segments.back().from;
  if (before && moment.local <= *before) {
    diagnostics.error(Code::grid_change_off_boundary, grid.from->span, "the grid changes before the change above it",
                      "write the changes in the order of time");
    return false;
  }
  if (!on_boundary(axis, position)) {
    const auto around = window_at(Axis(axis), position);
    diagnostics.error(
        Code::grid_change_off_boundary, grid.from->span,
        fmt::format("'{}' is no boundary of the grid before it", format_short(moment.local)),
        around ? fmt::format("the nearest boundaries are '{}' and '{}'", format_short(local_of(axis, around->lo)),
                             format_short(local_of(axis, around->hi)))
               : std::string());
    return false;
  }
  segment.from = moment.local;
  axis.segments.push_back(segment);
  return true;
}

struct IntegerStep {
  std::int64_t step = 1;
  std::int64_t anchor = 0;
};

std::optional<IntegerStep> check_integer_step(const ast::Grid& grid, Diagnostics& diagnostics) {
  const auto* every = std::get_if<ast::EveryCount>(&grid.step);
  if (every == nullptr) {
    diagnostics.error(Code::bad_step, grid.step_span, "a grid of numbers has steps of a number",
                      "write `every 10_000`");
    return std::nullopt;
  }
  if (every->count < 1) {
    diagnostics.error(Code::bad_step, grid.step_span, "a step is at least 1", "write a number from 1 on");
    return std::nullopt;
  }
  IntegerStep result{every->count, 0};
  if (!grid.starting) return result;
  const auto* anchor = std::get_if<std::int64_t>(&grid.starting->value);
  if (anchor == nullptr) {
    diagnostics.error(Code::bad_anchor, grid.starting->span, "an instant as the start of steps of numbers",
                      "write a number: starting 0; or a step with a unit: every 7 days");
    return std::nullopt;
  }
  result.anchor = *anchor;
  return result;
}

bool add_change(IntegerAxis& axis, const ast::Grid& grid, const IntegerStep& step, Diagnostics& diagnostics) {
  const auto place = resolve_place(*grid.from, NumberLine{}, diagnostics);
  if (!place) return false;
  const std::int64_t from = std::get<std::int64_t>(place->value);
  const auto& before = axis.segments.back().from;
  if ((before && from <= *before) || !on_boundary(axis, from)) {
    diagnostics.error(Code::grid_change_off_boundary, grid.from->span,
                      fmt::format("{} is no boundary of the grid before it", from),
                      "write a multiple of the older step, counted from its `starting`, and behind the change above");
    return false;
  }
  axis.segments.push_back({step.step, step.anchor, from});
  return true;
}

}  // namespace

bool shorter_than_a_day(const TimeSpan& step) { return step.unit == TimeUnit::minute || step.unit == TimeUnit::hour; }

TimeGrid check_time_grid(const ast::Level& level, const FileZone& file, KeyClock clock, Diagnostics& diagnostics) {
  const GridZone zone = check_zone(level, file, diagnostics);
  TimeGrid grid{{zone.zone, clock, {}}, level.every && !level.damaged, zone.known};
  for (const ast::Grid* written : grids_of(level)) {
    const auto step = check_step(*written, diagnostics);
    const auto anchor = step ? check_anchor(*written, *step, zone.zone, level.damaged, diagnostics) : std::nullopt;
    if (!anchor) {
      grid.whole = false;
    } else if (!written->from) {
      grid.axis.segments.push_back({*step, *anchor, std::nullopt});
    } else if (grid.whole) {
      grid.whole = zone.known && add_change(grid.axis, *written, {*step, *anchor, std::nullopt}, diagnostics);
    }
  }
  return grid;
}

IntegerGrid check_integer_grid(const ast::Level& level, Diagnostics& diagnostics) {
  IntegerGrid grid;
  grid.whole = level.every && !level.damaged;
  for (const ast::Grid* written : grids_of(level)) {
    const auto step = check_integer_step(*written, diagnostics);
    if (!step) {
      grid.whole = false;
    } else if (!written->from) {
      grid.axis.segments.push_back({step->step, step->anchor, std::nullopt});
    } else if (grid.whole) {
      grid.whole = add_change(grid.axis, *written, *step, diagnostics);
    }
  }
  return grid;
}

}  // namespace pschema
