#include "ddl/foreign_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/quote.h"

namespace pschema {
namespace {

using nlohmann::json;

constexpr std::string_view kBetween = ",\n  ";
constexpr std::string_view kGenerated = "GENERATED ALWAYS AS (";
constexpr std::string_view kStored = ") STORED";
constexpr std::string_view kCheck = " CHECK (";

std::string column_text(const NewColumn& column) {
  std::string text = quote(column.name) + " " + column.type;
  if (column.collation) text += " COLLATE " + quote(*column.collation);
  if (column.not_null) text += " NOT NULL";
  if (!column.generated.empty()) text += fmt::format(" {}{}{}", kGenerated, column.generated, kStored);
  return text;
}

/// From the parenthesis behind the columns on.
std::string tail_text(const CreateForeignTable& create) {
  std::string text = "\n  ) SERVER " + quote(create.server);
  std::string options;
  for (const auto& [name, value] : create.options)
    options += (options.empty() ? "" : ", ") + quote(Identifier{name}) + " " + quote_literal(value);
  if (!options.empty()) text += "\n  OPTIONS (" + options + ")";
  return text;
}

std::string string_of(const json& node, const char* field) {
  const auto at = node.find(field);
  return at == node.end() ? std::string() : at->get<std::string>();
}

std::string_view cut(std::string_view text, std::size_t from, std::size_t to) {
  return from <= to && to <= text.size() ? text.substr(from, to - from) : std::string_view();
}

/// What stands between two texts that begin and end a piece.
std::string inside(std::string_view piece, std::string_view beginning, std::string_view end) {
  if (!piece.starts_with(beginning) || !piece.ends_with(end) || piece.size() < beginning.size() + end.size())
    return {};
  return std::string(piece.substr(beginning.size(), piece.size() - beginning.size() - end.size()));
}

std::size_t place_of(const json& node) { return node.value("location", std::size_t{0}); }

/// The grammar's tree has no text of a type or an expression: both are cut out of the statement, by the places that
/// the tree has of what stands around them.
NewColumn column_of(const json& node, std::string_view text, std::size_t end) {
  NewColumn column;
  column.name = {node.at("colname").get<std::string>()};
  std::size_t type_end = end;
  const auto ends_at = [&](std::size_t place) { type_end = std::min(type_end, place == 0 ? 0 : place - 1); };
  if (node.contains("collClause")) {
    const json& clause = node.at("collClause").contains("CollateClause") ? node.at("collClause").at("CollateClause")
                                                                         : node.at("collClause");
    const json& names = clause.at("collname");
    ends_at(place_of(clause));
    column.collation = QualifiedName{{names.at(0).at("String").at("sval").get<std::string>()},
                                     {names.at(1).at("String").at("sval").get<std::string>()}};
  }
  if (node.contains("constraints")) {
    for (const json& item : node.at("constraints")) {
      const json& constraint = item.at("Constraint");
      const std::string kind = string_of(constraint, "contype");
      ends_at(place_of(constraint));
      column.not_null |= kind == "CONSTR_NOTNULL";
      if (kind == "CONSTR_GENERATED")
        column.generated = inside(cut(text, place_of(constraint), end), kGenerated, kStored);
    }
  }
  column.type = cut(text, place_of(node) + quote(column.name).size() + 1, type_end);
  return column;
}

CheckConstraint check_of(const json& node, std::string_view piece) {
  const Identifier name{node.at("conname").get<std::string>()};
  return {name, inside(piece, "CONSTRAINT " + quote(name) + std::string(kCheck), ")")};
}

constexpr std::array<std::string_view, 6> kColumnFields{"colname",     "typeName", "collClause",
                                                        "constraints", "is_local", "location"};

/// Does the tree have of each element what the statement has, and no more?
bool same_elements(const json& elements, const CreateForeignTable& create) {
  if (elements.size() != create.columns.size() + create.checks.size()) return false;
  for (std::size_t i = 0; i < create.columns.size(); ++i) {
    if (!elements.at(i).contains("ColumnDef")) return false;
    const json& column = elements.at(i).at("ColumnDef");
    for (const auto& [key, value] : column.items()) {
      if (std::find(kColumnFields.begin(), kColumnFields.end(), key) == kColumnFields.end()) return false;
    }
    const std::size_t constraints = column.contains("constraints") ? column.at("constraints").size() : 0;
    const std::size_t wanted =
        (create.columns[i].not_null ? 1U : 0U) + (create.columns[i].generated.empty() ? 0U : 1U);
    if (constraints != wanted) return false;
  }
  return true;
}

}  // namespace

std::string foreign_table_text(const CreateForeignTable& create) {
  std::string text;
  for (const NewColumn& column : create.columns)
    text += (text.empty() ? "" : std::string(kBetween)) + column_text(column);
  for (const CheckConstraint& check : create.checks)
    text += fmt::format("{}CONSTRAINT {}{}{})", kBetween, quote(check.name), kCheck, check.expression);
  return fmt::format("CREATE FOREIGN TABLE {} (\n  {}{}", quote(create.name), text, tail_text(create));
}

std::optional<CreateForeignTable> foreign_table_of(const json& node, std::string_view text) {
  while (!text.empty() && (text.back() == ';' || text.back() == '\n' || text.back() == ' ')) text.remove_suffix(1);
  const json& base = node.contains("base") ? node.at("base") : node.at("baseStmt");
  CreateForeignTable create;
  create.name = {{string_of(base.at("relation"), "schemaname")}, {string_of(base.at("relation"), "relname")}};
  create.server = {node.at("servername").get<std::string>()};
  if (node.contains("options")) {
    for (const json& option : node.at("options")) {
      const json& element = option.at("DefElem");
      create.options.emplace_back(element.at("defname").get<std::string>(),
                                  string_of(element.at("arg").at("String"), "sval"));
    }
  }
  const std::size_t tail = tail_text(create).size();
  const std::size_t end_of_elements = text.size() - std::min(tail, text.size());
  const json& elements = base.at("tableElts");
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const json& element = elements.at(i).begin().value();
    const std::size_t next = i + 1 < elements.size() ? place_of(elements.at(i + 1).begin().value()) : 0;
    const std::size_t end = i + 1 == elements.size() ? end_of_elements
                            : next < kBetween.size() ? 0
                                                     : next - kBetween.size();
    if (elements.at(i).contains("ColumnDef")) {
      create.columns.push_back(column_of(element, text, end));
    } else {
      create.checks.push_back(check_of(element, cut(text, place_of(element), end)));
    }
  }
  if (!same_elements(elements, create) || foreign_table_text(create) != text) return std::nullopt;
  return create;
}

}  // namespace pschema
