#include <fmt/format.h>

#include <algorithm>

#include "base/overloaded.h"
#include "model/list_value.h"
#include "plan/cursor.h"
#include "plan/fit.h"
#include "plan/foreign_leaf.h"
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

/// What the schema says of a member of a level.
struct Described {
  const Level* below = nullptr;        // null: nothing
  const Leaves* if_foreign = nullptr;  // where it makes such members foreign tables
};

Described described(const std::vector<Level>& below, const Leaves& leaves) {
  return {below.empty() ? nullptr : &below.front(), makes_foreign(below, leaves) ? &leaves : nullptr};
}

Described describe(const Level* level, const Table& table, const Relation& member) {
  if (level == nullptr) return {};
  if (std::holds_alternative<DefaultBound>(member.bound)) {
    if (!level->default_partition) return {};
    return described(level->default_partition->below, level->default_partition->leaves);
  }
  const auto* list = std::get_if<ListGroups>(&level->by);
  const auto* bound = std::get_if<ListBound>(&member.bound);
  if (!list || !bound) return described(level->below, level->leaves);
  const KeyType type = column_key_type(table, level->key.front().value);
  for (const ListGroup& group : list->groups) {
    const auto& first = group.values.front().text;
    const bool same = std::any_of(bound->values.begin(), bound->values.end(), [&](const auto& value) {
      return comparable_value(type, value) == comparable_value(type, first);
    });
    if (same) return described(group.below, group.leaves);
  }
  return {};
}

bool can_be_made(const Relation& relation, const Described& in) {
  const bool known = relation.kind == RelationKind::table || relation.kind == RelationKind::partitioned_table ||
                     (relation.kind == RelationKind::foreign_table && in.if_foreign);
  return known && !relation.detach_pending && !std::holds_alternative<UnreadableBound>(relation.bound);
}

/// As it stands, gaps and all. Unreadable bounds cannot be made again, nor foreign tables of which the schema does
/// not say how: the others are made as it says today.
NewPartition as_it_stands(const Table& table, const Relation& relation, const Described& in) {
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
    const Described child_in = describe(in.below, table, child);
    if (can_be_made(child, child_in)) partition.below.push_back(as_it_stands(table, child, child_in));
  }
  partition.attach_first = !partition.below.empty() && has_identity(table);
  partition.relations = relations_of_table(table, relation.key.has_value());
  if (relation.kind == RelationKind::foreign_table) {
    make_foreign(partition, *in.if_foreign->foreign, table);
    partition.relations = 1;
  }
  for (const NewPartition& below : partition.below) partition.relations += below.relations;
  return partition;
}

/// Is a partition directly below the root of the kind that this schema makes or looks after?
bool is_ours(const TableSchema& schema, const Table& table, const Relation& child) {
  if (!can_be_made(child, describe(&schema.root, table, child))) return false;
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
    NewPartition partition = as_it_stands(table, child, describe(&fitted.root, table, child));
    partition.away = fitted.root.lifecycle.detach.into_schema;
    operations.push_back({Create{fitted.name, fitted.name, std::move(partition), ""}, Reason::baseline});
  }
  return operations;
}

}  // namespace pschema
