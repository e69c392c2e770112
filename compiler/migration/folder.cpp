#include "migration/folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "migration/sum.h"

namespace pschema {
namespace {

constexpr std::size_t kMaxTableBytes = 200;
constexpr std::size_t kHashDigits = 16;
constexpr int kMaxOrdinal = 9999;
constexpr std::size_t kMomentDigits = 14;
constexpr std::size_t kOrdinalDigits = 4;
constexpr std::size_t kTableAt = kMomentDigits + 1 + kOrdinalDigits + 1;

constexpr std::array kPhases = {Phase::ledger, Phase::baseline, Phase::create, Phase::move,
                                Phase::adopt,  Phase::retire,   Phase::drop};

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
         c == '-';
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (is_plain(c)) {
      out += c;
    } else {
      out += fmt::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    }
  }
  return out;
}

/// At most kMaxTableBytes, without half an escape.
std::string cut(const std::string& text) {
  if (text.size() <= kMaxTableBytes) return text;
  std::size_t keep = kMaxTableBytes - kHashDigits - 1;
  if (text[keep - 1] == '%')
    keep -= 1;
  else if (text[keep - 2] == '%')
    keep -= 2;
  return text.substr(0, keep) + "-" + sha256_hex(text).substr(0, kHashDigits);
}

std::string table_text(const QualifiedName& table) { return cut(escaped(table.schema.text + "." + table.name.text)); }

Instant whole_second(Instant t) {
  const std::int64_t rest = t.us % kMicrosPerSecond;
  return {t.us - rest - (rest < 0 ? kMicrosPerSecond : 0)};
}

std::optional<int> digits(std::string_view text) {
  int value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + (c - '0');
  }
  return value;
}

std::optional<Instant> parse_moment(std::string_view text) {
  const auto year = digits(text.substr(0, 4));
  const auto month = digits(text.substr(4, 2));
  const auto day = digits(text.substr(6, 2));
  const auto hour = digits(text.substr(8, 2));
  const auto minute = digits(text.substr(10, 2));
  const auto second = digits(text.substr(12, 2));
  if (!year || !month || !day || !hour || !minute || !second) return std::nullopt;
  const auto local = local_time({*year, *month, *day, *hour, *minute, *second, 0});
  if (!local) return std::nullopt;
  return Instant{local->us};
}

std::optional<std::pair<std::string_view, Phase>> split_phase(std::string_view rest) {
  const std::size_t underscore = rest.rfind('_');
  if (underscore == std::string_view::npos || underscore == 0) return std::nullopt;
  const std::string_view word = rest.substr(underscore + 1);
  const auto* const phase =
      std::find_if(kPhases.begin(), kPhases.end(), [&](Phase p) { return phase_word(p) == word; });
  if (phase == kPhases.end() || *phase == Phase::ledger) return std::nullopt;
  return std::pair(rest.substr(0, underscore), *phase);
}

}  // namespace

std::string_view phase_word(Phase phase) {
  switch (phase) {
    case Phase::ledger:
      return "ledger";
    case Phase::baseline:
      return "baseline";
    case Phase::create:
      return "create";
    case Phase::move:
      return "move";
    case Phase::adopt:
      return "adopt";
    case Phase::retire:
      return "retire";
    case Phase::drop:
      return "drop";
  }
  return {};
}

bool is_of_maintain(std::string_view name) { return name.starts_with(kMaintainPrefix); }

bool is_destructive(Phase phase) {
  return phase != Phase::create && phase != Phase::baseline && phase != Phase::ledger;
}

bool is_destructive(std::string_view name) {
  return !(name.ends_with("_create") || name.ends_with("_baseline") || name == kLedgerFileName);
}

std::string file_name(Instant moment, int ordinal, const QualifiedName& table, Phase phase) {
  if (phase == Phase::ledger) return std::string(kLedgerFileName);
  const CivilFields f = fields_of(LocalTime{whole_second(moment).us});
  return fmt::format("{:04}{:02}{:02}{:02}{:02}{:02}_{:04}_{}_{}", f.year, f.month, f.day, f.hour, f.minute, f.second,
                     ordinal, table_text(table), phase_word(phase));
}

std::optional<FileName> parse_file_name(std::string_view name) {
  if (name == kLedgerFileName) return FileName{{}, 0, "pschema", Phase::ledger};
  const bool of_maintain = is_of_maintain(name);
  if (of_maintain) name.remove_prefix(kMaintainPrefix.size());
  if (name.size() <= kTableAt || name[kMomentDigits] != '_' || name[kTableAt - 1] != '_') return std::nullopt;
  const auto moment = parse_moment(name.substr(0, kMomentDigits));
  const auto ordinal = digits(name.substr(kMomentDigits + 1, kOrdinalDigits));
  const auto rest = split_phase(name.substr(kTableAt));
  if (!moment || !ordinal || !rest) return std::nullopt;
  const std::string_view table = rest->first;
  if (!std::all_of(table.begin(), table.end(), [](char c) { return is_plain(c) || c == '%'; })) return std::nullopt;
  return FileName{*moment, *ordinal, std::string(table), rest->second, of_maintain};
}

FileMoment next_file_moment(const Folder& folder, Instant plan_moment, bool of_maintain) {
  FileMoment next{whole_second(plan_moment), 1};
  for (const MigrationFile& file : folder.files) {
    const auto name = parse_file_name(file.name);
    if (!name || name->phase == Phase::ledger || name->of_maintain != of_maintain) continue;
    if (name->moment < next.moment) continue;
    if (name->moment > next.moment) next = {name->moment, 1};
    next.ordinal = std::max(next.ordinal, name->ordinal + 1);
  }
  if (next.ordinal > kMaxOrdinal) next = {Instant{next.moment.us + kMicrosPerSecond}, 1};
  return next;
}

}  // namespace pschema
