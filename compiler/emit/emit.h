// From a plan to migration files: ordinary psql scripts (docs/migration-files.md). Pure; the same plan gives the same
// bytes.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "migration/folder.h"
#include "plan/adopt.h"
#include "plan/operation.h"

namespace pschema {

/// What a file sets for its own session. PostgreSQL's spelling: `3s`, `10min`.
struct FileSettings {
  std::string lock_timeout = "3s";
  std::string statement_timeout = "10min";
};

/// The partitions of a table that a folder takes over (plan.h, baseline).
struct Baseline {
  QualifiedName table;
  std::vector<Operation> operations;
};

/// The files that carry out the plan, in the order in which they run, to be added to `folder`: the ledger's if the
/// folder is empty, for each table its baseline; then all creations before all retirements before all drops, so that
/// a retirement that fails holds no creation back; creations along the foreign keys, retirements and drops against
/// them. Empty where there is nothing to do. No name is given that the
/// folder or the ledger (`applied`) has: a database would take such a file for done.
std::vector<MigrationFile> emit(const Plan& plan, const std::vector<Baseline>& baselines, const Folder& folder,
                                const std::set<std::string>& applied, const FileSettings& settings);

/// The same for a run that begins at once and leaves no file behind (`pschema maintain`): names of its own, no
/// baseline, and the ledger's file only where there is no ledger. `taken`: all names that the ledger has, whatever
/// became of them: a night that failed in the same second must not be gone on with.
std::vector<MigrationFile> emit_to_run(const Plan& plan, bool has_ledger, const std::set<std::string>& taken,
                                       const FileSettings& settings);

/// What the file of an operation holds for it, from its \echo on: its test and its statements. The operation is named
/// by its place in the plan of its table.
std::string step_of(const TablePlan& table, std::size_t operation, const FileSettings& settings);

/// The file of an adoption, behind those of the baseline and the ledger where the folder has none.
std::vector<MigrationFile> emit_adoption(const Adoption& adoption, Instant at, const std::vector<Baseline>& baselines,
                                         const Folder& folder, const std::set<std::string>& applied,
                                         const FileSettings& settings);

/// The file that makes the ledger, or brings an older one up to date.
MigrationFile ledger_file();

}  // namespace pschema
