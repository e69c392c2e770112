// One file, step by step.
#pragma once

#include "migration/folder.h"
#include "migration/script.h"
#include "runtime/apply.h"
#include "runtime/run.h"

namespace pschema {

/// Runs the items of a file, and records its steps in the ledger; its own row there is the caller's. A step that
/// fails is tried again as the policy of retries says. Afterwards no transaction is open; settings and role are as
/// the file left them. Never throws DatabaseError.
FileReport run_items(Run& run, const MigrationFile& file, const Script& script);

}  // namespace pschema
