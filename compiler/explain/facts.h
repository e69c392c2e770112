// What is to be known of a window, of a level and of what becomes of a partition, as facts.
#pragma once

#include "explain/explain.h"
#include "model/clause_text.h"
#include "plan/cursor.h"

namespace pschema {

/// What is not written is the head of the level (check/lifecycle.cpp).
template <class Clause>
ClauseAt clause_at(const Level& level, const Clause& clause) {
  const bool written = clause.span != level.span;
  return {clause_text(clause), written ? std::optional(clause.span) : std::nullopt};
}

/// A level and what stands on it, for one partition.
struct Place {
  const TableSchema& schema;
  const Table& table;
  const Level& level;
  QualifiedName branch;
};

std::optional<Instant> moment_of_turn(const Axis& axis, std::int64_t turn);

Fact level_fact(const Level& level);
/// `window`, and `in UTC` where that is another text.
void window_facts(const RangeAxis& keys, const Cursor& cursor, const Window& w, std::vector<Fact>& facts);
/// The clause that wants a window now.
std::optional<Fact> wanted_fact(const Level& level, const RangeAxis& keys, const Cursor& cursor, const Window& w);
/// The clause that wants it, or will, and from when on; without a clause where none ever does.
Fact will_be_wanted_fact(const Level& level, const RangeAxis& keys, const Cursor& cursor, const Window& w);
/// Every `keep` clause, and what it says of the extent.
void kept_facts(const Level& level, const RangeAxis& keys, const Cursor& cursor, const Window& extent,
                const Measured* measured, std::vector<Fact>& facts);
/// When it expires, and what happens then. `relation` is nullptr where it is not there.
void end_facts(const Place& place, const RangeAxis& keys, const Cursor& cursor, const Window& extent,
               const Relation* relation, const Measured* measured, std::vector<Fact>& facts);
/// When and how a relation was detached, by its marker.
std::string detached_text(const Marker& marker);

}  // namespace pschema
