// The zone files of this machine. An edge: the only library that reads them, and the environment variable TZDIR with
// them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "time/zone.h"

namespace pschema {

/// The zone of that name, from TZDIR or /usr/share/zoneinfo. nullopt where the name is not plausible (see
/// plausible_zone_name) or no such file can be read. Names are matched in their exact letters wherever the file
/// system does so.
std::optional<Zone> load_zone(std::string_view name);

/// The version of the zone data (`2026f`), from `tzdata.zi` or `+VERSION` of the same folder; empty where unknown.
std::string zone_data_version();

/// The names of all zones and links, from `tzdata.zi` of the same folder; none where it is not there.
std::vector<std::string> known_zone_names();

}  // namespace pschema
