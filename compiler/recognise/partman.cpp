#include "recognise/partman.h"

#include <fmt/format.h>

#include <charconv>

namespace pschema {
namespace {

using Settings = std::map<std::string, std::string>;

std::string setting(const Settings& settings, const std::string& name) {
  const auto at = settings.find(name);
  return at == settings.end() ? std::string() : at->second;
}

std::optional<std::int64_t> number(std::string_view text) {
  std::int64_t value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || read.ec != std::errc() || read.ptr != text.data() + text.size()) return std::nullopt;
  return value;
}

/// `none`, `seconds`, `milliseconds`, `microseconds` (5.1 and later), `nanoseconds`.
std::optional<Encoding> encoding_of(const std::string& epoch) {
  if (epoch.empty() || epoch == "none") return std::nullopt;
  return encoding_of_name("epoch " + epoch);
}

/// `30 days`, `1 mon`, `1 year` as a duration of the language; nullopt for what has several parts.
std::optional<std::string> duration(const std::string& interval) {
  const std::size_t space = interval.find(' ');
  if (space == std::string::npos || interval.find(' ', space + 1) != std::string::npos) return std::nullopt;
  const auto count = number(std::string_view(interval).substr(0, space));
  if (!count || *count < 1) return std::nullopt;
  std::string unit = interval.substr(space + 1);
  if (unit == "mon" || unit == "mons") unit = *count == 1 ? "month" : "months";
  for (const char* known : {"hour", "day", "week", "month", "year"}) {
    if (unit == known || unit == std::string(known) + "s") return fmt::format("{} {}", *count, unit);
  }
  return std::nullopt;
}

/// Where rows of the past go: dropped unless they are kept, or moved.
void add_retention(const Settings& settings, PartmanAdvice& advice) {
  const std::string retention = setting(settings, "retention");
  if (retention.empty()) return;
  const std::string schema = setting(settings, "retention_schema");
  const bool keeps = setting(settings, "retention_keep_table") != "false";
  const auto kept = duration(retention);
  const auto behind = number(retention);
  if (kept) advice.keep = "for " + *kept;
  if (behind && *behind > 0) advice.keep = fmt::format("behind {}", *behind);
  if (!advice.keep.empty() && schema.empty()) advice.drop = keeps ? "never" : "immediately";
  advice.notes.push_back(fmt::format("from pg_partman: retention {}, after which a partition is detached{}",
                                     retention,
                                     !schema.empty() ? " and moved into the schema " + schema
                                     : keeps         ? " and kept"
                                                     : " and dropped at once"));
}

}  // namespace

PartmanAdvice advice_of(const PartmanTable& table) {
  PartmanAdvice advice;
  const Settings& s = table.settings;
  advice.hint.encoding = encoding_of(setting(s, "epoch"));
  advice.premake = number(setting(s, "premake"));
  advice.notes.push_back(fmt::format("from pg_partman: {} by {}, interval {}, premake {}", table.table.name.text,
                                     setting(s, "control"), setting(s, "partition_interval"), setting(s, "premake")));
  if (advice.hint.encoding) advice.notes.push_back("from pg_partman: the key holds epoch " + setting(s, "epoch"));
  if (!setting(s, "datetime_string").empty())
    advice.notes.push_back("from pg_partman: names end in " + setting(s, "datetime_string"));
  if (table.sub_partitioned)
    advice.notes.push_back("from pg_partman: its partitions are partitioned by part_config_sub");
  add_retention(s, advice);
  advice.notes.push_back(
      "take the table out of part_config when pschema takes over, so that one tool alone looks after it");
  return advice;
}

}  // namespace pschema
