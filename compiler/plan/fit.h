// Does the schema fit the database at all? What does not is refused before anything is planned.
#pragma once

#include "base/diagnostic.h"
#include "model/catalog.h"
#include "model/schema.h"

namespace pschema {

/// Compares each table of the schema with the catalog: it exists and is partitioned by the strategy and key of the
/// root level, every key column exists and its type fits the encoding, every unique constraint holds every partition
/// column (PostgreSQL documentation, Table Partitioning, Limitations), every window that is wanted at `now` can be
/// written in the key. Errors carry the place in the schema. The result is the schema with each time axis' clock set
/// by its key's type; use it only where no error was added. A level that wants so many windows more than the table
/// has partitions that more than `max_create` would be made is refused before they are built.
Schema fit(const Schema& schema, const Catalog& catalog, Instant now, std::int64_t max_create,
           Diagnostics& diagnostics);

const Column* find_column(const Table& table, const Identifier& name);

/// The type of a key column, and how a level writes its leading one. The columns exist (fit has seen to it).
KeyType column_key_type(const Table& table, const Identifier& name);
std::vector<KeyType> key_types(const Table& table, const PartitionKey& key);
KeyFormat key_format(const TimeRange& range, KeyType type);
PartitionKey key_of(const Level& level);

}  // namespace pschema
