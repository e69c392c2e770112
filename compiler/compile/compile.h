// The whole middle of pschema: schema, catalog, folder and moment in; plan and files out. Pure.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/internal_error.h"
#include "emit/emit.h"
#include "migration/folder.h"
#include "model/catalog.h"
#include "model/schema.h"
#include "plan/operation.h"

namespace pschema {

/// A plan that would make more partitions than this has to be asked for.
inline constexpr std::int64_t kDefaultMaxCreate = 1000;

struct CompileLimits {
  std::int64_t max_create = kDefaultMaxCreate;
  FileSettings settings;
};

/// The first half: a plan that proves.
struct Planned {
  Schema fitted;                  // without the tables that were refused
  Catalog catalog;                // with pending files counted as done
  Plan plan;                      // with the tables that were refused, and what was found about pending files
  std::size_t pending_files = 0;  // how many of the folder were not applied
};

struct Compiled {
  Plan plan;  // with what was found about pending files
  std::size_t pending_files = 0;
  std::vector<MigrationFile> files;  // to be added to the folder; empty where there is nothing to do
  Catalog catalog;                   // with pending files counted as done
};

/// Plans on the catalog with the folder's pending files counted as done, and proves the plan. A table that does not
/// fit the catalog is refused, with errors, and holds back itself alone. nullopt, with an error, where the plan as a
/// whole is refused: it would create too much. Throws InternalError.
std::optional<Planned> plan_with_pending(const Schema& schema, Catalog catalog, const Folder& folder, Instant at,
                                         std::int64_t max_create, Diagnostics& diagnostics);

/// The same, and writes the files of the tables that were not refused, reads them back and proves that they say the
/// same.
std::optional<Compiled> compile(const Schema& schema, Catalog catalog, const Folder& folder, Instant at,
                                const CompileLimits& limits, Diagnostics& diagnostics);

/// The second half of compile(): nothing comes out unless `plan` proves on the catalog and the files read back say
/// the same. Throws InternalError.
std::vector<MigrationFile> prove_and_emit(const Schema& fitted, const Catalog& catalog, const Plan& plan,
                                          const Folder& folder, const FileSettings& settings);

/// The second half for a run that begins at once (emit_to_run), of a plan that plan_with_pending() has proved.
std::vector<MigrationFile> prove_and_emit_to_run(const Catalog& catalog, const Plan& plan,
                                                 const std::set<std::string>& taken, const FileSettings& settings);

/// Tables that the folder has no file of yet: their partitions are taken over.
std::vector<Baseline> baselines_of(const Schema& fitted, const Catalog& catalog, const Folder& folder);

/// The proof of the written files: replayed on the catalog they must lead to the same model as the plan. The answer
/// says what differs.
std::optional<std::string> files_differ_from_plan(const Catalog& catalog, const Plan& plan, const Folder& written);

}  // namespace pschema
