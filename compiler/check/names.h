// The names that the partitions of a schema will bear, as far as the files alone tell.
#pragma once

#include "base/diagnostic.h"
#include "model/schema.h"

namespace pschema {

/// PS2027 for a name over 63 bytes, PS2026 for two relations of the schema under one name, tables included. One
/// window stands for all of a grid, and on integer axes the number that the schema names, so what a far larger number
/// adds is for the planner to see.
void check_names(const Schema& schema, Diagnostics& diagnostics);

}  // namespace pschema
