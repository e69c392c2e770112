// The walk of `pschema maintain`: look, plan, run, look again, in one session under one lock.
#pragma once

#include <functional>
#include <optional>

#include "base/diagnostic.h"
#include "compile/compile.h"
#include "migration/folder.h"
#include "model/catalog.h"
#include "model/schema.h"
#include "plan/operation.h"
#include "runtime/apply.h"
#include "runtime/session.h"
#include "runtime/stop.h"

namespace pschema {

/// What a look at the database showed, and what is to be done about it.
struct Look {
  Catalog catalog;  // as it is
  Planned planned;  // with pending files counted as done
};

struct MaintainOptions {
  ApplyOptions apply;
  CompileLimits limits;
};

struct Maintained {
  ApplyReport run;            // of all rounds; its files are those that were tried
  std::optional<Look> first;  // before anything ran; none where the run did not come so far
  std::optional<Look> last;   // afterwards; none where nothing ran, or where nobody could look
  const Look* now() const { return last ? &*last : first ? &*first : nullptr; }
};

/// Whoever is told while it lasts. `planned` hears the first plan before anything of it runs.
struct MaintainListener {
  std::function<void(const Plan&)> planned;
  ApplyListener run;
};

/// Takes the lock, looks, runs the files of the plan that are allowed, and looks again. What only the second look
/// shows (a partition that was pointed to until the first round dropped what pointed to it) is done in a second
/// round, unless something failed; there is never a third. Nothing is written where there is nothing to do. `first`
/// is empty, with errors in `diagnostics`, where the plan as a whole is refused. Throws DatabaseError and
/// InternalError.
Maintained maintain(Session& session, const Schema& schema, const Folder& pending, const MaintainOptions& options,
                    const MaintainListener& listener, const StopFlag& flag, Diagnostics& diagnostics);

/// 128 and the signal, 6, 7, 4, 3, 2 or 0: the first that holds (docs/commands.md).
int exit_code(const Maintained& maintained);

// --- Pure parts

/// The files that may run now.
Folder allowed_files(std::vector<MigrationFile> files, bool allow_destructive);

/// What `now` holds and `before` did not know of: operations by what they do and to what.
Plan new_operations(const Plan& now, const Plan& before);

}  // namespace pschema
