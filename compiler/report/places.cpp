#include "report/places.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/quote.h"

namespace pschema {
namespace {

Span place_of_table(const Schema& schema, const QualifiedName& name) {
  const auto found = std::find_if(schema.tables.begin(), schema.tables.end(),
                                  [&](const TableSchema& table) { return table.name == name; });
  return found == schema.tables.end() ? Span{} : found->name_span;
}

Span place_of_subject(const Schema& schema, const std::string& subject) {
  const auto found = std::find_if(schema.tables.begin(), schema.tables.end(),
                                  [&](const TableSchema& table) { return quote(table.name) == subject; });
  return found == schema.tables.end() ? Span{} : found->name_span;
}

}  // namespace

bool has_place(const SourceSet& sources, const Span& span) { return span.file < sources.size(); }

std::string help_page(Code code) { return fmt::format("docs/diagnostics/{}.md", code_text(code)); }

std::vector<PlacedFinding> placed_findings(const Plan& plan, const Schema& schema) {
  std::vector<PlacedFinding> placed;
  for (const TablePlan& table : plan.tables) {
    for (const Finding& finding : table.findings) placed.push_back({finding, place_of_table(schema, table.table)});
  }
  for (const Finding& finding : plan.findings) placed.push_back({finding, place_of_subject(schema, finding.subject)});
  return placed;
}

}  // namespace pschema
