#include "cli/apply_json.h"

#include <nlohmann/json.hpp>

#include "cli/status_report.h"
#include "report/diagnostics_json.h"

namespace pschema {
namespace {

using nlohmann::json;

json text_or_null(const std::string& text) { return text.empty() ? json(nullptr) : json(text); }

json failure_json(const FileFailure& f) {
  return {{"step", f.step},
          {"title", text_or_null(f.title)},
          {"line", f.line},
          {"sqlstate", text_or_null(f.sqlstate)},
          {"message", f.message},
          {"attempts", f.attempts},
          {"budget_spent", f.budget_spent},
          {"connection_lost", f.connection_lost},
          {"hook", text_or_null(f.hook)},
          {"state", text_or_null(f.state)},
          {"advice", text_or_null(f.advice)}};
}

json step_json(const StepReport& step) {
  return {{"step", step.number},
          {"title", step.title},
          {"state", step_state_word(step.state)},
          {"attempts", step.attempts},
          {"milliseconds", step.took.count()},
          {"warnings", step.warnings}};
}

json file_json(const FileReport& file) {
  json steps = json::array();
  for (const StepReport& step : file.each) steps.push_back(step_json(step));
  return {{"name", file.name},
          {"state", file_state_word(file.state)},
          {"because_of", text_or_null(file.because_of)},
          {"steps", file.steps},
          {"of_steps", file.of_steps},
          {"milliseconds", file.took.count()},
          {"warnings", file.warnings},
          {"each", steps},
          {"hook_failures", file.hook_failures},
          {"failure", file.failure ? failure_json(*file.failure) : json(nullptr)}};
}

}  // namespace

json run_value(const ApplyReport& report) {
  json files = json::array(), obstacles = json::array();
  for (const FileReport& file : report.files) files.push_back(file_json(file));
  for (const Obstacle& o : report.obstacles) {
    obstacles.push_back({{"sqlstate", o.sqlstate}, {"message", o.what}, {"advice", o.mend}});
  }
  return {{"files", files},
          {"obstacles", obstacles},
          {"lock_held_by_another", report.lock_held_by_another},
          {"lock_lost", report.lock_lost},
          {"signal", report.signal == 0 ? json(nullptr) : json(report.signal)},
          {"ended_early", report.ended_early}};
}

std::string apply_json(const ApplyReport& report, const std::string& folder) {
  std::vector<SumProblem> problems = report.sum_problems;
  problems.insert(problems.end(), report.unreadable.begin(), report.unreadable.end());
  json members = run_value(report);
  members["folder"] = folder;
  members["exit"] = exit_code(report);
  return document_json("apply", std::move(members), as_diagnostics(problems), SourceSet());
}

}  // namespace pschema
