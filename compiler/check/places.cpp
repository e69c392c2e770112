#include "check/places.h"

#include <fmt/format.h>

#include "base/overloaded.h"
#include "base/quote.h"

namespace pschema {
namespace {

constexpr double kMinutesPerDay = 60 * 24;
constexpr double kDaysOfAverageMonth = 30.436875;
constexpr double kMinutesPerMonth = kDaysOfAverageMonth * kMinutesPerDay;
constexpr double kMostMinutes = 10'000 * 12 * kMinutesPerMonth;
constexpr std::int64_t kMostCount = 1'000'000;

double unit_minutes(TimeUnit unit) {
  switch (unit) {
    case TimeUnit::minute:
      return 1;
    case TimeUnit::hour:
      return 60;
    case TimeUnit::day:
      return kMinutesPerDay;
    case TimeUnit::week:
      return 7 * kMinutesPerDay;
    case TimeUnit::month:
      return kMinutesPerMonth;
    case TimeUnit::quarter:
      return 3 * kMinutesPerMonth;
    case TimeUnit::year:
      return 12 * kMinutesPerMonth;
  }
  return 1;
}

/// What a clock shows first after a gap.
std::string after_gap(LocalTime missing, const Zone& zone) {
  return format_short(zone.to_local(zone.first_instant(missing)));
}

}  // namespace

TimeUnit time_unit(ast::Unit unit) {
  switch (unit) {
    case ast::Unit::minute:
      return TimeUnit::minute;
    case ast::Unit::hour:
      return TimeUnit::hour;
    case ast::Unit::day:
      return TimeUnit::day;
    case ast::Unit::week:
      return TimeUnit::week;
    case ast::Unit::month:
      return TimeUnit::month;
    case ast::Unit::quarter:
      return TimeUnit::quarter;
    case ast::Unit::year:
      return TimeUnit::year;
  }
  return TimeUnit::day;
}

double rough_minutes(const TimeSpan& span) { return static_cast<double>(span.count) * unit_minutes(span.unit); }

double least_minutes(const TimeSpan& span) {
  const bool months = span.unit == TimeUnit::month || span.unit == TimeUnit::quarter || span.unit == TimeUnit::year;
  return months ? rough_minutes(span) / kDaysOfAverageMonth * 28 : rough_minutes(span);
}

std::optional<Moment> resolve_moment(const std::string& text, Span span, const Zone& zone, Diagnostics& diagnostics) {
  const std::optional<ParsedInstant> parsed = parse_instant(text);
  if (!parsed) {
    diagnostics.error(Code::bad_instant, span, fmt::format("'{}' is not an instant", printable(text)),
                      "write '2026-01-31', '2026-01-31 12:00' or '2026-01-31T12:00:00+02:00', of a day that exists");
    return std::nullopt;
  }
  if (parsed->offset_us) {
    const Instant absolute{parsed->local.us - *parsed->offset_us};
    return Moment{zone.to_local(absolute), absolute, span};
  }
  if (zone.skips(parsed->local)) {
    diagnostics.error(Code::instant_missing_in_zone, span,
                      fmt::format("'{}' does not exist in {}: the clock is put forward over it", text, zone.name()),
                      fmt::format("the first moment after it is '{}'", after_gap(parsed->local, zone)));
    return std::nullopt;
  }
  return Moment{parsed->local, std::nullopt, span};
}

std::optional<TimeSpan> resolve_duration(const ast::Duration& duration, Diagnostics& diagnostics) {
  const TimeSpan span{duration.count, time_unit(duration.unit)};
  if (span.count < 1) {
    diagnostics.error(Code::bad_duration, duration.span,
                      fmt::format("a length of time of {} is none", span.count == 0 ? "zero" : "less than zero"),
                      "write a number from 1 on");
    return std::nullopt;
  }
  if (rough_minutes(span) > kMostMinutes) {
    diagnostics.error(Code::bad_duration, duration.span, "the length of time is more than 10,000 years");
    return std::nullopt;
  }
  return span;
}

std::optional<AxisPlace> resolve_place(const ast::Place& place, const std::variant<TimeLine, NumberLine>& line,
                                       Diagnostics& diagnostics) {
  const auto* text = std::get_if<std::string>(&place.value);
  const auto on_time = [&](const TimeLine& time) -> std::optional<AxisPlace> {
    if (text == nullptr) {
      diagnostics.error(Code::bad_instant, place.span, "a number on a time axis",
                        "an instant is a string, such as '2026-01-31'");
      return std::nullopt;
    }
    const auto moment = resolve_moment(*text, place.span, time.axis.zone, diagnostics);
    return moment ? std::optional(AxisPlace{*moment, place.span}) : std::nullopt;
  };
  const auto on_numbers = [&](const NumberLine&) -> std::optional<AxisPlace> {
    if (text != nullptr) {
      diagnostics.error(Code::bad_instant, place.span, "an instant on an integer axis", "write a number");
      return std::nullopt;
    }
    return AxisPlace{std::get<std::int64_t>(place.value), place.span};
  };
  return std::visit(Overloaded{on_time, on_numbers}, line);
}

std::int64_t position_of(const AxisPlace& place, const std::variant<TimeLine, NumberLine>& line) {
  const auto* moment = std::get_if<Moment>(&place.value);
  if (moment == nullptr) return std::get<std::int64_t>(place.value);
  const auto* time = std::get_if<TimeLine>(&line);
  if (time == nullptr || time->axis.clock == KeyClock::wall) return moment->local.us;
  return moment->absolute ? moment->absolute->us : time->axis.zone.to_instant(moment->local).us;
}

std::optional<std::int64_t> resolve_count(const ast::Number& number, std::int64_t least, Diagnostics& diagnostics) {
  if (number.value >= least && number.value <= kMostCount) return number.value;
  diagnostics.error(Code::number_out_of_range, number.span,
                    fmt::format("{} is out of range: it goes from {} to 1_000_000", number.value, least));
  return std::nullopt;
}

}  // namespace pschema
