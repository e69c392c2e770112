#include "check/leaves.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/overloaded.h"
#include "base/quote.h"
#include "check/naming.h"
#include "check/supported.h"

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

/// Options are templates too; `{name}`, the partition's own name, is theirs alone and stays as text for the emitter.
ForeignServer foreign(const ast::ForeignServer& server, Diagnostics& diagnostics) {
  ForeignServer result{server.server.value, {}};
  std::set<Identifier> seen;
  for (const auto& [name, text] : server.options) {
    if (!seen.insert(name.value).second) twice(quote(name.value), name.span, diagnostics);
    result.options.emplace_back(name.value.text, NameTemplate{{text.value}, text.span});
  }
  return result;
}

}  // namespace

Leaves check_leaves(const ast::Leaves& block, const Leaves& around, Diagnostics& diagnostics) {
  Leaves leaves = around;
  std::map<std::size_t, Span> seen;
  for (const ast::LeafItem& item : block.items) {
    if (!seen.emplace(item.is.index(), item.span).second) twice("this item", item.span, diagnostics);
    if (std::holds_alternative<ast::ForeignServer>(item.is))
      require_supported(Feature::foreign_server, item.span, diagnostics);
    std::visit(Overloaded{
                   [&](const ast::Tablespace& t) { leaves.tablespace = t.name.value; },
                   [&](const ast::Storage& s) { apply_storage(leaves, s, diagnostics); },
                   [&](const ast::GrantsFromParent&) { leaves.grants_from_parent = true; },
                   [&](const ast::RowSecurityFromParent&) { leaves.row_security_from_parent = true; },
                   [&](const ast::ReplicaIdentityFromParent&) { leaves.replica_identity_from_parent = true; },
                   [&](const ast::Unlogged&) { leaves.unlogged = true; },
                   [&](const ast::ForeignServer& f) { leaves.foreign = foreign(f, diagnostics); },
               },
               item.is);
  }
  return leaves;
}

}  // namespace pschema
