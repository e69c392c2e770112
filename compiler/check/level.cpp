#include "check/level.h"

#include <fmt/format.h>

#include <type_traits>
#include <vector>

#include "base/overloaded.h"
#include "base/quote.h"
#include "check/groups.h"
#include "check/leaves.h"
#include "check/lifecycle.h"
#include "check/naming.h"
#include "check/rows.h"
#include "check/supported.h"

namespace pschema {
namespace {

/// A block's clauses by kind, in the order in which they stand.
struct Parts {
  LifecycleRows rows;
  std::vector<const ast::UsePolicy*> policies;
  std::vector<const ast::Named*> named;
  std::vector<const ast::Default*> defaults;
  std::vector<const ast::Group*> groups;
  std::vector<const ast::Leaves*> leaves;
  std::vector<const ast::Level*> levels;
};

Parts parts_of(const ast::Block& block) {
  Parts parts;
  parts.rows = rows_of(block);
  for (const ast::Clause& clause : block.clauses) {
    std::visit(Overloaded{
                   [](const ast::CreateClause&) {},
                   [](const ast::KeepClause&) {},
                   [](const ast::DetachClause&) {},
                   [](const ast::DropClause&) {},
                   [&](const ast::UsePolicy& c) { parts.policies.push_back(&c); },
                   [&](const ast::Named& c) { parts.named.push_back(&c); },
                   [&](const ast::Default& c) { parts.defaults.push_back(&c); },
                   [&](const ast::Group& c) { parts.groups.push_back(&c); },
                   [&](const ast::Leaves& c) { parts.leaves.push_back(&c); },
                   [&](const ast::Level& c) { parts.levels.push_back(&c); },
               },
               clause.is);
  }
  return parts;
}

/// The one clause of a kind that stands once a block; null where there is none.
template <class Clause>
const Clause* only(const std::vector<const Clause*>& clauses, std::string_view what, Diagnostics& diagnostics) {
  if (clauses.empty()) return nullptr;
  for (std::size_t i = 1; i < clauses.size(); ++i) {
    Diagnostic d;
    d.code = Code::duplicate_clause;
    d.message = fmt::format("`{}` stands twice in this block", what);
    d.span = clauses[i]->span;
    d.others.push_back({clauses.front()->span, "it stands here already"});
    diagnostics.add(std::move(d));
  }
  return clauses.front();
}

/// Where such a clause belongs.
template <class Clause>
std::string hint_of(std::string_view where) {
  constexpr bool lifecycle = std::is_same_v<Clause, ast::CreateClause> || std::is_same_v<Clause, ast::KeepClause> ||
                             std::is_same_v<Clause, ast::DetachClause> || std::is_same_v<Clause, ast::DropClause> ||
                             std::is_same_v<Clause, ast::UsePolicy>;
  if (lifecycle && where == "a hash level") return "buckets are made at once and never expire";
  if (lifecycle && !where.starts_with("a policy"))
    return "groups are made at once and never expire; a lifecycle stands in a level below, such as `partition by "
           "range`";
  if (std::is_same_v<Clause, ast::Group>) return "groups stand in the block of a `partition by list (…)`";
  if (std::is_same_v<Clause, ast::Default>) return "only range levels and lists of groups have a DEFAULT partition";
  return where.starts_with("a policy") ? "write it in the levels that use the policy"
                                       : "write it in the level itself";
}

template <class Clause>
void refuse(const std::vector<const Clause*>& clauses, std::string_view what, std::string_view where,
            Diagnostics& diagnostics) {
  for (const Clause* clause : clauses) {
    diagnostics.error(Code::clause_not_here, clause->span, fmt::format("{} in {}", what, where),
                      hint_of<Clause>(where));
  }
}

void refuse_lifecycle(const Parts& parts, std::string_view where, Diagnostics& diagnostics) {
  refuse(parts.rows.create, "a `create` clause", where, diagnostics);
  refuse(parts.rows.keep, "a `keep` clause", where, diagnostics);
  refuse(parts.rows.detach, "a `detach` clause", where, diagnostics);
  refuse(parts.rows.drop, "a `drop` clause", where, diagnostics);
  refuse(parts.policies, "a policy", where, diagnostics);
}

// --- Lifecycle
// ----------------------------------------------------------------------------------------------------------

const ast::Policy* find_policy(const ast::UsePolicy& use, const Surroundings& in) {
  const auto found = in.policies.find(use.name.value);
  if (found != in.policies.end()) return found->second;
  std::vector<std::string_view> names;
  for (const auto& [name, policy] : in.policies) names.push_back(name.text);
  const std::string near(nearest(use.name.value.text, names));
  if (!in.all_policies) return nullptr;
  in.diagnostics.error(Code::unknown_policy, use.name.span, fmt::format("unknown policy `{}`", quote(use.name.value)),
                       near.empty() ? "policies are looked for in all the files given"
                                    : fmt::format("did you mean `{}`?", quote(Identifier{near})));
  return nullptr;
}

/// The block's own clauses with those of its policy. Of a policy that is unknown nothing can be said.
LifecycleRows all_rows(const Parts& parts, const Surroundings& in) {
  check_rows(parts.rows, in.diagnostics);
  const ast::UsePolicy* use = only(parts.policies, "policy", in.diagnostics);
  if (use == nullptr) return parts.rows;
  const ast::Policy* policy = find_policy(*use, in);
  if (policy == nullptr) {
    LifecycleRows rows = parts.rows;
    rows.gaps = ast::kAnyGap;
    return rows;
  }
  return merge_rows(parts.rows, rows_of(policy->block), use->span, in.diagnostics);
}

std::optional<LifecycleAxis> lifecycle_axis(const Head& head) {
  using Result = std::optional<LifecycleAxis>;
  return std::visit(
      Overloaded{[&](const TimeRange& r) {
                   return Result(OnTime{r.axis, head.whole, head.zone_known});
                 },
                 [&](const IntegerRange& r) {
                   return Result(OnIntegers{r.axis, head.whole});
                 },
                 [](const SlidingList&) { return Result(OnSlidingList{}); },
                 [](const ListGroups&) { return Result(); }, [](const HashBuckets&) { return Result(); }},
      *head.by);
}

// --- What is below
// ------------------------------------------------------------------------------------------------------

std::vector<Level> check_below(const ast::Level* level, const Above& above, const Surroundings& in) {
  if (level == nullptr) return {};
  auto checked = check_level(*level, above, in);
  if (!checked) return {};
  return {std::move(*checked)};
}

/// The one level below; those that stand beside it have been reported, and are looked through for their own mistakes.
std::vector<Level> check_below(const std::vector<const ast::Level*>& levels, const Above& above,
                               const Surroundings& in) {
  const ast::Level* level = only(levels, "partition by", in.diagnostics);
  for (std::size_t i = 1; i < levels.size(); ++i) check_below(levels[i], above, in);
  return check_below(level, above, in);
}

/// The block of a group or a default partition: a level below, and leaves.
struct Inner {
  bool own_level = false;
  std::vector<Level> below;
  bool own_leaves = false;
  Leaves leaves;
};
Inner check_inner(const ast::Block& block, std::string_view where, const Above& above, const Surroundings& in) {
  const Parts parts = parts_of(block);
  refuse_lifecycle(parts, where, in.diagnostics);
  refuse(parts.named, "`named`", where, in.diagnostics);
  refuse(parts.defaults, "`default`", where, in.diagnostics);
  refuse(parts.groups, "`group`", where, in.diagnostics);
  Above inside = above;
  if (const ast::Leaves* leaves = only(parts.leaves, "leaves", in.diagnostics)) {
    inside.leaves = check_leaves(*leaves, above.leaves, in.diagnostics);
  }
  if (block.gaps.shape) in.whole = false;
  return {!parts.levels.empty(), check_below(parts.levels, inside, in), !parts.leaves.empty(), inside.leaves};
}

std::size_t levels_in(const std::vector<Level>& below);

std::size_t levels_in(const Level& level) {
  std::size_t count = 1 + levels_in(level.below);
  if (level.default_partition) count += levels_in(level.default_partition->below);
  if (const auto* list = std::get_if<ListGroups>(&level.by)) {
    for (const ListGroup& group : list->groups) count += 1 + levels_in(group.below);
  }
  return count;
}

std::size_t levels_in(const std::vector<Level>& below) {
  std::size_t count = 0;
  for (const Level& level : below) count += levels_in(level);
  return count;
}

/// Lists below lists multiply, and each group gets its own copy of what is below: a few lines could ask for more than
/// a machine holds.
bool check_members(std::size_t groups, const std::vector<Level>& common, Span head, Diagnostics& diagnostics) {
  constexpr std::size_t kMost = 100'000;
  if (groups * (1 + levels_in(common)) <= kMost) return true;
  diagnostics.error(Code::too_many_members, head, "the lists of this tree multiply to more than 100_000 groups",
                    "put fewer lists below each other");
  return false;
}

/// The level that a list's own block has below, for a member whose block has leaves of its own. What is wrong with it
/// has been said once.
std::vector<Level> with_leaves(const ast::Level* common, const Leaves& leaves, const Above& above,
                               const Surroundings& in) {
  Diagnostics said;
  Above inside = above;
  inside.leaves = leaves;
  return check_below(common, inside, Surroundings{in.zone, in.policies, in.all_policies, said, in.whole});
}

/// `common` is what the list's own block has below.
void check_list_members(const Parts& parts, const std::vector<Level>& common, const Above& above,
                        const Surroundings& in, Level& level) {
  ListGroups list;
  list.zone = in.zone.zone;
  const auto groups = check_groups(parts.groups, in.whole, in.diagnostics);
  const bool few = check_members(groups.size(), common, level.span, in.diagnostics);
  if (!few) in.whole = false;
  for (const ast::Group* group : parts.groups) {
    if (group->damaged) check_inner(group->block, "the block of a group", above, in);
  }
  for (const WrittenGroup& written : groups) {
    Inner inner = check_inner(*written.block, "the block of a group", above, in);
    ListGroup group = written.group;
    group.leaves = inner.leaves;
    if (inner.own_level) {
      group.below = std::move(inner.below);
    } else if (few && inner.own_leaves && !common.empty()) {
      group.below = with_leaves(parts.levels.front(), inner.leaves, above, in);
    } else if (few) {
      group.below = common;
    }
    list.groups.push_back(std::move(group));
  }
  level.by = std::move(list);
}

void check_default(const ast::Default& written, const std::vector<Level>& common, const Above& above,
                   const Surroundings& in, Level& level) {
  DefaultPartition result;
  result.span = written.span;
  if (written.damaged) in.whole = false;
  if (written.named) {
    result.named = parse_template(*written.named, in.diagnostics);
    const bool good = result.named && check_default_template(*result.named, !above.root, in.diagnostics);
    if (!good) in.whole = false;
  }
  if (written.drain == ast::Drain::wanted) result.drain = DefaultPartition::Drain::wanted;
  if (written.drain == ast::Drain::all) result.drain = DefaultPartition::Drain::all;
  Above inside = above;
  inside.root = false;
  for (const auto& column : level.key) inside.keys.emplace(column.value, column.span);
  inside.leaves = level.leaves;
  Inner inner = check_inner(written.block, "the block of a default partition", inside, in);
  result.below = common;
  result.leaves = inner.leaves;
  if (written.block.written) result.below = std::move(inner.below);
  level.default_partition = std::move(result);
}

/// Clauses that this kind of level does not have.
void refuse_for(const LevelBy& by, const Parts& parts, Diagnostics& diagnostics) {
  const auto time = [&](std::string_view where) { refuse(parts.groups, "`group`", where, diagnostics); };
  std::visit(Overloaded{
                 [&](const TimeRange&) { time("a range level"); },
                 [&](const IntegerRange&) { time("a range level"); },
                 [&](const SlidingList&) {
                   time("a sliding list");
                   refuse(parts.defaults, "`default`", "a sliding list", diagnostics);
                 },
                 [&](const ListGroups&) { refuse_lifecycle(parts, "a list of groups", diagnostics); },
                 [&](const HashBuckets&) {
                   refuse_lifecycle(parts, "a hash level", diagnostics);
                   time("a hash level");
                   refuse(parts.defaults, "`default`", "a hash level", diagnostics);
                 },
             },
             by);
}

void check_naming(const Parts& parts, const Head& head, bool root, const Surroundings& in, Level& level) {
  if (head.whole) level.named = default_template(*head.by);
  level.named.span = level.span;
  const ast::Named* named = only(parts.named, "named", in.diagnostics);
  if (named == nullptr) return;
  const auto parsed = parse_template(named->text, in.diagnostics);
  if (parsed) level.named = *parsed;
  const bool good = parsed && check_template(level.named, *head.by, head.whole, !root, in.diagnostics);
  if (!good) in.whole = false;
}

void check_missing_group(const ast::Level& written, const Parts& parts, Diagnostics& diagnostics) {
  if (!parts.groups.empty() || !parts.defaults.empty() || written.block.gaps.shape) return;
  diagnostics.error(Code::missing_group, written.span, "a list level without a group",
                    "write `group eu in ('de', 'fr');` in its block");
}

}  // namespace

std::optional<Level> check_level(const ast::Level& written, const Above& above, const Surroundings& in) {
  Level level;
  level.span = written.span;
  level.key = written.key;
  check_key(written, above.keys, in.diagnostics);
  const Head head = check_head(written, in.zone, in.diagnostics);
  if (!head.whole || written.block.gaps.shape) in.whole = false;
  const Parts parts = parts_of(written.block);
  const LifecycleRows rows = all_rows(parts, in);
  level.leaves = above.leaves;
  if (const ast::Leaves* leaves = only(parts.leaves, "leaves", in.diagnostics)) {
    level.leaves = check_leaves(*leaves, above.leaves, in.diagnostics);
  }

  Above below = above;
  below.root = false;
  below.leaves = level.leaves;
  for (const ast::Name& column : written.key) below.keys.emplace(column.value, column.span);
  const std::vector<Level> common = check_below(parts.levels, below, in);
  const ast::Default* rest = only(parts.defaults, "default", in.diagnostics);
  if (rest != nullptr) check_default(*rest, common, above, in, level);
  if (!head.by) {
    // The groups are looked through all the same.
    check_list_members(parts, common, below, in, level);
    return std::nullopt;
  }

  level.by = *head.by;
  refuse_for(*head.by, parts, in.diagnostics);
  check_naming(parts, head, above.root, in, level);
  if (std::holds_alternative<ListGroups>(*head.by)) {
    check_missing_group(written, parts, in.diagnostics);
    check_list_members(parts, common, below, in, level);
  } else {
    level.below = common;
  }
  const auto axis = lifecycle_axis(head);
  if (axis)
    level.lifecycle = check_lifecycle(
        rows, {*axis, written.span, rest != nullptr ? std::optional(rest->span) : std::nullopt}, in.diagnostics);
  return level;
}

void check_policy(const ast::Policy& policy, Diagnostics& diagnostics) {
  const Parts parts = parts_of(policy.block);
  constexpr std::string_view kWhere = "a policy, which holds lifecycle clauses only";
  refuse(parts.policies, "another policy", kWhere, diagnostics);
  refuse(parts.named, "`named`", kWhere, diagnostics);
  refuse(parts.defaults, "`default`", kWhere, diagnostics);
  refuse(parts.groups, "`group`", kWhere, diagnostics);
  refuse(parts.leaves, "`leaves`", kWhere, diagnostics);
  refuse(parts.levels, "`partition by`", kWhere, diagnostics);
  check_rows(parts.rows, diagnostics);
}

}  // namespace pschema
