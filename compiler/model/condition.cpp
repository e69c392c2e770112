#include "model/condition.h"

#include <algorithm>
#include <array>
#include <limits>

#include "base/overloaded.h"
#include "base/quote.h"

namespace pschema {
namespace {

using Answer = std::optional<bool>;

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

/// A number that lies between two others, compared with a limit.
Answer compare(Comparison how, std::int64_t least, std::int64_t most, std::int64_t limit) {
  const auto between = [](bool surely, bool possibly) {
    return surely ? Answer(true) : possibly ? Answer() : Answer(false);
  };
  switch (how) {
    case Comparison::greater:
      return between(least > limit, most > limit);
    case Comparison::greater_equal:
      return between(least >= limit, most >= limit);
    case Comparison::less:
      return between(most < limit, least < limit);
    case Comparison::less_equal:
      return between(most <= limit, least <= limit);
    case Comparison::equal:
      return between(least == limit && most == limit, least <= limit && limit <= most);
  }
  return std::nullopt;
}

Answer rows_are(Comparison how, std::int64_t limit, const Measured& measured) {
  if (!measured.rows) return std::nullopt;
  return compare(how, *measured.rows, measured.more_rows ? kMost : *measured.rows, limit);
}

Answer all_of(const std::vector<Condition>& operands, const Measured* measured) {
  Answer result = true;
  for (const Condition& operand : operands) {
    const Answer one = holds(operand, measured);
    if (one == Answer(false)) return false;
    if (!one) result = std::nullopt;
  }
  return result;
}

Answer any_of(const std::vector<Condition>& operands, const Measured* measured) {
  Answer result = false;
  for (const Condition& operand : operands) {
    const Answer one = holds(operand, measured);
    if (one == Answer(true)) return true;
    if (!one) result = std::nullopt;
  }
  return result;
}

std::string_view comparison_text(Comparison c) {
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

std::string bytes_text(std::int64_t bytes) {
  constexpr std::array kUnits{"TB", "GB", "MB", "kB"};
  std::int64_t unit = std::int64_t{1} << 40;
  for (const char* name : kUnits) {
    if (bytes != 0 && bytes % unit == 0) return std::to_string(bytes / unit) + " " + name;
    unit >>= 10;
  }
  return std::to_string(bytes);
}

bool is_joined(const Condition& c) {
  return std::holds_alternative<AndCondition>(c.is) || std::holds_alternative<OrCondition>(c.is);
}

std::string joined_text(const std::vector<Condition>& operands, std::string_view word) {
  std::string text;
  for (const Condition& operand : operands) {
    if (!text.empty()) text += word;
    text += is_joined(operand) ? "(" + condition_text(operand) + ")" : condition_text(operand);
  }
  return text;
}

/// White space as single blanks.
std::string one_line(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool blank = static_cast<unsigned char>(c) <= 0x20;
    if (!blank) out += c;
    if (blank && !out.empty() && out.back() != ' ') out += ' ';
  }
  if (out.ends_with(' ')) out.pop_back();
  return out;
}

void collect_sql(const Condition& condition, std::vector<const SqlCondition*>& out) {
  const auto all = [&](const std::vector<Condition>& operands) {
    for (const Condition& operand : operands) collect_sql(operand, out);
  };
  std::visit(Overloaded{
                 [](const EmptyCondition&) {},
                 [](const SizeCondition&) {},
                 [](const RowsCondition&) {},
                 [](const ReferencedCondition&) {},
                 [&](const SqlCondition& c) { out.push_back(&c); },
                 [&](const NotCondition& c) { collect_sql(*c.operand, out); },
                 [&](const AndCondition& c) { all(c.operands); },
                 [&](const OrCondition& c) { all(c.operands); },
             },
             condition.is);
}

}  // namespace

void add_questions(const Condition& condition, Questions& questions) {
  const auto rows = [&](std::int64_t limit) {
    const std::int64_t count_to = limit == kMost ? limit : limit + 1;
    questions.rows = std::max(questions.rows.value_or(1), count_to);
  };
  const auto all = [&](const std::vector<Condition>& operands) {
    for (const Condition& operand : operands) add_questions(operand, questions);
  };
  std::visit(Overloaded{
                 [&](const EmptyCondition&) { rows(0); },
                 [&](const SizeCondition&) { questions.bytes = true; },
                 [&](const RowsCondition& c) { rows(c.rows); },
                 [&](const ReferencedCondition&) { questions.referenced = true; },
                 [&](const SqlCondition& c) { questions.sql.insert(c.sql); },
                 [&](const NotCondition& c) { add_questions(*c.operand, questions); },
                 [&](const AndCondition& c) { all(c.operands); },
                 [&](const OrCondition& c) { all(c.operands); },
             },
             condition.is);
}

std::optional<bool> holds(const Condition& condition, const Measured* measured) {
  if (!measured) return false;
  return std::visit(Overloaded{
                        [&](const EmptyCondition&) { return rows_are(Comparison::equal, 0, *measured); },
                        [&](const SizeCondition& c) {
                          if (!measured->bytes) return Answer();
                          return compare(c.compare, *measured->bytes, *measured->bytes, c.bytes);
                        },
                        [&](const RowsCondition& c) { return rows_are(c.compare, c.rows, *measured); },
                        [&](const ReferencedCondition&) { return measured->referenced; },
                        [&](const SqlCondition& c) {
                          const auto at = measured->sql.find(c.sql);
                          return at == measured->sql.end() ? Answer() : at->second;
                        },
                        [&](const NotCondition& c) {
                          const Answer answer = holds(*c.operand, measured);
                          return answer ? Answer(!*answer) : answer;
                        },
                        [&](const AndCondition& c) { return all_of(c.operands, measured); },
                        [&](const OrCondition& c) { return any_of(c.operands, measured); },
                    },
                    condition.is);
}

std::string condition_text(const Condition& condition) {
  return std::visit(Overloaded{
                        [](const EmptyCondition&) { return std::string("empty"); },
                        [](const SizeCondition& c) {
                          return "size " + std::string(comparison_text(c.compare)) + " " + bytes_text(c.bytes);
                        },
                        [](const RowsCondition& c) {
                          return "rows " + std::string(comparison_text(c.compare)) + " " + std::to_string(c.rows);
                        },
                        [](const ReferencedCondition&) { return std::string("referenced"); },
                        [](const SqlCondition& c) { return "sql $$ " + one_line(c.sql) + " $$"; },
                        [](const NotCondition& c) {
                          return is_joined(*c.operand) ? "not (" + condition_text(*c.operand) + ")"
                                                       : "not " + condition_text(*c.operand);
                        },
                        [](const AndCondition& c) { return joined_text(c.operands, " and "); },
                        [](const OrCondition& c) { return joined_text(c.operands, " or "); },
                    },
                    condition.is);
}

bool asks_referenced(const Condition& condition) {
  Questions questions;
  add_questions(condition, questions);
  return questions.referenced;
}

std::vector<const SqlCondition*> sql_conditions(const Condition& condition) {
  std::vector<const SqlCondition*> out;
  collect_sql(condition, out);
  return out;
}

std::string condition_query(std::string_view sql, const QualifiedName& relation) {
  constexpr std::string_view kPartition = "{partition}";
  std::string text;
  for (std::size_t i = 0; i < sql.size();) {
    if (sql.substr(i, kPartition.size()) == kPartition) {
      text += quote(relation);
      i += kPartition.size();
    } else {
      text += sql[i++];
    }
  }
  while (!text.empty() && std::string_view(" \t\r\n;").find(text.back()) != std::string_view::npos) text.pop_back();
  return text + "\n";  // behind a comment at its end
}

}  // namespace pschema
