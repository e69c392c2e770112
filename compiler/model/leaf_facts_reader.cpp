#include "model/leaf_facts_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace pschema {
namespace {

std::vector<Policy> read_policies(TomlInput& in, const toml::table& table) {
  static constexpr std::array<std::string_view, 5> kCommands = {"ALL", "SELECT", "INSERT", "UPDATE", "DELETE"};
  std::vector<Policy> policies;
  const toml::array* rows = in.array_in(table, "policies");
  if (rows == nullptr) return policies;
  for (const toml::node& node : *rows) {
    const toml::array* row = in.row_of(node, 3);
    if (row == nullptr || in.hopeless()) continue;
    const toml::table& braces = in.braces_of(*row, 3);
    in.allow_only(braces, {"restrictive", "using", "check"});
    Policy p;
    p.name = in.identifier(*row->get(0));
    p.permissive = !in.flag_in(braces, "restrictive");
    if (const std::string* command = in.string_of(*row->get(1))) p.command = *command;
    if (std::find(kCommands.begin(), kCommands.end(), p.command) == kCommands.end())
      in.wrong(*row->get(1), "`ALL`, `SELECT`, `INSERT`, `UPDATE` or `DELETE` is wanted here");
    const toml::array* roles = row->get(2)->as_array();
    if (roles == nullptr || roles->empty()) {
      in.wrong(*row->get(2), "an array of roles is wanted here");
      continue;
    }
    for (const toml::node& role : *roles) {
      if (const std::string* name = in.string_of(role)) p.roles.push_back(*name);
    }
    p.using_text = in.string_in(braces, "using");
    p.check_text = in.string_in(braces, "check");
    policies.push_back(std::move(p));
  }
  if (!std::is_sorted(policies.begin(), policies.end())) in.wrong(*rows, "policies out of their order");
  return policies;
}

void read_row_security(TomlInput& in, const toml::table& table, Table& t) {
  const toml::node* node = table.get("row_security");
  if (node == nullptr) {
    if (const toml::node* policies = table.get("policies")) in.wrong(*policies, "policies without `row_security`");
    return;
  }
  const std::string word = in.string_in(table, "row_security");
  if (word != "off" && word != "on" && word != "forced") in.wrong(*node, "`off`, `on` or `forced` is wanted here");
  t.row_security = RowSecurity{word != "off", word == "forced", read_policies(in, table)};
}

std::optional<std::vector<TableGrant>> read_grants(TomlInput& in, const toml::table& table) {
  const toml::array* rows = in.array_in(table, "grants");
  if (rows == nullptr) return std::nullopt;
  std::vector<TableGrant> grants;
  for (const toml::node& node : *rows) {
    const toml::array* row = in.row_of(node, 2);
    if (row == nullptr || in.hopeless()) continue;
    const toml::table& braces = in.braces_of(*row, 2);
    in.allow_only(braces, {"column", "grantable"});
    TableGrant g;
    if (const std::string* grantee = in.string_of(*row->get(0))) g.grantee = *grantee;
    if (const std::string* privilege = in.string_of(*row->get(1))) g.privilege = *privilege;
    const bool word = !g.privilege.empty() && std::all_of(g.privilege.begin(), g.privilege.end(),
                                                          [](char c) { return c >= 'A' && c <= 'Z'; });
    if (!word) in.wrong(*row->get(1), "a privilege like `SELECT` is wanted here");
    if (const toml::node* column = braces.get("column")) g.column = in.identifier(*column);
    g.grantable = in.flag_in(braces, "grantable");
    grants.push_back(std::move(g));
  }
  if (!std::is_sorted(grants.begin(), grants.end())) in.wrong(*rows, "grants out of their order");
  return grants;
}

std::optional<ForeignShape> read_foreign_shape(TomlInput& in, const toml::table& table) {
  const toml::array* rows = in.array_in(table, "checks");
  const toml::array* collations = in.array_in(table, "collations");
  if (rows == nullptr) {
    if (collations != nullptr) in.wrong(*table.get("collations"), "collations without `checks`");
    return std::nullopt;
  }
  ForeignShape shape;
  for (const toml::node& node : *rows) {
    const toml::array* row = in.row_of(node, 2);
    if (row == nullptr || in.hopeless()) continue;
    const toml::table& braces = in.braces_of(*row, 2);
    in.allow_only(braces, {"not_enforced"});
    const std::string* expression = in.string_of(*row->get(1));
    if (expression == nullptr || expression->empty()) in.wrong(node, "a constraint without an expression");
    shape.checks.push_back({in.identifier(*row->get(0)), expression == nullptr ? std::string() : *expression,
                            !in.flag_in(braces, "not_enforced")});
  }
  for (std::size_t i = 0; collations != nullptr && i < collations->size(); ++i) {
    const toml::array* row = in.row_of(*collations->get(i), 2);
    if (row == nullptr || in.hopeless()) continue;
    in.allow_only(in.braces_of(*row, 2), {});
    shape.collations.emplace(in.identifier(*row->get(0)), in.qualified(*row->get(1)));
  }
  if (!std::is_sorted(shape.checks.begin(), shape.checks.end())) in.wrong(*rows, "checks out of their order");
  return shape;
}

}  // namespace

void read_leaf_facts(TomlInput& in, const toml::table& table, Table& t) {
  if (table.contains("replica_identity")) t.replica_identity = in.letter_in(table, "replica_identity", "dnfi", 'd');
  read_row_security(in, table, t);
  t.grants = read_grants(in, table);
  t.foreign_shape = read_foreign_shape(in, table);
}

}  // namespace pschema
