#include "runtime/snapshot.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "model/catalog_key.h"
#include "runtime/ledger.h"
#include "runtime/row_facts.h"
#include "runtime/snapshot_facts.h"
#include "runtime/snapshot_queries.h"

namespace pschema {
namespace {

using Oid = std::uint32_t;
using Children = std::map<QualifiedName, std::vector<Relation>>;

template <class Number>
Number number(std::string_view text) {
  Number value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

Oid oid_at(const Rows& rows, std::size_t row, std::size_t column) { return number<Oid>(rows.text(row, column)); }

Identifier identifier(const Rows& rows, std::size_t row, std::size_t column) {
  return {std::string(rows.text(row, column))};
}

char letter(const Rows& rows, std::size_t row, std::size_t column) {
  const std::string_view text = rows.text(row, column);
  return text.empty() ? ' ' : text.front();
}

RelationKind kind_of(char relkind) {
  switch (relkind) {
    case 'p':
      return RelationKind::partitioned_table;
    case 'f':
      return RelationKind::foreign_table;
    case 'v':
      return RelationKind::view;
    case 'm':
      return RelationKind::materialized_view;
    case 'S':
      return RelationKind::sequence;
    case 'i':
    case 'I':
      return RelationKind::index;
    case 'c':
      return RelationKind::composite_type;
    case 'y':
      return RelationKind::type;
    default:
      return RelationKind::table;
  }
}

Persistence persistence_of(char relpersistence) {
  if (relpersistence == 'u') return Persistence::unlogged;
  return relpersistence == 't' ? Persistence::temporary : Persistence::permanent;
}

Strategy strategy_of(char partstrat) {
  if (partstrat == 'h') return Strategy::hash;
  return partstrat == 'l' ? Strategy::list : Strategy::range;
}

std::string list_of(const std::vector<Oid>& oids) {
  std::string out;
  for (const Oid oid : oids) out += (out.empty() ? "" : ",") + std::to_string(oid);
  return out;
}

/// A relation of a tree as the server has it; its bound waits for the type of the root's columns.
struct TreeRow {
  Oid oid = 0;
  Oid parent = 0;  // 0: a root
  Relation relation;
};

using Keys = std::unordered_map<Oid, PartitionKey>;
using Trees = std::unordered_map<Oid, std::vector<TreeRow>>;  // by root

std::vector<std::string> split(std::string_view text, char at) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(at), text.size());
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

class Snapshot {
 public:
  Snapshot(Session& session, const Schema& schema) : session_(session), schema_(schema) {}

  Catalog take() {
    const Rows moment = session_.query(snapshot_queries::moment());
    catalog_.taken_at = {number<std::int64_t>(moment.text(0, 0))};
    catalog_.server_version = number<int>(moment.text(0, 1));
    AppliedFiles applied = applied_files(session_);
    catalog_.has_ledger = applied.ledger;
    catalog_.applied = std::move(applied.names);
    const std::vector<Oid> roots = find_roots();
    read_names();
    const std::vector<Oid> candidates = find_marked(roots);
    std::vector<Oid> all = roots;
    all.insert(all.end(), candidates.begin(), candidates.end());
    read_keys();
    read_trees(all);
    read_key_expressions();
    read_columns(all);
    for (const Oid root : roots) add_table(root);
    add_unique_keys(list_of(roots));
    add_foreign_keys(list_of(roots));
    for (const TableSchema& table : schema_.tables) add_leaf_facts(table);
    add_orphans(candidates);
    add_taken();
    add_schemas();
    for (const TableSchema& table : schema_.tables) add_taken_elsewhere(table);
    return std::move(catalog_);
  }

 private:
  // --- Reading

  std::map<QualifiedName, Oid> existing(const std::vector<QualifiedName>& names) {
    std::map<QualifiedName, Oid> result;
    if (names.empty()) return result;
    const Rows rows = session_.query(snapshot_queries::relations_by_name(names));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      result.emplace(QualifiedName{identifier(rows, i, 1), identifier(rows, i, 2)}, oid_at(rows, i, 0));
    }
    return result;
  }

  std::vector<Oid> find_roots() {
    std::vector<QualifiedName> names;
    for (const TableSchema& table : schema_.tables) names.push_back(table.name);
    std::vector<Oid> roots;
    for (const auto& [name, oid] : existing(names)) roots.push_back(oid);
    return roots;
  }

  std::vector<Oid> find_marked(const std::vector<Oid>& roots) {
    std::vector<Oid> result;
    const Rows rows = session_.query(snapshot_queries::marked());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Oid oid = oid_at(rows, i, 0);
      std::optional<Marker> marker = parse_marker(rows.text(i, 1));
      if (!marker) continue;
      const bool root = std::find(roots.begin(), roots.end(), oid) != roots.end();
      const bool attached = rows.is_true(i, 3);
      if (!root && !attached) result.push_back(oid);
      if (!attached && rows.is_true(i, 2)) changed_.insert(oid);
      markers_.emplace(oid, std::move(*marker));
    }
    return result;
  }

  void read_names() {
    const Rows rows = session_.query(snapshot_queries::names_by_oid());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      names_[letter(rows, i, 0)].emplace(oid_at(rows, i, 1), rows.text(i, 2));
    }
  }

  /// Of a schema, a role, a tablespace or an access method; its oid where it is gone (a role that was dropped by
  /// force).
  std::string name_of(char kind, const Rows& rows, std::size_t row, std::size_t column) const {
    const std::string_view text = rows.text(row, column);
    const auto& names = names_.at(kind);
    const auto found = names.find(number<Oid>(text));
    return found == names.end() ? std::string(text) : found->second;
  }

  void read_keys() {
    const Rows rows = session_.query(snapshot_queries::keys());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      PartitionKey& key = keys_[oid_at(rows, i, 0)];
      key.strategy = strategy_of(letter(rows, i, 1));
      key.parts.push_back({identifier(rows, i, 2), {}});
    }
  }

  void read_trees(const std::vector<Oid>& roots) {
    if (roots.empty()) return;
    const Rows rows = session_.query(snapshot_queries::trees(list_of(roots)));
    known_.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      std::vector<TreeRow>& tree = trees_[oid_at(rows, i, snapshot_queries::tree_root)];
      if (roots.size() == 1) tree.reserve(rows.size());
      tree_row(rows, i, tree.emplace_back());
      known_.insert(tree.back().oid);
    }
  }

  void tree_row(const Rows& rows, std::size_t i, TreeRow& row) const {
    namespace q = snapshot_queries;
    row.oid = oid_at(rows, i, q::tree_oid);
    row.parent = oid_at(rows, i, q::tree_parent);
    Relation& r = row.relation;
    r.name = {{name_of('n', rows, i, q::tree_schema)}, identifier(rows, i, q::tree_name)};
    r.kind = kind_of(letter(rows, i, q::tree_kind));
    r.persistence = persistence_of(letter(rows, i, q::tree_persistence));
    r.detach_pending = rows.is_true(i, q::tree_pending);
    r.bound_text = rows.text(i, q::tree_bound);
    r.owner = name_of('r', rows, i, q::tree_owner);
    if (rows.text(i, q::tree_tablespace) != "0") r.tablespace = name_of('s', rows, i, q::tree_tablespace);
    if (rows.text(i, q::tree_access_method) != "0") r.access_method = name_of('a', rows, i, q::tree_access_method);
    if (r.access_method == "heap") r.access_method.clear();
    const auto marker = markers_.find(row.oid);
    if (marker != markers_.end()) r.marker = marker->second;
    if (r.kind != RelationKind::partitioned_table) return;
    const auto key = keys_.find(row.oid);
    if (key != keys_.end()) r.key = key->second;
  }

  /// The server prints all expressions of a key as one text. It stands at each of them: such keys are refused anyway.
  void read_key_expressions() {
    std::unordered_multimap<Oid, PartitionKey*> with_expressions;  // a partition may also be a root
    std::vector<Oid> oids;
    for (auto& [root, rows] : trees_) {
      for (TreeRow& row : rows) {
        if (!row.relation.key || !has_expression(*row.relation.key)) continue;
        with_expressions.emplace(row.oid, &*row.relation.key);
        oids.push_back(row.oid);
      }
    }
    if (oids.empty()) return;
    const Rows rows = session_.query(snapshot_queries::key_expressions(list_of(oids)));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto [begin, end] = with_expressions.equal_range(oid_at(rows, i, 0));
      for (auto key = begin; key != end; ++key) set_expressions(*key->second, rows.text(i, 1));
    }
  }

  static void set_expressions(PartitionKey& key, std::string_view text) {
    for (KeyPart& part : key.parts) {
      if (part.column.text.empty()) part.expression = text;
    }
  }

  static bool has_expression(const PartitionKey& key) {
    return std::any_of(key.parts.begin(), key.parts.end(), [](const KeyPart& p) { return p.column.text.empty(); });
  }

  void read_columns(const std::vector<Oid>& oids) {
    if (oids.empty()) return;
    const Rows rows = session_.query(snapshot_queries::columns(list_of(oids)));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Oid oid = oid_at(rows, i, 0);
      Column c;
      c.name = identifier(rows, i, 1);
      c.type = rows.text(i, 2);
      c.not_null = rows.is_true(i, 3);
      c.default_expression = rows.text(i, 4);
      c.identity = letter(rows, i, 5);
      c.generated = letter(rows, i, 6);
      if (!rows.is_null(i, 8)) c.statistics = std::stoi(std::string(rows.text(i, 8)));
      if (!rows.is_null(i, 9)) c.options = split(rows.text(i, 9), ',');
      columns_[oid].push_back(std::move(c));
      if (rows.is_true(i, 7)) toasted_.insert(oid);
    }
  }

  // --- Building

  /// Moves a tree's rows into the shape of the catalog. The root comes out as the result.
  Relation build_tree(Oid root, const std::vector<Column>& columns, Children& children) {
    std::vector<TreeRow>& rows = trees_[root];
    std::unordered_map<Oid, const TreeRow*> by_oid;
    for (const TreeRow& row : rows) by_oid.emplace(row.oid, &row);
    const TreeRow& top = *by_oid.at(root);
    struct Below {
      std::vector<KeyType> types;  // of the parent's key
      std::vector<Relation>* siblings;
    };
    std::unordered_map<Oid, Below> parents;
    for (TreeRow& row : rows) {
      if (row.parent == 0) continue;
      const auto [below, is_new] = parents.try_emplace(row.parent);
      if (is_new) {
        const Relation& parent = by_oid.at(row.parent)->relation;
        below->second = {key_types(parent.key.value_or(PartitionKey{}), columns), &children[parent.name]};
      }
      Relation& r = row.relation;
      r.bound = checked_bound(r.bound_text, below->second.types);
      if (r.owner == top.relation.owner) r.owner.clear();
      below->second.siblings->push_back(r);
    }
    for (auto& [parent, siblings] : children) {
      std::sort(siblings.begin(), siblings.end(),
                [](const Relation& a, const Relation& b) { return a.name < b.name; });
    }
    Relation result = top.relation;
    if (!result.bound_text.empty()) result.bound = checked_bound(result.bound_text, {});
    return result;
  }

  void add_table(Oid root) {
    Table t;
    t.columns = columns_[root];
    t.root = build_tree(root, t.columns, t.children);
    t.has_toast = toasted_.contains(root);
    const QualifiedName name = t.root.name;
    tables_.emplace(root, &catalog_.tables.emplace(name, std::move(t)).first->second);
  }

  void add_unique_keys(const std::string& oids) {
    const Rows counts = session_.query(snapshot_queries::index_counts(oids));
    for (std::size_t i = 0; i < counts.size(); ++i)
      tables_.at(oid_at(counts, i, 0))->indexes = number<int>(counts.text(i, 1));
    const Rows rows = session_.query(snapshot_queries::unique_keys(oids));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      std::vector<UniqueKey>& keys = tables_.at(oid_at(rows, i, 0))->unique_keys;
      const Identifier name = identifier(rows, i, 1);
      if (keys.empty() || keys.back().name != name) keys.push_back({name, rows.is_true(i, 2), {}});
      keys.back().columns.push_back(identifier(rows, i, 3));
    }
  }

  void add_foreign_keys(const std::string& oids) {
    const Rows found = session_.query(snapshot_queries::foreign_keys(oids));
    if (found.size() == 0) return;
    std::vector<Oid> constraints;
    for (std::size_t i = 0; i < found.size(); ++i) constraints.push_back(oid_at(found, i, 0));
    const Rows rows = session_.query(snapshot_queries::foreign_key_columns(list_of(constraints)));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      ForeignKey key{identifier(rows, i, 2),
                     {identifier(rows, i, 3), identifier(rows, i, 4)},
                     {identifier(rows, i, 5), identifier(rows, i, 6)},
                     letter(rows, i, 7)};
      const bool first = i == 0 || oid_at(rows, i, 8) != oid_at(rows, i - 1, 8);
      const auto from = tables_.find(oid_at(rows, i, 0));
      if (first && from != tables_.end()) from->second->outgoing.push_back(key);
      const auto to = tables_.find(oid_at(rows, i, 1));
      if (to == tables_.end()) continue;
      if (first) to->second->incoming.push_back(std::move(key));
      to->second->incoming.back().columns.push_back(identifier(rows, i, 9));
      to->second->incoming.back().to_columns.push_back(identifier(rows, i, 10));
    }
    for (auto& [oid, table] : tables_) {
      std::sort(table->outgoing.begin(), table->outgoing.end());
      std::sort(table->incoming.begin(), table->incoming.end());
    }
  }

  /// What `leaves` takes over from the root.
  void add_leaf_facts(const TableSchema& schema) {
    const auto at = std::find_if(tables_.begin(), tables_.end(),
                                 [&](const auto& t) { return t.second->root.name == schema.name; });
    if (at == tables_.end()) return;
    const std::string oid = std::to_string(at->first);
    Table& table = *at->second;
    const bool identity = leaves_ask(schema.root, &Leaves::replica_identity_from_parent);
    const bool security = leaves_ask(schema.root, &Leaves::row_security_from_parent);
    if (identity || security) {
      const Rows rows = session_.query(snapshot_queries::replica_identity_and_row_security(oid));
      if (identity) table.replica_identity = letter(rows, 0, 0);
      if (security)
        table.row_security =
            RowSecurity{rows.is_true(0, 1), rows.is_true(0, 1) && rows.is_true(0, 2), policies_of(oid)};
    }
    if (leaves_ask(schema.root, &Leaves::grants_from_parent)) table.grants = grants_of(oid);
    add_foreign_facts(schema, oid, table);
  }

  /// What partitions at foreign servers need.
  void add_foreign_facts(const TableSchema& schema, const std::string& oid, Table& table) {
    const std::set<Identifier> servers = foreign_servers(schema.root);
    if (servers.empty()) return;
    const Rows there = session_.query(snapshot_queries::servers_by_name(servers));
    for (std::size_t i = 0; i < there.size(); ++i) catalog_.servers.insert(identifier(there, i, 0));
    ForeignShape shape;
    const Rows checks = session_.query(snapshot_queries::check_constraints(oid));
    for (std::size_t i = 0; i < checks.size(); ++i)
      shape.checks.push_back({identifier(checks, i, 0), std::string(checks.text(i, 1)), !checks.is_true(i, 2)});
    std::sort(shape.checks.begin(), shape.checks.end());
    const Rows collations = session_.query(snapshot_queries::collations(oid));
    for (std::size_t i = 0; i < collations.size(); ++i) {
      shape.collations.emplace(identifier(collations, i, 0),
                               QualifiedName{identifier(collations, i, 1), identifier(collations, i, 2)});
    }
    table.foreign_shape = std::move(shape);
  }

  std::vector<Policy> policies_of(const std::string& oid) {
    std::vector<Policy> policies;
    const Rows rows = session_.query(snapshot_queries::policies(oid));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Identifier name = identifier(rows, i, 0);
      if (policies.empty() || policies.back().name != name) {
        policies.push_back({name,
                            rows.is_true(i, 1),
                            std::string(rows.text(i, 2)),
                            {},
                            std::string(rows.text(i, 4)),
                            std::string(rows.text(i, 5))});
      }
      policies.back().roles.emplace_back(rows.text(i, 3));
    }
    return policies;
  }

  std::vector<TableGrant> grants_of(const std::string& oid) {
    std::vector<TableGrant> grants;
    const Rows rows = session_.query(snapshot_queries::grants(oid));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      grants.push_back(
          {std::string(rows.text(i, 0)), identifier(rows, i, 1), std::string(rows.text(i, 2)), rows.is_true(i, 3)});
    }
    std::sort(grants.begin(), grants.end());
    return grants;
  }

  Rare<Marker> marker_of(Oid root) const {
    const auto tree = trees_.find(root);
    if (tree == trees_.end()) return {};
    for (const TreeRow& row : tree->second) {
      if (row.parent == 0) return row.relation.marker;
    }
    return {};
  }

  /// Names of the marked relations' parents that exist in the database.
  std::set<QualifiedName> existing_parents(const std::vector<Oid>& candidates) {
    std::set<QualifiedName> names;
    for (const Oid oid : candidates) {
      if (const Rare<Marker> marker = marker_of(oid)) names.insert(marker->parent);
    }
    std::set<QualifiedName> result;
    for (const auto& [name, oid] : existing({names.begin(), names.end()})) result.insert(name);
    return result;
  }

  static void add_names(const Relation& root, const Children& children, std::set<QualifiedName>& names) {
    names.insert(root.name);
    for (const auto& [parent, siblings] : children) names.insert(parent);
  }

  /// Repeated until nothing is found, because an orphan may come out of another one.
  void add_orphans(std::vector<Oid> candidates) {
    const std::set<QualifiedName> exist = existing_parents(candidates);
    std::set<QualifiedName> ours;  // what can be the parent of an orphan of ours
    for (const auto& [name, table] : catalog_.tables) add_names(table.root, table.children, ours);
    for (bool found = true; found;) {
      found = false;
      for (Oid& oid : candidates) {
        const Rare<Marker> marker = marker_of(oid);  // of no relation where it is done: oid 0
        if (!marker || (exist.contains(marker->parent) && !ours.contains(marker->parent))) continue;
        Orphan orphan;
        orphan.changed_since_marked = changed_.contains(oid);
        orphan.columns = columns_[oid];
        orphan.relation = build_tree(oid, orphan.columns, orphan.children);
        add_names(orphan.relation, orphan.children, ours);
        const QualifiedName name = orphan.relation.name;
        if (!catalog_.tables.contains(name)) catalog_.orphans.emplace(name, std::move(orphan));
        oid = 0;
        found = true;
      }
    }
  }

  void add_schemas() {
    std::vector<Identifier> named;
    for (const TableSchema& table : schema_.tables) {
      if (table.in_schema) named.push_back(*table.in_schema);
      for (const Identifier& schema : schemas_moved_into(table.root)) named.push_back(schema);
    }
    if (named.empty()) return;
    const Rows rows = session_.query(snapshot_queries::schemas_by_name(named));
    for (std::size_t i = 0; i < rows.size(); ++i) catalog_.schemas.insert(identifier(rows, i, 0));
  }

  /// Indexes that the server named after a partition of ours are nobody's wish; there are some for every leaf.
  bool is_own_index(const Rows& rows, std::size_t i) const {
    if (rows.is_null(i, 3)) return false;
    const Oid table = oid_at(rows, i, 3);
    return known_.contains(table) && !tables_.contains(table) && is_made_up(rows.text(i, 1));
  }

  /// `events__1_pkey`, `events__1_at_idx2`: as PostgreSQL's ChooseIndexName makes them.
  static bool is_made_up(std::string_view index) {
    while (!index.empty() && index.back() >= '0' && index.back() <= '9') index.remove_suffix(1);
    return index.ends_with("_idx") || index.ends_with("_key") || index.ends_with("_pkey") || index.ends_with("_excl");
  }

  /// One question for each schema: every one of them reads all names there.
  void add_taken() {
    std::map<Identifier, std::vector<std::string>> patterns;
    for (const TableSchema& table : schema_.tables) {
      const std::vector<std::string> own = name_patterns(table);
      auto& all = patterns[table.in_schema.value_or(table.name.schema)];
      all.insert(all.end(), own.begin(), own.end());
    }
    std::vector<Oid> parents;
    for (const auto& [root, rows] : trees_) {
      for (const TreeRow& row : rows) {
        if (row.relation.key) parents.push_back(row.oid);
      }
    }
    for (const auto& [schema, like] : patterns) {
      if (!like.empty())
        add_taken(schema, session_.query(snapshot_queries::names_like(schema, like, list_of(parents))));
    }
  }

  void add_taken(const Identifier& schema, const Rows& rows) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const bool type = letter(rows, i, 2) == 'y';
      if (!type && (known_.contains(oid_at(rows, i, 0)) || is_own_index(rows, i))) continue;
      catalog_.taken.emplace(QualifiedName{schema, identifier(rows, i, 1)}, kind_of(letter(rows, i, 2)));
    }
  }

  /// Names that detached partitions would have in the schema that they move into.
  void add_taken_elsewhere(const TableSchema& table) {
    const auto at = catalog_.tables.find(table.name);
    if (at == catalog_.tables.end()) return;
    std::vector<QualifiedName> names;
    const auto add = [&](const Identifier& schema, const Children& children) {
      for (const auto& [parent, list] : children) {
        for (const Relation& child : list) names.push_back({schema, child.name.name});
      }
    };
    for (const Identifier& schema : schemas_moved_into(table.root)) {
      add(schema, at->second.children);
      for (const auto& [name, orphan] : catalog_.orphans) {
        names.push_back({schema, name.name});
        add(schema, orphan.children);
      }
    }
    for (const auto& [name, oid] : existing(names)) {
      if (!known_.contains(oid)) catalog_.taken.emplace(name, RelationKind::table);
    }
  }

  Session& session_;
  const Schema& schema_;
  Catalog catalog_;
  Keys keys_;
  Trees trees_;
  std::map<char, std::unordered_map<Oid, std::string>> names_;
  std::unordered_map<Oid, Marker> markers_;
  std::set<Oid> changed_;          // orphans whose pg_class row is younger than their comment
  std::unordered_set<Oid> known_;  // all relations of the trees
  std::unordered_map<Oid, std::vector<Column>> columns_;
  std::set<Oid> toasted_;
  std::map<Oid, Table*> tables_;  // in catalog_
};

}  // namespace

Catalog take_snapshot(Session& session, const Schema& schema) {
  Catalog catalog = read_only(session, "REPEATABLE READ", [&] { return Snapshot(session, schema).take(); });
  measure_facts(session, schema, catalog);
  measure_rows(session, schema, catalog);
  return catalog;
}

}  // namespace pschema
