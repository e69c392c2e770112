#include "check/condition.h"

#include <utility>

#include "base/overloaded.h"

namespace pschema {
namespace {

Comparison comparison(ast::Comparison c) {
  switch (c) {
    case ast::Comparison::greater:
      return Comparison::greater;
    case ast::Comparison::greater_equal:
      return Comparison::greater_equal;
    case ast::Comparison::less:
      return Comparison::less;
    case ast::Comparison::less_equal:
      return Comparison::less_equal;
    case ast::Comparison::equal:
      return Comparison::equal;
  }
  return Comparison::equal;
}

std::vector<Condition> all(const std::vector<ast::Condition>& conditions) {
  std::vector<Condition> result;
  for (const ast::Condition& c : conditions) result.push_back(model_condition(c));
  return result;
}

}  // namespace

Condition model_condition(const ast::Condition& condition) {
  Condition result;
  result.span = condition.span;
  std::visit(Overloaded{
                 [&](const ast::Empty&) { result.is = EmptyCondition{}; },
                 [&](const ast::Referenced&) { result.is = ReferencedCondition{}; },
                 [&](const ast::Size& size) {
                   result.is = SizeCondition{comparison(size.compare), size.bytes};
                 },
                 [&](const ast::Rows& rows) {
                   result.is = RowsCondition{comparison(rows.compare), rows.rows};
                 },
                 [&](const ast::Sql& sql) { result.is = SqlCondition{sql.sql}; },
                 [&](const ast::Not& no) { result.is = NotCondition{model_condition(no.operand.front())}; },
                 [&](const ast::And& list) { result.is = AndCondition{all(list.operands)}; },
                 [&](const ast::Or& list) { result.is = OrCondition{all(list.operands)}; },
             },
             condition.is);
  return result;
}

}  // namespace pschema
