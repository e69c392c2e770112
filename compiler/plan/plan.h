// plan(schema, catalog, now): what is to be done, and what was seen and left alone. Pure: no clock, no file, no
// database.
#pragma once

#include "model/catalog.h"
#include "model/schema.h"
#include "plan/operation.h"

namespace pschema {

/// The schema has been through `fit` with this catalog and moment; its order of tables is the plan's. An operation is
/// planned at most once; on the catalog that the plan leads to, planning again at the same moment plans none
/// (validate.h proves it for each plan).
Plan plan(const Schema& fitted, const Catalog& catalog, Instant now);

/// Every partition of ours that the catalog has below a table, as creations with the names, bounds and gaps that they
/// have there: with them a folder of migrations replays on a fresh database.
std::vector<Operation> baseline(const TableSchema& fitted, const Catalog& catalog);

}  // namespace pschema
