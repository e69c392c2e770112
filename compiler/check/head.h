// Heads of levels: strategy, key, grid, encoding, zone and modulus.
#pragma once

#include <map>
#include <optional>
#include <variant>

#include "base/diagnostic.h"
#include "model/schema.h"
#include "syntax/ast.h"
#include "time/zone.h"

namespace pschema {

/// The zone of a file, for levels that name none.
struct FileZone {
  Zone zone;  // UTC where the file names none
  const ZoneDatabase& zones;
  bool known = true;  // false: the file names one, and UTC stands for it
};

/// A zone by the name that a user wrote. PS2006.
std::optional<Zone> find_zone(const ast::Text& name, const ZoneDatabase& zones, Diagnostics& diagnostics);

/// What the head says the level divides by. Lists come without their groups.
using LevelBy = std::variant<TimeRange, IntegerRange, ListGroups, SlidingList, HashBuckets>;

/// A head as far as it is right.
struct Head {
  std::optional<LevelBy> by;  // absent where not even its kind is known
  bool whole = false;         // steps and numbers are as they shall be, so that names can be judged
  bool zone_known = true;     // false: UTC stands for another zone
};
Head check_head(const ast::Level& level, const FileZone& zone, Diagnostics& diagnostics);

/// The columns of the key; PS2022 where one is also in `above` or stands twice, PS2033 where the key has too many.
void check_key(const ast::Level& level, const std::map<Identifier, Span>& above, Diagnostics& diagnostics);

}  // namespace pschema
