// Random worlds for properties of the planner: a schema, a database with a past, and a moment.
#pragma once

#include <rapidcheck.h>

#include <optional>
#include <string>

#include "model/catalog.h"
#include "model/schema.h"
#include "time/instant.h"

namespace pschema::test {

/// What the worlds of a property may hold.
struct WorldKind {
  bool past = true;     // partitions, orphans and interruptions of every origin
  bool steady = false;  // `create from` fills what `keep` keeps, so that the way there does not count
};

struct World {
  std::string text;  // of the schema
  Schema schema;
  Catalog catalog;
  Instant now;
  std::int64_t step_us = 0;  // about the root's step; a day where it has none
};

/// Within a property of RapidCheck. The schema is right by itself; `fit` may still refuse it.
World any_world(const WorldKind& kind);

}  // namespace pschema::test
