#include "syntax/ast_equal.h"

#include <tuple>
#include <type_traits>

// The parts of each struct that count. Each names all of its members, so that one which is added does not compile
// before it has been put here. Texts that are compared have no mistakes in them, so that nothing is left out of them.
namespace pschema::ast {
namespace {

template <class T>
auto parts(const Located<T>& x) {
  const auto& [value, span] = x;
  return std::tie(value);
}
auto parts(const Identifier& x) {
  const auto& [text] = x;
  return std::tie(text);
}
auto parts(const RelationName& x) {
  const auto& [schema, name, span] = x;
  return std::tie(schema, name);
}
auto parts(const Duration& x) {
  const auto& [count, unit, span] = x;
  return std::tie(count, unit);
}
auto parts(const Place& x) {
  const auto& [value, span] = x;
  return std::tie(value);
}
auto parts(const Value& x) {
  const auto& [kind, text, span] = x;
  return std::tie(kind, text);
}
auto parts(const Size& x) {
  const auto& [compare, bytes] = x;
  return std::tie(compare, bytes);
}
auto parts(const Rows& x) {
  const auto& [compare, rows] = x;
  return std::tie(compare, rows);
}
auto parts(const Sql& x) {
  const auto& [sql] = x;
  return std::tie(sql);
}
auto parts(const Not& x) {
  const auto& [operand] = x;
  return std::tie(operand);
}
auto parts(const And& x) {
  const auto& [operands] = x;
  return std::tie(operands);
}
auto parts(const Or& x) {
  const auto& [operands] = x;
  return std::tie(operands);
}
auto parts(const Condition& x) {
  const auto& [is, span] = x;
  return std::tie(is);
}
auto parts(const Current& x) {
  const auto& [unit, count, direction] = x;
  return std::tie(unit, count, direction);
}
auto parts(const Ahead& x) {
  const auto& [ahead] = x;
  return std::tie(ahead);
}
auto parts(const From& x) {
  const auto& [from, to] = x;
  return std::tie(from, to);
}
auto parts(const Until& x) {
  const auto& [until] = x;
  return std::tie(until);
}
auto parts(const Next& x) {
  const auto& [when] = x;
  return std::tie(when);
}
auto parts(const CreateClause& x) {
  const auto& [is, span] = x;
  return std::tie(is);
}
auto parts(const For& x) {
  const auto& [age] = x;
  return std::tie(age);
}
auto parts(const Behind& x) {
  const auto& [distance] = x;
  return std::tie(distance);
}
auto parts(const KeepClause& x) {
  const auto& [is, only_while, span] = x;
  return std::tie(is, only_while);
}
auto parts(const DetachAtMost& x) {
  const auto& [limit] = x;
  return std::tie(limit);
}
auto parts(const DetachHow& x) {
  const auto& [word, into_schema] = x;
  return std::tie(word, into_schema);
}
auto parts(const DetachClause& x) {
  const auto& [is, span] = x;
  return std::tie(is);
}
auto parts(const AfterDetach& x) {
  const auto& [grace] = x;
  return std::tie(grace);
}
auto parts(const DropClause& x) {
  const auto& [is, when, span] = x;
  return std::tie(is, when);
}
auto parts(const UsePolicy& x) {
  const auto& [name, span] = x;
  return std::tie(name);
}
auto parts(const Tablespace& x) {
  const auto& [name] = x;
  return std::tie(name);
}
auto parts(const StorageParameter& x) {
  const auto& [name, value, span] = x;
  return std::tie(name, value);
}
auto parts(const Storage& x) {
  const auto& [parameters] = x;
  return std::tie(parameters);
}
auto parts(const ForeignServer& x) {
  const auto& [server, options] = x;
  return std::tie(server, options);
}
auto parts(const LeafItem& x) {
  const auto& [is, span] = x;
  return std::tie(is);
}
auto parts(const Leaves& x) {
  const auto& [items, span] = x;
  return std::tie(items);
}
auto parts(const EveryCount& x) {
  const auto& [count] = x;
  return std::tie(count);
}
auto parts(const EveryUnit& x) {
  const auto& [width] = x;
  return std::tie(width);
}
auto parts(const Grid& x) {
  const auto& [step, step_span, starting, from, span] = x;
  return std::tie(step, starting, from);
}
auto parts(const Encoding& x) {
  const auto& [name, epoch, shift, span] = x;
  return std::tie(name, epoch, shift);
}
auto parts(const Block& x) {
  const auto& [clauses, written, gaps, span] = x;
  return std::tie(clauses, written);
}
auto parts(const Level& x) {
  const auto& [strategy, key, every, then, encoding, zone, modulus, damaged, block, span] = x;
  return std::tie(strategy, key, every, then, encoding, zone, modulus, block);
}
auto parts(const Named& x) {
  const auto& [text, span] = x;
  return std::tie(text);
}
auto parts(const Default& x) {
  const auto& [named, drain, damaged, block, span, drain_span] = x;
  return std::tie(named, drain, block);
}
auto parts(const Group& x) {
  const auto& [name, values, damaged, block, span] = x;
  return std::tie(name, values, block);
}
auto parts(const Clause& x) {
  const auto& [is] = x;
  return std::tie(is);
}
auto parts(const InSchema& x) {
  const auto& [schema, span] = x;
  return std::tie(schema);
}
auto parts(const Convert& x) {
  const auto& [into_default, span] = x;
  return std::tie(into_default);
}
auto parts(const History& x) {
  const auto& [reshape, span] = x;
  return std::tie(reshape);
}
auto parts(const TimeZone& x) {
  const auto& [name, span] = x;
  return std::tie(name);
}
auto parts(const Policy& x) {
  const auto& [name, block, span] = x;
  return std::tie(name, block);
}
auto parts(const Table& x) {
  const auto& [names, clauses, gaps, span] = x;
  return std::tie(names, clauses);
}
auto parts(const File& x) {
  const auto& [file, statements, damaged, zone_damaged] = x;
  return std::tie(statements);
}

template <class T>
bool same(const T& a, const T& b);

template <class T>
bool same_one(const std::vector<T>& a, const std::vector<T>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!same(a[i], b[i])) return false;
  }
  return true;
}
template <class T>
bool same_one(const std::optional<T>& a, const std::optional<T>& b) {
  return a.has_value() == b.has_value() && (!a || same(*a, *b));
}
template <class A, class B>
bool same_one(const std::pair<A, B>& a, const std::pair<A, B>& b) {
  return same(a.first, b.first) && same(a.second, b.second);
}
template <class... T>
bool same_one(const std::variant<T...>& a, const std::variant<T...>& b) {
  return a.index() == b.index() && std::visit(
                                       [&](const auto& x) {
                                         using X = std::decay_t<decltype(x)>;
                                         return same(x, *std::get_if<X>(&b));
                                       },
                                       a);
}
template <class T>
bool same_one(const T& a, const T& b) {
  return std::apply(
      [&](const auto&... x) { return std::apply([&](const auto&... y) { return (same(x, y) && ...); }, parts(b)); },
      parts(a));
}

/// Values by themselves; structs without a member are always the same.
template <class T>
bool same(const T& a, const T& b) {
  if constexpr (std::is_empty_v<T>) {
    return true;
  } else if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T> || std::is_same_v<T, std::string>) {
    return a == b;
  } else {
    return same_one(a, b);
  }
}

}  // namespace
}  // namespace pschema::ast

namespace pschema {

bool same_meaning(const ast::File& a, const ast::File& b) { return ast::same(a, b); }

}  // namespace pschema
