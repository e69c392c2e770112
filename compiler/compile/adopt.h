// An adoption, from the schema and the catalog to its migration file. Pure.
#pragma once

#include <variant>
#include <vector>

#include "compile/compile.h"
#include "plan/adopt.h"

namespace pschema {

struct Adopted {
  Adoption adoption;
  std::vector<MigrationFile> files;  // to be added to the folder
  std::size_t pending_files = 0;     // of the folder, which count as done
};

/// Tables that do not fit the catalog are refused with errors, as in compile(). The written file is read back, and
/// must say the same. Throws InternalError.
std::variant<Adopted, AdoptRefusal> compile_adoption(const Schema& schema, const Catalog& catalog,
                                                     const Folder& folder, Instant at, const CompileLimits& limits,
                                                     const AdoptRequest& request, Diagnostics& diagnostics);

}  // namespace pschema
