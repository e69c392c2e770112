#include "ddl/condition.h"

#include <pg_query.h>

namespace pschema {
namespace {

// A sub-transaction that is read-only ends so; the one around it goes on writing (PostgreSQL documentation, SET
// TRANSACTION).
constexpr std::string_view kBefore =
    "\nDECLARE holds boolean;\n"
    "BEGIN\n"
    "  BEGIN\n"
    "    PERFORM set_config('transaction_read_only', 'on', true);\n"
    "    EXECUTE ";
// What passes by waiting (a lock that was not had, a deadlock, a full disk) is no answer: the file stops there, as it
// does at a time limit. A condition that is at fault itself cannot be told.
constexpr std::string_view kAfter =
    " INTO STRICT holds;\n"
    "  EXCEPTION\n"
    "    WHEN lock_not_available OR transaction_rollback OR insufficient_resources OR operator_intervention OR "
    "system_error THEN RAISE;\n"
    "    WHEN OTHERS THEN holds := NULL;\n"
    "  END;\n"
    "  PERFORM set_config('pschema.holds', coalesce(holds::text, 'unknown'), false);\n"
    "END\n";

/// Content in dollar quotes whose tag it does not have.
std::string dollar_quoted(std::string_view content, const std::string& word) {
  std::string tag = "$" + word + "$";
  for (int i = 1; content.find(tag) != std::string_view::npos; ++i) tag = "$" + word + std::to_string(i) + "$";
  return tag + std::string(content) + tag;
}

}  // namespace

std::optional<std::string> grammar_refuses(std::string_view sql) {
  const std::string text(sql);
  PgQueryParseResult result = pg_query_parse(text.c_str());
  std::optional<std::string> problem;
  if (result.error != nullptr) problem = result.error->message;
  pg_query_free_parse_result(result);
  return problem;
}

std::string sql_of_question(std::string_view select) {
  const std::string body = std::string(kBefore) + dollar_quoted(select, "question") + std::string(kAfter);
  return "DO " + dollar_quoted(body, "pschema") + ";\n";
}

bool is_question(std::string_view body) {
  if (body.size() < kBefore.size() + kAfter.size() || !body.starts_with(kBefore) || !body.ends_with(kAfter))
    return false;
  const std::string_view literal = body.substr(kBefore.size(), body.size() - kBefore.size() - kAfter.size());
  const std::size_t end = literal.find('$', 1);
  if (!literal.starts_with("$question") || end == std::string_view::npos) return false;
  const std::string_view tag = literal.substr(0, end + 1);
  // One quoted piece and nothing behind it.
  return literal.size() >= 2 * tag.size() && literal.find(tag, tag.size()) == literal.size() - tag.size();
}

}  // namespace pschema
