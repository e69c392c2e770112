#include "explain/facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/quote.h"
#include "explain/when.h"
#include "model/condition.h"
#include "plan/because.h"
#include "plan/naming.h"
#include "plan/simulate.h"

namespace pschema {

std::optional<Instant> moment_of_turn(const Axis& axis, std::int64_t turn) {
  return std::holds_alternative<TimeAxis>(axis) ? std::optional(Instant{turn}) : std::nullopt;
}

namespace {

std::string key_words(const Level& level) {
  std::string columns;
  for (const auto& column : level.key) columns += (columns.empty() ? "" : ", ") + quote(column.value);
  return fmt::format("partition by {} ({})", strategy_word(strategy_of(level)), columns);
}

}  // namespace

Fact level_fact(const Level& level) { return {"level", {}, ClauseAt{key_words(level), level.span}, {}}; }

namespace {

std::string_view tense_text(const Cursor& cursor, const Window& w) {
  if (w.hi <= cursor.position) return "over";
  return w.lo <= cursor.position ? "current" : "to come";
}

}  // namespace

void window_facts(const RangeAxis& keys, const Cursor& cursor, const Window& w, std::vector<Fact>& facts) {
  facts.push_back({"window", fmt::format("{} ({})", window_text(keys.axis, w), tense_text(cursor, w)), {}, {}});
  const auto* time = std::get_if<TimeAxis>(&keys.axis);
  if (time && !time->zone.is_utc()) {
    facts.push_back(
        {"in UTC", format_utc(instant_of(*time, w.lo)) + " to " + format_utc(instant_of(*time, w.hi)), {}, {}});
  }
}

std::optional<Fact> wanted_fact(const Level& level, const RangeAxis& keys, const Cursor& cursor, const Window& w) {
  const auto wanted = wanted_windows(level.lifecycle, keys.axis, cursor);
  for (const auto& [window, want] : wanted) {
    if (window.lo >= w.hi || w.lo >= window.hi || !want.clause) continue;
    return Fact{
        "wanted", std::string(reason_name(want.reason)), clause_at(level, level.lifecycle.create[*want.clause]), {}};
  }
  return std::nullopt;
}

Fact will_be_wanted_fact(const Level& level, const RangeAxis& keys, const Cursor& cursor, const Window& w) {
  if (const auto first = first_wanted(level.lifecycle, keys.axis, cursor, w)) {
    const bool now = first->turn <= place_of_cursor(keys.axis, cursor);
    return {"wanted", now ? "now" : "from " + turn_text(level, keys.axis, first->turn) + " on",
            clause_at(level, level.lifecycle.create[first->clause]), moment_of_turn(keys.axis, first->turn)};
  }
  for (const CreateClause& clause : level.lifecycle.create) {
    if (std::holds_alternative<CreateNext>(clause.is) && w.hi > cursor.position)
      return {"wanted", "once the one before it has come to that point", clause_at(level, clause), {}};
  }
  return {"wanted", "no `create` clause asks for it", {}, {}};
}

namespace {

std::string condition_says(const std::optional<bool>& answer) {
  if (!answer) return "whether its condition holds is not known, so it counts as held";
  return *answer ? "its condition holds" : "its condition does not hold";
}

Fact keep_fact(const Level& level, const KeepClause& clause, const RangeAxis& keys, const Cursor& cursor,
               const Window& extent, const Measured* measured) {
  Fact fact{"kept", {}, clause_at(level, clause), {}};
  const auto until = let_go_of(clause, keys.axis, extent);
  if (until == std::numeric_limits<std::int64_t>::min()) {
    fact.text = "not by this one, which is about other windows";
    return fact;
  }
  const bool over = until && *until <= place_of_cursor(keys.axis, cursor);
  if (until) fact.at = moment_of_turn(keys.axis, *until);
  fact.text = until ? "until " + turn_text(level, keys.axis, *until) : "as long as it stands there";
  if (over) fact.text += ", which is past";
  if (clause.only_while && !over) fact.text += "; " + condition_says(holds(*clause.only_while, measured));
  return fact;
}

}  // namespace

void kept_facts(const Level& level, const RangeAxis& keys, const Cursor& cursor, const Window& extent,
                const Measured* measured, std::vector<Fact>& facts) {
  if (extent.hi > cursor.position) facts.push_back({"kept", "as long as its window has not ended", {}, {}});
  if (level.lifecycle.keep.empty()) facts.push_back({"kept", "for ever: there is no `keep` clause", {}, {}});
  for (const KeepClause& clause : level.lifecycle.keep)
    facts.push_back(keep_fact(level, clause, keys, cursor, extent, measured));
}

namespace {

bool default_beside(const Place& place) {
  const auto& children = children_of(place.table, place.branch);
  return place.level.default_partition || std::any_of(children.begin(), children.end(), [](const Relation& r) {
           return std::holds_alternative<DefaultBound>(r.bound);
         });
}

Fact detach_fact(const Place& place, const QualifiedName& name) {
  const DetachClause& detach = place.level.lifecycle.detach;
  Fact fact{"then", {}, clause_at(place.level, detach), {}};
  if (detach.mode == DetachMode::never) {
    fact.text = "left attached";
    return fact;
  }
  const bool blocking = detach.mode == DetachMode::blocking || default_beside(place);
  fact.text = fmt::format("detached {}", blocking ? "under a lock" : "concurrently");
  if (detach.into_schema && !name.name.text.empty())
    fact.text += fmt::format(", and moved: {}", printable(quote(QualifiedName{*detach.into_schema, name.name})));
  return fact;
}

Fact drop_fact(const Place& place, const std::optional<std::int64_t>& expires, const Axis& axis, const Cursor& cursor,
               bool foreign) {
  const Lifecycle& lifecycle = place.level.lifecycle;
  Fact fact{"and then", fate_text(lifecycle, foreign), clause_at(place.level, lifecycle.drop), {}};
  const auto* after = std::get_if<DropAfterDetach>(&lifecycle.drop.is);
  if (after && expires && std::holds_alternative<TimeAxis>(axis)) {
    fact.at = add(std::max(Instant{*expires}, cursor.now), after->grace, Zone());
    fact.text += fmt::format(", not before {}", format_utc(*fact.at));
  }
  return fact;
}

}  // namespace

void end_facts(const Place& place, const RangeAxis& keys, const Cursor& cursor, const Window& extent,
               const Relation* relation, const Measured* measured, std::vector<Fact>& facts) {
  const auto expires = expires_at(place.level.lifecycle, keys.axis, extent, measured);
  if (!expires) {
    facts.push_back({"expires", "never, as things stand", {}, {}});
    return;
  }
  const bool past = *expires <= place_of_cursor(keys.axis, cursor);
  facts.push_back({"expires",
                   turn_text(place.level, keys.axis, *expires) + (past ? ", which is past" : ""),
                   {},
                   moment_of_turn(keys.axis, *expires)});
  if (past && !relation) return;
  facts.push_back(detach_fact(place, relation ? relation->name : QualifiedName{}));
  if (place.level.lifecycle.detach.mode == DetachMode::never) return;
  facts.push_back(
      drop_fact(place, expires, keys.axis, cursor, relation && relation->kind == RelationKind::foreign_table));
}

std::string detached_text(const Marker& marker) {
  switch (marker.state) {
    case MarkerState::detaching:
      return "by a run that was interrupted before it wrote the time";
    case MarkerState::detached:
      return marker.at == kDetachTimeUnknown ? "by a file that was not applied yet" : format_utc(marker.at);
    case MarkerState::building:
      return "not at all: it is being built, and was never attached";
    case MarkerState::adopted:
      return "by somebody else; it was adopted";
  }
  return {};
}

}  // namespace pschema
