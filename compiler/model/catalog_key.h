// What the snapshot and its file both need to know of keys and bounds.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/bound.h"
#include "model/catalog.h"

namespace pschema {

/// The types of a key's columns; `other` for an expression and for a column that is not among `columns`.
std::vector<KeyType> key_types(const PartitionKey& key, const std::vector<Column>& columns);

/// The bound that the server printed; UnreadableBound unless it writes back to the same text (design.md, Catalog
/// snapshot).
Bound checked_bound(std::string_view server_text, const std::vector<KeyType>& types);

/// `hash (organization_id)`, `range (created_at, "Tenant")`; an expression stands as a literal: `range (sql
/// 'lower(name)')`.
std::string key_text(const PartitionKey& key);
/// Reads what key_text wrote.
std::optional<PartitionKey> parse_key_text(std::string_view text);

}  // namespace pschema
