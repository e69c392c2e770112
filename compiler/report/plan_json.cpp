#include <nlohmann/json.hpp>

#include "base/overloaded.h"
#include "base/quote.h"
#include "report/diagnostics_json.h"
#include "report/plan_text.h"

namespace pschema {
namespace {

using nlohmann::json;

json partition_json(const NewPartition& partition, Reason reason) {
  json below = json::array();
  for (const NewPartition& p : partition.below) below.push_back(partition_json(p, Reason::subtree));
  return {{"kind", "create"},
          {"target", quote(partition.name)},
          {"reason", reason_name(reason)},
          {"bound", partition.bound_text},
          {"extent", partition.extent},
          {"below", below}};
}

json operation_json(const Operation& operation) {
  json out =
      std::visit(Overloaded{
                     [&](const Create& c) { return partition_json(c.partition, operation.reason); },
                     [](const Attach& a) {
                       return json{{"kind", "attach"}, {"bound", a.partition.bound_text}};
                     },
                     [](const Detach& d) {
                       json j{{"kind", "detach"}, {"bound", d.bound_text}, {"drops", d.drops}};
                       if (d.into_schema) j["set_schema"] = quote(name_after(d));
                       if (d.expired_at) j["expired_at"] = format_utc(*d.expired_at);
                       if (d.cursor) j["expired_at_key"] = d.cursor->reached;
                       return j;
                     },
                     [](const Drop& d) {
                       return json{{"kind", "drop"}, {"bound", d.bound_text}};
                     },
                     [](const Move& m) {
                       json j = std::visit(
                           Overloaded{[&](const Create& c) { return partition_json(c.partition, m.into_reason); },
                                      [](const Attach& a) {
                                        return json{{"bound", a.partition.bound_text}};
                                      }},
                           m.into);
                       j["kind"] = "move";
                       j["into"] = std::holds_alternative<Create>(m.into) ? "create" : "attach";
                       j["into_reason"] = reason_name(m.into_reason);
                       j["from"] = quote(m.from);
                       j["rows"] = m.rows;
                       return j;
                     },
                 },
                 operation.is);
  out["target"] = quote(target_of(operation));
  out["reason"] = reason_name(operation.reason);
  out["extent"] = extent_of(operation);
  out["lock"] = lock_of(operation);
  out["transaction"] = transactional(operation);
  out["loses_data"] = loses_data(operation);
  return out;
}

json finding_json(const Finding& f) {
  return {{"kind", finding_name(f.kind)},
          {"severity", f.severity == FindingSeverity::info ? "info" : "warning"},
          {"subject", f.subject},
          {"sentence", f.sentence}};
}

json findings_json(const std::vector<Finding>& findings) {
  json out = json::array();
  for (const Finding& f : findings) out.push_back(finding_json(f));
  return out;
}

json refused_json(const std::vector<RefusedTable>& refused) {
  json out = json::array();
  for (const RefusedTable& table : refused) {
    json errors = json::array();
    for (const Diagnostic& error : table.errors)
      errors.push_back({{"code", code_text(error.code)}, {"message", error.message}, {"hint", error.hint}});
    out.push_back({{"table", quote(table.table)}, {"errors", errors}});
  }
  return out;
}

json plan_value(const Plan& plan) {
  json tables = json::array();
  for (const TablePlan& table : plan.tables) {
    json operations = json::array();
    for (const Operation& operation : table.operations) operations.push_back(operation_json(operation));
    tables.push_back(
        {{"table", quote(table.table)}, {"operations", operations}, {"findings", findings_json(table.findings)}});
  }
  return {{"at", format_utc(plan.at)},
          {"findings", findings_json(plan.findings)},
          {"refused", refused_json(plan.refused)},
          {"tables", tables}};
}

std::string document(std::string_view command, json members, const std::vector<Diagnostic>& diagnostics,
                     const SourceSet& sources) {
  members["version"] = kJsonVersion;
  members["command"] = std::string(command);
  members["diagnostics"] = diagnostics_value(diagnostics, sources);
  return json_text(members);
}

}  // namespace

std::string plan_json(const Plan& plan, const std::vector<Diagnostic>& diagnostics, const SourceSet& sources) {
  return document("plan", plan_value(plan), diagnostics, sources);
}

std::string compiled_json(const Plan& plan, const std::vector<MigrationFile>& files,
                          const std::vector<Diagnostic>& diagnostics, const SourceSet& sources) {
  json names = json::array();
  for (const MigrationFile& file : files) names.push_back(file.name + ".sql");
  return document("compile", {{"plan", plan_value(plan)}, {"files", names}}, diagnostics, sources);
}

}  // namespace pschema
