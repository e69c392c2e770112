#include "syntax/build.h"

namespace pschema {
namespace {

using P = Grammar;

std::optional<std::string> parameter_value(const Reading& in, P::ParameterContext* node, std::size_t names) {
  if (node->string() != nullptr) {
    const auto text = read_text(in, node->string());
    return text ? std::optional(text->value) : std::nullopt;
  }
  if (node->number() != nullptr) return read_number_text(in, node->number());
  // The last of the names is the value: `buffering = auto`.
  const auto name = read_name(in, node->name(names));
  return name ? std::optional(name->value.text) : std::nullopt;
}

std::optional<ast::StorageParameter> build_parameter(const Reading& in, P::ParameterContext* node) {
  const std::size_t names = node->DOT() != nullptr ? 2 : 1;
  std::string full;
  for (std::size_t i = 0; i < names; ++i) {
    const auto part = read_name(in, node->name(i));
    if (!part) return std::nullopt;
    full += (i > 0 ? "." : "") + part->value.text;
  }
  const auto value = parameter_value(in, node, names);
  if (!value) return std::nullopt;
  return ast::StorageParameter{std::move(full), *value, in.places.of(node)};
}

std::optional<ast::LeafItem> build_storage(const Reading& in, P::StorageContext* node) {
  ast::Storage storage;
  for (P::ParameterContext* parameter : node->parameter()) {
    const auto built = build_parameter(in, parameter);
    if (!built) return std::nullopt;
    storage.parameters.push_back(*built);
  }
  return ast::LeafItem{std::move(storage), clause_span(in, node)};
}

std::optional<ast::LeafItem> build_server(const Reading& in, P::ForeignServerContext* node) {
  const auto server = read_name(in, node->name());
  if (!server) return std::nullopt;
  ast::ForeignServer result{*server, {}};
  for (P::ServerOptionContext* option : node->serverOption()) {
    const auto name = read_name(in, option->name());
    const auto text = read_text(in, option->string());
    if (!name || !text) return std::nullopt;
    result.options.emplace_back(*name, *text);
  }
  return ast::LeafItem{std::move(result), clause_span(in, node)};
}

std::optional<ast::LeafItem> build_item(const Reading& in, P::LeafClauseContext* node) {
  if (P::TablespaceContext* clause = node->tablespace(); !broken(clause)) {
    const auto name = read_name(in, clause->name());
    return name ? std::optional(ast::LeafItem{ast::Tablespace{*name}, clause_span(in, clause)}) : std::nullopt;
  }
  if (!broken(node->storage())) return build_storage(in, node->storage());
  if (!broken(node->foreignServer())) return build_server(in, node->foreignServer());
  if (!broken(node->grants())) return ast::LeafItem{ast::GrantsFromParent{}, clause_span(in, node->grants())};
  if (!broken(node->rowSecurity())) {
    return ast::LeafItem{ast::RowSecurityFromParent{}, clause_span(in, node->rowSecurity())};
  }
  if (!broken(node->replicaIdentity())) {
    return ast::LeafItem{ast::ReplicaIdentityFromParent{}, clause_span(in, node->replicaIdentity())};
  }
  if (!broken(node->unlogged())) return ast::LeafItem{ast::Unlogged{}, clause_span(in, node->unlogged())};
  return std::nullopt;
}

}  // namespace

std::optional<ast::Leaves> build_leaves(const Reading& in, P::LeavesContext* node) {
  if (node == nullptr || node->leavesBlock() == nullptr) return std::nullopt;
  ast::Leaves leaves;
  leaves.span = in.places.of(node->LEAVES()->getSymbol());
  for (P::LeafClauseContext* clause : node->leavesBlock()->leafClause()) {
    if (auto item = build_item(in, clause)) leaves.items.push_back(std::move(*item));
  }
  return leaves;
}

}  // namespace pschema
