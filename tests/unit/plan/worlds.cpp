#include "worlds.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/overloaded.h"
#include "fixture.h"
#include "model/catalog_key.h"
#include "plan/coverage.h"
#include "plan/naming.h"
#include "plan/overlap.h"
#include "plan/planner.h"
#include "plan/simulate.h"

namespace pschema::test {
namespace {

int below(int n) { return *rc::gen::inRange(0, n); }
bool one_in(int n) { return below(n) == n - 1; }  // shrinks to false

template <class T>
T one_of(std::initializer_list<T> values) {
  return *rc::gen::elementOf(std::vector<T>(values));
}

// --- Schemas
// --------------------------------------------------------------------------------------------------------

struct KeyChoice {
  const char* as;
  const char* type;
  bool zoned = true;
};

struct StepChoice {
  const char* every;
  const char* unit;  // for `keep for` and `create ahead`
  std::int64_t us;
};

constexpr std::int64_t kMinute = 60'000'000;
constexpr std::int64_t kDay = 1440 * kMinute;

class SchemaWriter {
 public:
  SchemaWriter(const WorldKind& kind, Instant now) : kind_(kind), now_(now) {}

  std::string table() {
    std::string text = "pschema 1;\n";
    if (one_in(4)) text += "time zone 'Asia/Bangkok';\n";
    text += "table public.t {\n";
    if (one_in(4)) text += "leaves { foreign server archive options (table_name '{name}'); }\n";
    text += level(0) + "}\n";
    return text;
  }

  std::vector<Column> columns;
  std::int64_t root_step_us = 0;

 private:
  std::string column_of(const char* type) {
    const std::string name = fmt::format("k{}", columns.size());
    Column c = column(name, type);
    c.not_null = !one_in(4);
    columns.push_back(c);
    return name;
  }

  std::string level(int depth) {
    switch (depth == 0 ? 0 : below(3)) {
      case 0:
        return one_in(5) && depth == 0 && !kind_.steady ? list(depth) : range(depth);
      case 1:
        return hash(depth);
      default:
        return list(depth);
    }
  }

  std::string deeper(int depth) { return depth < 2 && one_in(2) ? level(depth + 1) : std::string(); }

  std::string hash(int depth) {
    const std::string head = fmt::format("partition by hash ({}) modulus {}", column_of("bigint"), 1 + below(4));
    const std::string more = deeper(depth);
    return more.empty() ? head + ";\n" : head + " {\n" + more + "}\n";
  }

  std::string list(int depth) {
    std::string text = fmt::format("partition by list ({}) {{\n", column_of("text"));
    const std::string shared = deeper(depth);
    const int groups = 1 + below(3);
    for (int g = 0; g < groups; ++g) {
      text += fmt::format("group g{} in ('v{}'", g, g);
      if (one_in(3)) text += fmt::format(", 'w{}'", g);
      if (g == 0 && one_in(4)) text += ", null";
      text += ");\n";
    }
    if (one_in(3)) text += "default;\n";
    return text + shared + "}\n";
  }

  std::string moment(std::int64_t us, bool fine) const {
    std::string text = format_utc(Instant{us});
    return fine ? text.substr(0, 16).replace(10, 1, " ") : text.substr(0, 10);
  }

  std::string range(int depth) {
    const StepChoice step = one_of<StepChoice>({{"day", "days", kDay},
                                                {"week", "weeks", 7 * kDay},
                                                {"month", "months", 31 * kDay},
                                                {"quarter", "months", 92 * kDay},
                                                {"year", "years", 366 * kDay},
                                                {"2 days starting '2020-01-06'", "days", 2 * kDay},
                                                {"week starting '2020-01-02'", "weeks", 7 * kDay},
                                                {"3 months starting '2020-02-05'", "months", 92 * kDay},
                                                {"6 hours", "hours", 360 * kMinute},
                                                {"15 minutes", "minutes", 15 * kMinute}});
    const bool fine = step.us < kDay;
    if (depth == 0) root_step_us = step.us;
    const KeyChoice key = fine ? one_of<KeyChoice>({{"", "timestamp with time zone"},
                                                    {"", "timestamp without time zone"},
                                                    {" as uuidv7", "uuid"},
                                                    {" as epoch microseconds", "bigint"}})
                               : one_of<KeyChoice>({{"", "timestamp with time zone"},
                                                    {"", "timestamp without time zone"},
                                                    {"", "date"},
                                                    {" as uuidv7", "uuid"},
                                                    {" as ulid", "text"},
                                                    {" as epoch seconds", "integer"},
                                                    {" as epoch milliseconds", "bigint"},
                                                    {" as snowflake '2010-11-04T01:42:54.657Z'", "bigint"},
                                                    {" as yyyymmdd", "integer"},
                                                    {" as yyyymmdd", "text"}});
    std::string keys = column_of(key.type);
    if (one_in(6)) keys += ", " + column_of("bigint");
    std::string head = fmt::format("partition by range ({}) every {}", keys, step.every);
    const bool plain_grid = step.us >= kDay && std::string(step.every).find(' ') == std::string::npos &&
                            std::string(step.every) != "year" && std::string(step.every) != "quarter";
    // A Monday and the first of a month.
    if (plain_grid && one_in(5))
      head += fmt::format(" then every {} from '2026-06-01'", one_of<const char*>({"day", "week", "month"}));
    head += key.as;
    if (!fine && one_in(2)) {
      head += fmt::format(" at time zone '{}'", one_of<const char*>({"UTC", "Europe/Berlin", "America/Sao_Paulo",
                                                                     "Pacific/Apia", "Asia/Kathmandu"}));
    } else if (fine) {
      head += " at time zone 'UTC'";
    }
    std::string text = head + " {\n" + lifecycle(step, fine);
    if (one_in(5)) text += "default;\n";
    return text + deeper(depth) + "}\n";
  }

  std::string near(const StepChoice& step, bool fine, int from, int to) {
    return moment(now_.us + (from + below(to - from)) * step.us, fine);
  }

  std::string lifecycle(const StepChoice& step, bool fine) {
    std::string text;
    if (kind_.steady || one_in(3)) text += fmt::format("create from '{}';\n", near(step, fine, -20, -3));
    if (one_in(5)) {
      text += fmt::format("create ahead {} {};\n", 1 + below(6), step.unit);
    } else {
      text += fmt::format("create current and {} after;\n", below(4));
    }
    if (!kind_.steady && one_in(6)) text += fmt::format("create until '{}';\n", near(step, fine, -2, 5));
    bool keeps = true;
    switch (below(5)) {
      case 0:
        text += fmt::format("keep current and {} before;\n", below(7));
        break;
      case 1:
        text += fmt::format("keep for {} {};\n", 1 + below(9), step.unit);
        break;
      case 2:
        text += "keep current;\n";
        break;
      case 3:
        text += fmt::format("keep current month and {} before;\n", below(5));
        break;
      default:
        keeps = false;
    }
    // A unit must be as long as the step.
    if (step.us > 28 * kDay || std::string(step.every).find(' ') != std::string::npos) {
      const std::size_t at = text.find("current month");
      if (at != std::string::npos) text.replace(at, 13, "current");
    }
    if (keeps && one_in(5)) {
      const int back = 3 + below(12);
      text += fmt::format("keep from '{}' to '{}';\n", moment(now_.us - back * step.us, fine),
                          moment(now_.us - (back - 2) * step.us, fine));
    }
    if (!keeps) return text;
    if (one_in(3)) text += one_of<const char*>({"detach blocking;\n", "detach at most 2;\n", "detach never;\n"});
    text += one_of<const char*>(
        {"drop never;\n", "drop 7 days after detach;\n", "drop 2 hours after detach;\n", "drop immediately;\n"});
    if (text.find("detach never") != std::string::npos)
      text.replace(text.rfind("drop "), std::string::npos, "drop never;\n");
    return text;
  }

  const WorldKind& kind_;
  Instant now_;
};

// --- Pasts
// ----------------------------------------------------------------------------------------------------------

class Past {
 public:
  Past(const TableSchema& schema, Catalog& catalog, Instant now)
      : schema_(schema), catalog_(catalog), table_(catalog.tables.at(schema.name)), now_(now) {}

  void make() {
    fill(schema_.root, table_.root.name, table_.children);
    if (one_in(3)) orphans();
    for (auto& [parent, list] : table_.children) sort(list);
    for (auto& [name, orphan] : catalog_.orphans) {
      for (auto& [parent, list] : orphan.children) sort(list);
    }
    if (one_in(6)) catalog_.taken.erase(table_.root.name);
    std::erase_if(catalog_.taken, [&](const auto& t) { return names_.count(t.first) > 0; });
  }

 private:
  using Children = std::map<QualifiedName, std::vector<Relation>>;

  static void sort(std::vector<Relation>& list) {
    std::sort(list.begin(), list.end(), [](const Relation& a, const Relation& b) { return a.name < b.name; });
  }

  /// The name that a template gives, or another one.
  QualifiedName fresh(const Identifier& wanted) {
    const QualifiedName name{{"public"}, wanted};
    if (!one_in(4) && names_.insert(name).second) return name;
    const QualifiedName other{{one_in(5) ? "other" : "public"}, {fmt::format("x{}", ++counter_)}};
    names_.insert(other);
    return other;
  }

  Relation relation(const QualifiedName& name, Bound bound, const PartitionKey& parent_key) {
    Relation r;
    r.name = name;
    r.bound_text = server_text(bound, key_types(parent_key, table_.columns));
    r.bound = parse_bound(r.bound_text);
    if (one_in(12)) r.owner = "somebody";
    if (one_in(12))
      r.marker =
          Marker{MarkerState::detached, {now_.us / 1'000'000 * 1'000'000 - kDay}, name, schema_.name, r.bound_text};
    return r;
  }

  /// What hangs below a partition: what the schema says, another shape, or nothing.
  void below_of(const std::vector<Level>& levels, Relation& r, Children& children) {
    if (levels.empty() || one_in(6)) {
      if (one_in(foreign_servers(schema_.root).empty() ? 15 : 2)) r.kind = RelationKind::foreign_table;
      return;
    }
    r.kind = RelationKind::partitioned_table;
    r.key = key_of(levels.front());
    if (one_in(12)) r.key->parts.front().column.text = table_.columns.back().name.text;
    if (*r.key == key_of(levels.front())) fill(levels.front(), r.name, children);
  }

  void fill(const Level& level, const QualifiedName& parent, Children& children) {
    if (one_in(8)) return;
    std::visit(Overloaded{
                   [&](const TimeRange& t) { windows(level, t, parent, children); },
                   [](const IntegerRange&) {},
                   [&](const ListGroups& g) { groups(level, g, parent, children); },
                   [](const SlidingList&) {},
                   [&](const HashBuckets& h) { buckets(level, h, parent, children); },
               },
               level.by);
    const std::vector<Level> none;
    const bool range = std::holds_alternative<TimeRange>(level.by);
    const bool list = std::holds_alternative<ListGroups>(level.by);
    if ((range || list) && one_in(level.default_partition ? 2 : 8)) {
      const Identifier named = level.default_partition
                                   ? default_name(*level.default_partition, {schema_.name.name, parent.name})
                                   : Identifier{"rest"};
      Relation r = relation(fresh(named), DefaultBound{}, key_of(level));
      below_of(level.default_partition ? level.default_partition->below : none, r, children);
      children[parent].push_back(r);
    }
  }

  void buckets(const Level& level, const HashBuckets& h, const QualifiedName& parent, Children& children) {
    const std::int64_t modulus = one_in(4) ? 1 + below(5) : h.modulus;
    const bool mixed = one_in(6);
    for (std::int64_t r = 0; r < modulus; ++r) {
      if (one_in(6)) continue;
      HashBound bound{modulus, r};
      if (mixed && r == 0) bound.modulus = modulus * 2;
      Relation made =
          relation(fresh(bucket_name(level.named, {schema_.name.name, parent.name}, bound)), bound, key_of(level));
      below_of(level.below, made, children);
      children[parent].push_back(made);
    }
  }

  void groups(const Level& level, const ListGroups& list, const QualifiedName& parent, Children& children) {
    std::set<std::optional<std::string>> used;
    for (const ListGroup& group : list.groups) {
      if (one_in(4)) continue;
      ListBound bound;
      for (const ListValue& v : group.values) bound.values.push_back(v.text);
      if (one_in(6)) bound.values.push_back("more");
      if (one_in(8)) bound.values.front() = "else";
      std::reverse(bound.values.begin(), bound.values.end());
      const bool twice = std::any_of(bound.values.begin(), bound.values.end(),
                                     [&](const auto& v) { return !used.insert(v).second; });
      if (twice) continue;
      Relation made =
          relation(fresh(group_name(level.named, {schema_.name.name, parent.name}, group)), bound, key_of(level));
      below_of(group.below, made, children);
      children[parent].push_back(made);
    }
  }

  std::optional<Window> current(const TimeAxis& axis) const { return window_at(axis, position_of(axis, now_)); }

  std::optional<RangeBound> bound_of(const Level& level, const TimeRange& t, std::int64_t lo, std::int64_t hi) const {
    const KeyFormat format = key_format(t, column_key_type(table_, level.key.front().value));
    auto from = encode(format, lo), to = encode(format, hi);
    if (!from || !to || decode(format, *from) != lo || decode(format, *to) != hi) return std::nullopt;
    RangeBound bound{{*from}, {*to}};
    bound.from.insert(bound.from.end(), level.key.size() - 1, MinValue{});
    bound.to.insert(bound.to.end(), level.key.size() - 1, MinValue{});
    return bound;
  }

  void windows(const Level& level, const TimeRange& t, const QualifiedName& parent, Children& children) {
    const TimeAxis& axis = t.axis;
    const auto now = current(axis);
    if (!now) return;
    const std::vector<KeyType> types = key_types(key_of(level), table_.columns);
    bool pending = false;
    const int count = below(9);
    for (int i = 0; i < count; ++i) {
      const Window w = advance(axis, *now, below(16) - 10);
      const std::int64_t days = (w.hi - w.lo) / 2 / kDay * kDay;
      const std::int64_t half = days > 0 ? days : (w.hi - w.lo) / 2;
      Window extent = w;
      switch (below(10)) {
        case 6:
          extent.hi = w.lo + half;
          break;
        case 7:
          extent.lo = w.lo + half;
          break;
        case 8:
          extent = {w.lo + half, w.hi + half};
          break;
        case 9:
          extent.hi = advance(axis, w, 1).hi;
          break;
        default:
          break;
      }
      auto bound = bound_of(level, t, extent.lo, extent.hi);
      if (!bound) continue;
      if (one_in(10)) bound->from.front() = MinValue{};
      if (one_in(20)) bound->to.front() = MaxValue{};
      if (level.key.size() > 1 && one_in(10)) bound->to.back() = std::string("7");
      const bool meets = std::any_of(children[parent].begin(), children[parent].end(),
                                     [&](const Relation& r) { return bounds_overlap(r.bound, *bound, types); });
      if (meets) continue;
      Relation made =
          relation(fresh(window_name(level.named, {schema_.name.name, parent.name}, axis, w)), *bound, key_of(level));
      below_of(level.below, made, children);
      if (!pending && one_in(12)) {
        pending = true;
        made.detach_pending = true;
        made.marker.reset();
        if (!one_in(3)) made.marker = Marker{MarkerState::detaching, {}, made.name, parent, made.bound_text};
      }
      children[parent].push_back(made);
      if (one_in(30))
        catalog_.taken[{{"public"},
                        window_name(level.named, {schema_.name.name, parent.name}, axis,
                                    advance(axis, *now, below(3)))}] = RelationKind::view;
    }
  }

  void orphans() {
    const auto* t = std::get_if<TimeRange>(&schema_.root.by);
    if (!t) return;
    const auto now = current(t->axis);
    const int count = 1 + below(4);
    for (int i = 0; i < count && now; ++i) {
      const Window w = advance(t->axis, *now, below(14) - 11);
      const auto bound = bound_of(schema_.root, *t, w.lo, w.hi);
      if (!bound) continue;
      Orphan o;
      o.relation =
          relation(fresh(window_name(schema_.root.named, {schema_.name.name, schema_.name.name}, t->axis, w)), *bound,
                   key_of(schema_.root));
      o.columns = table_.columns;
      if (one_in(8)) o.columns.pop_back();
      below_of(schema_.root.below, o.relation, o.children);
      const MarkerState state =
          one_of<MarkerState>({MarkerState::detached, MarkerState::detached, MarkerState::detached,
                               MarkerState::detaching, MarkerState::building, MarkerState::adopted});
      Marker marker{state, {}, o.relation.name, schema_.name, o.relation.bound_text};
      if (state == MarkerState::detached)
        marker.at = {(now_.us - below(20) * kDay - below(3000) * kMinute) / 1'000'000 * 1'000'000};
      if (one_in(10)) marker.name.name.text += "_old";
      if (one_in(12)) marker.parent.name.text = "gone";
      o.relation.marker = marker;
      o.relation.bound = DefaultBound{};
      o.relation.bound_text.clear();
      o.relation.owner = one_in(10) ? "somebody" : "app";
      catalog_.has_ledger = true;
      catalog_.orphans[o.relation.name] = o;
    }
  }

  const TableSchema& schema_;
  Catalog& catalog_;
  Table& table_;
  Instant now_;
  std::set<QualifiedName> names_;
  int counter_ = 0;
};

}  // namespace

World any_world(const WorldKind& kind) {
  World world;
  const std::int64_t from = at("2024-01-01T00:00:00Z").us;
  const std::int64_t minutes = *rc::gen::inRange<std::int64_t>(0, 4 * 366 * 1440);
  world.now = {from + minutes * kMinute + (one_in(3) ? 0 : 12'345'678)};
  SchemaWriter writer(kind, world.now);
  world.text = writer.table();
  world.schema = schema_of(world.text);
  world.step_us = writer.root_step_us ? writer.root_step_us : kDay;
  CatalogBuilder builder("public.t", key_of(world.schema.tables.front().root), writer.columns);
  world.catalog = builder.catalog();
  world.catalog.server_version = 170000;
  world.catalog.servers = {{"archive"}};
  world.catalog.tables.begin()->second.foreign_shape = ForeignShape{{{{"c"}, "(k0 IS NOT NULL)", true}}, {}};
  if (!kind.past) return world;
  Diagnostics ignored;
  const Schema fitted = fit(world.schema, world.catalog, world.now, 100000, ignored).schema;
  if (!ignored.has_errors()) Past(fitted.tables.front(), world.catalog, world.now).make();
  return world;
}

}  // namespace pschema::test
