// Rows in DEFAULT partitions that a partition beside it would take. PostgreSQL refuses to attach such a partition as
// long as they are there (PostgreSQL documentation, ALTER TABLE, ATTACH PARTITION), so it is held back, or the rows
// are moved as it comes.
#include <fmt/format.h>

#include <algorithm>

#include "base/overloaded.h"
#include "base/quote.h"
#include "base/unicode.h"
#include "model/catalog_key.h"
#include "plan/fit.h"
#include "plan/foreign_leaf.h"
#include "plan/overlap.h"
#include "plan/range_level.h"

namespace pschema {

std::string counted_rows(std::int64_t n) { return fmt::format("{} {}", n, n == 1 ? "row" : "rows"); }

namespace {

const std::string* first_value(const std::vector<RangeDatum>& data) {
  return data.empty() ? nullptr : std::get_if<std::string>(&data.front());
}

/// The condition that finds the rows of a partition in the DEFAULT partition: what stands behind the leading column
/// is MINVALUE, so that column decides alone.
RowsWhere where_of(const PartitionKey& key, const Bound& bound) {
  RowsWhere where{key.parts.front().column, bound};
  if (auto* range = std::get_if<RangeBound>(&where.bound)) {
    range->from.resize(1);
    range->to.resize(1);
  }
  if (auto* list = std::get_if<ListBound>(&where.bound)) {
    std::stable_partition(list->values.begin(), list->values.end(),
                          [](const auto& value) { return value.has_value(); });
  }
  return where;
}

/// A name that fits, for a table that nobody but its transaction sees.
QualifiedName side_of(const QualifiedName& partition, int number) {
  const std::string behind = number == 1 ? "__rows" : fmt::format("__rows{}", number);
  std::string_view rest = partition.name.text;
  std::string text;
  while (!rest.empty()) {
    const std::size_t bytes = first_code_point(rest).bytes;
    if (text.size() + bytes + behind.size() > kMaxNameBytes) break;
    text += rest.substr(0, bytes);
    rest.remove_prefix(bytes);
  }
  return {partition.schema, {text + behind}};
}

/// `from 2025-05-05 00:00:00+00 to 2025-05-07 00:00:00+00`, or the values.
std::string places_text(const std::vector<RowsAt>& places) {
  if (places.empty()) return {};
  const auto* first = std::get_if<RangeBound>(&places.front().place);
  const auto* last = std::get_if<RangeBound>(&places.back().place);
  if (first && last) {
    const std::string* from = first_value(first->from);
    const std::string* to = first_value(last->to);
    return fmt::format(", from {} to {}", from ? *from : "the smallest key", to ? *to : "the greatest key");
  }
  std::string text;
  constexpr std::size_t kShown = 10;
  for (std::size_t i = 0; i < places.size() && i < kShown; ++i) {
    const auto* list = std::get_if<ListBound>(&places[i].place);
    if (!list || list->values.empty()) continue;
    text += (text.empty() ? ", for " : ", ") +
            (list->values.front() ? "'" + *list->values.front() + "'" : std::string("NULL"));
  }
  return text + (places.size() > kShown ? " and more" : "");
}

}  // namespace

const Relation* Planner::default_of(const QualifiedName& parent) const {
  for (const Relation& child : children_of(table_, parent)) {
    if (std::holds_alternative<DefaultBound>(child.bound)) return &child;
  }
  return nullptr;
}

/// As far as it was measured.
std::int64_t Planner::rows_in_default(const Branch& branch, const Bound& bound) const {
  const Relation* rest = default_of(branch.relation.name);
  const auto measured = rest ? table_.default_rows.find(rest->name) : table_.default_rows.end();
  if (measured == table_.default_rows.end()) return 0;
  const std::vector<KeyType> types = key_types(*branch.relation.key, table_.columns);
  std::int64_t rows = 0;
  for (const RowsAt& at : measured->second.places) {
    if (bounds_overlap(at.place, bound, types)) rows += at.rows;
  }
  return rows;
}

/// May the rows that stand in the way of a partition be moved into it? A finding says why not.
bool Planner::may_move(const Level& level, const Branch& branch, const NewPartition& partition, std::int64_t rows) {
  const Relation& rest = *default_of(branch.relation.name);
  taken_or_held_[rest.name].push_back(partition.bound);
  const auto held = [&](const std::string& why) {
    out_.findings.push_back(
        warning(FindingKind::default_holds_rows, rest.name,
                fmt::format("holds {} of {} ({}), which is not {} {}", counted_rows(rows), quote(partition.name),
                            partition.extent,
                            catalog_.orphans.count(partition.name) > 0 ? "attached again" : "created", why)));
    return false;
  };
  const bool drain = level.default_partition && level.default_partition->drain != DefaultPartition::Drain::none;
  if (!drain) return held("as long as they are there; `default drain` moves them");
  if (has_foreign(rest, table_.children)) return held("because rows are not moved out of a foreign table");
  const auto orphan = catalog_.orphans.find(partition.name);
  const bool into_foreign = orphan == catalog_.orphans.end()
                                ? has_foreign(partition)
                                : has_foreign(orphan->second.relation, orphan->second.children);
  if (into_foreign) return held("because rows are not moved into a foreign table");
  if (!rest.owner.empty())
    return held(fmt::format("because the rows belong to {}, another owner", quote(Identifier{rest.owner})));
  if (partition.relations > kMaxRelationsAtOnce) {
    return held(
        fmt::format("because it has {} relations, too many for the one transaction of a move", partition.relations));
  }
  if (table_.incoming.empty()) return true;
  const auto referenced = table_.referenced_by.find(rest.name);
  if (referenced == table_.referenced_by.end()) {
    return held("because a foreign key points to this table, and whether it points to these rows was not measured");
  }
  if (referenced->second) {
    return held(
        fmt::format("because {} references rows there, and its foreign key would act on the move as on a deletion",
                    quote(*referenced->second)));
  }
  return true;
}

void Planner::move(const Branch& branch, std::variant<Create, Attach> into, Reason reason, Because because,
                   std::int64_t rows) {
  Move m{std::move(into), reason, default_of(branch.relation.name)->name, {}, {}, rows, {}, table_.incoming};
  const NewPartition& partition = target_of_move(m);
  m.where = where_of(*branch.relation.key, partition.bound);
  for (int n = 1; n == 1 || used_.has(m.side) || reserved_.count(m.side) > 0; ++n)
    m.side = side_of(partition.name, n);
  for (const Column& column : table_.columns) {
    if (column.generated == ' ') m.columns.push_back(column.name);
  }
  moves_.push_back({std::move(m), Reason::default_rows, std::move(because)});
}

/// A moved row is deleted and inserted again, for whoever watches.
void Planner::move_is_seen() {
  if (moves_.empty() || (table_.triggers.empty() && table_.publications.empty())) return;
  std::string text;
  for (const Identifier& name : table_.triggers)
    text += fmt::format("{}trigger {}", text.empty() ? "" : ", ", quote(name));
  for (const Identifier& name : table_.publications)
    text += fmt::format("{}publication {}", text.empty() ? "" : ", ", quote(name));
  out_.findings.push_back(
      info(FindingKind::move_is_seen, schema_.name,
           fmt::format("has rows to move, each of which is deleted and inserted again, as these see it: {}", text)));
}

/// What is known of the rows that no wanted partition takes.
void Planner::default_findings(const Branch& branch) {
  const Relation* rest = default_of(branch.relation.name);
  if (!rest || rest->kind == RelationKind::foreign_table) return;
  const auto measured = table_.default_rows.find(rest->name);
  if (measured == table_.default_rows.end()) {
    out_.findings.push_back(
        info(FindingKind::default_unmeasured, rest->name,
             "could not be looked into when the snapshot was taken; if it holds rows of a new partition, PostgreSQL "
             "refuses that partition, and its file stops there"));
    return;
  }
  const std::vector<KeyType> types = key_types(*branch.relation.key, table_.columns);
  const auto& taken = taken_or_held_[rest->name];
  DefaultRows left = measured->second;
  std::erase_if(left.places, [&](const RowsAt& at) {
    return std::any_of(taken.begin(), taken.end(),
                       [&](const Bound& bound) { return bounds_overlap(at.place, bound, types); });
  });
  if (row_count(left) == 0) return;
  std::string text = fmt::format("holds {} that no wanted partition takes{}", counted_rows(row_count(left)),
                                 places_text(left.places));
  if (left.nulls > 0) text += fmt::format(", {} of them with NULL in the key", left.nulls);
  if (left.infinite > 0) text += fmt::format(", {} of them at infinity", left.infinite);
  out_.findings.push_back(info(FindingKind::default_rows, rest->name,
                               text + "; each ATTACH beside it scans what it holds under ACCESS EXCLUSIVE on it"));
}

/// `drain all`: every kept window that the DEFAULT partition has rows of.
std::set<Window> Planner::filled_and_kept(const RangeLevel& r) const {
  std::set<Window> windows;
  const Relation* rest = default_of(r.branch.relation.name);
  const auto measured = rest ? table_.default_rows.find(rest->name) : table_.default_rows.end();
  if (measured == table_.default_rows.end()) return windows;
  for (const RowsAt& at : measured->second.places) {
    const auto* range = std::get_if<RangeBound>(&at.place);
    const std::string* from = range ? first_value(range->from) : nullptr;
    const std::string* to = range ? first_value(range->to) : nullptr;
    const auto lo = from ? decode(r.format, *from) : std::nullopt;
    const auto hi = to ? decode(r.format, *to) : std::nullopt;
    if (!lo || !hi) continue;
    for (auto w = window_at(r.axis, *lo); w && w->lo < *hi; w = next(r.axis, *w)) {
      if (r.kept(*w) && encode(r.format, w->lo) && encode(r.format, w->hi)) windows.insert(*w);
    }
  }
  return windows;
}

/// A partition into which rows of another table point: PostgreSQL refuses to detach it (23503).
bool Planner::still_referenced(const Relation& child) {
  const auto measured = table_.referenced_by.find(child.name);
  if (measured == table_.referenced_by.end() || !measured->second) return false;
  out_.findings.push_back(warning(
      FindingKind::referenced, child.name,
      fmt::format("has expired, but rows of {} still reference it; it is not detached", quote(*measured->second))));
  return true;
}

}  // namespace pschema
