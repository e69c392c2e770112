// How a new table that holds rows is stored, and what it takes over from the root (docs/language.md, Leaves).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/catalog.h"
#include "model/schema.h"
#include "plan/operation.h"

namespace pschema {

/// Fills in what `leaves` says about a new leaf. The catalog has the facts that are asked for (unfit_leaves).
void dress_leaf(NewPartition& leaf, const Leaves& leaves, const Table& table);

/// Why `leaves` cannot be carried out on this table: a fact that the snapshot lacks, or one that a leaf cannot take
/// over. nullopt where it can.
std::optional<std::string> unfit_leaves(const Level& root, const Table& table);

/// Would psql leave this text of the server's, of one line, as it is?
bool plain_for_psql(std::string_view text);

}  // namespace pschema
