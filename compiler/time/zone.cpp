#include "time/zone.h"

#include <cctz/civil_time.h>
#include <cctz/time_zone.h>

#include <algorithm>

#include "time/arithmetic.h"

namespace pschema {
namespace {

using Seconds = cctz::time_point<cctz::seconds>;
using Lookup = cctz::time_zone::civil_lookup;

std::int64_t within_range(std::int64_t us) { return std::clamp(us, kMinMicros, kMaxMicros); }

Seconds seconds_of(std::int64_t us) { return Seconds(cctz::seconds(floor_div(us, kMicrosPerSecond))); }
std::int64_t fraction_of(std::int64_t us) { return floor_mod(us, kMicrosPerSecond); }
std::int64_t micros_of(Seconds t) { return t.time_since_epoch().count() * kMicrosPerSecond; }

cctz::civil_second civil_of(LocalTime t) {
  return cctz::civil_second() + floor_div(within_range(t.us), kMicrosPerSecond);
}
LocalTime local_of(const cctz::civil_second& c) { return LocalTime{(c - cctz::civil_second()) * kMicrosPerSecond}; }

Instant with_fraction(Seconds t, LocalTime of) {
  return Instant{within_range(micros_of(t) + fraction_of(within_range(of.us)))};
}

std::optional<ClockChange> change_of(const cctz::time_zone& rules, const cctz::time_zone::civil_transition& c) {
  return ClockChange{Instant{micros_of(rules.lookup(c.to).trans)}, local_of(c.from), local_of(c.to)};
}

bool is_word(std::string_view part) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
           c == '+';
  };
  return !part.empty() && std::all_of(part.begin(), part.end(), plain);
}

}  // namespace

Zone::Zone() : name_("UTC") {}

Zone::Zone(std::string name, const cctz::time_zone& rules)
    : name_(std::move(name)), rules_(std::make_shared<const cctz::time_zone>(rules)) {}

std::int64_t Zone::offset_seconds(Instant t) const {
  return rules_ ? rules_->lookup(seconds_of(within_range(t.us))).offset : 0;
}

LocalTime Zone::to_local(Instant t) const {
  return LocalTime{within_range(t.us) + offset_seconds(t) * kMicrosPerSecond};
}

Instant Zone::to_instant(LocalTime t) const {
  if (!rules_) return Instant{within_range(t.us)};
  const Lookup found = rules_->lookup(civil_of(t));
  if (found.kind == Lookup::SKIPPED) return Instant{micros_of(found.trans)};
  return with_fraction(found.post, t);
}

Instant Zone::to_instant_as_server(LocalTime t) const {
  if (!rules_) return Instant{within_range(t.us)};
  const Lookup found = rules_->lookup(civil_of(t));
  return with_fraction(found.kind == Lookup::SKIPPED ? found.pre : found.post, t);
}

Instant Zone::first_instant(LocalTime t) const {
  if (!rules_) return Instant{within_range(t.us)};
  const Lookup found = rules_->lookup(civil_of(t));
  if (found.kind == Lookup::SKIPPED) return Instant{micros_of(found.trans)};
  return with_fraction(found.pre, t);
}

bool Zone::skips(LocalTime t) const { return rules_ && rules_->lookup(civil_of(t)).kind == Lookup::SKIPPED; }

std::optional<ClockChange> Zone::change_before(Instant t) const {
  cctz::time_zone::civil_transition found;
  // cctz looks strictly before.
  const Seconds at = seconds_of(within_range(t.us)) + cctz::seconds(1);
  if (!rules_ || !rules_->prev_transition(at, &found)) return std::nullopt;
  return change_of(*rules_, found);
}

std::optional<ClockChange> Zone::change_after(Instant t) const {
  cctz::time_zone::civil_transition found;
  if (!rules_ || !rules_->next_transition(seconds_of(within_range(t.us)), &found)) return std::nullopt;
  return change_of(*rules_, found);
}

ZoneDatabase::ZoneDatabase() { add(Zone()); }

void ZoneDatabase::add(Zone zone) {
  std::string name = zone.name();
  zones_.insert_or_assign(std::move(name), std::move(zone));
}

std::vector<std::string_view> ZoneDatabase::names() const {
  std::vector<std::string_view> names(known_.begin(), known_.end());
  for (const auto& [name, zone] : zones_) names.push_back(name);
  return names;
}

const Zone* ZoneDatabase::find(std::string_view name) const {
  const auto it = zones_.find(name);
  return it == zones_.end() ? nullptr : &it->second;
}

bool plausible_zone_name(std::string_view name) {
  if (name == "UTC") return true;
  // Copies of the whole database, the second with leap seconds.
  if (name.size() > 100 || name.starts_with("posix/") || name.starts_with("right/")) return false;
  const bool has_area = name.find('/') != std::string_view::npos;
  while (true) {
    const std::size_t slash = name.find('/');
    if (!is_word(name.substr(0, slash))) return false;
    if (slash == std::string_view::npos) return has_area;
    name.remove_prefix(slash + 1);
  }
}

}  // namespace pschema
