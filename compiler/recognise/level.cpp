#include "recognise/level.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/quote.h"
#include "plan/fit.h"
#include "recognise/ahead.h"
#include "recognise/list.h"
#include "recognise/names.h"

namespace pschema {
namespace {

using Result = std::variant<LevelShape, NotRecognised>;
using Branches = std::vector<const Relation*>;

bool is_default(const Relation& relation) { return std::holds_alternative<DefaultBound>(relation.bound); }

/// Of all the branches, in their order.
Branches members_of(const RecogniseInput& in, const Branches& branches, bool the_default_ones) {
  Branches members;
  for (const Relation* branch : branches) {
    for (const Relation& child : children_of(in.table, branch->name)) {
      if (is_default(child) == the_default_ones) members.push_back(&child);
    }
  }
  return members;
}

std::string key_text(const PartitionKey& key) {
  std::string text;
  for (const KeyPart& part : key.parts) {
    text += (text.empty() ? "" : ", ") + (part.expression.empty() ? quote(part.column) : "(" + part.expression + ")");
  }
  return fmt::format("{} ({})", strategy_word(key.strategy), text);
}

/// The shape that most of the members have: a key, or none for plain tables. Of two with as many, the one that the
/// later member has.
std::optional<PartitionKey> usual_key(const Branches& members) {
  std::map<std::optional<PartitionKey>, std::size_t> votes;
  std::size_t most = 0;
  std::optional<PartitionKey> usual;
  for (const Relation* member : members) {
    const std::size_t count = ++votes[member->key];
    if (count < most) continue;
    most = count;
    usual = member->key;
  }
  return usual;
}

bool any_of(const Branches& branches, const std::set<std::string>& names) {
  return std::any_of(branches.begin(), branches.end(),
                     [&](const Relation* branch) { return names.contains(quote(branch->name)); });
}

/// Groups that are alike say the same.
void add_note(std::vector<std::string>& notes, std::string note) {
  if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(std::move(note));
}

/// What lies below members that are alike; what differs is told in a note.
std::vector<LevelShape> level_below(const RecogniseInput& in, const Branches& members,
                                    std::vector<std::string>& notes) {
  Branches ours;
  for (const Relation* member : members) {
    if (member->owner.empty() && member->kind != RelationKind::foreign_table) ours.push_back(member);
  }
  const auto usual = usual_key(ours);
  if (!usual) return {};
  Branches alike;
  for (const Relation* member : ours) {
    if (member->key == usual) alike.push_back(member);
  }
  if (alike.size() < ours.size()) {
    add_note(notes, fmt::format("{} of {} partitions have another shape below than this, and keep it",
                                ours.size() - alike.size(), ours.size()));
  }
  for (const Relation* branch : alike) {
    const auto why = in.caution.left_out.find(quote(branch->name));
    if (why == in.caution.left_out.end()) continue;
    add_note(notes, fmt::format("the partitions are partitioned by {}, which is left as it is: {}", key_text(*usual),
                                why->second));
    return {};
  }
  Result found = recognise_level(in, alike);
  if (auto* shape = std::get_if<LevelShape>(&found)) return {std::move(*shape)};
  add_note(notes, fmt::format("the partitions are partitioned by {}, which is left as it is: {}", key_text(*usual),
                              std::get<NotRecognised>(found).why));
  return {};
}

/// A DEFAULT partition in each of the branches; where only some have one, none is described, for the others would get
/// one.
void add_default(const RecogniseInput& in, const Branches& branches, LevelShape& shape) {
  const Branches members = members_of(in, branches, true);
  if (members.empty()) return;
  if (members.size() < branches.size()) {
    shape.notes.push_back(fmt::format("{} of {} branches have a DEFAULT partition; it is left alone there",
                                      members.size(), branches.size()));
    return;
  }
  DefaultShape partition;
  const bool below_root = branches.front() != &in.table.root;
  const auto name =
      default_partition_name({in.table.root.name.name, branches.front()->name.name}, members.front()->name.name);
  if (name && !(below_root && name->starts_with("{table}"))) partition.named = *name;
  partition.below = level_below(in, members, shape.notes);
  shape.default_partition.push_back(std::move(partition));
}

std::vector<NamedMember> named_members(const RecogniseInput& in, const Branches& branches, const LevelShape& shape,
                                       const Axis& axis, const KeyFormat& format) {
  std::vector<NamedMember> members;
  for (const Relation* branch : branches) {
    for (const Relation& child : children_of(in.table, branch->name)) {
      const MemberOf of{in.table.root.name.name, branch->name.name};
      if (const auto* bucket = std::get_if<HashBound>(&child.bound)) {
        members.push_back({of, child.name.name, *bucket});
        continue;
      }
      const RangePlace place = place_of(child.bound, axis, format);
      const bool window = place.kind == RangePlace::Kind::ours && window_at(axis, place.extent.lo) == place.extent;
      if (window) members.push_back({of, child.name.name, place.extent});
    }
  }
  // The newest names are those to go on with.
  if (!std::holds_alternative<HashBuckets>(shape.by)) {
    std::stable_sort(members.begin(), members.end(), [](const NamedMember& a, const NamedMember& b) {
      return std::get<Window>(a.is).lo > std::get<Window>(b.is).lo;
    });
  }
  return members;
}

void add_names(const RecogniseInput& in, const Branches& branches, const Axis& axis, const KeyFormat& format,
               LevelShape& shape) {
  const auto members = named_members(in, branches, shape, axis, format);
  const bool below_root = branches.front() != &in.table.root;
  const RecognisedNames names = recognise_names(shape.by, axis, members, below_root);
  shape.named = names.named;
  if (names.matching < members.size()) {
    shape.notes.push_back(fmt::format("{} of {} partitions bear other names than new ones will",
                                      members.size() - names.matching, members.size()));
  }
}

Result range_level(const RecogniseInput& in, const Branches& branches, LevelShape shape) {
  const Branches members = members_of(in, branches, false);
  const Column* leading = find_column(in.table, shape.key.front());
  if (!leading) return NotRecognised{"its key column is not among the table's columns"};
  const bool root = branches.front() == &in.table.root;
  auto found = recognise_range(members, *leading, in.zones, root ? in.hint : KeyHint{});
  if (auto* no = std::get_if<NotRecognised>(&found)) return *no;
  auto& range = std::get<RecognisedRange>(found);
  shape.by = range.by;
  shape.notes = std::move(range.notes);
  const KeyType type = key_type_of(leading->type);
  const Axis axis = axis_of(shape.by, type);
  const KeyFormat format = format_of(shape.by, type);
  add_names(in, branches, axis, format, shape);
  if (!any_of(branches, in.caution.never)) shape.after = windows_ahead(in, branches, shape, axis, format);
  add_history(in, branches, shape, axis, format);
  add_default(in, branches, shape);
  shape.below = level_below(in, members, shape.notes);
  return shape;
}

Result sliding_level(const RecogniseInput& in, const Branches& branches, LevelShape shape, std::int64_t first) {
  shape.by = SlidingList{first};
  const KeyType type = column_key_type(in.table, shape.key.front());
  add_names(in, branches, axis_of(shape.by, type), format_of(shape.by, type), shape);
  shape.notes.push_back(
      "a new partition is made once the newest has come to a point that no bound tells: say so, as in `create next "
      "when size > 10 GB;`");
  shape.below = level_below(in, members_of(in, branches, false), shape.notes);
  return shape;
}

Result list_level(const RecogniseInput& in, const Branches& branches, LevelShape shape) {
  const Column* leading = find_column(in.table, shape.key.front());
  if (!leading) return NotRecognised{"its key column is not among the table's columns"};
  if (const auto first = sliding_from(in.table, branches, *leading))
    return sliding_level(in, branches, std::move(shape), *first);
  shape.by = ListGroups{};
  CommonGroups groups = common_groups(in.table, branches);
  if (groups.groups.empty() && members_of(in, branches, true).empty())
    return NotRecognised{"there is no partition that would tell its groups"};
  shape.named = groups.named;
  if (groups.others > 0) {
    shape.notes.push_back(
        fmt::format("{} partitions have values that not every branch has a partition for; they stay", groups.others));
  }
  for (CommonGroup& group : groups.groups) {
    GroupShape described{group.name, group.values, {}};
    described.below = level_below(in, group.members, shape.notes);
    shape.groups.push_back(std::move(described));
  }
  add_default(in, branches, shape);
  return shape;
}

Result hash_level(const RecogniseInput& in, const Branches& branches, LevelShape shape) {
  std::map<std::int64_t, std::size_t> votes;
  for (const Relation* branch : branches) {
    std::map<std::int64_t, std::int64_t> buckets;
    for (const Relation& child : children_of(in.table, branch->name)) {
      const auto* bucket = std::get_if<HashBound>(&child.bound);
      if (!bucket) return NotRecognised{"a bound is no hash bucket"};
      ++buckets[bucket->modulus];
      ++votes[bucket->modulus];
    }
    if (buckets.empty()) {
      return NotRecognised{fmt::format("{} has no bucket, which tells no modulus, and every bucket would be created",
                                       quote(branch->name))};
    }
    const auto [modulus, count] = *buckets.begin();
    if (buckets.size() == 1 && count < modulus) {
      return NotRecognised{fmt::format(
          "{} has {} of {} buckets, and rows of the others are refused; described here, what is missing would be "
          "created",
          quote(branch->name), count, modulus)};
    }
  }
  const auto most =
      std::max_element(votes.begin(), votes.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  shape.by = HashBuckets{most->first};
  const KeyType type = column_key_type(in.table, shape.key.front());
  add_names(in, branches, axis_of(shape.by, type), format_of(shape.by, type), shape);
  shape.below = level_below(in, members_of(in, branches, false), shape.notes);
  return shape;
}

}  // namespace

Result recognise_level(const RecogniseInput& in, const Branches& branches) {
  const PartitionKey& key = *branches.front()->key;
  LevelShape shape;
  for (const KeyPart& part : key.parts) {
    if (!part.expression.empty() || part.column.text.empty())
      return NotRecognised{fmt::format("its key is an expression, {}, and a key is columns here", key_text(key))};
    shape.key.push_back(part.column);
  }
  switch (key.strategy) {
    case Strategy::range:
      return range_level(in, branches, std::move(shape));
    case Strategy::list:
      return list_level(in, branches, std::move(shape));
    case Strategy::hash:
      return hash_level(in, branches, std::move(shape));
  }
  return NotRecognised{"its strategy is not known"};
}

}  // namespace pschema
