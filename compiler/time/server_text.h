// Dates and times as PostgreSQL prints them with DateStyle ISO (and, for timestamptz, TimeZone UTC).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "time/instant.h"
#include "time/scanner.h"

namespace pschema {

/// `2026-08-28 10:00:00.5`; ` BC` behind it for years before 1. With `zone`, the text stands before the era:
/// `…00:00:00+00 BC`.
std::string server_timestamp(LocalTime t, std::string_view zone = {});
/// `2026-08-28`; the time of day is not looked at.
std::string server_date(LocalTime t);

/// Reads those texts. An offset is in microseconds, east of UTC positive. nullopt for `infinity`, and outside our
/// range.
struct ServerTimestamp {
  LocalTime local;
  std::optional<std::int64_t> offset_us;
};
std::optional<ServerTimestamp> parse_server_timestamp(std::string_view text);
std::optional<LocalTime> parse_server_date(std::string_view text);

/// Parts that user-written instants share: `10:00[:00[.657]]` into hour, minute, second, micros; an offset
/// `+02[:00[:00]]`.
bool scan_time_of_day(Scanner& in, CivilFields& fields);
std::optional<std::int64_t> scan_offset(Scanner& in);

}  // namespace pschema
