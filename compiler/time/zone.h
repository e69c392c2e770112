// Time zones as values. The rules come from the caller: nothing here reads a file (see zonefiles).
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "time/instant.h"

namespace cctz {
class time_zone;
}

namespace pschema {

/// A moment at which a wall clock jumps: just before `at` it was about to show `from`, and at `at` it shows `to`.
struct ClockChange {
  Instant at;
  LocalTime from;
  LocalTime to;
};

/// The rules of one IANA zone. Cheap to copy; the default is UTC.
class Zone {
 public:
  Zone();  // UTC
  Zone(std::string name, const cctz::time_zone& rules);

  const std::string& name() const { return name_; }
  bool is_utc() const { return name_ == "UTC"; }

  LocalTime to_local(Instant t) const;
  /// As PostgreSQL reads a wall clock where it is unique or repeats (then the later instant, by standard time); a
  /// reading that does not exist gives the moment of the change of the clock (language.md, Steps).
  Instant to_instant(LocalTime t) const;
  /// As PostgreSQL reads every wall clock: as to_instant, but a reading that does not exist counts by the offset
  /// before the change (02:30 becomes 03:30 summer time). What `timestamptz - interval` does at its end.
  Instant to_instant_as_server(LocalTime t) const;
  /// The first instant at which the wall clock shows `t` or later.
  Instant first_instant(LocalTime t) const;
  /// True where the clock is put forward over `t`, so that it never shows it.
  bool skips(LocalTime t) const;
  /// The last change at or before `t`, and the first one after it. nullopt where there is none; not exact after the
  /// year 2400.
  std::optional<ClockChange> change_before(Instant t) const;
  std::optional<ClockChange> change_after(Instant t) const;
  /// Offset from UTC in seconds, east positive, at that instant.
  std::int64_t offset_seconds(Instant t) const;

  friend bool operator==(const Zone& a, const Zone& b) { return a.name_ == b.name_; }

 private:
  std::string name_;
  std::shared_ptr<const cctz::time_zone> rules_;  // null is UTC
};

/// The zones of a run, by name. `UTC` is always there.
class ZoneDatabase {
 public:
  ZoneDatabase();
  void add(Zone zone);
  const Zone* find(std::string_view name) const;

  /// Names of zones that exist without being here, so that a misspelt one can be told what it is near to.
  void know(std::vector<std::string> names) { known_ = std::move(names); }
  /// The names of those that are here, and the known ones.
  std::vector<std::string_view> names() const;

 private:
  std::map<std::string, Zone, std::less<>> zones_;
  std::vector<std::string> known_;
};

/// `UTC` or `Area/City` (any number of parts after the first) in letters, digits, `_`, `-` and `+`: what may be
/// looked up at all.
bool plausible_zone_name(std::string_view name);

}  // namespace pschema
