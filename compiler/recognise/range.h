// Range levels: which encoding and which grid the bounds of a level lie on.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "model/catalog.h"
#include "recognise/grid.h"
#include "recognise/shape.h"

namespace pschema {

/// What another tool says about the key, beside the bounds.
struct KeyHint {
  std::optional<Encoding> encoding;
};

struct RecognisedRange {
  LevelBy by;  // TimeRange or IntegerRange
  std::vector<std::string> notes;
};

/// From the bounds of the partitions of all branches of a level. Those that are open at a side, DEFAULT or composite
/// in the middle do not count.
std::variant<RecognisedRange, NotRecognised> recognise_range(const std::vector<const Relation*>& partitions,
                                                             const Column& leading, const ZoneCandidates& zones,
                                                             const KeyHint& hint);

/// A level's axis with its clock set, and how its key is written.
Axis axis_of(const LevelBy& by, KeyType type);
KeyFormat format_of(const LevelBy& by, KeyType type);

/// The range of a bound in that format, where both ends can be read and the other columns begin at MINVALUE.
std::optional<Window> range_of(const Bound& bound, const KeyFormat& format);

}  // namespace pschema
