#include "plan/because.h"

#include <fmt/format.h>

#include "base/overloaded.h"
#include "base/quote.h"
#include "model/clause_text.h"
#include "model/condition.h"
#include "plan/naming.h"
#include "plan/simulate.h"

namespace pschema {
namespace {

/// A clause within a sentence.
std::string quoted(const std::string& clause) { return "`" + printable(clause) + "`"; }

template <class Clause>
Because wanted_by(const Clause& clause, std::string text) {
  return {"wanted by " + quoted(text), std::move(text), clause.span, {}};
}

std::string lost_text(bool foreign) { return foreign ? "its rows stay at the foreign server" : "its rows are lost"; }

}  // namespace

std::string turn_text(const Level& level, const Axis& axis, std::int64_t turn) {
  return std::visit(Overloaded{
                        [&](const TimeAxis& time) {
                          const std::string text = position_text(axis, position_of(time, Instant{turn}));
                          return time.zone.is_utc() ? text : text + " " + time.zone.name();
                        },
                        [&](const IntegerAxis&) {
                          const bool list = std::holds_alternative<SlidingList>(level.by);
                          return fmt::format("{} {}", list ? "value" : "key", turn);
                        },
                    },
                    axis);
}

std::optional<Instant> grace_over(const Marker& marker, const TimeSpan& grace) {
  if (marker.at == kDetachTimeUnknown) return std::nullopt;
  return add(marker.at, grace, Zone());
}

std::string fate_text(const Lifecycle& lifecycle, bool foreign) {
  const auto& when = lifecycle.drop.when;
  const std::string once = when ? ", once this holds: " + printable(condition_text(*when)) : std::string();
  return std::visit(Overloaded{
                        [](const DropNever&) { return std::string("stays as a table of its own"); },
                        [&](const DropAfterDetach& d) {
                          return fmt::format("may be dropped {} after its detach{}", format_span(d.grace), once);
                        },
                        [&](const DropImmediately&) {
                          return when ? "may be dropped by a later plan" + once
                                      : "dropped with it, and " + lost_text(foreign);
                        },
                    },
                    lifecycle.drop.is);
}

Because because_wanted(const Level& level, const Want& want) {
  if (want.clause) {
    const CreateClause& clause = level.lifecycle.create[*want.clause];
    return wanted_by(clause, clause_text(clause));
  }
  if (level.default_partition) return wanted_by(*level.default_partition, "default drain all");
  return {};
}

Because because_of_bucket(const Level& level, std::int64_t modulus) {
  const std::int64_t own = std::get<HashBuckets>(level.by).modulus;
  Because because = wanted_by(level, fmt::format("modulus {}", own));
  because.detail = modulus == own ? "without it inserts of its keys fail"
                                  : "its siblings have this modulus, and without it inserts of its keys fail";
  return because;
}

Because because_of_group(const ListGroup& group) { return wanted_by(group, group_text(group)); }

Because because_of_default(const DefaultPartition& partition) { return wanted_by(partition, "default"); }

Because because_kept(const Level& level, const Axis& axis, Window extent, const Cursor& cursor,
                     const Measured& measured) {
  if (extent.hi > cursor.position) return {"its window has not ended; it has its rows", {}, {}, {}};
  const Keeper keeper = keeper_of(level.lifecycle, axis, extent, &measured);
  const std::string until = keeper.until ? " until " + turn_text(level, axis, *keeper.until) : std::string();
  if (!keeper.clause) return {"kept" + until + ", with its rows", {}, {}, {}};
  const KeepClause& clause = level.lifecycle.keep[*keeper.clause];
  const std::string text = clause_text(clause);
  return {fmt::format("{} keeps it{}, with its rows", quoted(text), until), text, clause.span, {}};
}

Because because_expired(const Level& level, const Axis& axis, Window extent, const Cursor& cursor,
                        const Measured& measured, bool foreign) {
  const Keeper keeper = keeper_of(level.lifecycle, axis, extent, &measured);
  const std::string until = turn_text(level, axis, keeper.until.value());
  Because because;
  if (keeper.clause) {
    const KeepClause& clause = level.lifecycle.keep[*keeper.clause];
    because.clause = clause_text(clause);
    because.clause_at = clause.span;
    because.detail = fmt::format("{} held until {}", quoted(because.clause), until);
  } else {
    because.detail = fmt::format("it ended at {}, and no `keep` clause holds", until);
  }
  for (const KeepAgain& again : passed_over(level.lifecycle, axis, extent, cursor, &measured))
    because.detail += fmt::format("; this does not hold: {}", printable(condition_text(again.condition)));
  because.detail += "; " + fate_text(level.lifecycle, foreign);
  return because;
}

Because because_interrupted() { return {"an earlier detach was interrupted, and its rows are hidden", {}, {}, {}}; }

Because because_dropped(const Level& level, const Relation& orphan) {
  const Marker& marker = *orphan.marker;
  const DropClause& drop = level.lifecycle.drop;
  Because because{{}, clause_text(drop), drop.span, {}};
  const bool known = marker.state == MarkerState::detached && marker.at != kDetachTimeUnknown;
  if (known) because.detail = fmt::format("detached at {}; ", format_utc(marker.at));
  because.detail += quoted(because.clause);
  const auto* after = std::get_if<DropAfterDetach>(&drop.is);
  if (known && after) because.detail += fmt::format(" held until {}", format_utc(*grace_over(marker, after->grace)));
  because.detail += "; " + lost_text(orphan.kind == RelationKind::foreign_table);
  return because;
}

}  // namespace pschema
