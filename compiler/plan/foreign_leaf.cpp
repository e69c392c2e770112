#include "plan/foreign_leaf.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/quote.h"
#include "plan/leaf.h"

namespace pschema {
namespace {

std::string option_text(const OptionValue& value, const Identifier& name) {
  std::string text = value.around_name.front();
  for (std::size_t i = 1; i < value.around_name.size(); ++i) text += name.text + value.around_name[i];
  return text;
}

/// Without identity and defaults: the first comes with ATTACH where the server wants it, and the second are those of
/// the root for all rows that come through it.
NewColumn column_of(const Column& column, const ForeignShape& shape) {
  NewColumn result{column.name, column.type, {}, column.not_null, {}};
  if (column.generated == 's') result.generated = column.default_expression;
  const auto collation = shape.collations.find(column.name);
  if (collation != shape.collations.end()) result.collation = collation->second;
  return result;
}

class Fitting {
 public:
  Fitting(const TableSchema& schema, const Table& table, Diagnostics& diagnostics)
      : schema_(schema), name_(quote(schema.name)), table_(table), diagnostics_(diagnostics) {}

  void keys() {
    for (const UniqueKey& key : table_.unique_keys) {
      diagnostics_.error(
          Code::foreign_leaf_under_unique, schema_.name_span,
          fmt::format("the {} `{}` of `{}` forbids partitions at a foreign server",
                      key.primary ? "primary key" : "unique index or constraint", quote(key.name), name_),
          "PostgreSQL cannot keep it over rows that are elsewhere; drop it, or take `foreign server` out");
    }
    for (const ForeignKey& key : table_.outgoing) {
      unfit(
          fmt::format("the foreign key `{}` of `{}` forbids partitions at a foreign server", quote(key.name), name_));
    }
  }

  void columns() {
    for (const Column& column : table_.columns) {
      const std::string what = fmt::format("column `{}` of `{}`", quote(column.name), name_);
      if (column.generated == 'v')
        unfit(what + " is a virtual generated column, which a foreign table does not get in this version");
      const bool stored = column.generated == 's';
      if (!plain_for_psql(column.type) || (stored && !plain_for_psql(column.default_expression)))
        unfit(fmt::format("the {} of {} has a form that a psql script would read in another way",
                          stored ? "type or the expression" : "type", what));
    }
  }

  void checks() {
    for (const CheckConstraint& check : table_.foreign_shape->checks) {
      const std::string what = fmt::format("the constraint `{}` of `{}`", quote(check.name), name_);
      if (!check.enforced) unfit(what + " is not enforced, which a foreign table does not get in this version");
      if (!plain_for_psql(check.expression)) unfit(what + " has a form that a psql script would read in another way");
    }
  }

  void unfit(std::string message, std::string hint = {}) {
    diagnostics_.error(Code::leaves_unfit, schema_.name_span, std::move(message), std::move(hint));
  }

 private:
  const TableSchema& schema_;
  std::string name_;
  const Table& table_;
  Diagnostics& diagnostics_;
};

}  // namespace

void make_foreign(NewPartition& leaf, const ForeignServer& server, const Table& table) {
  CreateForeignTable create{leaf.name, {}, table.foreign_shape->checks, server.server, {}};
  for (const Column& column : table.columns) create.columns.push_back(column_of(column, *table.foreign_shape));
  for (const auto& [option, value] : server.options)
    create.options.emplace_back(option, option_text(value, leaf.name.name));
  leaf.foreign = std::move(create);
  leaf.access_method.clear();
  leaf.tablespace.clear();
  leaf.extent += fmt::format(", at foreign server {}", quote(server.server));
}

void fit_foreign_leaves(const TableSchema& schema, const Table& table, const Catalog& catalog,
                        Diagnostics& diagnostics) {
  const std::set<Identifier> servers = foreign_servers(schema.root);
  if (servers.empty()) return;
  Fitting fitting(schema, table, diagnostics);
  if (!table.foreign_shape) {
    return fitting.unfit(
        fmt::format("the snapshot does not say what foreign partitions of `{}` need", quote(schema.name)),
        "take it anew with these files: `pschema snapshot`");
  }
  for (const Identifier& server : servers) {
    if (catalog.servers.count(server) > 0) continue;
    fitting.unfit(
        fmt::format("new partitions of `{}` shall be at foreign server `{}`, which the database does not have",
                    quote(schema.name), quote(server)),
        "create it first; a snapshot that was taken before this file named the server does not know it "
        "either");
  }
  fitting.keys();
  fitting.columns();
  fitting.checks();
}

bool makes_foreign(const std::vector<Level>& below, const Leaves& leaves) { return below.empty() && leaves.foreign; }

bool has_foreign(const Relation& relation, const std::map<QualifiedName, std::vector<Relation>>& children) {
  if (relation.kind == RelationKind::foreign_table) return true;
  const auto below = children.find(relation.name);
  return below != children.end() && std::any_of(below->second.begin(), below->second.end(),
                                                [&](const Relation& r) { return has_foreign(r, children); });
}

}  // namespace pschema
