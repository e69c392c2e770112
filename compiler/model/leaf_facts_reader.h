// What `leaves` takes over from the root, out of a snapshot file.
#pragma once

#include "model/catalog.h"
#include "model/toml_input.h"

namespace pschema {

/// Replica identity, row security, grants and what foreign leaves need, as far as they were measured.
void read_leaf_facts(TomlInput& in, const toml::table& table, Table& t);

}  // namespace pschema
