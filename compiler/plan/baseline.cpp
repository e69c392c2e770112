#include <fmt/format.h>

#include "base/overloaded.h"
#include "plan/cursor.h"
#include "plan/fit.h"
#include "plan/plan.h"
#include "plan/planner.h"

namespace pschema {
namespace {

std::string extent_text(const Relation& relation) {
  return std::visit(Overloaded{
                        [&](const RangeBound&) { return relation.bound_text; },
                        [&](const ListBound&) { return relation.bound_text; },
                        [](const HashBound& b) { return fmt::format("bucket {} of {}", b.remainder, b.modulus); },
                        [](const DefaultBound&) { return std::string("default partition"); },
                        [](const UnreadableBound&) { return std::string("a bound that pschema cannot read"); },
                    },
                    relation.bound);
}

/// As it stands, gaps and all. Foreign tables and unreadable bounds cannot be made again from a schema.
NewPartition as_it_stands(const Table& table, const Relation& relation) {
  NewPartition partition;
  partition.name = relation.name;
  partition.bound = relation.bound;
  partition.bound_text = relation.bound_text;
  partition.key = relation.key;
  partition.access_method = relation.access_method;
  partition.tablespace = relation.tablespace;
  partition.unlogged = relation.persistence == Persistence::unlogged && !relation.key;
  partition.extent = extent_text(relation);
  for (const Relation& child : children_of(table, relation.name)) {
    const bool plain = child.kind == RelationKind::table || child.kind == RelationKind::partitioned_table;
    if (plain && !child.detach_pending && !std::holds_alternative<UnreadableBound>(child.bound)) {
      partition.below.push_back(as_it_stands(table, child));
    }
  }
  partition.attach_first = !partition.below.empty() && has_identity(table);
  partition.relations = relations_of_table(table, relation.key.has_value());
  for (const NewPartition& below : partition.below) partition.relations += below.relations;
  return partition;
}

/// Is a partition directly below the root of the kind that this schema makes or looks after?
bool is_ours(const TableSchema& schema, const Table& table, const Relation& child) {
  if (child.detach_pending || child.kind == RelationKind::foreign_table) return false;
  const auto in_range = [&] {
    const RangeAxis keys = range_axis(schema.root, table).value();
    const auto kind = place_of(child.bound, keys.axis, keys.format).kind;
    if (kind == RangePlace::Kind::is_default) return schema.root.default_partition.has_value();
    return kind == RangePlace::Kind::ours;
  };
  return std::visit(Overloaded{
                        [&](const TimeRange&) { return in_range(); },
                        [&](const IntegerRange&) { return in_range(); },
                        [&](const ListGroups&) { return std::holds_alternative<ListBound>(child.bound); },
                        [&](const SlidingList&) { return in_range(); },
                        [&](const HashBuckets&) { return std::holds_alternative<HashBound>(child.bound); },
                    },
                    schema.root.by);
}

}  // namespace

std::vector<Operation> baseline(const TableSchema& fitted, const Catalog& catalog) {
  const Table& table = catalog.tables.at(fitted.name);
  std::vector<Operation> operations;
  for (const Relation& child : children_of(table, fitted.name)) {
    if (!is_ours(fitted, table, child)) continue;
    NewPartition partition = as_it_stands(table, child);
    partition.away = fitted.root.lifecycle.detach.into_schema;
    operations.push_back({Create{fitted.name, fitted.name, std::move(partition), ""}, Reason::baseline});
  }
  return operations;
}

}  // namespace pschema
