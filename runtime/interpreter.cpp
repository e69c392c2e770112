#include "runtime/interpreter.h"

#include <utility>

#include "base/overloaded.h"
#include "runtime/session.h"

namespace pschema {
namespace {

ItemFailure failure(std::size_t item, std::string message) { return {item, {}, std::move(message), false}; }

bool begins_transaction(std::string_view words) {
  return words == "BEGIN" || words.starts_with("BEGIN ") || words == "START TRANSACTION";
}

bool ends_transaction(std::string_view words) {
  return words == "COMMIT" || words.starts_with("COMMIT ") || words == "END" || words.starts_with("END ") ||
         words == "ABORT" || words.starts_with("ABORT ") || words == "ROLLBACK" ||
         (words.starts_with("ROLLBACK ") && words != "ROLLBACK TO");
}

}  // namespace

ItemFailure failed_at(std::size_t item, const DatabaseError& error) {
  return {item, error.sqlstate(), error.what(), error.problem() != DatabaseProblem::server};
}

RunResult Interpreter::run(ItemRange range) {
  branches_.clear();
  for (std::size_t i = range.begin; i < range.end; ++i) {
    if (auto end = run_item(i)) return *std::move(end);
  }
  if (in_transaction_) return failure(range.end == 0 ? 0 : range.end - 1, "the step ends inside a transaction");
  return Completed{};
}

std::optional<RunResult> Interpreter::run_item(std::size_t number) {
  using Result = std::optional<RunResult>;
  return std::visit(Overloaded{
                        [&](const SqlItem& sql) -> Result { return active() ? run_sql(sql, number) : std::nullopt; },
                        [&](const SetItem& set) -> Result {
                          if (active()) variables_[set.name] = joined(set.value, "");
                          return std::nullopt;
                        },
                        [&](const IfItem& item) -> Result { return open_if(item, number); },
                        [&](const ElseItem&) -> Result {
                          Branch& branch = branches_.back();
                          if (branch == Branch::taken)
                            branch = Branch::not_taken;
                          else if (branch == Branch::not_taken)
                            branch = Branch::taken;
                          return std::nullopt;
                        },
                        [&](const EndifItem&) -> Result {
                          branches_.pop_back();
                          return std::nullopt;
                        },
                        [&](const EchoItem& item) -> Result {
                          if (active()) host_.echo(joined(item.argument, " "));
                          return std::nullopt;
                        },
                        [&](const WarnItem& item) -> Result {
                          if (active()) host_.warn(joined(item.argument, " "));
                          return std::nullopt;
                        },
                        [&](const QuitItem&) -> Result { return active() ? Result(Quit{}) : std::nullopt; },
                        [](const EncodingItem&) -> Result { return std::nullopt; },
                    },
                    script_.items[number].is);
}

std::optional<RunResult> Interpreter::open_if(const IfItem& item, std::size_t number) {
  if (!active()) {
    branches_.push_back(Branch::ignored);
    return std::nullopt;
  }
  const std::string condition = joined(item.condition, " ");
  const std::optional<bool> holds = psql_boolean(condition);
  if (!holds) return failure(number, "`" + condition + "` is neither true nor false");
  branches_.push_back(*holds ? Branch::taken : Branch::not_taken);
  return std::nullopt;
}

std::optional<RunResult> Interpreter::run_sql(const SqlItem& sql, std::size_t number) {
  if (host_.stopped()) return Stopped{};
  if (host_.reaches) host_.reaches(number);
  const std::optional<std::string> text = interpolate(sql.text, variables_);
  if (!text) return failure(number, "the value of a variable would change how the statement is read");
  const std::string words = leading_words(*text, 2);
  if (begins_transaction(words)) in_transaction_ = true;
  try {
    const Answer answer = host_.execute(*text);
    if (ends_transaction(words)) in_transaction_ = false;
    if (!sql.gset) return std::nullopt;
    if (auto wrong = set_from(answer)) return failure(number, *std::move(wrong));
    return std::nullopt;
  } catch (const DatabaseError& error) {
    return failed_at(number, error);
  }
}

/// \gset: one row; a NULL unsets. Gives what is wrong.
std::optional<std::string> Interpreter::set_from(const Answer& answer) {
  if (answer.rows.empty()) return "`\\gset` got no row";
  if (answer.rows.size() > 1) return "`\\gset` got more than one row";
  for (std::size_t i = 0; i < answer.columns.size(); ++i) {
    const std::optional<std::string>& value = answer.rows.front()[i];
    if (value) {
      variables_[answer.columns[i]] = *value;
    } else {
      variables_.erase(answer.columns[i]);
    }
  }
  return std::nullopt;
}

std::string Interpreter::joined(std::string_view raw, std::string_view between) const {
  std::string out;
  bool first = true;
  for (const std::string& argument : meta_arguments(raw, variables_)) {
    if (!std::exchange(first, false)) out += between;
    out += argument;
  }
  return out;
}

}  // namespace pschema
