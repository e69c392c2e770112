// What a user may mean by a name.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/catalog.h"
#include "model/schema.h"
#include "plan/operation.h"

namespace pschema {

/// Tables, partitions and orphans of a catalog.
std::vector<QualifiedName> known_names(const Catalog& catalog);

/// Those that a text means: as a name of SQL, without a schema that of any, or letter by letter. Several only where
/// relations of different schemas have one name.
std::vector<QualifiedName> meant_by(std::string_view text, const std::vector<QualifiedName>& names);

/// A window of a range level, existing or not.
struct FutureWindow {
  QualifiedName table;
  QualifiedName branch;
  QualifiedName name;
  Window window;
};
/// Windows near the cursor of every branch that is there, with the names that they would have.
std::vector<FutureWindow> windows_near(const Schema& fitted, const Catalog& catalog, Instant now);

}  // namespace pschema
