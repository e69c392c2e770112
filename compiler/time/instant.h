// Points in time, without clocks and without zones.
#pragma once

#include <compare>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace pschema {

/// Microseconds since 1970-01-01T00:00:00Z: the resolution of PostgreSQL's timestamptz. The proleptic Gregorian
/// calendar, no leap seconds.
struct Instant {
  std::int64_t us = 0;
  friend auto operator<=>(const Instant&, const Instant&) = default;
};

/// A wall clock reading: microseconds since 1970-01-01 00:00:00 of that clock. Says nothing about a zone.
struct LocalTime {
  std::int64_t us = 0;
  friend auto operator<=>(const LocalTime&, const LocalTime&) = default;
};

inline constexpr std::int64_t kMicrosPerSecond = 1'000'000;
inline constexpr std::int64_t kMicrosPerMinute = 60 * kMicrosPerSecond;
inline constexpr std::int64_t kMicrosPerHour = 60 * kMicrosPerMinute;
inline constexpr std::int64_t kMicrosPerDay = 24 * kMicrosPerHour;

/// What PostgreSQL can hold in a timestamptz, cut to whole years: 4713-01-01 BC is left out, so are years past
/// 294000. Every computation here stays within; callers meet `nullopt` or saturation, never overflow.
inline constexpr std::int64_t kMinMicros = -210'000'000'000'000'000;   // about the year -4685
inline constexpr std::int64_t kMaxMicros = 9'200'000'000'000'000'000;  // about the year 293500

/// A date and time of day as fields. month 1..12, day 1..31, hour 0..23.
struct CivilFields {
  std::int64_t year = 1970;
  int month = 1, day = 1, hour = 0, minute = 0, second = 0, micros = 0;
};
CivilFields fields_of(LocalTime t);
/// nullopt for a date or time that does not exist (2026-02-30, 25:00) or lies outside PostgreSQL's range.
std::optional<LocalTime> local_time(const CivilFields& fields);

/// What a user wrote as an instant: `2026-01-01`, `2026-01-01 12:00`, `2026-01-01T12:00:00.657+02:00`, `...Z`.
struct ParsedInstant {
  LocalTime local;                        // as written
  std::optional<std::int64_t> offset_us;  // east of UTC is positive; nullopt where none was written
};
std::optional<ParsedInstant> parse_instant(std::string_view text);

/// `2026-08-28T10:00:00Z`, with `.ffffff` only where there is a fraction.
std::string format_utc(Instant t);
/// `2026-08-28T10:00:00+00:00`, as plans show it.
std::string format_plan_moment(Instant t);
/// `2026-08-28`, or `2026-08-28 10:00`, or with seconds and fraction: as short as it is exact.
std::string format_short(LocalTime t);

}  // namespace pschema
