// Conditions of the language: what they ask about a partition, and what the answer is by what was measured.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "model/catalog.h"
#include "model/schema.h"

namespace pschema {

/// What has to be measured for a condition to be answered.
struct Questions {
  bool bytes = false;
  std::optional<std::int64_t> rows;  // to be counted up to this many
  bool referenced = false;
  std::set<std::string> sql;
  bool any() const { return bytes || rows || referenced || !sql.empty(); }
};
void add_questions(const Condition& condition, Questions& questions);

/// Three-valued, as in SQL: nullopt where it is not known. nullptr is a partition that does not exist: of it every
/// condition is false.
std::optional<bool> holds(const Condition& condition, const Measured* measured);

/// The condition as the language writes it, on one line: `size > 10 GB and not empty`.
std::string condition_text(const Condition& condition);

/// Does it ask whether rows of another table point into the partition?
bool asks_referenced(const Condition& condition);

/// The user's query with `{partition}` replaced by the relation's quoted, qualified name, ready to stand in
/// parentheses: without semicolons at its end.
std::string condition_query(std::string_view sql, const QualifiedName& relation);

/// Every `sql` condition within it.
std::vector<const SqlCondition*> sql_conditions(const Condition& condition);

}  // namespace pschema
