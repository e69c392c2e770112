#include "check/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "base/overloaded.h"
#include "base/quote.h"
#include "base/unicode.h"

namespace pschema {
namespace {

// Beyond this many names, and for moduli beyond the second number, the first and the last bucket stand for all.
constexpr std::size_t kMaxNames = 100'000;
constexpr std::int64_t kMaxBuckets = 1024;

struct Seen {
  std::map<QualifiedName, Span> places;
  std::set<Span> too_long;  // templates that have been reported
};

struct Walk {
  const TableSchema& table;
  Identifier schema;  // of the partitions
  Seen& seen;
  Diagnostics& diagnostics;
};

using Values = std::function<std::string(Placeholder)>;

std::string expand(const NameTemplate& named, const Walk& walk, const std::string& parent, const Values& values) {
  std::string name;
  for (const auto& part : named.parts) {
    name += std::visit(Overloaded{[](const std::string& text) { return text; },
                                  [&](const Placeholder& p) {
                                    if (p == Placeholder::table) return walk.table.name.name.text;
                                    if (p == Placeholder::parent) return parent;
                                    return values(p);
                                  }},
                       part);
  }
  return name;
}

/// A window in the last ISO week of a long year: every part has its full width.
std::string sample_date_part(Placeholder p) {
  switch (p) {
    case Placeholder::yyyy:
    case Placeholder::iyyy:
      return "2026";
    case Placeholder::mm:
      return "12";
    case Placeholder::dd:
      return "28";
    case Placeholder::hh:
    case Placeholder::mi:
      return "00";
    case Placeholder::ww:
      return "53";
    case Placeholder::q:
      return "4";
    case Placeholder::start:
      return "202612280000";
    case Placeholder::table:
    case Placeholder::parent:
    case Placeholder::value:
    case Placeholder::group:
    case Placeholder::modulus:
    case Placeholder::remainder:
      return {};
  }
  return {};
}

std::string number_text(std::int64_t n) {
  std::string text = fmt::format("{}", n);
  if (n < 0) text[0] = 'm';
  return text;
}

/// The longest number that the level itself mentions as a place on its axis.
std::string sample_number(const IntegerAxis& axis, const Lifecycle& lifecycle) {
  std::string longest = number_text(axis.segments.front().anchor);
  const auto consider = [&](std::int64_t n) {
    if (number_text(n).size() > longest.size()) longest = number_text(n);
  };
  const auto consider_place = [&](const AxisPlace& place) {
    if (const auto* n = std::get_if<std::int64_t>(&place.value)) consider(*n);
  };
  for (const IntegerSegment& segment : axis.segments) {
    consider(segment.step);
    if (segment.from) consider(*segment.from);
  }
  for (const CreateClause& clause : lifecycle.create) {
    std::visit(Overloaded{[](const CreateCurrent&) {}, [](const CreateAhead&) {},
                          [&](const CreateFrom& c) { consider_place(c.from); }, [](const CreateUntil&) {},
                          [](const CreateNext&) {}},
               clause.is);
  }
  return longest;
}

void walk_level(const Walk& walk, const Level& level, const std::string& parent);

/// The first so many bytes, or less where that would cut a letter in two.
std::string cut(std::string_view text, std::size_t bytes) {
  std::string out;
  while (!text.empty()) {
    const std::size_t next = first_code_point(text).bytes;
    if (out.size() + next > bytes) break;
    out += text.substr(0, next);
    text.remove_prefix(next);
  }
  return out;
}

/// The same template with the table's name cut, so that a member of the first level loses so many bytes; none where
/// it does not have that name exactly once.
std::optional<std::string> shorter(const Walk& walk, const NameTemplate& named, std::size_t bytes) {
  const std::string& table = walk.table.name.name.text;
  NameTemplate fitting = named;
  int cuts = 0;
  for (auto& part : fitting.parts) {
    const auto* p = std::get_if<Placeholder>(&part);
    if (!p || (*p != Placeholder::table && *p != Placeholder::parent)) continue;
    ++cuts;
    part = cut(table, table.size() > bytes ? table.size() - bytes : 0);
  }
  if (cuts != 1 || table.size() <= bytes) return std::nullopt;
  return template_text(fitting);
}

/// `named` is the template of a first level, or none.
void report_too_long(const Walk& walk, const std::string& name, Span place, const NameTemplate* named) {
  if (!walk.seen.too_long.insert(place).second) return;
  const std::size_t more = name.size() - kMaxNameBytes;
  const auto fitting = named ? shorter(walk, *named, more) : std::nullopt;
  walk.diagnostics.error(Code::partition_name_too_long, place,
                         fmt::format("the name `{}` would have {} bytes, {} more than the {} that PostgreSQL keeps",
                                     quote(Identifier{name}), name.size(), more, kMaxNameBytes),
                         fitting ? fmt::format("shorten it, as in `named {};`", quote_literal(*fitting))
                                 : std::string("shorten it, or the names above it, with `named '…'`"));
}

/// A member called `name`, and all below it.
void walk_member(const Walk& walk, const std::string& name, Span place, const std::vector<Level>& below,
                 const NameTemplate* named = nullptr) {
  if (name.size() > kMaxNameBytes) {
    report_too_long(walk, name, place, named);
    return;  // what is below would only repeat it
  }
  const auto [first, fresh] = walk.seen.places.emplace(QualifiedName{walk.schema, Identifier{name}}, place);
  if (!fresh) {
    Diagnostic d;
    d.code = Code::names_collide;
    d.message = fmt::format("two relations would be called `{}`", quote(first->first));
    d.span = place;
    if (first->second != place) d.others.push_back({first->second, "the other one"});
    d.hint = "tell them apart with `named '…'`";
    walk.diagnostics.add(std::move(d));
    return;
  }
  for (const Level& level : below) walk_level(walk, level, name);
}

void walk_groups(const Walk& walk, const Level& level, const ListGroups& list, const std::string& parent) {
  for (const ListGroup& group : list.groups) {
    const auto value = [&](Placeholder p) {
      if (p == Placeholder::group) return group.name.text;
      return group.values.empty() ? std::string() : group.values.front().text.value_or("null");
    };
    walk_member(walk, expand(level.named, walk, parent, value), level.named.span, group.below);
  }
}

void walk_buckets(const Walk& walk, const Level& level, std::int64_t modulus, const std::string& parent) {
  const bool all = modulus <= kMaxBuckets && walk.seen.places.size() < kMaxNames;
  const std::int64_t stride = all || modulus == 1 ? 1 : modulus - 1;
  // The last one has the longest name.
  for (std::int64_t remainder = modulus - 1; remainder >= 0; remainder -= stride) {
    const auto value = [&](Placeholder p) {
      return fmt::format("{}", p == Placeholder::modulus ? modulus : remainder);
    };
    walk_member(walk, expand(level.named, walk, parent, value), level.named.span, level.below);
  }
}

void walk_level(const Walk& walk, const Level& level, const std::string& parent) {
  const auto one = [&](const Values& values) {
    const NameTemplate* named = &level == &walk.table.root ? &level.named : nullptr;
    walk_member(walk, expand(level.named, walk, parent, values), level.named.span, level.below, named);
  };
  std::visit(Overloaded{
                 [&](const TimeRange&) { one(sample_date_part); },
                 [&](const IntegerRange& range) {
                   one([&](Placeholder) { return sample_number(range.axis, level.lifecycle); });
                 },
                 [&](const ListGroups& list) { walk_groups(walk, level, list, parent); },
                 [&](const SlidingList& list) { one([&](Placeholder) { return number_text(list.starting); }); },
                 [&](const HashBuckets& hash) { walk_buckets(walk, level, hash.modulus, parent); },
             },
             level.by);
  if (!level.default_partition) return;
  const DefaultPartition& rest = *level.default_partition;
  const std::string name = rest.named ? expand(*rest.named, walk, parent, [](Placeholder) { return std::string(); })
                                      : parent + "__default";
  walk_member(walk, name, rest.named ? rest.named->span : rest.span, rest.below);
}

}  // namespace

void check_names(const Schema& schema, Diagnostics& diagnostics) {
  Seen seen;
  for (const TableSchema& table : schema.tables) seen.places.emplace(table.name, table.name_span);
  for (const TableSchema& table : schema.tables) {
    const Walk walk{table, table.in_schema.value_or(table.name.schema), seen, diagnostics};
    walk_level(walk, table.root, table.name.name.text);
  }
}

}  // namespace pschema
