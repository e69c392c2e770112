#include "syntax/build.h"

namespace pschema {
namespace {

using P = Grammar;

ast::Comparison comparison_of(P::ComparisonContext* node) {
  if (node->GREATER() != nullptr) return ast::Comparison::greater;
  if (node->GREATER_EQUAL() != nullptr) return ast::Comparison::greater_equal;
  if (node->LESS() != nullptr) return ast::Comparison::less;
  if (node->LESS_EQUAL() != nullptr) return ast::Comparison::less_equal;
  return ast::Comparison::equal;
}

std::optional<ast::Condition> build_rows(const Reading& in, P::BasicConditionContext* node, Span span) {
  const auto count = read_whole(in, node->number());
  if (!count) return std::nullopt;
  if (count->value < 0) {
    in.diagnostics.error(Code::number_out_of_range, count->span, "a number of rows is never negative");
    return std::nullopt;
  }
  return ast::Condition{ast::Rows{comparison_of(node->comparison()), count->value}, span};
}

std::optional<ast::Condition> build_basic(const Reading& in, P::BasicConditionContext* node) {
  const Span span = in.places.of(node);
  if (node->condition() != nullptr) return build_condition(in, node->condition());
  if (node->REFERENCED() != nullptr) return ast::Condition{ast::Referenced{}, span};
  if (node->EMPTY() != nullptr) return ast::Condition{ast::Empty{}, span};
  if (node->ROWS() != nullptr) return build_rows(in, node, span);
  if (node->SQL() != nullptr) {
    const auto sql = read_dollar(in, node->DOLLAR()->getSymbol());
    return sql ? std::optional(ast::Condition{ast::Sql{*sql}, span}) : std::nullopt;
  }
  const auto bytes = read_bytes(in, node->bytes());
  if (!bytes) return std::nullopt;
  return ast::Condition{ast::Size{comparison_of(node->comparison()), *bytes}, span};
}

std::optional<ast::Condition> build_not(const Reading& in, P::NotConditionContext* node) {
  auto operand = build_basic(in, node->basicCondition());
  // Two cancel out, so that a thousand of them nest no deeper than one.
  if (!operand || node->NOT().size() % 2 == 0) return operand;
  return ast::Condition{ast::Not{{std::move(*operand)}}, in.places.of(node)};
}

std::optional<ast::Condition> build_and(const Reading& in, P::AndConditionContext* node) {
  std::vector<ast::Condition> operands;
  for (P::NotConditionContext* part : node->notCondition()) {
    auto operand = build_not(in, part);
    if (!operand) return std::nullopt;
    operands.push_back(std::move(*operand));
  }
  if (operands.size() == 1) return operands.front();
  return ast::Condition{ast::And{std::move(operands)}, in.places.of(node)};
}

/// `current [UNIT] [and N before|after]`; the three nodes may be null.
std::optional<ast::Current> build_current(const Reading& in, P::UnitContext* unit, P::NumberContext* number,
                                          P::DirectionContext* direction) {
  ast::Current current;
  if (unit != nullptr) current.unit = Located<ast::Unit>{read_unit(unit), in.places.of(unit)};
  if (number == nullptr) return current;
  current.count = read_whole(in, number);
  if (!current.count) return std::nullopt;
  current.direction = {direction->BEFORE() != nullptr ? ast::Direction::before : ast::Direction::after,
                       in.places.of(direction)};
  return current;
}

std::optional<ast::From> build_from(const Reading& in, P::PlaceContext* from, P::PlaceContext* to) {
  const auto begin = read_place(in, from);
  if (!begin) return std::nullopt;
  ast::From result{*begin, std::nullopt};
  if (to != nullptr) {
    result.to = read_place(in, to);
    if (!result.to) return std::nullopt;
  }
  return result;
}

/// Sets the clause's alternative; false where its value was wrong.
template <class Clause, class T>
bool set(Clause& clause, std::optional<T> value) {
  if (!value) return false;
  clause.is = std::move(*value);
  return true;
}

bool build_create_body(const Reading& in, P::CreateBodyContext* body, ast::CreateClause& clause) {
  if (body->NEVER() != nullptr) return set(clause, std::optional(ast::Never{}));
  if (body->CURRENT() != nullptr)
    return set(clause, build_current(in, body->unit(), body->number(), body->direction()));
  if (body->FROM() != nullptr) return set(clause, build_from(in, body->place(0), body->place(1)));
  if (body->AHEAD() != nullptr) {
    const auto ahead = read_duration(in, body->duration());
    return ahead && set(clause, std::optional(ast::Ahead{*ahead}));
  }
  if (body->UNTIL() != nullptr) {
    const auto until = read_place(in, body->place(0));
    return until && set(clause, std::optional(ast::Until{*until}));
  }
  auto when = build_condition(in, body->condition());
  return when && set(clause, std::optional(ast::Next{std::move(*when)}));
}

bool build_keep_body(const Reading& in, P::KeepBodyContext* body, ast::KeepClause& clause) {
  if (body->WHILE() != nullptr) {
    clause.only_while = build_condition(in, body->condition());
    if (!clause.only_while) return false;
  }
  if (body->CURRENT() != nullptr)
    return set(clause, build_current(in, body->unit(), body->number(), body->direction()));
  if (body->FROM() != nullptr) return set(clause, build_from(in, body->place(0), body->place(1)));
  if (body->FOREVER() != nullptr) return set(clause, std::optional(ast::Forever{}));
  if (body->FOR() != nullptr) {
    const auto age = read_duration(in, body->duration());
    return age && set(clause, std::optional(ast::For{*age}));
  }
  if (body->BEHIND() != nullptr) {
    const auto distance = read_whole(in, body->number());
    return distance && set(clause, std::optional(ast::Behind{*distance}));
  }
  return set(clause, std::optional(ast::OnlyWhile{}));
}

}  // namespace

std::optional<ast::Condition> build_condition(const Reading& in, P::ConditionContext* node) {
  std::vector<ast::Condition> operands;
  for (P::AndConditionContext* part : node->andCondition()) {
    auto operand = build_and(in, part);
    if (!operand) return std::nullopt;
    operands.push_back(std::move(*operand));
  }
  if (operands.size() == 1) return operands.front();
  return ast::Condition{ast::Or{std::move(operands)}, in.places.of(node)};
}

std::optional<ast::CreateClause> build_create(const Reading& in, P::CreateContext* node) {
  if (broken(node)) return std::nullopt;
  ast::CreateClause clause;
  clause.span = clause_span(in, node);
  return build_create_body(in, node->createBody(), clause) ? std::optional(clause) : std::nullopt;
}

std::optional<ast::KeepClause> build_keep(const Reading& in, P::KeepContext* node) {
  if (broken(node)) return std::nullopt;
  ast::KeepClause clause;
  clause.span = clause_span(in, node);
  return build_keep_body(in, node->keepBody(), clause) ? std::optional(clause) : std::nullopt;
}

std::optional<ast::DetachClause> build_detach(const Reading& in, P::DetachContext* node) {
  if (broken(node)) return std::nullopt;
  P::DetachBodyContext* body = node->detachBody();
  const Span span = clause_span(in, node);
  if (body->NEVER() != nullptr) return ast::DetachClause{ast::Never{}, span};
  if (body->MOST() != nullptr) {
    const auto limit = read_whole(in, body->number());
    if (!limit) return std::nullopt;
    return ast::DetachClause{ast::DetachAtMost{*limit}, span};
  }
  ast::DetachHow how;
  if (body->CONCURRENTLY() != nullptr) how.word = ast::DetachWord::concurrently;
  if (body->BLOCKING() != nullptr) how.word = ast::DetachWord::blocking;
  if (body->name() != nullptr) {
    how.into_schema = read_name(in, body->name());
    if (!how.into_schema) return std::nullopt;
  }
  return ast::DetachClause{how, span};
}

std::optional<ast::DropClause> build_drop(const Reading& in, P::DropContext* node) {
  if (broken(node)) return std::nullopt;
  P::DropBodyContext* body = node->dropBody();
  ast::DropClause clause;
  clause.span = clause_span(in, node);
  if (body->NEVER() != nullptr) clause.is = ast::Never{};
  if (body->IMMEDIATELY() != nullptr) clause.is = ast::Immediately{};
  if (body->duration() != nullptr) {
    const auto grace = read_duration(in, body->duration());
    if (!grace) return std::nullopt;
    clause.is = ast::AfterDetach{*grace};
  }
  if (body->condition() != nullptr) {
    clause.when = build_condition(in, body->condition());
    if (!clause.when) return std::nullopt;
  }
  return clause;
}

}  // namespace pschema
