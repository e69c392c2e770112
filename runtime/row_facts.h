// Facts about rows that plans need (design.md, Catalog snapshot): where DEFAULT partitions have rows, and which
// partitions are referenced.
#pragma once

#include <optional>

#include "model/catalog.h"
#include "model/schema.h"
#include "runtime/session.h"

namespace pschema {

/// Measures, for the tables of the schema:
/// - for each DEFAULT partition of a range level, whether the schema mentions it or not, the windows of the level's
/// grid in which it has rows, with how many; of a list
///   level the values;
/// - where foreign keys reference the table: for each partition that may expire, and for each DEFAULT partition,
/// whether a row references it. Each in a short transaction of its own, under ACCESS SHARE and a time limit. What
/// cannot be measured (no right to read, a lock that is not had, time over) stays out of the catalog. The session is
/// outside a transaction and pinned. Throws DatabaseError where the connection is lost.
void measure_rows(Session& session, const Schema& schema, Catalog& catalog);

/// Does a row of another table reference the partition? Measured as above; nullopt where it could not be.
std::optional<bool> is_referenced(Session& session, const Table& table, const QualifiedName& partition);

}  // namespace pschema
