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
bool refuse(bool present, Span span, std::string_view part, std::string_view strategy, Diagnostics& diagnostics) {
  if (!present) return false;
  diagnostics.error(Code::clause_not_here, span, fmt::format("a {} has no `{}`", strategy, part));
  return true;
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

bool check_grain(const ast::Encoding& encoding, Encoding name, const TimeAxis& axis, Diagnostics& diagnostics) {
  const auto grain = grain_of(name);
  for (const TimeSegment& segment : axis.segments) {
    if (!grain || grain_fits(*grain, segment)) continue;
    diagnostics.error(Code::bad_encoding, encoding.span,
                      fmt::format("`{}` can only bound whole {}, and windows of {} here begin elsewhere",
                                  encoding_name(name), plural(*grain), format_span(segment.step)));
    return false;
  }
  return true;
}

bool check_snowflake(const ast::Encoding& encoding, TimeRange& range, Diagnostics& diagnostics) {
  if (encoding.epoch) {
    // Without an offset the epoch is UTC, whatever the level's zone.
    const auto epoch = resolve_moment(encoding.epoch->value, encoding.epoch->span, Zone(), diagnostics);
    if (!epoch) return false;
    range.snowflake_epoch = epoch->absolute ? *epoch->absolute : Instant{epoch->local.us};
  }
  if (!encoding.shift) return true;
  if (encoding.shift->value < 1 || encoding.shift->value > kMaxShift) {
    diagnostics.error(Code::bad_encoding, encoding.shift->span,
                      fmt::format("a shift of {} bits", encoding.shift->value),
                      fmt::format("it goes from 1 to {}; most snowflakes have 22", kMaxShift));
    return false;
  }
  range.snowflake_shift = static_cast<int>(encoding.shift->value);
  return true;
}

// --- Strategies
// ---------------------------------------------------------------------------------------------------------

std::optional<LevelBy> check_time_range(const ast::Level& level, const FileZone& file, Diagnostics& diagnostics) {
  TimeRange range;
  // The grammar lets no other words through, and the golden cases show each of them.
  if (level.encoding) range.encoding = encoding_of_name(level.encoding->name).value();
  const KeyClock clock = grain_of(range.encoding) ? KeyClock::wall : KeyClock::absolute;
  const auto axis = check_time_grid(level, file, clock, diagnostics);
  bool good = axis.has_value();
  if (axis) range.axis = *axis;
  if (level.encoding) {
    good = check_snowflake(*level.encoding, range, diagnostics) && good;
    good = good && check_grain(*level.encoding, range.encoding, range.axis, diagnostics);
  }
  return good ? std::optional<LevelBy>(range) : std::nullopt;
}

std::optional<LevelBy> check_integer_range(const ast::Level& level, Diagnostics& diagnostics) {
  bool good = true;
  if (level.zone) {
    diagnostics.error(Code::clause_not_here, level.zone->span, "an integer axis has no time zone");
    good = false;
  }
  if (level.encoding) {
    diagnostics.error(Code::bad_encoding, level.encoding->span, "an encoding of instants on an integer axis",
                      "write a step of time, such as `every month`, or leave the encoding out");
    good = false;
  }
  const auto axis = check_integer_grid(level, diagnostics);
  return axis && good ? std::optional<LevelBy>(IntegerRange{*axis}) : std::nullopt;
}

std::optional<LevelBy> check_range(const ast::Level& level, const FileZone& file, Diagnostics& diagnostics) {
  if (level.modulus && refuse(true, level.modulus->span, "modulus", "range level", diagnostics)) return std::nullopt;
  if (!level.every) {
    diagnostics.error(Code::bad_step, level.span, "a range level without a step",
                      "write `every month`, or `every 10_000` for whole numbers");
    return std::nullopt;
  }
  if (std::holds_alternative<ast::EveryValue>(level.every->step)) {
    diagnostics.error(Code::bad_step, level.every->span, "`every value` on a range level",
                      "it is for lists; write `every 1` for one number a partition");
    return std::nullopt;
  }
  const bool numbers = std::holds_alternative<ast::EveryCount>(level.every->step);
  return numbers ? check_integer_range(level, diagnostics) : check_time_range(level, file, diagnostics);
}

std::optional<LevelBy> check_list(const ast::Level& level, Diagnostics& diagnostics) {
  bool bad = refuse(level.modulus.has_value(), level.modulus ? level.modulus->span : Span{}, "modulus", "list level",
                    diagnostics);
  if (level.encoding) bad = refuse(true, level.encoding->span, "as", "list level", diagnostics);
  if (level.zone) bad = refuse(true, level.zone->span, "at time zone", "list level", diagnostics);
  if (!level.then.empty()) bad = refuse(true, level.then.front().span, "then every", "list level", diagnostics);
  if (!level.every) return bad ? std::nullopt : std::optional<LevelBy>(ListGroups{});
  if (!std::holds_alternative<ast::EveryValue>(level.every->step)) {
    diagnostics.error(Code::bad_step, level.every->step_span, "a list level has no steps",
                      "write `every value` for one integer a partition, or name its groups in a block");
    return std::nullopt;
  }
  SlidingList sliding;
  if (level.every->starting) {
    const auto start = resolve_place(*level.every->starting, NumberLine{}, diagnostics);
    if (!start) return std::nullopt;
    sliding.starting = std::get<std::int64_t>(start->value);
  }
  return bad ? std::nullopt : std::optional<LevelBy>(sliding);
}

std::optional<LevelBy> check_hash(const ast::Level& level, Diagnostics& diagnostics) {
  bool bad = false;
  if (level.every) bad = refuse(true, level.every->span, "every", "hash level", diagnostics);
  if (level.encoding) bad = refuse(true, level.encoding->span, "as", "hash level", diagnostics);
  if (level.zone) bad = refuse(true, level.zone->span, "at time zone", "hash level", diagnostics);
  if (!level.modulus) {
    diagnostics.error(Code::bad_modulus, level.span, "a hash level without a modulus", "write `modulus 4`");
    return std::nullopt;
  }
  if (level.modulus->value < 1 || level.modulus->value > kMaxModulus) {
    diagnostics.error(Code::bad_modulus, level.modulus->span, fmt::format("a modulus of {}", level.modulus->value),
                      "it goes from 1 to 2_147_483_647");
    return std::nullopt;
  }
  return bad ? std::nullopt : std::optional<LevelBy>(HashBuckets{level.modulus->value});
}

}  // namespace

std::optional<Zone> find_zone(const ast::Text& name, const ZoneDatabase& zones, Diagnostics& diagnostics) {
  if (const Zone* zone = zones.find(name.value)) return *zone;
  const bool area = name.value.find('/') != std::string::npos;
  diagnostics.error(Code::unknown_time_zone, name.span, fmt::format("unknown time zone '{}'", printable(name.value)),
                    area ? "zones have their exact letters, as in 'Europe/Berlin'"
                         : "write 'UTC' or an area and a city, as in 'Europe/Berlin'");
  return std::nullopt;
}

std::optional<LevelBy> check_head(const ast::Level& level, const FileZone& zone, Diagnostics& diagnostics) {
  switch (level.strategy) {
    case ast::Strategy::range:
      return check_range(level, zone, diagnostics);
    case ast::Strategy::list:
      return check_list(level, diagnostics);
    case ast::Strategy::hash:
      return check_hash(level, diagnostics);
  }
  return std::nullopt;
}

void check_key(const ast::Level& level, const std::set<Identifier>& above, Diagnostics& diagnostics) {
  if (level.strategy == ast::Strategy::list && level.key.size() > 1) {
    diagnostics.error(Code::bad_key, level.key[1].span, "a list level divides by one column",
                      "PostgreSQL has no list of several; put a second level below");
  }
  if (level.key.size() > kMaxKeyColumns) {
    diagnostics.error(Code::bad_key, level.key[kMaxKeyColumns].span,
                      fmt::format("a key of {} columns, and PostgreSQL takes {}", level.key.size(), kMaxKeyColumns));
  }
  std::set<Identifier> here;
  for (const ast::Name& column : level.key) {
    const bool again = !here.insert(column.value).second;
    if (again || above.count(column.value) > 0) {
      diagnostics.error(Code::key_used_twice, column.span,
                        fmt::format("`{}` is {}", quote(column.value),
                                    again ? "twice in this key" : "the key of a level above already"),
                        "each level divides by other columns");
    }
  }
}

}  // namespace pschema
