#include "breaking/breaking.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/overloaded.h"
#include "base/quote.h"
#include "breaking/levels.h"
#include "plan/naming.h"

namespace pschema {

namespace {
struct Named {
  std::string_view name, effect;
};
constexpr std::array kBreaks{
#define PSCHEMA_BREAK(name, happens) Named{#name, happens},
    PSCHEMA_BREAKS(PSCHEMA_BREAK)
#undef PSCHEMA_BREAK
};
}  // namespace

std::string_view break_name(BreakKind kind) { return kBreaks[static_cast<std::size_t>(kind)].name; }
std::string_view break_effect(BreakKind kind) { return kBreaks[static_cast<std::size_t>(kind)].effect; }
std::vector<BreakKind> break_kinds() {
  std::vector<BreakKind> kinds;
  for (std::size_t i = 0; i < kBreaks.size(); ++i) kinds.push_back(static_cast<BreakKind>(i));
  return kinds;
}

std::string Comparing::clause(Span span, std::string_view otherwise) const {
  if (span.end <= span.begin) return fmt::format("`{}`", otherwise);
  const std::string_view source =
      std::string_view(texts.file(span.file).text).substr(span.begin, span.end - span.begin);
  std::string text;
  for (const char c : source) {
    const bool space = c == ' ' || c == '\n' || c == '\r' || c == '\t';
    if (!space) text += c;
    if (space && !text.empty() && text.back() != ' ') text += ' ';
  }
  return "`" + printable(text) + "`";
}

std::optional<Axis> axis_of(const Level& level) {
  return std::visit(Overloaded{
                        [](const TimeRange& range) { return std::optional<Axis>(range.axis); },
                        [](const IntegerRange& range) { return std::optional<Axis>(range.axis); },
                        [](const SlidingList& list) {
                          return std::optional<Axis>(IntegerAxis{{{1, list.starting, std::nullopt}}});
                        },
                        [](const ListGroups&) { return std::optional<Axis>(); },
                        [](const HashBuckets&) { return std::optional<Axis>(); },
                    },
                    level.by);
}

namespace {

void compare(const Comparing& in, const Level& before, const Level& after);

/// `range (at)`.
std::string key_text(const Level& level) {
  std::string columns;
  for (const auto& column : level.key) columns += (columns.empty() ? "" : ", ") + quote(column.value);
  return fmt::format("`{} ({})`", strategy_word(strategy_of(level)), columns);
}

void compare_below(const Comparing& in, const std::vector<Level>& before, const std::vector<Level>& after,
                   Span place) {
  if (!before.empty() && !after.empty()) return compare(in, before.front(), after.front());
  if (!before.empty()) {
    in.add(BreakKind::level_removed, fmt::format("the level by {} is gone", key_text(before.front())), place);
  }
  if (!after.empty()) {
    in.add(BreakKind::level_added, fmt::format("there is a level by {} now", key_text(after.front())),
           after.front().span);
  }
}

bool same_segment(const TimeSegment& a, const TimeSegment& b) {
  return a.step == b.step && a.anchor == b.anchor && a.from == b.from;
}
bool same_segment(const IntegerSegment& a, const IntegerSegment& b) {
  return a.step == b.step && a.anchor == b.anchor && a.from == b.from;
}
std::string from_text(const TimeAxis& axis, LocalTime from) {
  return position_text(axis, axis.clock == KeyClock::wall ? from.us : axis.zone.to_instant(from).us);
}
std::string from_text(const IntegerAxis& axis, std::int64_t from) { return position_text(axis, from); }

/// From where on the grids differ, for people; nullopt where they are the same.
template <class AxisType>
std::optional<std::string> grids_differ(const AxisType& before, const AxisType& after) {
  const std::size_t both = std::min(before.segments.size(), after.segments.size());
  std::size_t i = 0;
  while (i < both && same_segment(before.segments[i], after.segments[i])) ++i;
  if (i == before.segments.size() && i == after.segments.size()) return std::nullopt;
  if (i == 0) return "all";
  std::optional<std::string> from;
  const bool old_first =
      i < before.segments.size() && (i == after.segments.size() || before.segments[i].from < after.segments[i].from);
  return fmt::format("from {} on", old_first ? from_text(before, *before.segments[i].from)
                                             : from_text(after, *after.segments[i].from));
}

bool compare_grids(const Comparing& in, const TimeRange& a, const TimeRange& b, const Level& after) {
  if (a.encoding != b.encoding || a.snowflake_epoch != b.snowflake_epoch || a.snowflake_shift != b.snowflake_shift) {
    const bool same_words = a.encoding == b.encoding;
    in.add(BreakKind::encoding_changed,
           same_words
               ? fmt::format("the epoch or shift of `{}` changed", encoding_name(a.encoding))
               : fmt::format("the key was `{}` and is `{}`", encoding_name(a.encoding), encoding_name(b.encoding)),
           after.span, "all");
  }
  if (!(a.axis.zone == b.axis.zone)) {
    in.add(BreakKind::zone_changed,
           fmt::format("the time zone was `{}` and is `{}`", a.axis.zone.name(), b.axis.zone.name()), after.span,
           "all");
  }
  const auto moved = grids_differ(a.axis, b.axis);
  if (moved) in.add(BreakKind::grid_moved, "the grid of windows changed", after.span, *moved);
  return moved.has_value();
}

/// True where the grids differ.
bool compare_ranges(const Comparing& in, const Level& before, const Level& after) {
  const auto* time_before = std::get_if<TimeRange>(&before.by);
  const auto* time_after = std::get_if<TimeRange>(&after.by);
  if (time_before && time_after) return compare_grids(in, *time_before, *time_after, after);
  const auto* before_numbers = std::get_if<IntegerRange>(&before.by);
  const auto* after_numbers = std::get_if<IntegerRange>(&after.by);
  if (before_numbers && after_numbers) {
    const auto moved = grids_differ(before_numbers->axis, after_numbers->axis);
    if (moved) in.add(BreakKind::grid_moved, "the grid of windows changed", after.span, *moved);
    return moved.has_value();
  }
  return false;
}

const ListGroup* group_named(const ListGroups& list, const Identifier& name) {
  const auto at =
      std::find_if(list.groups.begin(), list.groups.end(), [&](const ListGroup& g) { return g.name == name; });
  return at == list.groups.end() ? nullptr : &*at;
}

bool has_value(const ListGroup& group, const ListValue& value) {
  return std::any_of(group.values.begin(), group.values.end(),
                     [&](const ListValue& v) { return v.text == value.text; });
}

bool same_values(const ListGroup& a, const ListGroup& b) {
  return a.values.size() == b.values.size() &&
         std::all_of(a.values.begin(), a.values.end(), [&](const ListValue& v) { return has_value(b, v); });
}

void compare_groups(const Comparing& in, const ListGroups& before, const ListGroups& after, Span place) {
  for (const ListGroup& old : before.groups) {
    const ListGroup* now = group_named(after, old.name);
    if (!now) {
      in.add(BreakKind::group_removed, fmt::format("group `{}` is gone", quote(old.name)), place);
      continue;
    }
    if (!same_values(old, *now))
      in.add(BreakKind::group_values_changed, fmt::format("group `{}` has other values", quote(old.name)), now->span);
    if (!old.leaves.unlogged && now->leaves.unlogged && now->below.empty())
      in.add(BreakKind::leaves_unlogged, fmt::format("leaves of group `{}` are `unlogged` now", quote(old.name)),
             now->span);
    compare_below(in, old.below, now->below, now->span);
  }
}

/// Levels of other kinds have nothing else in common.
bool comparable(const Comparing& in, const Level& before, const Level& after) {
  if (strategy_of(before) != strategy_of(after)) {
    in.add(BreakKind::strategy_changed, fmt::format("{} became {}", key_text(before), key_text(after)), after.span);
    return false;
  }
  const bool same_key = std::equal(before.key.begin(), before.key.end(), after.key.begin(), after.key.end(),
                                   [](const auto& a, const auto& b) { return a.value == b.value; });
  if (!same_key) {
    in.add(BreakKind::key_changed, fmt::format("{} became {}", key_text(before), key_text(after)), after.span);
    return false;
  }
  if (before.by.index() == after.by.index()) return true;
  const bool list = strategy_of(before) == Strategy::list;
  in.add(list ? BreakKind::strategy_changed : BreakKind::grid_moved,
         list ? "named groups and `every value` took the place of one another"
              : "steps of time and steps of a number took the place of one another",
         after.span, list ? "" : "all");
  return false;
}

void compare_default(const Comparing& in, const Level& before, const Level& after) {
  if (!before.default_partition) return;
  if (!after.default_partition)
    return in.add(BreakKind::default_removed, in.clause(before.default_partition->span, "default") + " is gone",
                  after.span);
  compare_below(in, before.default_partition->below, after.default_partition->below, after.default_partition->span);
}

bool names_are_written(const Level& level) {
  return level.named.span.end > level.named.span.begin && level.named.span != level.span;
}

/// Names that follow from the step change with it.
void compare_names(const Comparing& in, const Level& before, const Level& after, bool moved) {
  const std::string was = template_text(before.named), is = template_text(after.named);
  if (was == is || (moved && !names_are_written(before) && !names_are_written(after))) return;
  in.add(BreakKind::names_changed, fmt::format("names were `{}` and are `{}`", printable(was), printable(is)),
         names_are_written(after) ? after.named.span : after.span);
}

void compare(const Comparing& in, const Level& before, const Level& after) {
  if (!comparable(in, before, after)) return;
  const bool moved = compare_ranges(in, before, after);
  if (const auto* a = std::get_if<HashBuckets>(&before.by), *b = std::get_if<HashBuckets>(&after.by);
      a && b && a->modulus != b->modulus) {
    in.add(BreakKind::modulus_changed, fmt::format("`modulus {}` became `modulus {}`", a->modulus, b->modulus),
           after.span);
  }
  compare_names(in, before, after, moved);
  if (axis_of(before)) compare_lifecycles(in, before, after);
  if (const auto* a = std::get_if<ListGroups>(&before.by), *b = std::get_if<ListGroups>(&after.by); a && b) {
    compare_groups(in, *a, *b, after.span);
  } else {
    compare_below(in, before.below, after.below, after.span);
  }
  compare_default(in, before, after);
  if (!before.leaves.unlogged && after.leaves.unlogged && after.below.empty() && axis_of(after))
    in.add(BreakKind::leaves_unlogged, "leaves are `unlogged` now", after.span);
}

void compare_table(const Comparing& in, const TableSchema& before, const TableSchema& after) {
  if (before.in_schema != after.in_schema) {
    in.add(BreakKind::schema_changed,
           fmt::format("new partitions were made in {}, and are made in {}",
                       before.in_schema ? "`" + quote(*before.in_schema) + "`" : "the parent's schema",
                       after.in_schema ? "`" + quote(*after.in_schema) + "`" : "the parent's schema"),
           after.name_span);
  }
  compare(in, before.root, after.root);
}

}  // namespace

std::vector<Broken> breaking_changes(const Schema& before, const Schema& after, const SourceSet& texts,
                                     std::optional<Instant> at) {
  std::vector<Broken> out;
  for (const TableSchema& old : before.tables) {
    const Comparing in{texts, at, old.name, out};
    const auto now = std::find_if(after.tables.begin(), after.tables.end(),
                                  [&](const TableSchema& t) { return t.name == old.name; });
    if (now == after.tables.end()) {
      in.add(BreakKind::table_removed, "is in no schema file any more", old.name_span);
    } else {
      compare_table(in, old, *now);
    }
  }
  return out;
}

}  // namespace pschema
