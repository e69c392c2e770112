// Migrations that were written and not applied yet count as done when planning.
#pragma once

#include <optional>
#include <vector>

#include "migration/folder.h"
#include "model/catalog.h"
#include "plan/operation.h"

namespace pschema {

/// What a pending file takes away.
struct PendingRetirement {
  std::string file;
  QualifiedName relation;
  bool drops = false;
};

struct WithPending {
  Catalog catalog;                 // as it will be
  std::optional<Catalog> created;  // as it would be if no file detached, moved or dropped; where one does
  std::vector<Finding> findings;   // opaque_migration, pending_blocked
  std::vector<PendingRetirement> retirements;
  std::vector<std::string> files;  // names of the pending ones, in the order in which they will run
};

/// Replays, in the order of their names, the files of the folder that the ledger does not have as done. What they do
/// is read back from their own statements. A file with a statement that pschema does not write counts for nothing
/// (`opaque_migration`), and so does one that PostgreSQL would refuse on this catalog (`pending_blocked`). Files of
/// tables that the catalog does not have are passed over: the snapshot was taken for other schemas. So are files that
/// were superseded (migration/superseded.h): they will not run.
WithPending with_pending(Catalog catalog, const Folder& folder);

}  // namespace pschema
