#include "time/server_text.h"

#include <fmt/format.h>

namespace pschema {
namespace {

// Years as the server prints them: at least four digits, 1 BC for the year 0.
std::int64_t shown_year(const CivilFields& f) { return f.year >= 1 ? f.year : 1 - f.year; }
std::string_view era(const CivilFields& f) { return f.year >= 1 ? "" : " BC"; }

std::string fraction(int micros) {
  if (micros == 0) return {};
  std::string digits = fmt::format(".{:06}", micros);
  digits.erase(digits.find_last_not_of('0') + 1);
  return digits;
}

bool scan_date(Scanner& in, CivilFields& f) {
  const auto year = in.digits(4, 6);
  if (!year || *year == 0 || !in.take("-")) return false;
  const auto month = in.digits(2, 2);
  if (!month || !in.take("-")) return false;
  const auto day = in.digits(2, 2);
  if (!day) return false;
  f.year = *year;
  f.month = static_cast<int>(*month);
  f.day = static_cast<int>(*day);
  return true;
}

// The end of the text, with the era.
bool scan_era(Scanner& in, CivilFields& f) {
  if (in.take(" BC")) f.year = 1 - f.year;
  return in.done();
}

}  // namespace

std::string server_timestamp(LocalTime t, std::string_view zone) {
  const CivilFields f = fields_of(t);
  return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}:{:02}{}{}{}", shown_year(f), f.month, f.day, f.hour, f.minute,
                     f.second, fraction(f.micros), zone, era(f));
}

std::string server_date(LocalTime t) {
  const CivilFields f = fields_of(t);
  return fmt::format("{:04}-{:02}-{:02}{}", shown_year(f), f.month, f.day, era(f));
}

bool scan_time_of_day(Scanner& in, CivilFields& f) {
  const auto hour = in.digits(2, 2);
  if (!hour || !in.take(":")) return false;
  const auto minute = in.digits(2, 2);
  if (!minute) return false;
  f.hour = static_cast<int>(*hour);
  f.minute = static_cast<int>(*minute);
  if (!in.take(":")) return true;
  const auto second = in.digits(2, 2);
  if (!second) return false;
  f.second = static_cast<int>(*second);
  if (!in.take(".")) return true;
  const std::size_t before = in.rest.size();
  const auto part = in.digits(1, 6);
  if (!part) return false;
  std::int64_t micros = *part;
  for (std::size_t n = before - in.rest.size(); n < 6; ++n) micros *= 10;
  f.micros = static_cast<int>(micros);
  return true;
}

std::optional<std::int64_t> scan_offset(Scanner& in) {
  const bool west = in.take("-");
  if (!west && !in.take("+")) return std::nullopt;
  const auto hours = in.digits(2, 2);
  if (!hours || *hours > 15) return std::nullopt;  // PostgreSQL's own limit
  std::int64_t seconds = *hours * 3600;
  for (const std::int64_t unit : {60, 1}) {
    if (!in.take(":")) break;
    const auto part = in.digits(2, 2);
    if (!part || *part > 59) return std::nullopt;
    seconds += *part * unit;
  }
  return (west ? -seconds : seconds) * kMicrosPerSecond;
}

std::optional<ServerTimestamp> parse_server_timestamp(std::string_view text) {
  Scanner in{text};
  CivilFields f;
  if (!scan_date(in, f) || !in.take(" ") || !scan_time_of_day(in, f)) return std::nullopt;
  std::optional<std::int64_t> offset;
  if (!in.done() && !in.rest.starts_with(" ")) {
    offset = scan_offset(in);
    if (!offset) return std::nullopt;
  }
  if (!scan_era(in, f)) return std::nullopt;
  const std::optional<LocalTime> local = local_time(f);
  if (!local) return std::nullopt;
  return ServerTimestamp{*local, offset};
}

std::optional<LocalTime> parse_server_date(std::string_view text) {
  Scanner in{text};
  CivilFields f;
  if (!scan_date(in, f) || !scan_era(in, f)) return std::nullopt;
  return local_time(f);
}

}  // namespace pschema
