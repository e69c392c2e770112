#include "check/head.h"

#include <fmt/format.h>

#include "base/quote.h"
#include "check/grid.h"
#include "check/places.h"

namespace pschema {
namespace {

// PostgreSQL: PARTITION_MAX_KEYS, and a modulus is an int4.
constexpr std::size_t kMaxKeyColumns = 32;
constexpr std::int64_t kMaxModulus = 2'147'483'647;
constexpr std::int64_t kMaxShift = 31;

/// A part of the head that this strategy does not have.
void refuse(Span span, std::string_view part, std::string_view strategy, Diagnostics& diagnostics) {
  diagnostics.error(Code::clause_not_here, span, fmt::format("a {} has no `{}`", strategy, part), "leave it out");
}

// --- Encodings
// ----------------------------------------------------------------------------------------------------------

/// Does every boundary of the segment begin such a unit?
bool grain_fits(TimeUnit grain, const TimeSegment& segment) {
  const CivilFields anchor = fields_of(segment.anchor);
  const bool on_hour = anchor.minute == 0 && anchor.second == 0 && anchor.micros == 0;
  const bool on_day = on_hour && anchor.hour == 0;
  const TimeUnit unit = segment.step.unit;
  if (grain == TimeUnit::hour) return on_hour && (unit != TimeUnit::minute || segment.step.count == 60);
  if (grain == TimeUnit::day)
    return on_day && (!shorter_than_a_day(segment.step) || segment.step == TimeSpan{24, TimeUnit::hour});
  return on_day && anchor.day == 1 &&
         (unit == TimeUnit::month || unit == TimeUnit::quarter || unit == TimeUnit::year);
}

std::string plural(TimeUnit unit) { return format_span({2, unit}).substr(2); }

void check_grain(const ast::Encoding& encoding, Encoding name, const TimeAxis& axis, Diagnostics& diagnostics) {
  const auto grain = grain_of(name);
  for (const TimeSegment& segment : axis.segments) {
    if (!grain || grain_fits(*grain, segment)) continue;
    diagnostics.error(Code::bad_encoding, encoding.span,
                      fmt::format("`{}` can only bound whole {}, and windows of {} here begin elsewhere",
                                  encoding_name(name), plural(*grain), format_span(segment.step)),
                      "take steps that begin with such a unit, or an encoding that is finer");
    return;
  }
}

void check_snowflake(const ast::Encoding& encoding, TimeRange& range, Diagnostics& diagnostics) {
  if (encoding.epoch) {
    // Without an offset the epoch is UTC, whatever the level's zone.
    const auto epoch = resolve_moment(encoding.epoch->value, encoding.epoch->span, Zone(), diagnostics);
    if (epoch) range.snowflake_epoch = epoch->absolute ? *epoch->absolute : Instant{epoch->local.us};
  }
  if (!encoding.shift) return;
  if (encoding.shift->value < 1 || encoding.shift->value > kMaxShift) {
    diagnostics.error(Code::bad_encoding, encoding.shift->span,
                      fmt::format("a shift of {} bits", encoding.shift->value),
                      fmt::format("it goes from 1 to {}; most snowflakes have 22", kMaxShift));
    return;
  }
  range.snowflake_shift = static_cast<int>(encoding.shift->value);
}

// --- Strategies
// ---------------------------------------------------------------------------------------------------------

Head check_time_range(const ast::Level& level, const FileZone& file, Diagnostics& diagnostics) {
  TimeRange range;
  // The grammar lets no other words through, and the golden cases show each of them.
  if (level.encoding) range.encoding = encoding_of_name(level.encoding->name).value();
  const KeyClock clock = grain_of(range.encoding) ? KeyClock::wall : KeyClock::absolute;
  TimeGrid grid = check_time_grid(level, file, clock, diagnostics);
  range.axis = std::move(grid.axis);
  if (level.encoding) {
    check_snowflake(*level.encoding, range, diagnostics);
    if (grid.whole) check_grain(*level.encoding, range.encoding, range.axis, diagnostics);
  }
  return {range, grid.whole, grid.zone_known};
}

Head check_integer_range(const ast::Level& level, Diagnostics& diagnostics) {
  if (level.zone) {
    diagnostics.error(Code::clause_not_here, level.zone->span, "an integer axis has no time zone", "leave it out");
  }
  if (level.encoding) {
    diagnostics.error(Code::bad_encoding, level.encoding->span, "an encoding of instants on an integer axis",
                      "write a step of time, such as `every month`, or leave the encoding out");
  }
  IntegerGrid grid = check_integer_grid(level, diagnostics);
  return {IntegerRange{std::move(grid.axis)}, grid.whole};
}

/// Of a head whose step could not be read: only time has encodings and zones.
Head range_without_step(const ast::Level& level, const FileZone& file, Diagnostics& diagnostics) {
  if (!level.damaged) {
    diagnostics.error(Code::bad_step, level.span, "a range level without a step",
                      "write `every month`, or `every 10_000` for whole numbers");
  }
  return level.encoding || level.zone ? check_time_range(level, file, diagnostics) : Head{};
}

Head check_range(const ast::Level& level, const FileZone& file, Diagnostics& diagnostics) {
  if (level.modulus) refuse(level.modulus->span, "modulus", "range level", diagnostics);
  if (!level.every) return range_without_step(level, file, diagnostics);
  if (std::holds_alternative<ast::EveryValue>(level.every->step)) {
    diagnostics.error(Code::bad_step, level.every->span, "`every value` on a range level",
                      "it is for lists; write `every 1` for one number a partition");
    return {};
  }
  const bool numbers = std::holds_alternative<ast::EveryCount>(level.every->step);
  return numbers ? check_integer_range(level, diagnostics) : check_time_range(level, file, diagnostics);
}

Head check_sliding(const ast::Level& level, Diagnostics& diagnostics) {
  SlidingList sliding;
  if (!level.every->starting) return {sliding, !level.damaged};
  const auto start = resolve_place(*level.every->starting, NumberLine{}, diagnostics);
  if (start) sliding.starting = std::get<std::int64_t>(start->value);
  return {sliding, start && !level.damaged};
}

Head check_list(const ast::Level& level, Diagnostics& diagnostics) {
  if (level.modulus) refuse(level.modulus->span, "modulus", "list level", diagnostics);
  if (level.encoding) refuse(level.encoding->span, "as", "list level", diagnostics);
  if (level.zone) refuse(level.zone->span, "at time zone", "list level", diagnostics);
  if (!level.then.empty()) refuse(level.then.front().span, "then every", "list level", diagnostics);
  // `every value` may be what could not be read.
  if (!level.every) return level.damaged ? Head{} : Head{ListGroups{}, true};
  if (std::holds_alternative<ast::EveryValue>(level.every->step)) return check_sliding(level, diagnostics);
  diagnostics.error(Code::bad_step, level.every->step_span, "a list level has no steps",
                    "write `every value` for one integer a partition, or name its groups in a block");
  return {};
}

Head check_hash(const ast::Level& level, Diagnostics& diagnostics) {
  if (level.every) refuse(level.every->span, "every", "hash level", diagnostics);
  if (level.encoding) refuse(level.encoding->span, "as", "hash level", diagnostics);
  if (level.zone) refuse(level.zone->span, "at time zone", "hash level", diagnostics);
  if (!level.modulus) {
    if (!level.damaged) {
      diagnostics.error(Code::bad_modulus, level.span, "a hash level without a modulus", "write `modulus 4`");
    }
    return {HashBuckets{1}, false};
  }
  if (level.modulus->value < 1 || level.modulus->value > kMaxModulus) {
    diagnostics.error(Code::bad_modulus, level.modulus->span, fmt::format("a modulus of {}", level.modulus->value),
                      "it goes from 1 to 2_147_483_647");
    return {HashBuckets{1}, false};
  }
  return {HashBuckets{level.modulus->value}, !level.damaged};
}

}  // namespace

std::optional<Zone> find_zone(const ast::Text& name, const ZoneDatabase& zones, Diagnostics& diagnostics) {
  if (const Zone* zone = zones.find(name.value)) return *zone;
  const std::string_view near = nearest(name.value, zones.names());
  const bool area = name.value.find('/') != std::string::npos;
  diagnostics.error(Code::unknown_time_zone, name.span, fmt::format("unknown time zone '{}'", printable(name.value)),
                    !near.empty() ? fmt::format("did you mean '{}'? Zones have their exact letters", near)
                    : area        ? "zones have their exact letters, as in 'Europe/Berlin'"
                                  : "write 'UTC' or an area and a city, as in 'Europe/Berlin'");
  return std::nullopt;
}

Head check_head(const ast::Level& level, const FileZone& zone, Diagnostics& diagnostics) {
  if (!level.strategy) return {};
  switch (*level.strategy) {
    case ast::Strategy::range:
      return check_range(level, zone, diagnostics);
    case ast::Strategy::list:
      return check_list(level, diagnostics);
    case ast::Strategy::hash:
      return check_hash(level, diagnostics);
  }
  return {};
}

void check_key(const ast::Level& level, const std::map<Identifier, Span>& above, Diagnostics& diagnostics) {
  if (level.strategy == ast::Strategy::list && level.key.size() > 1) {
    diagnostics.error(Code::bad_key, level.key[1].span, "a list level divides by one column",
                      "PostgreSQL has no list of several; put a second level below");
  }
  if (level.key.size() > kMaxKeyColumns) {
    diagnostics.error(Code::bad_key, level.key[kMaxKeyColumns].span,
                      fmt::format("a key of {} columns, and PostgreSQL takes {}", level.key.size(), kMaxKeyColumns),
                      "leave some out");
  }
  std::map<Identifier, Span> here;
  for (const ast::Name& column : level.key) {
    const auto [first, fresh] = here.emplace(column.value, column.span);
    const auto outer = above.find(column.value);
    if (fresh && outer == above.end()) continue;
    Diagnostic d;
    d.code = Code::key_used_twice;
    d.message = fmt::format("`{}` is {}", quote(column.value),
                            fresh ? "the key of a level above already" : "twice in this key");
    d.span = column.span;
    d.others.push_back({fresh ? outer->second : first->second, "it stands here already"});
    d.hint = "each level divides by other columns";
    diagnostics.add(std::move(d));
  }
}

}  // namespace pschema
