#include <nlohmann/json.hpp>
#include <stdexcept>

#include "base/overloaded.h"
#include "base/quote.h"
#include "report/diagnostics_json.h"
#include "report/plan_text.h"
#include "report/plan_value.h"
#include "report/tally.h"
#include "report/words.h"

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

json detach_json(const Detach& d) {
  json j{{"kind", "detach"}, {"bound", d.bound_text}, {"drops", d.drops}};
  j["set_schema"] = d.into_schema ? json(quote(name_after(d))) : json(nullptr);
  j["expired_at"] = d.expired_at ? json(format_utc(*d.expired_at)) : json(nullptr);
  j["expired_at_key"] = d.cursor ? json(d.cursor->reached) : json(nullptr);
  return j;
}

json move_json(const Move& m) {
  json j = std::visit(Overloaded{[&](const Create& c) { return partition_json(c.partition, m.into_reason); },
                                 [](const Attach& a) {
                                   return json{{"bound", a.partition.bound_text}};
                                 }},
                      m.into);
  j["kind"] = "move";
  j["into"] = std::holds_alternative<Create>(m.into) ? "create" : "attach";
  j["into_reason"] = reason_name(m.into_reason);
  j["from"] = quote(m.from);
  j["moved_rows"] = m.rows;
  return j;
}

json text_json(const std::string& text) { return text.empty() ? json(nullptr) : json(text); }

json because_json(const Because& because, const SourceSet& sources) {
  const Measured& m = because.measured;
  json clause = nullptr;
  if (!because.clause.empty())
    clause = {{"text", because.clause}, {"place", place_value(sources, because.clause_at.value_or(Span{}))}};
  return {{"detail", text_json(because.detail)},
          {"clause", clause},
          {"bytes", m.bytes ? json(*m.bytes) : json(nullptr)},
          {"rows", m.rows ? json(*m.rows) : json(nullptr)},
          {"at_least_rows", m.more_rows}};
}

std::string_view transactions_word(Transactions transactions) {
  switch (transactions) {
    case Transactions::none:
      return "none";
    case Transactions::one:
      return "one";
    case Transactions::several:
      return "several";
  }
  throw std::logic_error("transactions_word");
}

json operation_json(const Operation& operation, const SourceSet& sources) {
  json out = std::visit(Overloaded{
                            [&](const Create& c) { return partition_json(c.partition, operation.reason); },
                            [](const Attach& a) {
                              return json{{"kind", "attach"}, {"bound", a.partition.bound_text}};
                            },
                            [](const Detach& d) { return detach_json(d); },
                            [](const Drop& d) {
                              return json{{"kind", "drop"}, {"bound", d.bound_text}};
                            },
                            [](const Move& m) { return move_json(m); },
                        },
                        operation.is);
  out["target"] = quote(target_of(operation));
  out["reason"] = reason_name(operation.reason);
  out["extent"] = extent_of(operation);
  out["lock"] = lock_of(operation);
  out["transaction"] = transactional(operation);
  out["transactions"] = transactions_word(transactions_of(operation));
  out["loses_data"] = loses_data(operation);
  out["phase"] = phase_word(phase_of(operation));
  out.update(because_json(operation.because, sources));
  return out;
}

}  // namespace

json refused_error_value(const Diagnostic& error) {
  return {{"code", code_text(error.code)}, {"message", error.message}, {"hint", error.hint}};
}

json finding_value(const Finding& f) {
  return {{"kind", finding_name(f.kind)},
          {"severity", severity_word(f.severity)},
          {"subject", f.subject},
          {"sentence", f.sentence}};
}

namespace {

json findings_json(const std::vector<Finding>& findings) {
  json out = json::array();
  for (const Finding& f : findings) out.push_back(finding_value(f));
  return out;
}

json refused_json(const std::vector<RefusedTable>& refused) {
  json out = json::array();
  for (const RefusedTable& table : refused) {
    json errors = json::array();
    for (const Diagnostic& error : table.errors) errors.push_back(refused_error_value(error));
    out.push_back({{"table", quote(table.table)}, {"errors", errors}});
  }
  return out;
}

json tally_json(const Plan& plan) {
  const Tally t = tally_of(plan);
  return {{"create", t.create}, {"attach", t.attach}, {"detach", t.detach},     {"drop", t.drop},
          {"move", t.move},     {"notes", t.notes},   {"warnings", t.warnings}, {"refused", plan.refused.size()}};
}

}  // namespace

json plan_value(const Plan& plan, const SourceSet& sources, const StepText& sql) {
  json tables = json::array();
  for (const TablePlan& table : plan.tables) {
    json operations = json::array();
    for (std::size_t i = 0; i < table.operations.size(); ++i) {
      operations.push_back(operation_json(table.operations[i], sources));
      if (sql) operations.back()["sql"] = sql(table, i);
    }
    tables.push_back(
        {{"table", quote(table.table)}, {"operations", operations}, {"findings", findings_json(table.findings)}});
  }
  return {{"at", format_utc(plan.at)},
          {"counts", tally_json(plan)},
          {"findings", findings_json(plan.findings)},
          {"refused", refused_json(plan.refused)},
          {"tables", tables}};
}

std::string plan_json(const Plan& plan, const std::vector<Diagnostic>& diagnostics, const SourceSet& sources,
                      const StepText& sql) {
  return document_json("plan", plan_value(plan, sources, sql), diagnostics, sources);
}

std::string compiled_json(const Plan& plan, const std::vector<MigrationFile>& files,
                          const std::vector<Diagnostic>& diagnostics, const SourceSet& sources) {
  json names = json::array();
  for (const MigrationFile& file : files) names.push_back(file.name + ".sql");
  return document_json("compile", {{"plan", plan_value(plan, sources, nullptr)}, {"files", names}}, diagnostics,
                       sources);
}

}  // namespace pschema
