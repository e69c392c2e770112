// Range levels of time and of integers as one thing: their axis, how their keys are written, and where their cursor
// stands.
#pragma once

#include <optional>
#include <string>

#include "model/catalog.h"
#include "model/schema.h"
#include "plan/lifecycle.h"
#include "time/encoding.h"

namespace pschema {

struct RangeAxis {
  Axis axis;
  KeyFormat format;
  Column column;  // the leading one of the key

  /// The smallest key of a position as the server prints it; nullopt where the column cannot hold it. `numeric(12,
  /// 2)` prints 5 as 5.00.
  std::optional<std::string> key(std::int64_t position) const;
};

/// A sliding list counts as a range level of integers whose windows are one value wide. nullopt where the level is
/// neither. Its leading column exists (fit has seen to it).
std::optional<RangeAxis> range_axis(const Level& level, const Table& table);

/// Where a range level of integers stands in a branch: the larger of the highest key outside its DEFAULT partition
/// and the last value of the key's own sequence, `starting` if there is neither. Of a branch that is not there yet
/// only the sequence is known.
std::int64_t integer_cursor(const Catalog& catalog, const Table& table, const Level& level,
                            const QualifiedName& branch);

/// The greatest value of a sliding list's members, `starting` where it has none.
std::int64_t newest_member(const Table& table, const Level& level, const QualifiedName& branch);

/// Where any such level stands in a branch. On an integer axis always a position that lies in a window.
Cursor cursor_of(const Catalog& catalog, const Table& table, const Level& level, const QualifiedName& branch,
                 Instant now);

}  // namespace pschema
