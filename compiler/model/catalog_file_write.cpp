// Written by hand, not by a TOML library, because the layout is the point: one partition a line.
#include <fmt/format.h>

#include <utility>

#include "base/quote.h"
#include "model/catalog_file.h"
#include "model/catalog_key.h"
#include "model/catalog_words.h"
#include "model/toml_output.h"

namespace pschema {
namespace {

using Children = std::map<QualifiedName, std::vector<Relation>>;

constexpr std::string_view kHeader =
    "# The partition trees of a database, as pschema sees them at the moment `taken_at`.\n"
    "# Made by `pschema snapshot`, read by `pschema compile` and `pschema plan`. To be committed, not to be edited.\n"
    "#\n"
    "# A column is [name, type]. Partitions stand under the name of their parent, each with its bound. What differs "
    "from "
    "the usual\n"
    "# stands behind in braces. Names are written as in SQL, texts as the server prints them with its time zone set "
    "to UTC.\n";

/// Calls `add(key, value)` for what is unusual about a relation, in a fixed order; values are TOML.
template <class Add>
void unusual(const Relation& r, Add add) {
  if (r.kind != catalog_words::usual_kind(r)) add("kind", toml(relation_kind_text(r.kind)));
  if (!r.owner.empty()) add("owner", toml(r.owner));
  if (r.detach_pending) add("pending", "true");
  if (r.persistence != Persistence::permanent)
    add("persistence", toml(catalog_words::persistence_word(r.persistence)));
  if (!r.tablespace.empty()) add("tablespace", toml(r.tablespace));
  if (!r.access_method.empty()) add("access_method", toml(r.access_method));
  if (r.marker) add("marker", toml(marker_text(*r.marker)));
}

void write_key_value(std::string& out, std::string_view key, std::string_view value) {
  out += fmt::format("{} = {}\n", key, value);
}

/// The keys of a [[table]] or an [[orphan]] that describe the relation itself.
void write_relation(std::string& out, const Relation& r) {
  write_key_value(out, "name", toml(r.name));
  if (r.key) write_key_value(out, "partition_by", toml(key_text(*r.key)));
  if (!r.bound_text.empty()) write_key_value(out, "bound", toml(r.bound_text));
  unusual(r, [&out](std::string_view key, std::string_view value) { write_key_value(out, key, value); });
}

std::string names_array(const std::vector<Identifier>& names) {
  std::string text;
  for (const Identifier& name : names) text += (text.empty() ? "" : ", ") + toml(name);
  return "[" + text + "]";
}

void write_columns(std::string& out, const std::vector<Column>& columns) {
  if (columns.empty()) return;
  out += "columns = [\n";
  for (const Column& c : columns) {
    Braces braces;
    braces.add_flag("not_null", c.not_null);
    braces.add_text("default", c.default_expression);
    if (c.identity != ' ') braces.add("identity", toml(std::string_view(&c.identity, 1)));
    if (c.generated != ' ') braces.add("generated", toml(std::string_view(&c.generated, 1)));
    if (c.statistics) braces.add("statistics", std::to_string(*c.statistics));
    if (!c.options.empty()) {
      std::string options;
      for (const std::string& option : c.options)
        options += (options.empty() ? "" : ", ") + toml(std::string_view(option));
      braces.add("options", "[" + options + "]");
    }
    out += fmt::format("  [{}, {}{}],\n", toml(c.name), toml(c.type), braces.behind_row());
  }
  out += "]\n";
}

void write_unique_keys(std::string& out, const std::vector<UniqueKey>& keys) {
  if (keys.empty()) return;
  out += "unique = [\n";
  for (const UniqueKey& key : keys) {
    out += fmt::format("  [{}, {}{}],\n", toml(key.name), names_array(key.columns),
                       key.primary ? ", { primary = true }" : "");
  }
  out += "]\n";
}

void write_foreign_keys(std::string& out, std::string_view key, const std::vector<ForeignKey>& foreign_keys) {
  if (foreign_keys.empty()) return;
  out += fmt::format("{} = [\n", key);
  for (const ForeignKey& f : foreign_keys) {
    Braces braces;
    if (f.on_delete != 'a') braces.add("on_delete", toml(std::string_view(&f.on_delete, 1)));
    if (!f.columns.empty()) braces.add("columns", names_array(f.columns));
    if (!f.to_columns.empty()) braces.add("to_columns", names_array(f.to_columns));
    out += fmt::format("  [{}, {}, {}{}],\n", toml(f.name), toml(f.from), toml(f.to), braces.behind_row());
  }
  out += "]\n";
}

/// `"name bound",`, or `["name bound", { what is unusual }],`.
void write_partition(std::string& out, const Relation& r, const std::vector<KeyType>& types) {
  Braces braces;
  if (r.key) braces.add("partition_by", toml(key_text(*r.key)));
  unusual(r, [&braces](std::string_view key, std::string_view value) { braces.add(key, value); });
  std::string line = quote(r.name);
  line += ' ';
  line += r.bound_text.empty() ? server_text(r.bound, types) : r.bound_text;
  const std::string behind = braces.behind_row();
  out += behind.empty() ? "  " : "  [";
  out += toml(line);
  out += behind;
  out += behind.empty() ? ",\n" : "],\n";
}

/// The partitions of each parent, the root's first, then those of its branches, each with what is below it. Trees are
/// as deep as the input makes them, so no recursion. The section ends what it belongs to: TOML counts what follows
/// as its own.
void write_partitions(std::string& out, std::string_view section, const Relation& root, const Children& children,
                      const std::vector<Column>& columns) {
  std::vector<const Relation*> open = {&root};
  bool first = true;
  while (!open.empty()) {
    const Relation& parent = *open.back();
    open.pop_back();
    const auto found = children.find(parent.name);
    if (found == children.end() || found->second.empty()) continue;
    if (std::exchange(first, false)) out += fmt::format("[{}.partitions]\n", section);
    out += toml(parent.name) + " = [\n";
    const std::vector<KeyType> types = key_types(parent.key.value_or(PartitionKey{}), columns);
    for (const Relation& r : found->second) write_partition(out, r, types);
    out += "]\n";
    for (auto r = found->second.rbegin(); r != found->second.rend(); ++r) {
      if (r->key) open.push_back(&*r);
    }
  }
}

/// Types of the leading key column of each partitioned table of a tree.
std::map<QualifiedName, std::vector<KeyType>> leading_types(const Table& table) {
  std::map<QualifiedName, std::vector<KeyType>> types;
  const auto add = [&](const Relation& r) {
    if (r.key) types.emplace(r.name, key_types(*r.key, table.columns));
  };
  add(table.root);
  for (const auto& [parent, siblings] : table.children) {
    for (const Relation& r : siblings) add(r);
  }
  return types;
}

/// `[partition, place, rows]`; the place is a bound, `NULL`, `infinity`, or empty where there are no rows at all.
void write_default_rows(std::string& out, const Table& table) {
  if (table.default_rows.empty()) return;
  const auto types = leading_types(table);
  const auto types_of = [&](const QualifiedName& partition) {
    for (const auto& [parent, siblings] : table.children) {
      for (const Relation& r : siblings) {
        if (r.name != partition) continue;
        const auto found = types.find(parent);
        if (found != types.end()) return found->second;
      }
    }
    return std::vector<KeyType>();
  };
  out += "default_rows = [\n";
  for (const auto& entry : table.default_rows) {
    const QualifiedName& partition = entry.first;
    const DefaultRows& rows = entry.second;
    const std::vector<KeyType> of_parent = types_of(partition);
    const auto line = [&](const std::string& place, std::int64_t count) {
      out += fmt::format("  [{}, {}, {}],\n", toml(partition), toml(place), count);
    };
    for (const RowsAt& at : rows.places) line(server_text(at.place, of_parent), at.rows);
    if (rows.nulls != 0) line("NULL", rows.nulls);
    if (rows.infinite != 0) line("infinity", rows.infinite);
    if (rows == DefaultRows{}) line("", 0);
  }
  out += "]\n";
}

/// `[partition, referencing table]`, which is empty where there is none.
void write_referenced_by(std::string& out, const Table& table) {
  if (table.referenced_by.empty()) return;
  out += "referenced_by = [\n";
  for (const auto& [partition, by] : table.referenced_by) {
    out += fmt::format("  [{}, {}],\n", toml(partition), by ? toml(*by) : std::string("\"\""));
  }
  out += "]\n";
}

void write_foreign_shape(std::string& out, const ForeignShape& shape) {
  out += "checks = [\n";
  for (const CheckConstraint& c : shape.checks) {
    Braces braces;
    braces.add_flag("not_enforced", !c.enforced);
    out += fmt::format("  [{}, {}{}],\n", toml(c.name), toml(c.expression), braces.behind_row());
  }
  out += "]\n";
  if (shape.collations.empty()) return;
  out += "collations = [\n";
  for (const auto& [column, collation] : shape.collations)
    out += fmt::format("  [{}, {}],\n", toml(column), toml(collation));
  out += "]\n";
}

/// What `leaves` takes over from the root.
void write_leaf_facts(std::string& out, const Table& table) {
  if (table.replica_identity)
    write_key_value(out, "replica_identity", toml(std::string_view(&*table.replica_identity, 1)));
  if (table.row_security) {
    const RowSecurity& security = *table.row_security;
    write_key_value(out, "row_security", toml(security.forced ? "forced" : security.enabled ? "on" : "off"));
    out += "policies = [\n";
    for (const Policy& p : security.policies) {
      std::string roles;
      for (const std::string& role : p.roles) roles += (roles.empty() ? "" : ", ") + toml(role);
      Braces braces;
      if (!p.permissive) braces.add("restrictive", "true");
      braces.add_text("using", p.using_text);
      braces.add_text("check", p.check_text);
      out += fmt::format("  [{}, {}, [{}]{}],\n", toml(p.name), toml(p.command), roles, braces.behind_row());
    }
    out += "]\n";
  }
  if (table.grants) {
    out += "grants = [\n";
    for (const TableGrant& g : *table.grants) {
      Braces braces;
      if (!g.column.text.empty()) braces.add("column", toml(g.column));
      braces.add_flag("grantable", g.grantable);
      out += fmt::format("  [{}, {}{}],\n", toml(g.grantee), toml(g.privilege), braces.behind_row());
    }
    out += "]\n";
  }
  if (table.foreign_shape) write_foreign_shape(out, *table.foreign_shape);
}

void write_table(std::string& out, const Table& table) {
  out += "\n[[table]]\n";
  write_relation(out, table.root);
  if (table.indexes != 0) write_key_value(out, "indexes", std::to_string(table.indexes));
  if (table.has_toast) write_key_value(out, "toast", "true");
  write_leaf_facts(out, table);
  write_columns(out, table.columns);
  write_unique_keys(out, table.unique_keys);
  write_foreign_keys(out, "outgoing", table.outgoing);
  write_foreign_keys(out, "incoming", table.incoming);
  write_default_rows(out, table);
  if (!table.triggers.empty())
    write_key_value(out, "triggers", names_array({table.triggers.begin(), table.triggers.end()}));
  if (!table.publications.empty()) {
    write_key_value(out, "publications", names_array({table.publications.begin(), table.publications.end()}));
  }
  write_referenced_by(out, table);
  write_partitions(out, "table", table.root, table.children, table.columns);
}

void write_orphan(std::string& out, const Orphan& orphan) {
  out += "\n[[orphan]]\n";
  write_relation(out, orphan.relation);
  if (orphan.changed_since_marked) write_key_value(out, "changed", "true");
  write_columns(out, orphan.columns);
  write_partitions(out, "orphan", orphan.relation, orphan.children, orphan.columns);
}

void write_ledger(std::string& out, const Catalog& catalog) {
  out += fmt::format("\n[ledger]\npresent = {}\n", catalog.has_ledger);
  if (catalog.applied.empty()) return;
  out += "applied = [\n";
  for (const std::string& name : catalog.applied) out += fmt::format("  {},\n", toml(name));
  out += "]\n";
}

void write_taken(std::string& out, const std::map<QualifiedName, RelationKind>& taken) {
  if (taken.empty()) return;
  out += "\n[taken]\nnames = [\n";
  for (const auto& [name, kind] : taken)
    out += fmt::format("  [{}, {}],\n", toml(name), toml(relation_kind_text(kind)));
  out += "]\n";
}

void write_cursors(std::string& out, const Catalog& catalog) {
  if (catalog.cursors.empty()) return;
  out += "cursors = [\n";
  for (const auto& [key, fact] : catalog.cursors) {
    Braces braces;
    if (fact.highest) braces.add("highest", std::to_string(*fact.highest));
    if (fact.sequence) braces.add("sequence", std::to_string(*fact.sequence));
    out += fmt::format("  [{}, {}{}],\n", toml(key.first), toml(key.second), braces.behind_row());
  }
  out += "]\n";
}

/// One line a relation, and one for each answer to a query.
void write_measured(std::string& out, const Catalog& catalog) {
  if (catalog.measured.empty()) return;
  out += "measured = [\n";
  for (const auto& [name, measured] : catalog.measured) {
    Braces braces;
    if (measured.bytes) braces.add("bytes", std::to_string(*measured.bytes));
    if (measured.rows) braces.add(measured.more_rows ? "rows_at_least" : "rows", std::to_string(*measured.rows));
    if (measured.referenced) braces.add("referenced", *measured.referenced ? "true" : "false");
    out += fmt::format("  [{}{}],\n", toml(name), braces.behind_row());
  }
  out += "]\n";
  std::string answers;
  for (const auto& [name, measured] : catalog.measured) {
    for (const auto& [sql, answer] : measured.sql) {
      answers += fmt::format("  [{}, {}, {}],\n", toml(name), toml(sql),
                             !answer   ? "\"unknown\""
                             : *answer ? "\"true\""
                                       : "\"false\"");
    }
  }
  if (!answers.empty()) out += "answers = [\n" + answers + "]\n";
}

void write_facts(std::string& out, const Catalog& catalog) {
  if (catalog.cursors.empty() && catalog.measured.empty()) return;
  out += "\n[facts]\n";
  write_cursors(out, catalog);
  write_measured(out, catalog);
}

}  // namespace

std::string write_catalog(const Catalog& catalog) {
  std::string out(kHeader);
  out += fmt::format("\nformat = {}\ntaken_at = {}\nserver = {}\nzone_data = {}\n", catalog_words::kFormat,
                     toml(format_utc(catalog.taken_at)), catalog.server_version, toml(catalog.zone_data));
  if (!catalog.schemas.empty()) {
    write_key_value(out, "schemas", names_array({catalog.schemas.begin(), catalog.schemas.end()}));
  }
  if (!catalog.servers.empty()) {
    write_key_value(out, "foreign_servers", names_array({catalog.servers.begin(), catalog.servers.end()}));
  }
  write_ledger(out, catalog);
  for (const auto& [name, table] : catalog.tables) write_table(out, table);
  for (const auto& [name, orphan] : catalog.orphans) write_orphan(out, orphan);
  write_taken(out, catalog.taken);
  write_facts(out, catalog);
  return out;
}

}  // namespace pschema
