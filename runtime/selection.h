// What of a folder runs now. Pure.
#pragma once

#include <string>
#include <vector>

#include "runtime/apply.h"
#include "runtime/ledger.h"

namespace pschema {

/// A file that was edited after it was applied says something else than what the database has seen; of one that was
/// stopped half-way this holds for the steps that are done. By name.
std::vector<SumProblem> edited_since_applied(const Folder& folder, const Ledger& ledger);

/// The ledger's own file, where it adds what an older ledger lacks. Not for whom the ledger does not belong to: what
/// he added would be his, and others would trust neither it nor the rest.
bool brings_up_to_date(const MigrationFile& file, const Ledger& ledger);

/// A sentence where the ledger is an older one and stays so in this run; else empty.
std::string older_ledger(const Folder& folder, const Ledger& ledger);

/// The reports of all files, in the order of their names; those that shall run now are `not_tried`.
std::vector<FileReport> selection(const Folder& folder, const Ledger& ledger, bool allow_destructive);

/// After a run: what waited for permission, and is superseded by what ran.
void mark_superseded(const Folder& folder, std::vector<FileReport>& reports);

}  // namespace pschema
