#include "check/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/overloaded.h"
#include "base/quote.h"
#include "check/head.h"
#include "check/leaves.h"
#include "check/level.h"
#include "check/names.h"
#include "check/supported.h"

namespace pschema {
namespace {

using Policies = std::map<Identifier, const ast::Policy*>;

// --- Zones
// --------------------------------------------------------------------------------------------------------------

void add_zones(const ast::Block& block, std::set<std::string>& names);

void add_zones(const ast::Level& level, std::set<std::string>& names) {
  if (level.zone) names.insert(level.zone->value);
  add_zones(level.block, names);
}

void add_zones(const ast::Block& block, std::set<std::string>& names) {
  for (const ast::Clause& clause : block.clauses) {
    if (const auto* level = std::get_if<ast::Level>(&clause.is)) add_zones(*level, names);
    if (const auto* group = std::get_if<ast::Group>(&clause.is)) add_zones(group->block, names);
    if (const auto* rest = std::get_if<ast::Default>(&clause.is)) add_zones(rest->block, names);
  }
}

FileZone file_zone(const ast::File& file, const ZoneDatabase& zones, Diagnostics& diagnostics) {
  FileZone result{Zone(), zones};
  for (const ast::Statement& statement : file.statements) {
    const auto* clause = std::get_if<ast::TimeZone>(&statement);
    if (clause == nullptr) continue;
    const auto zone = find_zone(clause->name, zones, diagnostics);
    if (zone) result.zone = *zone;
    result.known = zone.has_value();
  }
  result.known = result.known && !file.zone_damaged;
  return result;
}

// --- Policies
// -----------------------------------------------------------------------------------------------------------

void duplicate(Code code, std::string message, Span span, Span first, Diagnostics& diagnostics) {
  Diagnostic d;
  d.code = code;
  d.message = std::move(message);
  d.span = span;
  d.others.push_back({first, "it stands here already"});
  diagnostics.add(std::move(d));
}

Policies collect_policies(const std::vector<ast::File>& files, Diagnostics& diagnostics) {
  Policies policies;
  for (const ast::File& file : files) {
    for (const ast::Statement& statement : file.statements) {
      const auto* policy = std::get_if<ast::Policy>(&statement);
      if (policy == nullptr) continue;
      check_policy(*policy, diagnostics);
      if (!policy->name) continue;
      const auto [first, fresh] = policies.emplace(policy->name->value, policy);
      if (fresh) continue;
      duplicate(Code::duplicate_policy, fmt::format("two policies are called `{}`", quote(policy->name->value)),
                policy->name->span, first->second->name->span, diagnostics);
    }
  }
  return policies;
}

/// Can no policy have been written that is not among them?
bool has_all_policies(const std::vector<ast::File>& files) {
  return std::none_of(files.begin(), files.end(), [](const ast::File& file) {
    return file.damaged || std::any_of(file.statements.begin(), file.statements.end(), [](const ast::Statement& s) {
             const auto* policy = std::get_if<ast::Policy>(&s);
             return policy != nullptr && !policy->name;
           });
  });
}

// --- Tables
// -------------------------------------------------------------------------------------------------------------

/// A table's clauses, the last of each kind; a second one of a kind is reported.
struct TableParts {
  const ast::Level* root = nullptr;
  const ast::InSchema* in_schema = nullptr;
  const ast::Leaves* leaves = nullptr;
  const ast::Convert* convert = nullptr;
  const ast::History* history = nullptr;
};

template <class Clause>
void put(const Clause*& slot, const Clause& clause, std::string_view what, Diagnostics& diagnostics) {
  if (slot == nullptr) {
    slot = &clause;
    return;
  }
  duplicate(Code::duplicate_clause, fmt::format("`{}` stands twice in this table", what), clause.span, slot->span,
            diagnostics);
}

TableParts parts_of(const ast::Table& table, Diagnostics& diagnostics) {
  TableParts parts;
  for (const ast::TableClause& clause : table.clauses) {
    std::visit(Overloaded{
                   [&](const ast::Level& c) { put(parts.root, c, "partition by", diagnostics); },
                   [&](const ast::InSchema& c) { put(parts.in_schema, c, "in schema", diagnostics); },
                   [&](const ast::Leaves& c) { put(parts.leaves, c, "leaves", diagnostics); },
                   [&](const ast::Convert& c) { put(parts.convert, c, "convert", diagnostics); },
                   [&](const ast::History& c) { put(parts.history, c, "history", diagnostics); },
               },
               clause);
  }
  return parts;
}

QualifiedName qualified(const ast::RelationName& name) {
  return {name.schema ? name.schema->value : Identifier{"public"}, name.name.value};
}

/// Levels that stand beside the root have been reported, and are looked through for their own mistakes.
void check_other_roots(const ast::Table& table, const ast::Level* root, const Above& above, const Surroundings& in) {
  for (const ast::TableClause& clause : table.clauses) {
    const auto* level = std::get_if<ast::Level>(&clause);
    if (level != nullptr && level != root) check_level(*level, above, in);
  }
}

/// The tree that all tables of the statement share; their names come later. nullopt where the names of its members
/// cannot be told.
std::optional<TableSchema> check_tree(const ast::Table& table, const Surroundings& in) {
  const TableParts parts = parts_of(table, in.diagnostics);
  TableSchema result;
  result.span = table.span;
  if (parts.in_schema != nullptr) result.in_schema = parts.in_schema->schema.value;
  if (parts.convert != nullptr) {
    result.convert = parts.convert->into_default ? ConvertMode::into_default : ConvertMode::in_place;
    require_supported(Feature::convert, parts.convert->span, in.diagnostics);
  }
  if (parts.history != nullptr && parts.history->reshape) {
    result.reshape_history = true;
    require_supported(Feature::history_reshape, parts.history->span, in.diagnostics);
  }
  Above above;
  if (parts.leaves != nullptr) above.leaves = check_leaves(*parts.leaves, {}, in.diagnostics);
  if (parts.root == nullptr) {
    if (table.gaps.shape) return std::nullopt;
    in.diagnostics.error(Code::missing_level, table.span, "a table without `partition by`",
                         "a table of a schema has exactly one root level");
    return std::nullopt;
  }
  auto root = check_level(*parts.root, above, in);
  check_other_roots(table, parts.root, above, in);
  if (!root || !in.whole || table.gaps.shape) return std::nullopt;
  result.root = std::move(*root);
  return result;
}

void check_table(const ast::Table& table, const Surroundings& in, std::map<QualifiedName, Span>& seen,
                 Schema& schema) {
  const auto tree = check_tree(table, in);
  for (const ast::RelationName& written : table.names) {
    const QualifiedName name = qualified(written);
    const auto [first, fresh] = seen.emplace(name, written.span);
    if (!fresh) {
      duplicate(Code::duplicate_table, fmt::format("`{}` is described twice", quote(name)), written.span,
                first->second, in.diagnostics);
    } else if (tree) {
      schema.tables.push_back(*tree);
      schema.tables.back().name = name;
      schema.tables.back().name_span = written.span;
    }
  }
}

}  // namespace

std::set<std::string> zone_names(const std::vector<ast::File>& files) {
  std::set<std::string> names;
  for (const ast::File& file : files) {
    for (const ast::Statement& statement : file.statements) {
      std::visit(Overloaded{
                     [&](const ast::TimeZone& zone) { names.insert(zone.name.value); },
                     [](const ast::Policy&) {},
                     [&](const ast::Table& table) {
                       for (const ast::TableClause& clause : table.clauses) {
                         if (const auto* level = std::get_if<ast::Level>(&clause)) add_zones(*level, names);
                       }
                     },
                 },
                 statement);
    }
  }
  return names;
}

Schema check(const std::vector<ast::File>& files, const ZoneDatabase& zones, Diagnostics& diagnostics) {
  const Policies policies = collect_policies(files, diagnostics);
  const bool all_policies = has_all_policies(files);
  Schema schema;
  std::map<QualifiedName, Span> seen;
  for (const ast::File& file : files) {
    const FileZone zone = file_zone(file, zones, diagnostics);
    for (const ast::Statement& statement : file.statements) {
      bool whole = true;
      const Surroundings in{zone, policies, all_policies, diagnostics, whole};
      if (const auto* table = std::get_if<ast::Table>(&statement)) check_table(*table, in, seen, schema);
    }
  }
  std::sort(schema.tables.begin(), schema.tables.end(),
            [](const TableSchema& a, const TableSchema& b) { return a.name < b.name; });
  check_names(schema, diagnostics);
  return schema;
}

}  // namespace pschema
