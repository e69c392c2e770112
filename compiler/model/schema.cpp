#include "model/schema.h"

#include <algorithm>
#include <set>

#include "base/overloaded.h"

namespace pschema {
namespace {

std::string_view placeholder_word(Placeholder p) {
  switch (p) {
    case Placeholder::table:
      return "table";
    case Placeholder::parent:
      return "parent";
    case Placeholder::yyyy:
      return "yyyy";
    case Placeholder::mm:
      return "mm";
    case Placeholder::dd:
      return "dd";
    case Placeholder::hh:
      return "hh";
    case Placeholder::mi:
      return "mi";
    case Placeholder::q:
      return "q";
    case Placeholder::iyyy:
      return "iyyy";
    case Placeholder::ww:
      return "ww";
    case Placeholder::start:
      return "start";
    case Placeholder::value:
      return "value";
    case Placeholder::group:
      return "group";
    case Placeholder::modulus:
      return "modulus";
    case Placeholder::remainder:
      return "remainder";
  }
  return {};
}

// --- LIKE patterns
// ------------------------------------------------------------------------------------------------------------------

std::string like_escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\' || c == '%' || c == '_') out += '\\';
    out += c;
  }
  return out;
}

// What stands for the placeholders of one member; all of it is pattern text.
struct MemberPattern {
  std::string table;
  std::string parent;
  std::string group = "%";
  std::string value = "%";
};

std::string placeholder_pattern(Placeholder p, const MemberPattern& of) {
  switch (p) {
    case Placeholder::table:
      return of.table;
    case Placeholder::parent:
      return of.parent;
    case Placeholder::yyyy:
    case Placeholder::iyyy:
      return "____";  // an instant that a user can write, and so every window, lies before the year 10000
    case Placeholder::mm:
    case Placeholder::dd:
    case Placeholder::hh:
    case Placeholder::mi:
    case Placeholder::ww:
      return "__";
    case Placeholder::q:
      return "_";
    case Placeholder::group:
      return of.group;
    case Placeholder::value:
      return of.value;
    case Placeholder::start:
    case Placeholder::modulus:  // a hash set is completed at the modulus that it has, whatever the schema says
    case Placeholder::remainder:
      return "%";
  }
  return "%";
}

std::string pattern_of(const NameTemplate& named, const MemberPattern& of) {
  std::string out;
  for (const auto& part : named.parts) {
    const std::string piece = std::visit(Overloaded{[](const std::string& text) { return like_escaped(text); },
                                                    [&](const Placeholder& p) { return placeholder_pattern(p, of); }},
                                         part);
    // `%%` says no more than `%`.
    const bool again = piece == "%" && out.ends_with('%') && !out.ends_with("\\%");
    if (!again) out += piece;
  }
  return out;
}

using Patterns = std::set<std::string>;

void add_level(Patterns& out, const Level& level, const MemberPattern& of);

// A member called like `pattern`, and all below it.
void add_member(Patterns& out, const std::string& pattern, const std::vector<Level>& below, const MemberPattern& of) {
  out.insert(pattern);
  for (const Level& level : below) add_level(out, level, {of.table, pattern});
}

void add_groups(Patterns& out, const Level& level, const ListGroups& list, MemberPattern of) {
  for (const ListGroup& group : list.groups) {
    of.group = like_escaped(group.name.text);
    of.value = group.values.empty() ? "%" : like_escaped(group.values.front().text.value_or("null"));
    add_member(out, pattern_of(level.named, of), group.below, of);
  }
}

void add_level(Patterns& out, const Level& level, const MemberPattern& of) {
  const auto add_members = [&] { add_member(out, pattern_of(level.named, of), level.below, of); };
  std::visit(Overloaded{[&](const TimeRange&) { add_members(); },     //
                        [&](const IntegerRange&) { add_members(); },  //
                        [&](const SlidingList&) { add_members(); },   //
                        [&](const HashBuckets&) { add_members(); },   //
                        [&](const ListGroups& list) { add_groups(out, level, list, of); }},
             level.by);
  if (!level.default_partition) return;
  const DefaultPartition& rest = *level.default_partition;
  add_member(out, rest.named ? pattern_of(*rest.named, of) : of.parent + like_escaped("__default"), rest.below, of);
}

/// Is there a DEFAULT partition out of which rows may be moved? That goes through a table of its own.
bool drains(const Level& level) {
  const auto any = [](const std::vector<Level>& levels) { return std::any_of(levels.begin(), levels.end(), drains); };
  const auto& rest = level.default_partition;
  if (rest && (rest->drain != DefaultPartition::Drain::none || any(rest->below))) return true;
  const auto* groups = std::get_if<ListGroups>(&level.by);
  return any(level.below) || (groups && std::any_of(groups->groups.begin(), groups->groups.end(),
                                                    [&](const ListGroup& group) { return any(group.below); }));
}

}  // namespace

std::set<Identifier> schemas_moved_into(const Level& level) {
  std::set<Identifier> schemas;
  if (level.lifecycle.detach.into_schema) schemas.insert(*level.lifecycle.detach.into_schema);
  const auto below = [&](const std::vector<Level>& levels) {
    for (const Level& l : levels) schemas.merge(schemas_moved_into(l));
  };
  below(level.below);
  if (level.default_partition) below(level.default_partition->below);
  if (const auto* list = std::get_if<ListGroups>(&level.by)) {
    for (const ListGroup& group : list->groups) below(group.below);
  }
  return schemas;
}

std::set<Identifier> foreign_servers(const Level& level) {
  std::set<Identifier> servers;
  const auto members = [&](const std::vector<Level>& below, const Leaves& leaves) {
    for (const Level& l : below) servers.merge(foreign_servers(l));
    if (below.empty() && leaves.foreign) servers.insert(leaves.foreign->server);
  };
  if (level.default_partition) members(level.default_partition->below, level.default_partition->leaves);
  const auto* list = std::get_if<ListGroups>(&level.by);
  if (!list) members(level.below, level.leaves);
  for (std::size_t i = 0; list && i < list->groups.size(); ++i)
    members(list->groups[i].below, list->groups[i].leaves);
  return servers;
}

bool leaves_ask(const Level& level, bool Leaves::*item) {
  const auto below = [&](const std::vector<Level>& levels) {
    return std::any_of(levels.begin(), levels.end(), [&](const Level& l) { return leaves_ask(l, item); });
  };
  if (level.leaves.*item || below(level.below)) return true;
  if (level.default_partition && (level.default_partition->leaves.*item || below(level.default_partition->below)))
    return true;
  const auto* list = std::get_if<ListGroups>(&level.by);
  return list && std::any_of(list->groups.begin(), list->groups.end(),
                             [&](const ListGroup& group) { return group.leaves.*item || below(group.below); });
}

Strategy strategy_of(const Level& level) {
  return std::visit(Overloaded{[](const TimeRange&) { return Strategy::range; },     //
                               [](const IntegerRange&) { return Strategy::range; },  //
                               [](const ListGroups&) { return Strategy::list; },     //
                               [](const SlidingList&) { return Strategy::list; },    //
                               [](const HashBuckets&) { return Strategy::hash; }},
                    level.by);
}

std::string template_text(const NameTemplate& named) {
  std::string out;
  const auto add_text = [&](const std::string& text) {
    for (const char c : text) {
      out += c;
      if (c == '{' || c == '}') out += c;
    }
  };
  const auto add_placeholder = [&](const Placeholder& p) {
    out += '{';
    out += placeholder_word(p);
    out += '}';
  };
  for (const auto& part : named.parts) std::visit(Overloaded{add_text, add_placeholder}, part);
  return out;
}

std::vector<std::string> name_patterns(const TableSchema& table) {
  std::vector<std::string> patterns = name_patterns_below(table, table.root, table.name.name);
  if (drains(table.root)) patterns.push_back("%" + like_escaped("__rows") + "%");
  return patterns;
}

std::vector<std::string> name_patterns_below(const TableSchema& table, const Level& level, const Identifier& parent) {
  Patterns out;
  add_level(out, level, {like_escaped(table.name.name.text), like_escaped(parent.text)});
  return {out.begin(), out.end()};
}

}  // namespace pschema
