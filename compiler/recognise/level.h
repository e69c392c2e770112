// The walk down a tree: each level from all partitioned tables that lie at its depth.
#pragma once

#include <map>
#include <string>
#include <variant>
#include <vector>

#include "recognise/range.h"
#include "recognise/shape.h"

namespace pschema {

/// How careful a proposal is: each step takes something out that would make the plan do something.
enum class Caution {
  none,
  as_is,        // no retention that another tool has
  no_creation,  // `create never` on every level
  no_detach,    // and `detach never`
  root_only,    // and nothing below the root
};

struct RecogniseInput {
  const Catalog& catalog;
  const Table& table;
  const ZoneCandidates& zones;
  KeyHint hint;  // of the root
  Caution caution = Caution::none;
};

/// The level that lies below all these branches, which share a key.
std::variant<LevelShape, NotRecognised> recognise_level(const RecogniseInput& in,
                                                        const std::vector<const Relation*>& branches);

}  // namespace pschema
