#include "time/instant.h"

#include <cctz/civil_time.h>
#include <fmt/format.h>

#include "time/arithmetic.h"
#include "time/scanner.h"
#include "time/server_text.h"

namespace pschema {
namespace {

std::string fraction_text(int micros) { return micros == 0 ? std::string() : fmt::format(".{:06}", micros); }

// Years before 1 in ISO 8601's way: -0001 is 2 BC.
std::string iso_date(const CivilFields& f) {
  return fmt::format("{:0{}}-{:02}-{:02}", f.year, f.year < 0 ? 5 : 4, f.month, f.day);
}

std::string iso_text(Instant t) {
  const CivilFields f = fields_of(LocalTime{t.us});
  return fmt::format("{}T{:02}:{:02}:{:02}{}", iso_date(f), f.hour, f.minute, f.second, fraction_text(f.micros));
}

bool in_range(int value, int least, int most) { return value >= least && value <= most; }

bool plausible(const CivilFields& f) {
  return f.year > -5000 && f.year < 300'000 && in_range(f.month, 1, 12) && in_range(f.day, 1, 31) &&
         in_range(f.hour, 0, 23) && in_range(f.minute, 0, 59) && in_range(f.second, 0, 59) &&
         in_range(f.micros, 0, 999'999);
}

}  // namespace

CivilFields fields_of(LocalTime t) {
  const cctz::civil_second c = cctz::civil_second() + floor_div(t.us, kMicrosPerSecond);
  return {c.year(),
          c.month(),
          c.day(),
          c.hour(),
          c.minute(),
          c.second(),
          static_cast<int>(floor_mod(t.us, kMicrosPerSecond))};
}

std::optional<LocalTime> local_time(const CivilFields& f) {
  if (!plausible(f)) return std::nullopt;
  const cctz::civil_second c(f.year, f.month, f.day, f.hour, f.minute, f.second);
  if (c.day() != f.day) return std::nullopt;  // 30 February became 2 March
  const Int128 us = Int128{c - cctz::civil_second()} * kMicrosPerSecond + f.micros;
  if (us < kMinMicros || us > kMaxMicros) return std::nullopt;
  return LocalTime{static_cast<std::int64_t>(us)};
}

std::optional<ParsedInstant> parse_instant(std::string_view text) {
  Scanner in{text};
  CivilFields f;
  const auto year = in.digits(4, 4);
  if (!year || *year == 0 || !in.take("-")) return std::nullopt;
  const auto month = in.digits(2, 2);
  if (!month || !in.take("-")) return std::nullopt;
  const auto day = in.digits(2, 2);
  if (!day) return std::nullopt;
  f.year = *year;
  f.month = static_cast<int>(*month);
  f.day = static_cast<int>(*day);
  std::optional<std::int64_t> offset;
  if (!in.done()) {
    if (!(in.take(" ") || in.take("T")) || !scan_time_of_day(in, f)) return std::nullopt;
    if (in.take("Z")) {
      offset = 0;
    } else if (!in.done()) {
      offset = scan_offset(in);
    }
  }
  const std::optional<LocalTime> local = local_time(f);
  if (!local || !in.done()) return std::nullopt;
  return ParsedInstant{*local, offset};
}

std::string format_utc(Instant t) { return iso_text(t) + 'Z'; }

std::string format_plan_moment(Instant t) { return iso_text(t) + "+00:00"; }

std::string format_short(LocalTime t) {
  const CivilFields f = fields_of(t);
  const std::string date = iso_date(f);
  if (f.hour == 0 && f.minute == 0 && f.second == 0 && f.micros == 0) return date;
  if (f.second == 0 && f.micros == 0) return fmt::format("{} {:02}:{:02}", date, f.hour, f.minute);
  std::string fraction = fraction_text(f.micros);
  fraction.erase(fraction.find_last_not_of('0') + 1);
  return fmt::format("{} {:02}:{:02}:{:02}{}", date, f.hour, f.minute, f.second, fraction);
}

}  // namespace pschema
