#include "runtime/file_run.h"

#include <algorithm>
#include <utility>

#include "base/overloaded.h"
#include "migration/steps.h"
#include "runtime/interpreter.h"
#include "runtime/ledger.h"
#include "runtime/retry.h"

namespace pschema {
namespace {

using std::chrono::milliseconds;

Answer answer_of(const Rows& rows) {
  Answer answer;
  for (std::size_t c = 0; c < rows.columns(); ++c) answer.columns.emplace_back(rows.column_name(c));
  for (std::size_t r = 0; r < std::min<std::size_t>(rows.size(), 2);
       ++r) {  // \gset needs to know of two rows, not more
    std::vector<std::optional<std::string>> row;
    for (std::size_t c = 0; c < rows.columns(); ++c) {
      row.push_back(rows.is_null(r, c) ? std::nullopt : std::optional<std::string>(rows.text(r, c)));
    }
    answer.rows.push_back(std::move(row));
  }
  return answer;
}

/// A stretch of a file that is retried as a whole.
struct Stretch {
  ItemRange items;
  std::string title;     // raw; empty for head and foot
  int number;            // 0 is the head, one more than the last step is the foot
  std::string checksum;  // of a step
};

std::vector<Stretch> stretches_of(const MigrationFile& file, const Script& script) {
  ScriptSteps split = split_steps(script);
  const std::vector<FileStep> steps = file_steps(file, script);
  std::vector<Stretch> result = {{split.head, {}, 0, {}}};
  for (std::size_t i = 0; i < split.steps.size(); ++i) {
    ScriptStep& step = split.steps[i];
    const ItemRange behind_echo{step.items.begin + 1, step.items.end};
    result.push_back({behind_echo, std::move(step.title), static_cast<int>(result.size()), steps[i].checksum});
  }
  result.push_back({split.foot, {}, static_cast<int>(result.size()), {}});
  return result;
}

class FileRun {
 public:
  FileRun(Run& run, const MigrationFile& file, const Script& script)
      : run_(run), file_(file), script_(script), interpreter_(script, host()) {}

  FileReport go() {
    report_.name = file_.name;
    const std::vector<Stretch> stretches = stretches_of(file_, script_);
    report_.of_steps = static_cast<int>(stretches.size()) - 2;
    RunResult result = Completed{};
    for (const Stretch& stretch : stretches) {
      result = run_stretch(stretch);
      if (!std::holds_alternative<Completed>(result)) break;
      if (is_step(stretch)) ++report_.steps;
    }
    conclude(result);
    return std::move(report_);
  }

 private:
  ScriptHost host() {
    return {
        .execute =
            [this](const std::string& sql) {
              const StopWatcher::Armed armed(run_.watcher);
              const StepWatch::Statement watched(run_.watch);
              if (in_head_ && sql.starts_with("SET lock_timeout = ")) lock_timeout_ = sql;
              return answer_of(run_.session.query(sql));
            },
        .echo = [this](std::string_view text) { run_.tell(Said{std::string(text)}); },
        .warn =
            [this](std::string_view text) {
              report_.warnings.emplace_back(text);
              run_.tell(Warned{std::string(text)});
            },
        .stopped = [this] { return run_.stopped(); },
    };
  }

  bool is_step(const Stretch& stretch) const { return stretch.number > 0 && stretch.number <= report_.of_steps; }

  std::string title_of(const Stretch& stretch) const {
    std::string title;
    for (const std::string& word : meta_arguments(stretch.title, interpreter_.variables())) {
      title += (title.empty() ? "" : " ") + word;
    }
    return title;
  }

  RunResult run_stretch(const Stretch& stretch) {
    const std::string title = title_of(stretch);
    if (is_step(stretch)) {
      const int behind = report_.of_steps - stretch.number + run_.steps_behind;
      run_.tell(StepBegins{title, stretch.number, report_.of_steps, behind});
    }
    const milliseconds began = run_.pacing.elapsed();
    in_head_ = stretch.number == 0;
    run_.watch.step_begins();
    for (int attempt = 1;; ++attempt) {
      const std::size_t warned = report_.warnings.size();
      RunResult result = attempt == 1 ? interpreter_.run(stretch.items) : run_again(stretch);
      if (is_step(stretch) && std::holds_alternative<Completed>(result)) result = recorded(stretch, title, warned);
      auto* failure = std::get_if<ItemFailure>(&result);
      if (failure == nullptr) return result;
      const bool in_transaction = interpreter_.in_transaction();
      roll_back(*failure);
      if (run_.stopped() && !failure->connection_lost) return Stopped{};
      const Decision decision = failure->connection_lost
                                    ? Decision(GiveUp{})
                                    : decide(run_.options.retry, failure->sqlstate, attempt,
                                             run_.pacing.elapsed() - began, run_.pacing.chance());
      if (const auto* give_up = std::get_if<GiveUp>(&decision)) {
        note(*failure, stretch, title, attempt, give_up->budget_spent, in_transaction);
        return result;
      }
      const milliseconds pause = std::get<RetryAfter>(decision).pause;
      run_.tell(StepRetries{failure->sqlstate, failure->message, attempt, pause});
      run_.pause(pause);
      run_.watch.step_tried_again();
      if (run_.stopped()) return Stopped{};
    }
  }

  /// Where the ledger cannot be written the step counts as failed, and is tried again: its test finds it done.
  RunResult recorded(const Stretch& stretch, const std::string& title, std::size_t warned) {
    std::string said;
    for (std::size_t i = warned; i < report_.warnings.size(); ++i)
      said += (i > warned ? "\n" : "") + report_.warnings[i];
    try {
      record_step(run_.session, file_.name,
                  {stretch.number, title, stretch.checksum, said.starts_with("SKIPPED"), said});
      return Completed{};
    } catch (const DatabaseError& error) {
      return ItemFailure{stretch.items.begin, error.sqlstate(),
                         std::string("the ledger was not written: ") + error.what(),
                         error.problem() != DatabaseProblem::server};
    }
  }

  /// A step that was left in its middle may have taken lock_timeout away.
  RunResult run_again(const Stretch& stretch) {
    try {
      if (!lock_timeout_.empty()) run_.session.query(lock_timeout_);
    } catch (const DatabaseError& error) {
      return ItemFailure{stretch.items.begin, error.sqlstate(), error.what(),
                         error.problem() != DatabaseProblem::server};
    }
    return interpreter_.run(stretch.items);
  }

  void roll_back(ItemFailure& failure) {
    if (interpreter_.in_transaction() && !failure.connection_lost) {
      try {
        run_.session.query("ROLLBACK");
      } catch (const DatabaseError&) {
        failure.connection_lost = true;
      }
    }
    interpreter_.transaction_ended();
  }

  void note(const ItemFailure& failure, const Stretch& stretch, const std::string& title, int attempts,
            bool budget_spent, bool in_transaction) {
    FileFailure f;
    f.step = stretch.number;
    f.title = title;
    f.sqlstate = failure.sqlstate;
    f.message = failure.message;
    f.attempts = attempts;
    f.budget_spent = budget_spent;
    f.connection_lost = failure.connection_lost;
    if (failure.item < script_.items.size()) {
      const ScriptItem& item = script_.items[failure.item];
      f.line = line_at(file_.text, item.span.begin);
      const auto* sql = std::get_if<SqlItem>(&item.is);
      describe(f, sql != nullptr ? std::string_view(sql->text) : std::string_view(), in_transaction);
    }
    report_.failure = std::move(f);
  }

  void conclude(const RunResult& result) {
    report_.state = std::visit(Overloaded{
                                   [](const Completed&) { return FileState::done; },
                                   [](const Quit&) { return FileState::left; },
                                   [](const Stopped&) { return FileState::stopped; },
                                   [](const ItemFailure&) { return FileState::failed; },
                               },
                               result);
    if (interpreter_.in_transaction()) {  // stopped between two statements, or left by \quit
      ItemFailure ignored;
      roll_back(ignored);
    }
  }

  Run& run_;
  const MigrationFile& file_;
  const Script& script_;
  FileReport report_;
  bool in_head_ = true;
  std::string lock_timeout_;  // the statement of the head that sets it
  Interpreter interpreter_;
};

}  // namespace

FileReport run_items(Run& run, const MigrationFile& file, const Script& script) {
  return FileRun(run, file, script).go();
}

}  // namespace pschema
