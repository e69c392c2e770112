// New partitions that are foreign tables (docs/language.md, Leaves).
#pragma once

#include <map>
#include <vector>

#include "base/diagnostic.h"
#include "model/catalog.h"
#include "model/schema.h"
#include "plan/operation.h"

namespace pschema {

/// Makes a new leaf a foreign table. The catalog has the facts that are asked for (fit_foreign_leaves).
void make_foreign(NewPartition& leaf, const ForeignServer& server, const Table& table);

/// PS3010, PS3017 where PostgreSQL would refuse foreign partitions of this table, or the snapshot does not know what
/// they need.
void fit_foreign_leaves(const TableSchema& schema, const Table& table, const Catalog& catalog,
                        Diagnostics& diagnostics);

/// Are partitions of the table foreign tables, of the kind that the schema makes there?
bool makes_foreign(const std::vector<Level>& below, const Leaves& leaves);

/// Is it a foreign table, or has one below it?
bool has_foreign(const Relation& relation, const std::map<QualifiedName, std::vector<Relation>>& children);

}  // namespace pschema
