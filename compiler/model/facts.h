// What a plan needs to know of the rows, as far as the clauses of a schema ask for it: the wishes that `snapshot`
// fulfils.
#pragma once

#include <functional>
#include <map>
#include <set>

#include "model/catalog.h"
#include "model/condition.h"
#include "model/schema.h"

namespace pschema {

/// Calls `visit` for every level of the schema and every partitioned table of its tree that is divided as the level
/// says.
void each_branch(const TableSchema& schema, const Table& table,
                 const std::function<void(const Level& level, const Relation& branch)>& visit);

/// A cursor to be measured: the highest key of a branch. At the root the key's own sequence is looked at too; where a
/// deeper level alone has the column as its key, the root has nothing but the sequence (`highest` false).
struct CursorWish {
  QualifiedName root;
  QualifiedName branch;
  Identifier column;
  bool highest = true;
};
std::vector<CursorWish> cursors_wanted(const Schema& schema, const Catalog& catalog);

/// What conditions ask about partitions and orphans, by relation.
std::map<QualifiedName, Questions> questions_wanted(const Schema& schema, const Catalog& catalog);

}  // namespace pschema
