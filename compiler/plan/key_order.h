// In which order tables that reference one another come.
#pragma once

#include <vector>

#include "model/catalog.h"

namespace pschema {

/// The catalog's tables in the order of their names, save that each comes behind those that it references by foreign
/// keys, from or to any relation of its tree or an orphan of it. Tables that reference one another in a circle, which
/// have no such order, stand together, by name; a key of a table to itself counts for nothing.
std::vector<QualifiedName> along_foreign_keys(const Catalog& catalog);

}  // namespace pschema
