// toml++ reads the syntax; what a catalog may hold is checked here, so that no text whatever gives a Catalog that
// write_catalog would not write back.
#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/quote.h"
#include "model/catalog_file.h"
#include "model/catalog_key.h"
#include "model/catalog_words.h"
#include "model/leaf_facts_reader.h"
#include "model/relation_reader.h"
#include "model/toml_input.h"

namespace pschema {
namespace {

class CatalogReader {
 public:
  CatalogReader(const SourceSet& sources, std::uint32_t file, Diagnostics& diagnostics)
      : in_(sources.file(file).text, file, diagnostics) {}

  std::optional<Catalog> read() {
    if (const std::optional<toml::table> root = in_.parse()) read_root(*root);
    return in_.failed() ? std::nullopt : std::optional<Catalog>(std::move(catalog_));
  }

 private:
  std::vector<Column> read_columns(const toml::table& table) {
    std::vector<Column> columns;
    const toml::array* rows = in_.array_in(table, "columns");
    if (rows == nullptr) return columns;
    for (const toml::node& node : *rows) {
      const toml::array* row = in_.row_of(node, 2);
      if (row == nullptr || in_.hopeless()) continue;
      const toml::table& braces = in_.braces_of(*row, 2);
      in_.allow_only(braces, {"not_null", "default", "identity", "generated", "statistics", "options"});
      Column c;
      c.name = in_.identifier(*row->get(0));
      if (const std::string* type = in_.string_of(*row->get(1))) c.type = *type;
      c.not_null = in_.flag_in(braces, "not_null");
      c.default_expression = in_.string_in(braces, "default");
      c.identity = in_.letter_in(braces, "identity", "ad", ' ');
      c.generated = in_.letter_in(braces, "generated", "sv", ' ');
      if (braces.contains("statistics")) c.statistics = in_.integer_in(braces, "statistics");
      if (const toml::array* options = in_.array_in(braces, "options")) {
        for (const toml::node& option : *options) {
          if (const std::string* text = in_.string_of(option)) c.options.push_back(*text);
        }
      }
      columns.push_back(std::move(c));
    }
    return columns;
  }

  std::vector<UniqueKey> read_unique_keys(const toml::table& table) {
    std::vector<UniqueKey> keys;
    const toml::array* rows = in_.array_in(table, "unique");
    if (rows == nullptr) return keys;
    for (const toml::node& node : *rows) {
      const toml::array* row = in_.row_of(node, 2);
      if (row == nullptr || in_.hopeless()) continue;
      const toml::table& braces = in_.braces_of(*row, 2);
      in_.allow_only(braces, {"primary"});
      UniqueKey key;
      key.name = in_.identifier(*row->get(0));
      key.primary = in_.flag_in(braces, "primary");
      const toml::array* columns = row->get(1)->as_array();
      if (columns == nullptr) {
        in_.wrong(*row->get(1), "an array of columns is wanted here");
        continue;
      }
      for (const toml::node& column : *columns) key.columns.push_back(in_.identifier(column, true));
      keys.push_back(std::move(key));
    }
    return keys;
  }

  std::vector<Identifier> read_names(const toml::table& table, std::string_view key) {
    std::vector<Identifier> names;
    const toml::array* nodes = in_.array_in(table, key);
    if (nodes == nullptr) return names;
    for (const toml::node& node : *nodes) names.push_back(in_.identifier(node));
    return names;
  }

  std::vector<ForeignKey> read_foreign_keys(const toml::table& table, std::string_view which) {
    std::vector<ForeignKey> keys;
    const toml::array* rows = in_.array_in(table, which);
    if (rows == nullptr) return keys;
    for (const toml::node& node : *rows) {
      const toml::array* row = in_.row_of(node, 3);
      if (row == nullptr || in_.hopeless()) continue;
      const toml::table& braces = in_.braces_of(*row, 3);
      in_.allow_only(braces, {"on_delete", "columns", "to_columns"});
      keys.push_back({in_.identifier(*row->get(0)), in_.qualified(*row->get(1)), in_.qualified(*row->get(2)),
                      in_.letter_in(braces, "on_delete", "arcnd", 'a'), read_names(braces, "columns"),
                      read_names(braces, "to_columns")});
      if (keys.back().columns.size() != keys.back().to_columns.size()) {
        in_.wrong(node, "`columns` and `to_columns` are pairs");
      }
    }
    return keys;
  }

  // --- Facts

  std::int64_t count_of(const toml::node& node) {
    const auto* number = node.as_integer();
    if (number != nullptr && number->get() >= 0) return number->get();
    in_.wrong(node, "a number of rows is wanted here");
    return 0;
  }

  std::map<QualifiedName, DefaultRows> read_default_rows(const toml::table& table) {
    std::map<QualifiedName, DefaultRows> result;
    const toml::array* rows = in_.array_in(table, "default_rows");
    if (rows == nullptr) return result;
    for (const toml::node& node : *rows) {
      const toml::array* row = in_.row_of(node, 3);
      if (row == nullptr || in_.hopeless()) continue;
      in_.allow_only(in_.braces_of(*row, 3), {});
      const std::string* place = in_.string_of(*row->get(1));
      const std::int64_t count = count_of(*row->get(2));
      if (place == nullptr || in_.failed()) continue;
      read_place(*row, *place, count, result[in_.qualified(*row->get(0))]);
    }
    return result;
  }

  void read_place(const toml::array& row, const std::string& place, std::int64_t count, DefaultRows& rows) {
    const bool empty = place.empty();
    if (empty != (count == 0) || (empty && rows != DefaultRows{})) {
      in_.wrong(row, "rows without a place, or a place without rows");
    } else if (place == "NULL" || place == "infinity") {
      std::int64_t& kind = place == "NULL" ? rows.nulls : rows.infinite;
      if (kind != 0) in_.wrong(row, "these rows stand twice");
      kind = count;
    } else if (!empty) {
      Bound bound = parse_bound(place);
      if (std::holds_alternative<RangeBound>(bound) || std::holds_alternative<ListBound>(bound)) {
        rows.places.push_back({std::move(bound), count});
      } else {
        in_.wrong(row, "a window or a value is wanted here: `FOR VALUES …`");
      }
    }
  }

  std::map<QualifiedName, std::optional<QualifiedName>> read_referenced_by(const toml::table& table) {
    std::map<QualifiedName, std::optional<QualifiedName>> result;
    const toml::array* rows = in_.array_in(table, "referenced_by");
    if (rows == nullptr) return result;
    for (const toml::node& node : *rows) {
      const toml::array* row = in_.row_of(node, 2);
      if (row == nullptr || in_.hopeless()) continue;
      in_.allow_only(in_.braces_of(*row, 2), {});
      const std::string* by = in_.string_of(*row->get(1));
      if (by == nullptr) continue;
      std::optional<QualifiedName> referencing;
      if (!by->empty()) referencing = in_.qualified(*row->get(1));
      if (!result.emplace(in_.qualified(*row->get(0)), referencing).second)
        in_.wrong(node, "this partition stands twice");
    }
    return result;
  }

  // --- Sections

  void read_table(const toml::table& table) {
    in_.allow_only(table, {"name",          "partition_by",     "bound",        "kind",
                           "owner",         "pending",          "persistence",  "tablespace",
                           "access_method", "marker",           "indexes",      "toast",
                           "columns",       "unique",           "outgoing",     "incoming",
                           "partitions",    "default_rows",     "triggers",     "publications",
                           "referenced_by", "replica_identity", "row_security", "policies",
                           "grants",        "checks",           "collations"});
    if (!in_.require(table, {"name"})) return;
    Table t;
    t.root = relations_.root(table);
    t.indexes = in_.integer_in(table, "indexes");
    t.has_toast = in_.flag_in(table, "toast");
    read_leaf_facts(in_, table, t);
    t.columns = read_columns(table);
    t.unique_keys = read_unique_keys(table);
    t.outgoing = read_foreign_keys(table, "outgoing");
    t.incoming = read_foreign_keys(table, "incoming");
    t.children = relations_.below(table, t.root, t.columns);
    t.default_rows = read_default_rows(table);
    for (Identifier& name : read_names(table, "triggers")) t.triggers.insert(std::move(name));
    for (Identifier& name : read_names(table, "publications")) t.publications.insert(std::move(name));
    t.referenced_by = read_referenced_by(table);
    const QualifiedName name = t.root.name;
    if (!catalog_.tables.emplace(name, std::move(t)).second) in_.wrong(*table.get("name"), "this table stands twice");
  }

  void read_orphan(const toml::table& table) {
    in_.allow_only(table, {"name", "partition_by", "bound", "kind", "owner", "pending", "persistence", "tablespace",
                           "access_method", "marker", "changed", "columns", "partitions"});
    if (!in_.require(table, {"name", "marker"})) return;
    Orphan o;
    o.changed_since_marked = in_.flag_in(table, "changed");
    o.relation = relations_.root(table);
    o.columns = read_columns(table);
    o.children = relations_.below(table, o.relation, o.columns);
    const QualifiedName name = o.relation.name;
    if (!catalog_.orphans.emplace(name, std::move(o)).second)
      in_.wrong(*table.get("name"), "this orphan stands twice");
  }

  /// The array of tables under a key.
  template <class Read>
  void each_table(const toml::table& root, std::string_view key, Read read) {
    const toml::array* array = in_.array_in(root, key);
    if (array == nullptr) return;
    for (const toml::node& node : *array) {
      const toml::table* table = node.as_table();
      if (table == nullptr) in_.wrong(node, fmt::format("`[[{}]]` is wanted here", key));
      if (table != nullptr && !in_.hopeless()) read(*table);
    }
  }

  void read_ledger(const toml::table& root) {
    const toml::table* ledger = in_.section_in(root, "ledger");
    if (ledger == nullptr) return;
    in_.allow_only(*ledger, {"present", "applied"});
    in_.require(*ledger, {"present"});
    catalog_.has_ledger = in_.flag_in(*ledger, "present");
    const toml::array* applied = in_.array_in(*ledger, "applied");
    if (applied == nullptr) return;
    for (const toml::node& node : *applied) {
      const std::string* name = in_.string_of(node);
      if (name != nullptr && !catalog_.applied.insert(*name).second) in_.wrong(node, "this migration stands twice");
    }
  }

  void read_taken(const toml::table& root) {
    const toml::table* taken = in_.section_in(root, "taken");
    if (taken == nullptr) return;
    in_.allow_only(*taken, {"names"});
    const toml::array* names = in_.array_in(*taken, "names");
    if (names == nullptr) return;
    for (const toml::node& node : *names) {
      const toml::array* row = in_.row_of(node, 2);
      if (row == nullptr || in_.hopeless()) continue;
      in_.allow_only(in_.braces_of(*row, 2), {});
      const std::string* word = in_.string_of(*row->get(1));
      const auto kind = word == nullptr ? std::nullopt : catalog_words::kind_of(*word);
      if (!kind) in_.wrong(*row->get(1), "not a kind of relation");
      if (!catalog_.taken.emplace(in_.qualified(*row->get(0)), kind.value_or(RelationKind::table)).second) {
        in_.wrong(node, "this name stands twice");
      }
    }
  }

  /// A whole number of 64 bits, or nothing.
  std::optional<std::int64_t> number_in(const toml::table& table, std::string_view key) {
    const toml::node* node = table.get(key);
    if (node == nullptr) return std::nullopt;
    if (const auto* number = node->as_integer()) return number->get();
    in_.wrong(*node, "a whole number is wanted here");
    return std::nullopt;
  }

  void read_facts(const toml::table& root) {
    const toml::table* facts = in_.section_in(root, "facts");
    if (facts == nullptr) return;
    in_.allow_only(*facts, {"cursors", "measured", "answers"});
    read_cursors(*facts);
    read_measured(*facts);
    read_answers(*facts);
  }

  void read_measured(const toml::table& facts) {
    const toml::array* rows = in_.array_in(facts, "measured");
    if (rows == nullptr) return;
    for (const toml::node& node : *rows) {
      const toml::array* row = in_.row_of(node, 1);
      if (row == nullptr || in_.hopeless()) continue;
      const toml::table& braces = in_.braces_of(*row, 1);
      in_.allow_only(braces, {"bytes", "rows", "rows_at_least", "referenced"});
      Measured measured;
      measured.bytes = number_in(braces, "bytes");
      measured.rows = number_in(braces, "rows");
      if (const auto least = number_in(braces, "rows_at_least")) {
        if (measured.rows) in_.wrong(node, "`rows` and `rows_at_least` exclude each other");
        measured.rows = least;
        measured.more_rows = true;
      }
      if (braces.contains("referenced")) measured.referenced = in_.flag_in(braces, "referenced");
      if (measured.bytes.value_or(0) < 0 || measured.rows.value_or(0) < 0) in_.wrong(node, "less than nothing");
      if (!catalog_.measured.emplace(in_.qualified(*row->get(0)), measured).second)
        in_.wrong(node, "this relation stands twice");
    }
  }

  void read_answers(const toml::table& facts) {
    const toml::array* rows = in_.array_in(facts, "answers");
    if (rows == nullptr) return;
    for (const toml::node& node : *rows) {
      const toml::array* row = in_.row_of(node, 3);
      if (row == nullptr || in_.hopeless()) continue;
      in_.allow_only(in_.braces_of(*row, 3), {});
      const std::string* sql = in_.string_of(*row->get(1));
      const std::string* word = in_.string_of(*row->get(2));
      if (sql == nullptr || word == nullptr) continue;
      const auto measured = catalog_.measured.find(in_.qualified(*row->get(0)));
      if (measured == catalog_.measured.end()) {
        in_.wrong(*row->get(0), "an answer about a relation that is not under `measured`");
        continue;
      }
      std::optional<bool> answer;
      if (*word == "true" || *word == "false") answer = *word == "true";
      if (!answer && *word != "unknown") in_.wrong(*row->get(2), "`true`, `false` or `unknown` is wanted here");
      if (!measured->second.sql.emplace(*sql, answer).second) in_.wrong(node, "this answer stands twice");
    }
  }

  void read_cursors(const toml::table& facts) {
    const toml::array* cursors = in_.array_in(facts, "cursors");
    if (cursors == nullptr) return;
    for (const toml::node& node : *cursors) {
      const toml::array* row = in_.row_of(node, 2);
      if (row == nullptr || in_.hopeless()) continue;
      const toml::table& braces = in_.braces_of(*row, 2);
      in_.allow_only(braces, {"highest", "sequence"});
      CursorKey key{in_.qualified(*row->get(0)), in_.identifier(*row->get(1))};
      const CursorFact fact{number_in(braces, "highest"), number_in(braces, "sequence")};
      if (!catalog_.cursors.emplace(std::move(key), fact).second) in_.wrong(node, "this cursor stands twice");
    }
  }

  bool read_version(const toml::table& root) {
    const toml::node* node = root.get("format");
    const auto* format = node == nullptr ? nullptr : node->as_integer();
    if (format != nullptr && format->get() == catalog_words::kFormat) return true;
    const std::string found =
        format == nullptr ? "a snapshot without `format`" : fmt::format("format {}", format->get());
    in_.report(node == nullptr ? root.source() : node->source(), Code::snapshot_version,
               fmt::format("{}; this pschema reads format {}", found, catalog_words::kFormat));
    return false;
  }

  void read_root(const toml::table& root) {
    if (!read_version(root)) return;
    in_.allow_only(root, {"format", "taken_at", "server", "zone_data", "schemas", "foreign_servers", "ledger",
                          "table", "orphan", "taken", "facts"});
    if (!in_.require(root, {"taken_at", "server"})) return;
    const std::string taken_at = in_.string_in(root, "taken_at");
    const std::optional<ParsedInstant> moment = parse_instant(taken_at);
    if (!moment || format_utc({moment->local.us}) != taken_at) {
      in_.wrong(*root.get("taken_at"), "a moment like `2026-08-28T10:00:00Z` is wanted here");
      return;
    }
    catalog_.taken_at = {moment->local.us};
    catalog_.server_version = in_.integer_in(root, "server");
    catalog_.zone_data = in_.string_in(root, "zone_data");
    for (Identifier& schema : read_names(root, "schemas")) catalog_.schemas.insert(std::move(schema));
    for (Identifier& server : read_names(root, "foreign_servers")) catalog_.servers.insert(std::move(server));
    read_ledger(root);
    each_table(root, "table", [this](const toml::table& table) { read_table(table); });
    each_table(root, "orphan", [this](const toml::table& table) { read_orphan(table); });
    read_taken(root);
    read_facts(root);
  }

  TomlInput in_;
  RelationReader relations_{in_};
  Catalog catalog_;
};

}  // namespace

std::optional<Catalog> read_catalog(const SourceSet& sources, std::uint32_t file, Diagnostics& diagnostics) {
  return CatalogReader(sources, file, diagnostics).read();
}

}  // namespace pschema
