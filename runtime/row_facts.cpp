#include "runtime/row_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

#include "base/overloaded.h"
#include "base/quote.h"
#include "model/catalog_key.h"
#include "model/list_value.h"

namespace pschema {
namespace {

constexpr std::string_view kTimeLimit = "60s";
/// How many windows one query tells apart, and how many such queries one DEFAULT partition is worth. What lies beyond
/// is one place.
constexpr std::size_t kWindowsAtOnce = 10'000;
constexpr int kQueries = 100;
constexpr std::size_t kValues = 10'000;

std::int64_t number(std::string_view text) {
  std::int64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

const Column* column_of(const Table& table, const Identifier& name) {
  const auto at =
      std::find_if(table.columns.begin(), table.columns.end(), [&](const Column& c) { return c.name == name; });
  return at == table.columns.end() ? nullptr : &*at;
}

/// What a range level's grid is in the column that the table has.
struct Grid {
  Axis axis;
  KeyFormat format;
  const Column* column;
};

std::optional<Grid> grid_of(const Level& level, const Table& table) {
  const Column* column = column_of(table, level.key.front().value);
  if (column == nullptr) return std::nullopt;
  const KeyType type = key_type_of(column->type);
  using Result = std::optional<Grid>;
  return std::visit(
      Overloaded{
          [&](const TimeRange& range) {
            if (!fits(range.encoding, type)) return Result();
            Grid grid{range.axis, {range.encoding, type, range.snowflake_epoch, range.snowflake_shift}, column};
            std::get<TimeAxis>(grid.axis).clock = clock_of(grid.format);
            return Result(grid);
          },
          [&](const IntegerRange& range) {
            if (!fits(Encoding::integer, type)) return Result();
            return Result(Grid{range.axis, {Encoding::integer, type, {}, 22}, column});
          },
          [](const ListGroups&) { return Result(); },
          [](const SlidingList&) { return Result(); },
          [](const HashBuckets&) { return Result(); },
      },
      level.by);
}

/// One transaction; nullopt where the server refuses.
template <class Work>
auto measured(Session& session, Work work) -> std::optional<decltype(work())> {
  try {
    return read_only(session, "REPEATABLE READ", [&] {
      session.query(fmt::format("SET LOCAL statement_timeout = '{}'", kTimeLimit));
      return work();
    });
  } catch (const DatabaseError& error) {
    if (error.problem() != DatabaseProblem::server) throw;
    return std::nullopt;
  }
}

bool references(Session& session, const ForeignKey& key, const QualifiedName& partition) {
  const Rows rows = session.query(fmt::format("SELECT EXISTS ({})", referencing_rows(key, quote(partition))));
  return rows.is_true(0, 0);
}

std::optional<QualifiedName> referencing_table(Session& session, const Table& table, const QualifiedName& partition) {
  for (const ForeignKey& key : table.incoming) {
    if (references(session, key, partition)) return key.from;
  }
  return std::nullopt;
}

class Measuring {
 public:
  Measuring(Session& session, Table& table) : session_(session), table_(table) {}

  /// Goes down where the tree is what the schema says.
  void level(const Level& level, const Relation& branch) {
    if (!branch.key || !same_key(level, *branch.key)) return;
    const std::vector<Relation> children = children_of(table_, branch.name);
    const bool expires = !level.lifecycle.keep.empty();
    for (const Relation& child : children) {
      if (child.kind == RelationKind::foreign_table) continue;
      const bool is_default = std::holds_alternative<DefaultBound>(child.bound);
      if (is_default) default_rows(level, child);
      const bool drains = level.default_partition && level.default_partition->drain != DefaultPartition::Drain::none;
      if (is_default && drains) watchers(child);
      if (is_default || (expires && !child.detach_pending)) references(child);
      if (const Level* below = below_of(level, child)) this->level(*below, child);
    }
  }

 private:
  static bool same_key(const Level& level, const PartitionKey& key) {
    if (strategy_of(level) != key.strategy || level.key.size() != key.parts.size()) return false;
    return std::equal(
        level.key.begin(), level.key.end(), key.parts.begin(),
        [](const Located<Identifier>& a, const KeyPart& b) { return b.expression.empty() && a.value == b.column; });
  }

  static const Level* first(const std::vector<Level>& levels) { return levels.empty() ? nullptr : &levels.front(); }

  const Level* below_of(const Level& level, const Relation& child) const {
    if (std::holds_alternative<DefaultBound>(child.bound)) {
      return level.default_partition ? first(level.default_partition->below) : nullptr;
    }
    const auto* groups = std::get_if<ListGroups>(&level.by);
    const auto* bound = std::get_if<ListBound>(&child.bound);
    if (groups == nullptr || bound == nullptr) return first(level.below);
    const Column* column = column_of(table_, level.key.front().value);
    if (column == nullptr) return nullptr;
    for (const ListGroup& group : groups->groups) {
      for (const ListValue& value : group.values) {
        const auto text = value.text ? list_value_text(column->type, groups->zone, *value.text) : std::nullopt;
        if (value.text && !text) continue;
        if (std::find(bound->values.begin(), bound->values.end(), text) != bound->values.end())
          return first(group.below);
      }
    }
    return nullptr;
  }

  // --- DEFAULT partitions

  void default_rows(const Level& level, const Relation& partition) {
    const auto rows = measured(session_, [&]() -> std::optional<DefaultRows> {
      if (const auto grid = grid_of(level, table_)) return range_rows(*grid, partition);
      const bool list = std::holds_alternative<ListGroups>(level.by);
      const Column* column = column_of(table_, level.key.front().value);
      return list && column != nullptr ? list_rows(*column, partition) : std::nullopt;
    });
    if (rows && *rows) table_.default_rows[partition.name] = **rows;
  }

  /// Row triggers come from the root to every partition; a publication may list either.
  void watchers(const Relation& partition) {
    const auto regclass = [](const QualifiedName& name) { return quote_literal(quote(name)) + "::regclass"; };
    const auto names = [&](const std::string& sql, std::set<Identifier>& into) {
      const auto rows = measured(session_, [&] { return session_.query(sql); });
      for (std::size_t i = 0; rows && i < rows->size(); ++i) into.insert({std::string(rows->text(i, 0))});
    };
    const std::string both = fmt::format("({}, {})", regclass(table_.root.name), regclass(partition.name));
    names(fmt::format("SELECT tgname FROM pg_trigger WHERE tgrelid IN {} AND NOT tgisinternal AND tgenabled <> 'D'",
                      both),
          table_.triggers);
    names(fmt::format(
              "SELECT DISTINCT p.pubname FROM pg_publication_tables p JOIN pg_namespace n ON n.nspname = p.schemaname"
              " JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = p.tablename WHERE c.oid IN {}",
              both),
          table_.publications);
  }

  std::optional<DefaultRows> list_rows(const Column& column, const Relation& partition) {
    DefaultRows result;
    const Rows rows =
        session_.query(fmt::format("SELECT {0}::text, count(*) FROM {1} GROUP BY {0} ORDER BY {0} LIMIT {2}",
                                   quote(column.name), quote(partition.name), kValues + 1));
    if (rows.size() > kValues) return std::nullopt;
    const bool padded = column.type.starts_with("character(");
    for (std::size_t i = 0; i < rows.size(); ++i) {
      std::optional<std::string> value;
      if (!rows.is_null(i, 0)) value = std::string(rows.text(i, 0));
      // A cast to text cuts the blanks of character(n), and writes booleans in full as bounds do.
      if (value && padded) value = list_value_text(column.type, Zone(), *value);
      result.places.push_back({ListBound{{value}}, number(rows.text(i, 1))});
    }
    return result;
  }

  static bool may_be_infinite(KeyType type) {
    return type == KeyType::timestamptz || type == KeyType::timestamp || type == KeyType::date;
  }

  /// The smallest finite key at or above a bound; empty where there is none.
  std::optional<std::string> smallest(const Grid& grid, const Relation& partition, const std::string& where) {
    const std::string key = quote(grid.column->name);
    const Rows rows = session_.query(fmt::format("SELECT {0} FROM {1} WHERE {0} IS NOT NULL{2} ORDER BY {0} LIMIT 1",
                                                 key, quote(partition.name), where));
    return rows.size() == 0 ? std::nullopt : std::optional(std::string(rows.text(0, 0)));
  }

  /// The bounds of the windows from the one of a key on.
  std::vector<std::string> bounds_from(const Grid& grid, std::int64_t position) {
    std::vector<std::string> bounds;
    for (auto w = window_at(grid.axis, position); w && bounds.size() <= kWindowsAtOnce; w = next(grid.axis, *w)) {
      const auto lo = encode(grid.format, w->lo);
      const auto hi = encode(grid.format, w->hi);
      if (!lo || !hi) break;
      if (bounds.empty()) bounds.push_back(*lo);
      bounds.push_back(*hi);
    }
    return bounds;
  }

  /// The end of the place of a key that no window of the grid has: the next whole number, or else the next key that
  /// is there.
  static RangeDatum after_stray(const Grid& grid, const std::string& stray, const std::optional<std::string>& next) {
    const KeyFormat whole{Encoding::integer, grid.format.type, {}, 22};
    const auto number = fits(whole.encoding, whole.type) ? decode(whole, stray) : std::nullopt;
    if (number && *number < std::numeric_limits<std::int64_t>::max()) return fmt::format("{}", *number + 1);
    return next ? RangeDatum(*next) : RangeDatum(MaxValue{});
  }

  /// One place for each window that has rows, and for each stray key: one that the level's encoding never writes,
  /// such as 0 or 99999999 as yyyymmdd, or whose window cannot be written.
  DefaultRows range_rows(const Grid& grid, const Relation& partition) {
    const std::string key = quote(grid.column->name);
    const std::string from = quote(partition.name);
    DefaultRows result;
    result.nulls =
        number(session_.query(fmt::format("SELECT count(*) FROM {} WHERE {} IS NULL", from, key)).text(0, 0));
    std::string finite;
    if (may_be_infinite(grid.format.type)) {
      finite = fmt::format(" AND isfinite({})", key);
      result.infinite =
          number(session_.query(fmt::format("SELECT count(*) FROM {} WHERE NOT isfinite({})", from, key)).text(0, 0));
    }
    std::string above;
    for (int i = 0; const auto least = smallest(grid, partition, finite + above); ++i) {
      const auto position = decode_key(grid.format, *least);
      const std::vector<std::string> bounds = position ? bounds_from(grid, *position) : std::vector<std::string>();
      if (i == kQueries) {
        const Rows rest =
            session_.query(fmt::format("SELECT count(*) FROM {} WHERE {} IS NOT NULL{}{}", from, key, finite, above));
        result.places.push_back(
            {RangeBound{{bounds.size() < 2 ? *least : bounds.front()}, {MaxValue{}}}, number(rest.text(0, 0))});
        return result;
      }
      if (bounds.size() < 2) {
        const std::string stray = quote_literal(*least);
        const Rows rows = session_.query(fmt::format("SELECT count(*) FROM {} WHERE {} = {}", from, key, stray));
        above = fmt::format(" AND {} > {}", key, stray);
        const RangeDatum end = after_stray(grid, *least, smallest(grid, partition, finite + above));
        result.places.push_back({RangeBound{{*least}, {end}}, number(rows.text(0, 0))});
        continue;
      }
      count_windows(grid, from, bounds, result);
      above = fmt::format(" AND {} >= {}", key, quote_literal(bounds.back()));
    }
    return result;
  }

  void count_windows(const Grid& grid, const std::string& from, const std::vector<std::string>& bounds,
                     DefaultRows& result) {
    const std::string key = quote(grid.column->name);
    std::string thresholds;
    for (const std::string& bound : bounds) thresholds += (thresholds.empty() ? "" : ", ") + quote_literal(bound);
    const Rows rows = session_.query(fmt::format(
        "SELECT width_bucket({0}, ARRAY[{1}]::{2}[]) AS bucket, count(*) FROM {3} WHERE {0} >= {4} AND {0} < {5} "
        "GROUP BY bucket ORDER BY bucket",
        key, thresholds, grid.column->type, from, quote_literal(bounds.front()), quote_literal(bounds.back())));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto bucket = static_cast<std::size_t>(number(rows.text(i, 0)));
      if (bucket < 1 || bucket >= bounds.size()) continue;
      result.places.push_back({RangeBound{{bounds[bucket - 1]}, {bounds[bucket]}}, number(rows.text(i, 1))});
    }
  }

  void references(const Relation& partition) {
    if (table_.incoming.empty()) return;
    const auto by = measured(session_, [&] { return referencing_table(session_, table_, partition.name); });
    if (by) table_.referenced_by.emplace(partition.name, *by);
  }

  Session& session_;
  Table& table_;
};

}  // namespace

std::optional<bool> is_referenced(Session& session, const Table& table, const QualifiedName& partition) {
  const auto by = measured(session, [&] { return referencing_table(session, table, partition); });
  return by ? std::optional(by->has_value()) : std::nullopt;
}

void measure_rows(Session& session, const Schema& schema, Catalog& catalog) {
  for (const TableSchema& table : schema.tables) {
    const auto found = catalog.tables.find(table.name);
    if (found != catalog.tables.end()) Measuring(session, found->second).level(table.root, found->second.root);
  }
}

}  // namespace pschema
