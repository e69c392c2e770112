#include <nlohmann/json.hpp>

#include "base/quote.h"
#include "cli/status_report.h"
#include "report/diagnostics_json.h"

namespace pschema {
namespace {

using nlohmann::json;

template <class T>
json or_null(const std::optional<T>& value) {
  return value ? json(*value) : json(nullptr);
}

json text_or_null(const std::string& text) { return text.empty() ? json(nullptr) : json(text); }

json database_json(const DatabaseState& d) {
  json lock = nullptr;
  if (d.lock) {
    lock = {{"pid", std::stoi(d.lock->pid)},
            {"user", text_or_null(d.lock->user)},
            {"application", text_or_null(d.lock->application)},
            {"address", text_or_null(d.lock->address)},
            {"connected", text_or_null(d.lock->since)}};
  }
  return {{"name", d.name},
          {"server", d.server},
          {"at", d.at},
          {"in_recovery", d.in_recovery},
          {"read_only", d.read_only},
          {"late_clock", text_or_null(d.late_clock)},
          {"lock", lock}};
}

json ledger_json(const LedgerFile& row) {
  json ended = json::array();
  for (const LedgerStep& step : row.ended) {
    ended.push_back({{"number", step.number},
                     {"title", step.title},
                     {"state", step.skipped ? "skipped" : "done"},
                     {"said", text_or_null(step.said)}});
  }
  return {{"state", ledger_state_word(row.state)},
          {"checksum", or_null(row.checksum)},
          {"steps", or_null(row.steps)},
          {"started", or_null(row.started)},
          {"finished", row.finished},
          {"milliseconds", or_null(row.milliseconds)},
          {"by", row.by_whom},
          {"attempts", row.attempts},
          {"error", text_or_null(row.error)},
          {"ended", ended}};
}

json file_json(const FileStatus& file) {
  return {{"name", file.name},
          {"state", standing_word(file.standing)},
          {"destructive", file.destructive},
          {"out_of_order", file.out_of_order},
          {"of_steps", file.of_steps},
          {"next_step", or_null(file.failed_step)},
          {"superseded_by", text_or_null(file.because_of)},
          {"why", text_or_null(file.why)},
          {"ledger", file.ledger ? ledger_json(*file.ledger) : json(nullptr)}};
}

}  // namespace

std::vector<Diagnostic> as_diagnostics(const std::vector<SumProblem>& problems) {
  std::vector<Diagnostic> diagnostics;
  for (const SumProblem& problem : problems) {
    Diagnostic d{};
    d.code = problem.code;
    d.message = problem.message;
    diagnostics.push_back(std::move(d));
  }
  return diagnostics;
}

std::string status_json(const FolderStatus& status, const std::string& folder) {
  json files = json::array();
  for (const FileStatus& file : status.files) files.push_back(file_json(file));
  return json_text({{"version", kJsonVersion},
                    {"command", "status"},
                    {"folder", folder},
                    {"database", database_json(status.database)},
                    {"ledger", status.ledger},
                    {"files", files},
                    {"elsewhere", status.elsewhere},
                    {"todo", status_advice(status, folder)},
                    {"exit", exit_code(status)},
                    {"diagnostics", diagnostics_value(as_diagnostics(status.sum_problems), SourceSet())}});
}

}  // namespace pschema
