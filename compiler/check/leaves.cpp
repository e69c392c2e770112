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

void twice(std::string_view what, Span span, Span first, Diagnostics& diagnostics) {
  Diagnostic d;
  d.code = Code::duplicate_clause;
  d.message = fmt::format("{} stands twice in this block", what);
  d.span = span;
  d.others.push_back({first, "it stands here already"});
  diagnostics.add(std::move(d));
}

void apply_storage(Leaves& leaves, const ast::Storage& storage, Diagnostics& diagnostics) {
  std::map<std::string, Span> seen;
  for (const ast::StorageParameter& parameter : storage.parameters) {
    const auto [first, fresh] = seen.emplace(parameter.name, parameter.span);
    if (!fresh) twice("`" + printable(parameter.name) + "`", parameter.span, first->second, diagnostics);
    set_parameter(leaves, parameter);
  }
}

ForeignServer foreign(const ast::ForeignServer& server, Diagnostics& diagnostics) {
  ForeignServer result{server.server.value, {}};
  std::map<Identifier, Span> seen;
  for (const auto& [name, text] : server.options) {
    const auto [first, fresh] = seen.emplace(name.value, name.span);
    if (!fresh) twice("`" + quote(name.value) + "`", name.span, first->second, diagnostics);
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
    const auto [first, fresh] = seen.emplace(item.is.index(), item.span);
    if (!fresh) twice("this item", item.span, first->second, diagnostics);
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
