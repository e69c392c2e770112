#include "emit/phrases.h"

#include <fmt/format.h>

#include "base/quote.h"
#include "model/marker.h"

namespace pschema {

std::string comment_line(std::string_view text) { return "-- " + printable(text) + "\n"; }

std::string echo(const std::string& number, std::string_view what) {
  return fmt::format("\\echo {}\n", quote_psql_argument(fmt::format("{} {}", number, what)));
}

std::string title(const Operation& operation) {
  return fmt::format("{} {}", verb_of(operation), quote(target_of(operation)));
}

std::string run(const std::vector<Statement>& statements) {
  std::string text;
  for (const Statement& s : statements) text += sql(s) + "\n";
  return text;
}

std::string bounds_absent(const QualifiedName& parent, const std::string& bound_text) {
  return fmt::format(
      "NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid\n"
      "  WHERE inhparent = {} AND NOT inhdetachpending\n"
      "    AND pg_get_expr(relpartbound, 0) = {})",
      regclass(parent), readable_literal(bound_text));
}

std::string about_literal(const QualifiedName& partition, const QualifiedName& parent, const std::string& bound_text) {
  return fmt::format("SELECT {} AS about \\gset\n", readable_literal(marker_about(partition, parent, bound_text)));
}

std::string skipped(std::string_view what, std::string_view why) {
  return fmt::format("\\warn {}\n", quote_psql_argument(fmt::format("SKIPPED {}: {}", what, why)));
}

}  // namespace pschema
