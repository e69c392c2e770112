#include "emit/condition_sql.h"

#include <fmt/format.h>

#include "base/overloaded.h"
#include "base/quote.h"
#include "ddl/condition.h"
#include "ddl/statement.h"
#include "model/condition.h"

namespace pschema {
namespace {

std::string_view operator_of(Comparison c) {
  switch (c) {
    case Comparison::greater:
      return ">";
    case Comparison::greater_equal:
      return ">=";
    case Comparison::less:
      return "<";
    case Comparison::less_equal:
      return "<=";
    case Comparison::equal:
      return "=";
  }
  return {};
}

/// Counted up to the limit, not to the end.
std::string count_up_to(const QualifiedName& relation, std::int64_t limit) {
  return fmt::format("(SELECT count(*) FROM (SELECT FROM {} LIMIT {}::bigint + 1) AS counted)", quote(relation),
                     limit);
}

std::string expression(const Condition& condition, const QualifiedName& relation,
                       const std::vector<ForeignKey>& references);

/// Rows that point into the relation, by any of the keys.
std::string referenced(const QualifiedName& relation, const std::vector<ForeignKey>& references) {
  std::string text;
  for (const ForeignKey& key : references) {
    text += fmt::format("{}EXISTS ({})", text.empty() ? "" : " OR ", referencing_rows(key, quote(relation)));
  }
  return text.empty() ? "false" : "(" + text + ")";
}

std::string joined(const std::vector<Condition>& operands, const QualifiedName& relation,
                   const std::vector<ForeignKey>& references, std::string_view word) {
  std::string text;
  for (const Condition& operand : operands)
    text += (text.empty() ? "(" : fmt::format(" {} ", word)) + expression(operand, relation, references);
  return text + ")";
}

std::string expression(const Condition& condition, const QualifiedName& relation,
                       const std::vector<ForeignKey>& references) {
  return std::visit(
      Overloaded{
          [&](const EmptyCondition&) { return fmt::format("NOT EXISTS (SELECT FROM {})", quote(relation)); },
          [&](const SizeCondition& c) {
            return fmt::format(
                "coalesce((SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree({0})),\n      "
                "pg_total_relation_size({0})) {1} {2}",
                regclass(relation), operator_of(c.compare), c.bytes);
          },
          [&](const RowsCondition& c) {
            return fmt::format("{} {} {}", count_up_to(relation, c.rows), operator_of(c.compare), c.rows);
          },
          [&](const ReferencedCondition&) { return referenced(relation, references); },
          [&](const SqlCondition& c) { return "(" + condition_query(c.sql, relation) + ")"; },
          [&](const NotCondition& c) { return "NOT (" + expression(*c.operand, relation, references) + ")"; },
          [&](const AndCondition& c) { return joined(c.operands, relation, references, "AND"); },
          [&](const OrCondition& c) { return joined(c.operands, relation, references, "OR"); },
      },
      condition.is);
}

}  // namespace

std::string ask_condition(const Condition& condition, const QualifiedName& relation,
                          const std::vector<ForeignKey>& references) {
  return sql_of_question("SELECT " + expression(condition, relation, references));
}

}  // namespace pschema
