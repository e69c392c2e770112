#include "plan/fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/overloaded.h"
#include "base/quote.h"
#include "ddl/condition.h"
#include "model/condition.h"
#include "model/list_value.h"
#include "plan/cursor.h"
#include "plan/foreign_leaf.h"
#include "plan/key_order.h"
#include "plan/leaf.h"
#include "plan/lifecycle.h"
#include "plan/naming.h"
#include "plan/presence.h"

namespace pschema {

const Column* find_column(const Table& table, const Identifier& name) {
  const auto at = std::find_if(table.columns.begin(), table.columns.end(),
                               [&](const Column& column) { return column.name == name; });
  return at == table.columns.end() ? nullptr : &*at;
}

KeyType column_key_type(const Table& table, const Identifier& name) {
  const Column* column = find_column(table, name);
  return column ? key_type_of(column->type) : KeyType::other;
}

KeyFormat key_format(const TimeRange& range, KeyType type) {
  return {range.encoding, type, range.snowflake_epoch, range.snowflake_shift};
}

PartitionKey key_of(const Level& level) {
  PartitionKey key{strategy_of(level), {}};
  for (const auto& column : level.key) key.parts.push_back({column.value, ""});
  return key;
}

namespace {

std::string key_text(const PartitionKey& key) {
  std::string text;
  for (const KeyPart& part : key.parts) {
    if (!text.empty()) text += ", ";
    text += part.expression.empty() ? quote(part.column) : "(" + part.expression + ")";
  }
  return fmt::format("{} ({})", strategy_word(key.strategy), text);
}

class Fitting {
 public:
  Fitting(const Catalog& catalog, const Table& table, Instant now, std::int64_t max_create, Diagnostics& diagnostics)
      : catalog_(catalog), table_(table), now_(now), max_create_(max_create), diagnostics_(diagnostics) {
    for (const auto& [parent, children] : table.children) partitions_ += static_cast<std::int64_t>(children.size());
  }

  void root(const TableSchema& schema) {
    const std::string name = quote(schema.name);
    if (!table_.root.key) {
      diagnostics_.error(
          Code::not_partitioned, schema.name_span,
          fmt::format("`{}` is a {}, not a partitioned table", name, relation_kind_text(table_.root.kind)),
          "create it with PARTITION BY, and describe its partitions here");
      return;
    }
    const PartitionKey wanted = key_of(schema.root);
    if (wanted == *table_.root.key) return;
    const bool strategy = wanted.strategy != table_.root.key->strategy;
    diagnostics_.error(strategy ? Code::wrong_strategy : Code::wrong_key, schema.root.span,
                       fmt::format("`{}` is partitioned by {} in the database, but by {} here", name,
                                   key_text(*table_.root.key), key_text(wanted)),
                       "the root's key cannot be changed in place: write the one that the table has");
  }

  /// Sets the clocks on the way.
  void level(Level& level) {
    conditions(level.lifecycle);
    for (const auto& column : level.key) key_column(column);
    std::visit(Overloaded{
                   [&](TimeRange& range) { time_range(level, range); },
                   [&](IntegerRange&) { integer_range(level); },
                   [&](ListGroups& list) {
                     list_values(level, list);
                     for (ListGroup& group : list.groups) levels(group.below);
                   },
                   [&](SlidingList&) { whole_numbers(level); },
                   [](HashBuckets&) {},
               },
               level.by);
    if (level.default_partition) levels(level.default_partition->below);
    levels(level.below);
  }

  void unique_keys(const TableSchema& schema) {
    for (const UniqueKey& unique : table_.unique_keys) lacking(schema.root, schema, unique);
  }

 private:
  void levels(std::vector<Level>& below) {
    for (Level& l : below) level(l);
  }

  /// Queries: a warning only, for a newer server may know what the packaged grammar does not.
  void condition(const Condition& written) {
    if (asks_referenced(written) && table_.incoming.empty()) {
      diagnostics_.error(Code::nothing_references, written.span,
                         fmt::format("`referenced`, and no foreign key references `{}`", quote(table_.root.name)),
                         "take it out; it would never hold");
    }
    for (const SqlCondition* sql : sql_conditions(written)) {
      const auto problem = grammar_refuses("SELECT (" + condition_query(sql->sql, table_.root.name) + ")");
      if (!problem) continue;
      diagnostics_.warning(
          Code::bad_sql_condition, written.span,
          fmt::format("PostgreSQL's grammar refuses this query: {}", printable(*problem)),
          "where the server refuses it too, the condition is not known: it keeps, and does not create or drop");
    }
  }

  void conditions(const Lifecycle& lifecycle) {
    for (const CreateClause& clause : lifecycle.create) {
      if (const auto* next = std::get_if<CreateNext>(&clause.is)) condition(next->when);
    }
    for (const KeepClause& clause : lifecycle.keep) {
      if (clause.only_while) condition(*clause.only_while);
    }
    if (lifecycle.drop.when) condition(*lifecycle.drop.when);
  }

  void key_column(const Located<Identifier>& column) {
    if (find_column(table_, column.value)) return;
    std::vector<std::string_view> names;
    for (const Column& c : table_.columns) names.push_back(c.name.text);
    const std::string_view near = nearest(column.value.text, names);
    diagnostics_.error(Code::column_missing, column.span,
                       fmt::format("`{}` has no column `{}`", quote(table_.root.name), quote(column.value)),
                       near.empty() ? std::string() : fmt::format("did you mean `{}`?", near));
  }

  /// Values as the server prints them in the column's type, so that they can be compared with those of the catalog.
  void list_values(const Level& level, ListGroups& list) {
    const Column* column = find_column(table_, level.key.front().value);
    if (!column) return;
    const KeyType type = key_type_of(column->type);
    std::map<std::string, Span> seen;
    for (ListGroup& group : list.groups) {
      for (ListValue& value : group.values) {
        if (!value.text) continue;
        const auto text = list_value_text(column->type, list.zone, *value.text);
        if (!text) {
          diagnostics_.error(Code::list_value_unfit, value.span,
                             fmt::format("'{}' is no value of column `{}`, which is {}", printable(*value.text),
                                         quote(column->name), column->type),
                             "write the value as PostgreSQL prints it in that type");
          continue;
        }
        const auto [first, fresh] = seen.emplace(comparable_value(type, std::string_view(*text)), value.span);
        if (!fresh) {
          Diagnostic twice{Code::duplicate_list_value,
                           Severity::error,
                           fmt::format("'{}' is a value of this list twice: `{}` is {}", printable(*value.text),
                                       quote(column->name), column->type),
                           value.span,
                           {},
                           {},
                           {}};
          twice.others.push_back({first->second, "it stands here already"});
          diagnostics_.add(std::move(twice));
        }
        value.written = value.text;
        value.text = text;
      }
    }
  }

  void time_range(const Level& level, TimeRange& range) {
    const Column* column = find_column(table_, level.key.front().value);
    if (!column) return;
    const KeyFormat format = key_format(range, key_type_of(column->type));
    if (!fits(range.encoding, format.type)) {
      diagnostics_.error(
          Code::key_type_unfit, level.key.front().span,
          range.encoding == Encoding::plain
              ? fmt::format("column `{}` is {}, which is not a time by itself", quote(column->name), column->type)
              : fmt::format("column `{}` is {}, which cannot hold {}", quote(column->name), column->type,
                            encoding_name(range.encoding)),
          "say with `as …` how an instant is written in this column");
      return;
    }
    range.axis.clock = clock_of(format);
    if (range.axis.clock == KeyClock::wall) no_offsets(level.lifecycle, *column);
    if (!diagnostics_.has_errors()) writable(level, cursor_at(range.axis, now_));
  }

  /// Is the key of a type that holds whole numbers?
  bool whole_numbers(const Level& level) {
    const Column* column = find_column(table_, level.key.front().value);
    if (!column) return false;
    if (!fits(Encoding::integer, key_type_of(column->type))) {
      diagnostics_.error(
          Code::key_type_unfit, level.key.front().span,
          fmt::format("column `{}` is {}, which is not a whole number", quote(column->name), column->type),
          "steps of a number are for smallint, integer, bigint and numeric");
      return false;
    }
    return true;
  }

  void integer_range(const Level& level) {
    if (!whole_numbers(level)) return;
    const Column* column = find_column(table_, level.key.front().value);
    if (catalog_.cursors.count({table_.root.name, column->name}) == 0) {
      diagnostics_.error(Code::fact_missing, level.span,
                         fmt::format("the snapshot does not say where the keys of `{}` stand", quote(column->name)),
                         "take it anew with this schema: `pschema snapshot`");
      return;
    }
    if (diagnostics_.has_errors()) return;
    // In whichever branch; a branch that is still to be made begins where the root's sequence stands.
    std::set<QualifiedName> branches{table_.root.name};
    for (const auto& [key, fact] : catalog_.cursors) {
      if (key.second == column->name && table_.children.count(key.first) > 0) branches.insert(key.first);
    }
    for (const QualifiedName& branch : branches) {
      if (!writable(level, cursor_of(catalog_, table_, level, branch, now_))) return;
    }
  }

  /// PostgreSQL drops an offset in a literal of these types without a word, so none is taken (language.md, Lexical
  /// rules).
  void no_offsets(const Lifecycle& lifecycle, const Column& column) {
    const auto place = [&](const AxisPlace& p) {
      const auto* moment = std::get_if<Moment>(&p.value);
      if (!moment || !moment->absolute) return;
      diagnostics_.error(Code::instant_offset_unfit, p.span,
                         fmt::format("an instant with an offset, but `{}` is {} and holds a wall clock",
                                     quote(column.name), column.type),
                         "leave the offset out: the instant is local to the level's time zone");
    };
    for (const CreateClause& clause : lifecycle.create) {
      if (const auto* from = std::get_if<CreateFrom>(&clause.is)) {
        place(from->from);
        if (from->to) place(*from->to);
      }
      if (const auto* until = std::get_if<CreateUntil>(&clause.is)) place(until->until);
    }
    for (const KeepClause& clause : lifecycle.keep) {
      if (const auto* hold = std::get_if<KeepFromTo>(&clause.is)) {
        place(hold->from);
        place(hold->to);
      }
    }
  }

  /// False, with an error, where it cannot be done.
  bool writable(const Level& level, const Cursor& cursor) {
    const RangeAxis keys = range_axis(level, table_).value();
    std::optional<Window> last;
    const std::int64_t limit = max_create_ + partitions_;
    const auto wanted = wanted_windows(level.lifecycle, keys.axis, cursor, static_cast<std::size_t>(limit) + 1);
    if (static_cast<std::int64_t>(wanted.size()) > limit) {
      diagnostics_.error(
          Code::too_many_creations, level.span,
          fmt::format("the level wants more than {} windows, and the table has {} partitions: more than {} would "
                      "be created",
                      limit, partitions_, max_create_),
          "say --max-create with a greater number if that is meant");
      return false;
    }
    for (const auto& [w, want] : wanted) {
      if (keys.key(w.lo) && keys.key(w.hi)) {
        last = w;
        continue;
      }
      diagnostics_.error(
          Code::key_range_exceeded, level.span,
          fmt::format("the window from {} cannot be written in `{}`", position_text(keys.axis, w.lo),
                      quote(level.key.front().value)),
          last ? fmt::format("the last window that fits begins at {}", position_text(keys.axis, last->lo))
               : std::string("no window that is wanted fits"));
      return false;
    }
    return true;
  }

  void lacking(const Level& level, const TableSchema& schema, const UniqueKey& unique) {
    for (const auto& column : level.key) {
      if (std::find(unique.columns.begin(), unique.columns.end(), column.value) != unique.columns.end()) continue;
      diagnostics_.error(
          Code::unique_lacks_key, column.span,
          fmt::format("the {} `{}` of `{}` lacks the partition column `{}`",
                      unique.primary ? "primary key" : "unique constraint", quote(unique.name), quote(schema.name),
                      quote(column.value)),
          "PostgreSQL demands every partition column in every unique constraint: add it there, or leave "
          "this level out");
    }
    for (const Level& below : level.below) lacking(below, schema, unique);
    if (const auto* list = std::get_if<ListGroups>(&level.by)) {
      for (const ListGroup& group : list->groups) {
        for (const Level& below : group.below) lacking(below, schema, unique);
      }
    }
  }

  const Catalog& catalog_;
  const Table& table_;
  Instant now_;
  std::int64_t max_create_;
  std::int64_t partitions_ = 0;
  Diagnostics& diagnostics_;
};

void one_table(TableSchema& table, const Catalog& catalog, const std::map<QualifiedName, Inside>& inside, Instant now,
               std::int64_t max_create, Diagnostics& diagnostics) {
  const auto at = catalog.tables.find(table.name);
  if (inside_another(table, inside, diagnostics)) return;
  if (at == catalog.tables.end()) return missing(table, catalog, diagnostics);
  schemas_of_partitions(table, catalog, diagnostics);
  Fitting fitting(catalog, at->second, now, max_create, diagnostics);
  fitting.root(table);
  fitting.level(table.root);
  fitting.unique_keys(table);
  if (const auto why = unfit_leaves(table.root, at->second))
    diagnostics.error(Code::leaves_unfit, table.name_span, *why);
  fit_foreign_leaves(table, at->second, catalog, diagnostics);
}

std::vector<Diagnostic> errors_of(const Diagnostics& diagnostics) {
  std::vector<Diagnostic> errors = diagnostics.sorted();
  std::erase_if(errors, [](const Diagnostic& d) { return d.severity != Severity::error; });
  return errors;
}

void sort_along_foreign_keys(std::vector<TableSchema>& tables, const Catalog& catalog) {
  std::map<QualifiedName, std::size_t> places;
  for (const QualifiedName& name : along_foreign_keys(catalog)) places.emplace(name, places.size());
  std::sort(tables.begin(), tables.end(),
            [&](const TableSchema& a, const TableSchema& b) { return places.at(a.name) < places.at(b.name); });
}

}  // namespace

Fitted fit(const Schema& schema, const Catalog& catalog, Instant now, std::int64_t max_create,
           Diagnostics& diagnostics) {
  const std::map<QualifiedName, Inside> inside = tables_inside_others(schema, catalog);
  Fitted fitted;
  for (TableSchema table : schema.tables) {
    Diagnostics own;
    one_table(table, catalog, inside, now, max_create, own);
    for (Diagnostic& found : own.sorted()) diagnostics.add(std::move(found));
    if (own.has_errors()) {
      fitted.refused.push_back({table.name, errors_of(own)});
    } else {
      fitted.schema.tables.push_back(std::move(table));
    }
  }
  sort_along_foreign_keys(fitted.schema.tables, catalog);
  return fitted;
}

}  // namespace pschema
