#include "plan/cursor.h"

#include <algorithm>
#include <charconv>

#include "base/overloaded.h"
#include "plan/fit.h"
#include "plan/planner.h"

namespace pschema {
namespace {

struct NumericShape {
  std::size_t digits = 0;  // before the point; 0: as many as there are
  std::size_t scale = 0;
};

/// `numeric(12,2)`.
NumericShape numeric_shape(std::string_view type) {
  const std::size_t open = type.find('(');
  if (open == std::string_view::npos) return {};
  std::size_t precision = 0, scale = 0;
  const char* end = type.data() + type.size();
  const auto read = std::from_chars(type.data() + open + 1, end, precision);
  if (read.ptr != end && *read.ptr == ',') std::from_chars(read.ptr + 1, end, scale);
  return {precision > scale ? precision - scale : 0, scale};
}

}  // namespace

std::optional<std::string> RangeAxis::key(std::int64_t position) const {
  auto text = encode(format, position);
  if (!text || format.type != KeyType::numeric) return text;
  const NumericShape shape = numeric_shape(column.type);
  const std::size_t digits = text->size() - (text->starts_with('-') ? 1 : 0);
  if (shape.digits > 0 && digits > shape.digits) return std::nullopt;
  if (shape.scale > 0) *text += "." + std::string(shape.scale, '0');
  return text;
}

std::optional<RangeAxis> range_axis(const Level& level, const Table& table) {
  const Identifier& leading = level.key.front().value;
  const KeyType type = column_key_type(table, leading);
  const auto column = [&] { return *find_column(table, leading); };
  return std::visit(Overloaded{
                        [&](const TimeRange& t) {
                          return std::optional(RangeAxis{t.axis, key_format(t, type), column()});
                        },
                        [&](const IntegerRange& i) {
                          return std::optional(RangeAxis{i.axis, {Encoding::integer, type, {}, 22}, column()});
                        },
                        [](const ListGroups&) { return std::optional<RangeAxis>(); },
                        [&](const SlidingList& s) {
                          const IntegerAxis values{{{1, s.starting, std::nullopt}}};
                          return std::optional(RangeAxis{values, {Encoding::integer, type, {}, 22}, column()});
                        },
                        [](const HashBuckets&) { return std::optional<RangeAxis>(); },
                    },
                    level.by);
}

std::int64_t integer_cursor(const Catalog& catalog, const Table& table, const Level& level,
                            const QualifiedName& branch) {
  const Identifier& column = level.key.front().value;
  std::optional<std::int64_t> highest;
  for (const QualifiedName& measured : {branch, table.root.name}) {
    const auto at = catalog.cursors.find({measured, column});
    if (at == catalog.cursors.end()) continue;
    if (measured == branch) highest = std::max(highest, at->second.highest);
    highest = std::max(highest, at->second.sequence);
  }
  return highest.value_or(std::get<IntegerRange>(level.by).axis.segments.front().anchor);
}

std::int64_t newest_member(const Table& table, const Level& level, const QualifiedName& branch) {
  const RangeAxis keys = range_axis(level, table).value();
  std::optional<std::int64_t> newest;
  for (const Relation& child : children_of(table, branch)) {
    const RangePlace place = place_of(child.bound, keys.axis, keys.format);
    if (place.kind == RangePlace::Kind::ours && !child.detach_pending)
      newest = std::max(newest, std::optional(place.extent.lo));
  }
  return newest.value_or(std::get<SlidingList>(level.by).starting);
}

Cursor cursor_of(const Catalog& catalog, const Table& table, const Level& level, const QualifiedName& branch,
                 Instant now) {
  if (const auto* time = std::get_if<TimeRange>(&level.by)) return cursor_at(time->axis, now);
  if (std::holds_alternative<SlidingList>(level.by)) return {now, newest_member(table, level, branch)};
  const Axis axis = std::get<IntegerRange>(level.by).axis;
  std::int64_t position = integer_cursor(catalog, table, level, branch);
  // The last numbers of a bigint may lie behind the last window whose end can be written.
  if (!window_at(axis, position)) {
    const std::int64_t step = std::get<IntegerRange>(level.by).axis.segments.back().step;
    position = position > 0 ? position - step : position + step;
  }
  return {now, position};
}

}  // namespace pschema
