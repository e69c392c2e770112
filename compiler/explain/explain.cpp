#include "explain/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/overloaded.h"
#include "base/quote.h"
#include "explain/facts.h"
#include "explain/locate.h"
#include "explain/names.h"
#include "explain/when.h"
#include "model/clause_text.h"
#include "model/condition.h"
#include "plan/because.h"
#include "plan/cursor.h"
#include "plan/fit.h"
#include "plan/naming.h"
#include "plan/planner.h"
#include "plan/simulate.h"

namespace pschema {
namespace {

// --- One step of the way
// --------------------------------------------------------------------------------------------

void bounds_fact(const std::string& bound_text, std::vector<Fact>& facts) {
  if (!bound_text.empty()) facts.push_back({"bounds", printable(bound_text), {}, {}});
}

void range_facts(const Situation& s, const Place& place, const Relation& member, bool there,
                 std::vector<Fact>& facts) {
  const RangeAxis keys = range_axis(place.level, place.table).value();
  const Cursor cursor = cursor_of(s.catalog, place.table, place.level, place.branch, s.plan.at);
  const RangePlace at = place_of(member.bound, keys.axis, keys.format);
  if (at.kind == RangePlace::Kind::is_default) {
    facts.push_back({"takes", "rows of windows that no other partition has", {}, {}});
    return;
  }
  if (at.kind == RangePlace::Kind::unreadable) return;
  if (at.kind == RangePlace::Kind::unbounded) {
    facts.push_back({"not ours", "open at one side: it is no window, never changed and never retired", {}, {}});
    return;
  }
  window_facts(keys, cursor, at.extent, facts);
  if (at.kind == RangePlace::Kind::off_grid) {
    facts.push_back({"not ours",
                     "its bounds are no window of the level and lie inside none: never changed and never retired",
                     {},
                     {}});
    return;
  }
  if (auto wanted = wanted_fact(place.level, keys, cursor, at.extent)) facts.push_back(*wanted);
  const Measured* measured = there ? &measured_of(s.catalog, member.name) : nullptr;
  static const Measured kUnknown;
  const Measured* asked = there ? measured : &kUnknown;
  kept_facts(place.level, keys, cursor, at.extent, asked, facts);
  end_facts(place, keys, cursor, at.extent, &member, asked, facts);
}

void list_facts(const Place& place, const ListGroups& list, const Relation& member, std::vector<Fact>& facts) {
  if (std::holds_alternative<DefaultBound>(member.bound)) {
    facts.push_back({"takes", "rows whose value is in no group", {}, {}});
    if (place.level.default_partition)
      facts.push_back({"wanted", "always", ClauseAt{"default", place.level.default_partition->span}, {}});
    return;
  }
  const auto* values = std::get_if<ListBound>(&member.bound);
  const ListGroup* group =
      values ? group_of(list, column_key_type(place.table, place.level.key.front().value), *values) : nullptr;
  if (group) {
    facts.push_back(
        {"wanted", "group " + printable(quote(group->name)), ClauseAt{group_text(*group), group->span}, {}});
  } else {
    facts.push_back(
        {"not ours", "no group of the schema has exactly its values: never changed and never retired", {}, {}});
  }
}

void hash_facts(const Relation& member, std::vector<Fact>& facts) {
  const auto* bucket = std::get_if<HashBound>(&member.bound);
  if (!bucket) return;
  facts.push_back({"bucket", fmt::format("{} of {}", bucket->remainder, bucket->modulus), {}, {}});
  facts.push_back({"kept", "as long as the table above it; buckets are never retired", {}, {}});
}

void step_facts(const Situation& s, const Place& place, const Relation& member, bool there,
                std::vector<Fact>& facts) {
  facts.push_back(level_fact(place.level));
  bounds_fact(member.bound_text, facts);
  std::visit(Overloaded{
                 [&](const TimeRange&) { range_facts(s, place, member, there, facts); },
                 [&](const IntegerRange&) { range_facts(s, place, member, there, facts); },
                 [&](const ListGroups& list) { list_facts(place, list, member, facts); },
                 [&](const SlidingList&) { range_facts(s, place, member, there, facts); },
                 [&](const HashBuckets&) { hash_facts(member, facts); },
             },
             place.level.by);
}

/// What goes takes along all below it.
void above_facts(const Situation& s, const TableSchema& schema, const Table& table, const std::vector<Step>& way,
                 std::vector<Fact>& facts) {
  for (std::size_t i = way.size() - 1; i-- > 0;) {
    const Step& step = way[i];
    const auto keys = step.level ? range_axis(*step.level, table) : std::nullopt;
    if (!keys) continue;
    const RangePlace at = place_of(step.member->bound, keys->axis, keys->format);
    if (at.kind != RangePlace::Kind::ours) continue;
    const Place place{schema, table, *step.level, step.parent->name};
    const auto expires =
        expires_at(step.level->lifecycle, keys->axis, at.extent, &measured_of(s.catalog, step.member->name));
    const std::string when = expires ? "expires at " + turn_text(*step.level, keys->axis, *expires) : "never expires";
    facts.push_back({"goes with",
                     fmt::format("{} ({}), which {}", printable(quote(step.member->name)),
                                 window_text(keys->axis, at.extent), when),
                     {},
                     expires ? moment_of_turn(keys->axis, *expires) : std::nullopt});
  }
}

// --- Parts of a plan that are about a name
// ----------------------------------------------------------------------------

bool has_name(const NewPartition& partition, const QualifiedName& name) {
  return partition.name == name || std::any_of(partition.below.begin(), partition.below.end(),
                                               [&](const NewPartition& p) { return has_name(p, name); });
}

bool about(const Operation& operation, const QualifiedName& name) {
  if (target_of(operation) == name) return true;
  const auto* create = std::get_if<Create>(&operation.is);
  const auto* move = std::get_if<Move>(&operation.is);
  if (move) return move->from == name || has_name(target_of_move(*move), name);
  return create && has_name(create->partition, name);
}

/// `public.a` stands in a text, and not as a part of `public.ab`.
bool mentions(const std::string& text, const std::string& name) {
  const auto in_name = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
           c == '"' || c == '.' || (static_cast<unsigned char>(c) & 0x80) != 0;
  };
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if ((at == 0 || !in_name(text[at - 1])) && (end == text.size() || !in_name(text[end]))) return true;
  }
  return false;
}

void add_findings(const std::vector<Finding>& from, const QualifiedName& name, Explanation& e) {
  const std::string quoted = quote(name);
  for (const Finding& finding : from) {
    if (finding.subject == quoted || (e.what != Explained::table && mentions(finding.sentence, quoted)))
      e.findings.push_back(finding);
  }
}

void add_plan(const Situation& s, Explanation& e) {
  add_findings(s.plan.findings, e.name, e);
  for (const TablePlan& table : s.plan.tables) {
    add_findings(table.findings, e.name, e);
    if (e.what == Explained::table) continue;
    for (const Operation& operation : table.operations) {
      if (about(operation, e.name)) e.operations.push_back(operation);
    }
  }
}

// --- Kinds of names
// ---------------------------------------------------------------------------------------------------

std::optional<Explanation> explain_attached(const Situation& s, const Catalog& catalog, const QualifiedName& name,
                                            bool there) {
  for (const TableSchema& schema : s.fitted.tables) {
    const Table& table = catalog.tables.at(schema.name);
    const std::vector<Step> way = way_to(schema, table, name);
    if (way.empty()) continue;
    const Step& last = way.back();
    Explanation e{there ? Explained::partition : Explained::planned, name, schema.name, {}, {}, {}, {}};
    e.head = fmt::format("{} a partition of {}", there ? "is" : "does not exist yet; it will be",
                         printable(quote(last.parent->name)));
    if (last.member->detach_pending) e.head += ", half detached";
    if (!last.level) {
      bounds_fact(last.member->bound_text, e.facts);
      e.facts.push_back({"not ours", "the schema does not describe how the table above it is divided", {}, {}});
    } else {
      step_facts(s, {schema, table, *last.level, last.parent->name}, *last.member, there, e.facts);
    }
    above_facts(s, schema, table, way, e.facts);
    if (last.member->key) {
      e.facts.push_back(
          {"below",
           fmt::format("{} by {}", children_of(table, name).size(), strategy_word(last.member->key->strategy)),
           {},
           {}});
    }
    return e;
  }
  return std::nullopt;
}

/// When an orphan that nobody wants back goes.
Fact orphan_end(const Situation& s, const Level& level, const Orphan& orphan) {
  const DropClause& drop = level.lifecycle.drop;
  const Marker& marker = *orphan.relation.marker;
  Fact fact{"dropped", {}, clause_at(level, drop), {}};
  const auto* after = std::get_if<DropAfterDetach>(&drop.is);
  if (std::holds_alternative<DropNever>(drop.is)) {
    fact.text = "never: it stays as a table of its own";
    return fact;
  }
  if (marker.state != MarkerState::detached) {
    fact.text = "not as long as it is not marked as detached";
    return fact;
  }
  fact.text = "by the next plan";
  if (after) {
    fact.at = grace_over(marker, after->grace);
    fact.text = !fact.at                ? "so long after its file was applied"
                : *fact.at <= s.plan.at ? "by the next plan: its grace was over at " + format_utc(*fact.at)
                                        : "not before " + format_utc(*fact.at);
  }
  if (drop.when) {
    const auto answer = holds(*drop.when, &measured_of(s.catalog, orphan.relation.name));
    fact.text += !answer   ? ", and not before it is known that its condition holds"
                 : *answer ? "; its condition holds"
                           : ", and not before its condition holds";
  }
  return fact;
}

void orphan_facts(const Situation& s, const Place& place, const Orphan& orphan, std::vector<Fact>& facts) {
  const auto keys = range_axis(place.level, place.table);
  if (!keys) return;
  const Cursor cursor = cursor_of(s.catalog, place.table, place.level, place.branch, s.plan.at);
  const RangePlace at = place_of(parse_bound(orphan.relation.marker->bound_text), keys->axis, keys->format);
  if (at.kind != RangePlace::Kind::ours) {
    facts.push_back({"not ours", "its bounds are no window of the level and lie inside none", {}, {}});
    return;
  }
  window_facts(*keys, cursor, at.extent, facts);
  const Measured& measured = measured_of(s.catalog, orphan.relation.name);
  if (!expired(place.level.lifecycle, keys->axis, at.extent, cursor, &measured)) {
    kept_facts(place.level, *keys, cursor, at.extent, &measured, facts);
    return;
  }
  const auto expires = expires_at(place.level.lifecycle, keys->axis, at.extent, &measured);
  facts.push_back({"expires",
                   turn_text(place.level, keys->axis, *expires) + ", which is past",
                   {},
                   moment_of_turn(keys->axis, *expires)});
  facts.push_back(orphan_end(s, place.level, orphan));
}

std::optional<Explanation> explain_orphan(const Situation& s, const QualifiedName& name) {
  const auto found = s.catalog.orphans.find(name);
  if (found == s.catalog.orphans.end()) return std::nullopt;
  const Marker& marker = *found->second.relation.marker;
  Explanation e{Explained::orphan, name, marker.parent, {}, {}, {}, {}};
  e.head = fmt::format("is detached; it was a partition of {}", printable(quote(marker.parent)));
  if (marker.state == MarkerState::building)
    e.head = fmt::format("is half built, to become a partition of {}", printable(quote(marker.parent)));
  bounds_fact(marker.bound_text, e.facts);
  e.facts.push_back({"detached",
                     detached_text(marker),
                     {},
                     marker.state == MarkerState::detached && marker.at != kDetachTimeUnknown
                         ? std::optional(marker.at)
                         : std::nullopt});
  for (const TableSchema& schema : s.fitted.tables) {
    const Table& table = s.catalog.tables.at(schema.name);
    const Level* level = level_of(schema, table, marker.parent);
    if (!level) continue;
    e.table = schema.name;
    e.facts.insert(e.facts.begin(), level_fact(*level));
    orphan_facts(s, {schema, table, *level, marker.parent}, found->second, e.facts);
  }
  return e;
}

// --- Tables
// ---------------------------------------------------------------------------------------------------------

/// The next of the partitions of a branch to expire.
void next_expiry(const Situation& s, const Place& place, const RangeAxis& keys, std::vector<Fact>& facts) {
  const Relation* next = nullptr;
  std::int64_t first = 0;
  for (const Relation& child : children_of(place.table, place.branch)) {
    const RangePlace at = place_of(child.bound, keys.axis, keys.format);
    if (at.kind != RangePlace::Kind::ours) continue;
    const auto expires = expires_at(place.level.lifecycle, keys.axis, at.extent, &measured_of(s.catalog, child.name));
    if (!expires || (next && first <= *expires)) continue;
    next = &child;
    first = *expires;
  }
  if (!next) return;
  facts.push_back({"next to expire",
                   fmt::format("{} at {}", printable(quote(next->name)), turn_text(place.level, keys.axis, first)),
                   {},
                   moment_of_turn(keys.axis, first)});
}

/// The first window from the current one on that is neither there nor planned.
void next_creation(const Situation& s, const Place& place, const RangeAxis& keys, std::vector<Fact>& facts) {
  const Cursor cursor = cursor_of(s.catalog, place.table, place.level, place.branch, s.plan.at);
  const auto wanted = wanted_windows(place.level.lifecycle, keys.axis, cursor);
  const auto current = window_at(keys.axis, cursor.position);
  const auto w = wanted.empty() ? current : next(keys.axis, std::prev(wanted.end())->first);
  if (!w) return;
  Fact fact = will_be_wanted_fact(place.level, keys, cursor, *w);
  fact.name = "next to be created";
  fact.text = fmt::format("{}: {}", window_text(keys.axis, *w), fact.text);
  facts.push_back(std::move(fact));
}

void level_facts(const Situation& s, const TableSchema& schema, const Table& table, const Level& level,
                 const QualifiedName& branch, std::vector<Fact>& facts) {
  facts.push_back(level_fact(level));
  const auto& children = children_of(table, branch);
  facts.push_back({"partitions", fmt::format("{}", children.size()), {}, {}});
  const Place place{schema, table, level, branch};
  if (const auto keys = range_axis(level, table)) {
    next_creation(s, place, *keys, facts);
    next_expiry(s, place, *keys, facts);
  }
}

void orphans_fact(const Situation& s, const TableSchema& schema, const Table& table, std::vector<Fact>& facts) {
  std::size_t count = 0;
  std::optional<Instant> first;
  for (const auto& [name, orphan] : s.catalog.orphans) {
    const Level* level = level_of(schema, table, orphan.relation.marker->parent);
    if (!level) continue;
    ++count;
    const auto* after = std::get_if<DropAfterDetach>(&level->lifecycle.drop.is);
    const auto over = after ? grace_over(*orphan.relation.marker, after->grace) : std::nullopt;
    if (over && (!first || *over < *first)) first = over;
  }
  if (count == 0) return;
  facts.push_back({"detached",
                   fmt::format("{} that {} there still{}", count, count == 1 ? "is" : "are",
                               first ? ", the first to go not before " + format_utc(*first) : std::string()),
                   {},
                   first});
}

std::optional<Explanation> explain_table(const Situation& s, const QualifiedName& name) {
  for (const TableSchema& schema : s.fitted.tables) {
    if (schema.name != name) continue;
    const Table& table = s.catalog.tables.at(name);
    Explanation e{Explained::table, name, name, "is a partitioned table", {}, {}, {}};
    level_facts(s, schema, table, schema.root, name, e.facts);
    for (const Level* below = &schema.root; !below->below.empty(); below = &below->below.front())
      e.facts.push_back(level_fact(below->below.front()));
    orphans_fact(s, schema, table, e.facts);
    for (const TablePlan& planned : s.plan.tables) {
      if (planned.table == name)
        e.facts.push_back({"pending", fmt::format("{} operations", planned.operations.size()), {}, {}});
    }
    return e;
  }
  return std::nullopt;
}

// --- Windows that nobody plans
// ----------------------------------------------------------------------------------------

std::optional<Explanation> explain_window(const Situation& s, const QualifiedName& name) {
  for (const FutureWindow& near : windows_near(s.fitted, s.catalog, s.plan.at)) {
    if (near.name != name) continue;
    const auto schema = std::find_if(s.fitted.tables.begin(), s.fitted.tables.end(),
                                     [&](const TableSchema& t) { return t.name == near.table; });
    const Table& table = s.catalog.tables.at(near.table);
    const Level* level = level_of(*schema, table, near.branch);
    if (!level) continue;
    const RangeAxis keys = range_axis(*level, table).value();
    const Cursor cursor = cursor_of(s.catalog, table, *level, near.branch, s.plan.at);
    const bool over = near.window.hi <= cursor.position;
    Explanation e{over ? Explained::gone : Explained::not_yet, name, near.table, {}, {}, {}, {}};
    e.head = fmt::format("does not exist; it would be a partition of {}", printable(quote(near.branch)));
    e.facts.push_back(level_fact(*level));
    window_facts(keys, cursor, near.window, e.facts);
    e.facts.push_back(will_be_wanted_fact(*level, keys, cursor, near.window));
    static const Measured kUnknown;
    kept_facts(*level, keys, cursor, near.window, &kUnknown, e.facts);
    end_facts({*schema, table, *level, near.branch}, keys, cursor, near.window, nullptr, &kUnknown, e.facts);
    return e;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Explanation> explain(const Situation& s, const QualifiedName& name) {
  auto e = explain_table(s, name);
  if (!e) e = explain_attached(s, s.catalog, name, true);
  if (!e) e = explain_orphan(s, name);
  if (!e) e = explain_attached(s, simulate(s.catalog, s.plan), name, false);
  if (!e) e = explain_window(s, name);
  if (e) e->measured = measured_of(s.catalog, name);
  if (e) add_plan(s, *e);
  return e;
}

std::vector<QualifiedName> explained_names(const Situation& s) {
  std::vector<QualifiedName> names = known_names(s.catalog);
  const std::vector<QualifiedName> planned = known_names(simulate(s.catalog, s.plan));
  names.insert(names.end(), planned.begin(), planned.end());
  return names;
}

}  // namespace pschema
