// What was recognised in a tree of partitions: a level of the language, as far as bounds and names tell.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "check/head.h"
#include "model/bound.h"
#include "model/catalog.h"
#include "model/schema.h"

namespace pschema {

struct LevelShape;

struct GroupShape {
  std::string name;
  std::vector<std::optional<std::string>> values;  // as the server prints them
  std::vector<LevelShape> below;                   // none or one
};

struct DefaultShape {
  std::string named;  // a template; empty where it bears the name that it would get
  std::vector<LevelShape> below;
};

struct LevelShape {
  std::vector<Identifier> key;
  LevelBy by = HashBuckets{};  // of list groups an empty one: they are `groups`
  std::vector<GroupShape> groups;
  std::string named;                       // a template; empty where the default one gives the names that are there
  std::optional<std::int64_t> after = {};  // windows behind the current one that are there; none: not even that one
  std::vector<DefaultShape> default_partition;  // none or one
  std::vector<LevelShape> below;                // none or one
  std::vector<std::string> notes;               // for the reader, a line each
};

/// A table that no schema describes, and why.
struct NotRecognised {
  std::string why;
};

}  // namespace pschema
