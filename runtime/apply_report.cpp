// The pure parts of apply.
#include <fmt/format.h>

#include <algorithm>

#include "migration/script.h"
#include "runtime/apply.h"

namespace pschema {
namespace {

bool any_file(const ApplyReport& report, FileState state) {
  return std::any_of(report.files.begin(), report.files.end(),
                     [state](const FileReport& f) { return f.state == state; });
}

constexpr int kSignalBase = 128;

std::string database_state(const FileFailure& f, std::string_view statement, bool in_transaction) {
  if (f.connection_lost) {
    return "the connection was lost: an open transaction was rolled back by the server, a statement outside one may "
           "have been done";
  }
  const std::string before = f.step > 1 ? "; the steps before it stand" : "";
  if (in_transaction) return "the step's transaction was rolled back" + before;
  const std::string words = fmt::format(" {} ", leading_words(statement, 64));
  if (words.find(" DETACH PARTITION ") != std::string::npos) {  // CONCURRENTLY or FINALIZE, outside a transaction
    return "the detach may be half done: the partition is then no longer read or written through its parent" + before;
  }
  return "the statement itself was rolled back; what the step did before it stands" + before;
}

std::string what_to_do(const FileFailure& f) {
  if (f.connection_lost) return "run `pschema apply` again; the file goes on where the database stands";
  if (f.budget_spent) return "find what holds the lock (pg_stat_activity, pg_locks), then run `pschema apply` again";
  if (f.sqlstate == "42P07" || f.sqlstate == "42710")
    return "something else has that name: rename it, or compile again under another name";
  if (f.sqlstate == "42P17") return "another partition overlaps it: compile again from a fresh snapshot";
  if (f.sqlstate == "23514")
    return "rows lie where the bounds do not allow them, often in the DEFAULT partition: see `default drain`";
  if (f.sqlstate == "42501") return "run it as a role that may act for the table's owner";
  if (f.sqlstate == "57014")
    return "it ran into statement_timeout or was cancelled: run `pschema apply` again at a quieter time";
  return "mend the cause and run `pschema apply` again; the file may be run again at any point";
}

}  // namespace

std::string_view file_state_word(FileState state) {
  switch (state) {
    case FileState::done:
      return "done";
    case FileState::applied:
      return "applied before";
    case FileState::left:
      return "left";
    case FileState::destructive:
      return "pending";
    case FileState::superseded:
      return "superseded";
    case FileState::failed:
      return "failed";
    case FileState::blocked:
      return "blocked";
    case FileState::not_tried:
      return "not tried";
    case FileState::stopped:
      return "stopped";
  }
  return {};
}

std::string_view step_state_word(StepState state) {
  switch (state) {
    case StepState::done:
      return "done";
    case StepState::skipped:
      return "skipped";
    case StepState::failed:
      return "failed";
    case StepState::stopped:
      return "stopped";
  }
  return {};
}

int exit_code(const ApplyReport& report) {
  if (report.signal != 0) return kSignalBase + report.signal;
  if (report.lock_held_by_another || report.lock_lost) return 6;
  if (!report.sum_problems.empty() || !report.unreadable.empty()) return 8;
  const bool hooks_failed = std::any_of(report.files.begin(), report.files.end(),
                                        [](const FileReport& f) { return !f.hook_failures.empty(); });
  const bool failed = hooks_failed || any_file(report, FileState::failed);
  if (!report.obstacles.empty() || report.ended_early || failed) return 7;
  if (any_file(report, FileState::superseded)) return 3;
  const bool pending = any_file(report, FileState::destructive) || any_file(report, FileState::left) ||
                       any_file(report, FileState::blocked) || any_file(report, FileState::not_tried);
  return pending ? 2 : 0;
}

void describe(FileFailure& failure, std::string_view statement, bool in_transaction) {
  failure.state = database_state(failure, statement, in_transaction);
  failure.advice = what_to_do(failure);
}

std::string failure_text(const FileFailure& f, int of_steps) {
  std::string where = fmt::format("step {} of {}", f.step, of_steps);
  if (f.step == 0) where = "head";
  if (f.step > of_steps) where = "foot";
  if (!f.title.empty()) where += fmt::format(" ({})", f.title);
  const std::string code = f.sqlstate.empty() ? "" : f.sqlstate + ": ";
  const std::string tries = f.attempts > 1 ? fmt::format(" (after {} attempts)", f.attempts) : "";
  return fmt::format("{}, line {}: {}{}{}", where, f.line, code, f.message, tries);
}

}  // namespace pschema
