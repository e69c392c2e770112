#include "check/leaves.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/overloaded.h"
#include "base/quote.h"
#include "check/naming.h"

namespace pschema {
namespace {

void set_parameter(Leaves& leaves, const ast::StorageParameter& parameter) {
  const auto same = std::find_if(leaves.storage.begin(), leaves.storage.end(),
                                 [&](const StorageParameter& p) { return p.name == parameter.name; });
  if (same != leaves.storage.end()) {
    same->value = parameter.value;
  } else {
    leaves.storage.push_back({parameter.name, parameter.value});
  }
}

void twice(std::string_view what, Span span, Diagnostics& diagnostics) {
  diagnostics.error(Code::duplicate_clause, span, fmt::format("{} stands twice in this block", what));
}

void apply_storage(Leaves& leaves, const ast::Storage& storage, Diagnostics& diagnostics) {
  std::set<std::string> seen;
  for (const ast::StorageParameter& parameter : storage.parameters) {
    if (!seen.insert(parameter.name).second)
      twice("`" + printable(parameter.name) + "`", parameter.span, diagnostics);
    set_parameter(leaves, parameter);
  }
}

ForeignServer foreign(const ast::ForeignServer& server, Diagnostics& diagnostics) {
  ForeignServer result{server.server.value, {}};
  std::set<Identifier> seen;
  for (const auto& [name, text] : server.options) {
    if (!seen.insert(name.value).second) twice("`" + quote(name.value) + "`", name.span, diagnostics);
    if (auto value = parse_option_value(text, diagnostics))
      result.options.emplace_back(name.value.text, std::move(*value));
  }
  return result;
}

/// What a foreign table does not have.
std::optional<std::string_view> local_only(const ast::LeafItem& item) {
  using Result = std::optional<std::string_view>;
  return std::visit(
      Overloaded{
          [](const ast::Tablespace&) { return Result("`tablespace`"); },
          [](const ast::Storage&) { return Result("`with (…)`"); },
          [](const ast::GrantsFromParent&) { return Result(); },
          [](const ast::RowSecurityFromParent&) { return Result("`row security from parent`"); },
          [](const ast::ReplicaIdentityFromParent&) { return Result("`replica identity from parent`"); },
          [](const ast::Unlogged&) { return Result("`unlogged`"); },
          [](const ast::ForeignServer&) { return Result(); },
      },
      item.is);
}

/// What the blocks around say of local leaves does not concern those at a foreign server.
void make_foreign(Leaves& leaves, ForeignServer server) {
  Leaves result;
  result.grants_from_parent = leaves.grants_from_parent;
  result.foreign = std::move(server);
  leaves = std::move(result);
}

}  // namespace

Leaves check_leaves(const ast::Leaves& block, const Leaves& around, Diagnostics& diagnostics) {
  Leaves leaves = around;
  for (const ast::LeafItem& item : block.items) {
    if (const auto* f = std::get_if<ast::ForeignServer>(&item.is)) make_foreign(leaves, foreign(*f, diagnostics));
  }
  std::map<std::size_t, Span> seen;
  for (const ast::LeafItem& item : block.items) {
    if (!seen.emplace(item.is.index(), item.span).second) twice("this item", item.span, diagnostics);
    const auto local = local_only(item);
    if (local && leaves.foreign) {
      diagnostics.error(
          Code::contradicting_clauses, item.span,
          fmt::format("{} for partitions at foreign server `{}`", *local, quote(leaves.foreign->server)),
          "a foreign table has no storage, row security or replica identity of its own: take it out");
    }
    std::visit(
        Overloaded{
            [&](const ast::Tablespace& t) { leaves.tablespace = t.name.value; },
            [&](const ast::Storage& s) { apply_storage(leaves, s, diagnostics); },
            [&](const ast::GrantsFromParent&) { leaves.grants_from_parent = true; },
            [&](const ast::RowSecurityFromParent&) { leaves.row_security_from_parent = true; },
            [&](const ast::ReplicaIdentityFromParent&) { leaves.replica_identity_from_parent = true; },
            [&](const ast::Unlogged&) { leaves.unlogged = true; }, [](const ast::ForeignServer&) {},  // made above
        },
        item.is);
  }
  return leaves;
}

}  // namespace pschema
