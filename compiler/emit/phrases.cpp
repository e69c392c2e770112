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

std::string skipped(std::string_view what) {
  return fmt::format("\\warn {} :verdict\n", quote_psql_argument(fmt::format("SKIPPED {}:", what)));
}

std::string stop(std::string_view text) {
  return fmt::format("DO $$BEGIN RAISE EXCEPTION {}; END$$;\n", quote_literal(fmt::format("STOP: {}", text)));
}

std::string bounds_are(const std::string& bound_text) {
  // One value has one spelling; several may stand in any order.
  if (!bound_text.starts_with("FOR VALUES IN (") || bound_text.find(',') == std::string::npos) {
    return fmt::format("pg_get_expr(relpartbound, 0) = {}", readable_literal(bound_text));
  }
  const auto values = [](std::string_view of) {
    return fmt::format("ARRAY(SELECT v[1] FROM regexp_matches({}, $$('([^']|'')*'|[^ ,()]+)$$, 'g') AS v ORDER BY 1)", of);
  };
  return fmt::format("{}\n      = {}", values("pg_get_expr(relpartbound, 0)"), values(readable_literal(bound_text)));
}

std::string bounds_absent(const QualifiedName& parent, const std::string& bound_text) {
  return fmt::format(
      "NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid\n"
      "  WHERE inhparent = {} AND NOT inhdetachpending\n"
      "    AND {})",
      regclass(parent), bounds_are(bound_text));
}

std::string not_made_yet(const QualifiedName& parent, const QualifiedName& name, const std::string& bound_text) {
  return fmt::format(
      "{}\n"
      "  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = {} AND NOT relispartition\n"
      "    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%')",
      bounds_absent(parent, bound_text), to_regclass(name));
}

std::string about_literal(const QualifiedName& partition, const QualifiedName& parent, const std::string& bound_text) {
  return fmt::format("SELECT {} AS about \\gset\n", readable_literal(marker_about(partition, parent, bound_text)));
}

}  // namespace pschema
