#include "report/check.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "base/quote.h"
#include "report/diagnostics_json.h"
#include "report/plan_value.h"
#include "report/tally.h"
#include "report/words.h"

namespace pschema {
namespace {

using nlohmann::json;

/// A table has one of them.
struct Checked {
  const TablePlan* plan = nullptr;
  const RefusedTable* refused = nullptr;
};

std::map<QualifiedName, Checked> checked(const Plan& plan) {
  std::map<QualifiedName, Checked> tables;
  for (const TablePlan& table : plan.tables) tables[table.table].plan = &table;
  for (const RefusedTable& table : plan.refused) tables[table.table].refused = &table;
  return tables;
}

std::string warning_lines(const std::vector<Finding>& findings, std::string_view indent) {
  std::string text;
  for (const Finding& f : findings) {
    if (f.severity == FindingSeverity::warning) text += std::string(indent) + finding_line(f);
  }
  return text;
}

std::string fitting_text(const TablePlan& table) {
  Tally tally;
  add(tally, table);
  const std::size_t n = table.operations.size();
  const std::string pending = n == 0 ? "nothing pending" : counted(n, "operation") + " pending";
  const std::string warnings = tally.warnings == 0 ? std::string() : ", " + counted(tally.warnings, "warning");
  return fmt::format("{}: fits, {}{}\n", printable(quote(table.table)), pending, warnings) +
         warning_lines(table.findings, "  ");
}

std::string refused_text(const RefusedTable& table) {
  std::string text = fmt::format("{}: does not fit\n", printable(quote(table.table)));
  for (const Diagnostic& error : table.errors)
    text += fmt::format("  [error] {}: {}\n", code_text(error.code), printable(error.message));
  return text;
}

json table_json(const QualifiedName& name, const Checked& table) {
  json findings = json::array(), errors = json::array();
  Tally tally;
  if (table.plan) {
    add(tally, *table.plan);
    for (const Finding& f : table.plan->findings) findings.push_back(finding_value(f));
  }
  if (table.refused) {
    for (const Diagnostic& error : table.refused->errors) errors.push_back(refused_error_value(error));
  }
  return {{"table", quote(name)},
          {"fits", table.refused == nullptr},
          {"operations", table.plan ? table.plan->operations.size() : 0},
          {"warnings", tally.warnings},
          {"notes", tally.notes},
          {"findings", findings},
          {"errors", errors}};
}

}  // namespace

std::string check_text(const Plan& plan, std::size_t pending_files) {
  std::string text = warning_lines(plan.findings, "");
  for (const auto& [name, table] : checked(plan))
    text += table.refused ? refused_text(*table.refused) : fitting_text(*table.plan);
  if (pending_files > 0) text += counted(pending_files, "migration file") + " not applied yet\n";
  return text;
}

std::string check_json(const Plan& plan, std::size_t pending_files, const std::vector<Diagnostic>& diagnostics,
                       const SourceSet& sources) {
  json tables = json::array(), findings = json::array();
  for (const auto& [name, table] : checked(plan)) tables.push_back(table_json(name, table));
  for (const Finding& f : plan.findings) findings.push_back(finding_value(f));
  return document_json(
      "check",
      {{"at", format_utc(plan.at)}, {"pending_files", pending_files}, {"findings", findings}, {"tables", tables}},
      diagnostics, sources);
}

}  // namespace pschema
