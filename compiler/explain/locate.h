// The way from a partitioned table to one of its partitions, with the level of the schema that describes each step.
#pragma once

#include <vector>

#include "model/catalog.h"
#include "model/schema.h"

namespace pschema {

struct Step {
  const Level* level = nullptr;  // that divides the parent; nullptr where the schema does not describe it
  const Relation* parent = nullptr;
  const Relation* member = nullptr;
};

/// The level that divides a table whose parts the schema describes so: nullptr where the table is not divided, or
/// otherwise.
const Level* dividing(const std::vector<Level>& below, const Relation& relation);
/// What the schema has below a member of a level; nullptr where it belongs to no group of it.
const std::vector<Level>* below_of(const Level& level, const Table& table, const Bound& member);
/// The group with exactly these values; nullptr where there is none.
const ListGroup* group_of(const ListGroups& list, KeyType type, const ListBound& bound);

/// From the root down; empty where the name is no attached partition of the table. Everything is pointed to in
/// `schema` and `table`, which must outlive it.
std::vector<Step> way_to(const TableSchema& schema, const Table& table, const QualifiedName& name);

/// The level that divides a partitioned table of the tree.
const Level* level_of(const TableSchema& schema, const Table& table, const QualifiedName& branch);

}  // namespace pschema
