// Does the schema fit the database at all? A table that does not is refused before anything is planned for it.
#pragma once

#include "base/diagnostic.h"
#include "model/catalog.h"
#include "model/schema.h"
#include "plan/operation.h"

namespace pschema {

struct Fitted {
  /// The tables that fit, each time axis' clock set by its key's type, in the order in which their creations run:
  /// along the foreign keys (plan/key_order.h).
  Schema schema;
  std::vector<RefusedTable> refused;  // the others, by name
};

/// Compares each table of the schema with the catalog: it exists and is partitioned by the strategy and key of the
/// root level, every key column exists and its type fits the encoding, every unique constraint holds every partition
/// column (PostgreSQL documentation, Table Partitioning, Limitations), every window that is wanted at `now` can be
/// written in the key. A level that wants so many windows more than the table has partitions that more than
/// `max_create` would be made is refused before they are built. Errors carry the place in the schema; each holds back
/// its own table and no other.
Fitted fit(const Schema& schema, const Catalog& catalog, Instant now, std::int64_t max_create,
           Diagnostics& diagnostics);

const Column* find_column(const Table& table, const Identifier& name);

/// The type of a key column, and how a level writes its leading one. The columns exist (fit has seen to it).
KeyType column_key_type(const Table& table, const Identifier& name);
KeyFormat key_format(const TimeRange& range, KeyType type);
PartitionKey key_of(const Level& level);

}  // namespace pschema
