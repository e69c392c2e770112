// The walk down a tree: each level from all partitioned tables that lie at its depth.
#pragma once

#include <map>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "recognise/range.h"
#include "recognise/shape.h"

namespace pschema {

/// How careful a proposal is: what is taken out of it because its plan would do something.
struct Caution {
  bool retention = false;            // take over what another tool has
  std::set<std::string> never = {};  // branches, as they are quoted, on whose level nothing is created
  bool detach_never = false;         // on every level
  std::map<std::string, std::string> left_out = {};  // branches whose level is not described, and why
};

struct RecogniseInput {
  const Catalog& catalog;
  const Table& table;
  const ZoneCandidates& zones;
  KeyHint hint;  // of the root
  Caution caution = {};
};

/// The level that lies below all these branches, which share a key.
std::variant<LevelShape, NotRecognised> recognise_level(const RecogniseInput& in,
                                                        const std::vector<const Relation*>& branches);

}  // namespace pschema
