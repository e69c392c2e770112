#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "base/overloaded.h"
#include "model/catalog_key.h"
#include "plan/cursor.h"
#include "plan/fit.h"
#include "plan/leaf.h"
#include "plan/lifecycle.h"
#include "plan/planner.h"

namespace pschema {

QualifiedName Planner::qualified(const Identifier& name, const QualifiedName& parent) const {
  return {schema_.in_schema.value_or(parent.schema), name};
}

namespace {

/// Are all values of a bound numeric, so that it can be compared by them?
bool by_value(const Bound& bound, const std::vector<KeyType>& types) {
  if (types.empty() || types.front() != KeyType::numeric) return false;
  const auto* range = std::get_if<RangeBound>(&bound);
  return range ? std::count_if(range->from.begin(), range->from.end(),
                               [](const RangeDatum& d) { return std::holds_alternative<std::string>(d); }) <= 1
               : std::holds_alternative<ListBound>(bound);
}

}  // namespace

MemberOf Planner::member_of(const QualifiedName& parent) const { return {schema_.name.name, parent.name}; }

NewPartition Planner::new_partition(const QualifiedName& name, Bound bound, const PartitionKey& parent_key,
                                    const std::vector<Level>& below, const Leaves& leaves, std::string extent) {
  NewPartition partition;
  partition.name = name;
  partition.bound_text = server_text(bound, key_types(parent_key, table_.columns));
  partition.bound = std::move(bound);
  partition.by_value = by_value(partition.bound, key_types(parent_key, table_.columns));
  partition.access_method = table_.root.access_method;
  partition.tablespace = table_.root.tablespace;
  partition.extent = std::move(extent);
  if (!below.empty()) {
    partition.key = key_of(below.front());
    partition.below = new_members(below.front(), name);
    partition.attach_first = has_identity(table_);
    if (std::holds_alternative<HashBuckets>(below.front().by)) {
      partition.extent += fmt::format(", hash in {}", partition.below.size());
    }
  } else {
    dress_leaf(partition, leaves, table_);
  }
  partition.relations = partition.foreign ? 1 : relations_of_table(table_, partition.key.has_value());
  for (const NewPartition& p : partition.below) partition.relations += p.relations;
  return partition;
}

std::vector<NewPartition> Planner::new_members(const Level& level, const QualifiedName& parent) {
  std::vector<NewPartition> members;
  const PartitionKey key = key_of(level);
  const MemberOf of = member_of(parent);
  const auto add = [&](const Identifier& name, Bound bound, const std::vector<Level>& below, const Leaves& leaves,
                       std::string extent) {
    members.push_back(
        new_partition(qualified(name, parent), std::move(bound), key, below, leaves, std::move(extent)));
  };
  const auto windows = [&] {
    const RangeAxis keys = range_axis(level, table_).value();
    const std::size_t others = level.key.size() - 1;
    const Cursor cursor = cursor_of(catalog_, table_, level, parent, now_);
    auto wanted = wanted_windows(level.lifecycle, keys.axis, cursor);
    for (const CreateClause& clause : level.lifecycle.create) {
      // The first one where there is none.
      if (std::holds_alternative<CreateNext>(clause.is))
        wanted.emplace(window_at(keys.axis, cursor.position).value(), Want{Reason::create_next});
    }
    for (const auto& [w, want] : wanted) {
      if (std::holds_alternative<SlidingList>(level.by)) {
        add(window_name(level.named, of, keys.axis, w), ListBound{{keys.key(w.lo).value()}}, level.below,
            level.leaves, window_text(keys.axis, w));
        continue;
      }
      RangeBound bound{{keys.key(w.lo).value()}, {keys.key(w.hi).value()}};
      bound.from.insert(bound.from.end(), others, MinValue{});
      bound.to.insert(bound.to.end(), others, MinValue{});
      add(window_name(level.named, of, keys.axis, w), bound, level.below, level.leaves, window_text(keys.axis, w));
    }
  };
  std::visit(Overloaded{
                 [&](const TimeRange&) { windows(); },
                 [&](const IntegerRange&) { windows(); },
                 [&](const ListGroups& list) {
                   for (const ListGroup& group : list.groups) {
                     ListBound bound;
                     for (const ListValue& value : group.values) bound.values.push_back(value.text);
                     add(group_name(level.named, of, group), bound, group.below, group.leaves,
                         "group " + group.name.text);
                   }
                 },
                 [&](const SlidingList&) { windows(); },
                 [&](const HashBuckets& hash) {
                   for (std::int64_t r = 0; r < hash.modulus; ++r) {
                     const HashBound bucket{hash.modulus, r};
                     add(bucket_name(level.named, of, bucket), bucket, level.below, level.leaves,
                         fmt::format("bucket {} of {}", r, hash.modulus));
                   }
                 },
             },
             level.by);
  if (level.default_partition) {
    add(default_name(*level.default_partition, of), DefaultBound{}, level.default_partition->below,
        level.default_partition->leaves, "default partition");
  }
  return members;
}

}  // namespace pschema
