// Is what the description of a table names there: the table as a tree of its own, and the schemas of its partitions?
#pragma once

#include <map>

#include "base/diagnostic.h"
#include "model/catalog.h"
#include "model/schema.h"

namespace pschema {

void schemas_of_partitions(const TableSchema& table, const Catalog& catalog, Diagnostics& diagnostics);
/// Reports that the table is not there.
void missing(const TableSchema& schema, const Catalog& catalog, Diagnostics& diagnostics);
/// Tables of a schema that lie in the tree of another one: by their names, the tree's root and the parent there. In
/// one walk over the catalog, however many tables a schema has.
struct Inside {
  QualifiedName outer;
  QualifiedName parent;
};
std::map<QualifiedName, Inside> tables_inside_others(const Schema& schema, const Catalog& catalog);
/// Is it described beside the tree that it belongs to? A branch of a tree that nobody describes is a root like any
/// other.
bool inside_another(const TableSchema& schema, const std::map<QualifiedName, Inside>& inside,
                    Diagnostics& diagnostics);

}  // namespace pschema
