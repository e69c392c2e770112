#include "plan/leaf.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "base/quote.h"
#include "migration/psql_lexer.h"
#include "plan/foreign_leaf.h"

namespace pschema {
namespace {

/// One statement for each role and grant option; privileges on the table first, columns of one privilege together.
std::vector<Statement> grants_of(const QualifiedName& leaf, const std::vector<TableGrant>& grants) {
  std::map<std::tuple<std::string, bool>, GrantOnTable> by_role;
  for (const TableGrant& g : grants) {
    GrantOnTable& grant =
        by_role.try_emplace({g.grantee, g.grantable}, GrantOnTable{leaf, {}, g.grantee, g.grantable}).first->second;
    const bool on_table = g.column.text.empty();
    const auto same = std::find_if(grant.privileges.begin(), grant.privileges.end(), [&](const Privilege& p) {
      return p.word == g.privilege && p.columns.empty() == on_table;
    });
    if (same == grant.privileges.end()) {
      grant.privileges.push_back(
          {g.privilege, on_table ? std::vector<Identifier>() : std::vector<Identifier>{g.column}});
    } else if (!on_table) {
      same->columns.push_back(g.column);
    }
  }
  std::vector<Statement> statements;
  for (auto& [role, grant] : by_role) statements.push_back(std::move(grant));
  return statements;
}

/// How ANALYZE looks at a column, which LIKE does not copy, and which ALTER TABLE on the parent gives to the
/// partitions that are there.
void add_statistics(const QualifiedName& leaf, const Column& column, std::vector<Statement>& out) {
  if (column.statistics) out.push_back(SetStatisticsTarget{leaf, column.name, *column.statistics});
  std::vector<std::pair<std::string, std::string>> options;
  for (const std::string& option : column.options) {
    const std::size_t equals = option.find('=');
    if (equals != std::string::npos) options.emplace_back(option.substr(0, equals), option.substr(equals + 1));
  }
  if (!options.empty()) out.push_back(SetColumnOptions{leaf, column.name, std::move(options)});
}

}  // namespace

bool plain_for_psql(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const PsqlToken token = psql_token(text, at);
    switch (token.kind) {
      case PsqlTokenKind::variable:
      case PsqlTokenKind::variable_string:
      case PsqlTokenKind::variable_name:
      case PsqlTokenKind::variable_test:
      case PsqlTokenKind::semicolon:
      case PsqlTokenKind::backslash:
      case PsqlTokenKind::unterminated:
      case PsqlTokenKind::ambiguous:
      case PsqlTokenKind::line_comment:
      case PsqlTokenKind::block_comment:
        return false;
      case PsqlTokenKind::word: {
        std::string word(text.substr(token.begin, token.end - token.begin));
        std::transform(word.begin(), word.end(), word.begin(),
                       [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
        if (word == "select") return false;  // names the root inside
        break;
      }
      case PsqlTokenKind::space:
      case PsqlTokenKind::string:
      case PsqlTokenKind::escape_string:
      case PsqlTokenKind::quoted_name:
      case PsqlTokenKind::dollar_string:
      case PsqlTokenKind::number:
      case PsqlTokenKind::open_paren:
      case PsqlTokenKind::close_paren:
      case PsqlTokenKind::other:
        break;
    }
    at = token.end;
  }
  return text.find('\n') == std::string_view::npos;
}

void dress_leaf(NewPartition& leaf, const Leaves& leaves, const Table& table) {
  if (leaves.tablespace) leaf.tablespace = leaves.tablespace->text;
  if (leaves.foreign) make_foreign(leaf, *leaves.foreign, table);
  leaf.unlogged = leaves.unlogged;
  for (const StorageParameter& p : leaves.storage) leaf.storage.emplace_back(p.name, p.value);
  std::vector<Statement>& out = leaf.from_parent;
  for (const Column& column : table.columns) add_statistics(leaf.name, column, out);
  if (leaves.replica_identity_from_parent && (table.replica_identity == 'f' || table.replica_identity == 'n')) {
    out.push_back(SetReplicaIdentity{leaf.name, table.replica_identity == 'f'});
  }
  if (leaves.row_security_from_parent) {
    const RowSecurity& security = table.row_security.value();
    for (const Policy& policy : security.policies) out.push_back(CreatePolicy{leaf.name, policy});
    if (security.enabled) out.push_back(SetRowSecurity{leaf.name, false});
    if (security.forced) out.push_back(SetRowSecurity{leaf.name, true});
  }
  if (leaves.grants_from_parent) {
    for (Statement& s : grants_of(leaf.name, table.grants.value())) out.push_back(std::move(s));
  }
}

std::optional<std::string> unfit_leaves(const Level& root, const Table& table) {
  const auto lacking = [&](bool Leaves::*item, bool measured, const char* what) -> std::optional<std::string> {
    if (!leaves_ask(root, item) || measured) return std::nullopt;
    return fmt::format(
        "the snapshot does not say what {} `{}` has, which `{} from parent` needs; take it anew with these files",
        what, quote(table.root.name), what);
  };
  if (auto why = lacking(&Leaves::grants_from_parent, table.grants.has_value(), "grants")) return why;
  if (auto why = lacking(&Leaves::row_security_from_parent, table.row_security.has_value(), "row security"))
    return why;
  if (auto why =
          lacking(&Leaves::replica_identity_from_parent, table.replica_identity.has_value(), "replica identity"))
    return why;
  if (leaves_ask(root, &Leaves::replica_identity_from_parent) && table.replica_identity == 'i') {
    return fmt::format(
        "the replica identity of `{}` is an index, which new partitions cannot take over in this version",
        quote(table.root.name));
  }
  if (leaves_ask(root, &Leaves::row_security_from_parent)) {
    for (const Policy& p : table.row_security->policies) {
      if (plain_for_psql(p.using_text) && plain_for_psql(p.check_text)) continue;
      return fmt::format(
          "the policy `{}` of `{}` has a subquery or an array slice, which a partition cannot take over in this "
          "version",
          quote(p.name), quote(table.root.name));
    }
  }
  return std::nullopt;
}

}  // namespace pschema
