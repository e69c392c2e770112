// `detach … into schema`: what has expired leaves its schema too, with everything below it.
#include <fmt/format.h>

#include "base/quote.h"
#include "plan/range_level.h"

namespace pschema {

void Planner::members_of(const QualifiedName& top, const Orphan* orphan, std::vector<QualifiedName>& out) const {
  static const std::vector<Relation> kNone;
  out.push_back(top);
  const std::vector<Relation>* below = &kNone;
  if (orphan) {
    const auto at = orphan->children.find(top);
    if (at != orphan->children.end()) below = &at->second;
  } else {
    below = &children(top);
  }
  for (const Relation& child : *below) members_of(child.name, orphan, out);
}

/// Adds the move to a detach, of an orphan where it is one already. False, with a finding, where a name is taken
/// there: then nothing moves.
bool Planner::move_with(const RangeLevel& r, Detach& d, const Orphan* orphan) {
  const auto& into = r.level.lifecycle.detach.into_schema;
  if (!into || d.drops) return true;
  std::vector<QualifiedName> all, moved;
  members_of(d.partition, orphan, all);
  std::set<QualifiedName> together;
  for (const QualifiedName& name : all) {
    if (name.schema == *into) continue;
    const QualifiedName there{*into, name.name};
    if (used_.has(there) || reserved_.count(there) > 0 || !together.insert(there).second) {
      out_.findings.push_back(warning(
          FindingKind::retirement_held, d.partition,
          fmt::format("has expired and would move to schema {}, where something is called {} already; it stays",
                      quote(*into), quote(name.name))));
      return false;
    }
    moved.push_back(name);
  }
  reserved_.merge(together);
  if (!moved.empty()) d.into_schema = into;
  d.moved = std::move(moved);
  return true;
}

/// What was moved away comes back by a person alone.
bool Planner::moved_away(const RangeLevel& r, const QualifiedName& orphan) const {
  const auto& into = r.level.lifecycle.detach.into_schema;
  const Identifier home = schema_.in_schema.value_or(r.branch.relation.name.schema);
  return into && orphan.schema == *into && orphan.schema != home;
}

}  // namespace pschema
