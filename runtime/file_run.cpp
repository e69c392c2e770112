#include "runtime/file_run.h"

#include <algorithm>
#include <utility>

#include "base/overloaded.h"
#include "migration/steps.h"
#include "runtime/interpreter.h"
#include "runtime/ledger.h"
#include "runtime/retry.h"
#include "runtime/step_hooks.h"

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
      : run_(run), file_(file), script_(script), hooks_(run, file, script), interpreter_(script, host()) {}

  FileReport go() {
    report_.name = file_.name;
    const std::vector<Stretch> stretches = stretches_of(file_, script_);
    report_.of_steps = static_cast<int>(stretches.size()) - 2;
    RunResult result = Completed{};
    for (const Stretch& stretch : stretches) {
      if (passed_over_ && !is_step(stretch)) break;  // the foot would record the file as done
      RunResult ended = run_stretch(stretch);
      if (std::holds_alternative<Completed>(ended)) {
        if (is_step(stretch) && !passed_over_) ++report_.steps;
        continue;
      }
      if (!passed_over_ || !refusal_) result = std::move(ended);
      if (!refusal_ || !steps_stand_alone()) break;
      passed_over_ = true;
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
              held_.emplace_back(text);
              if (!hooks_.may_be_due()) tell_held();
            },
        .stopped = [this] { return run_.stopped(); },
        .reaches = [this](std::size_t item) { hooks_.reaches(item); },
    };
  }

  /// What a step has said before its hooks were due it says again afterwards.
  void tell_held() {
    for (std::string& text : held_) run_.tell(Warned{std::move(text)});
    held_.clear();
  }

  /// In a file that retires or drops: a table whose archive is refused shall not keep the others for ever.
  bool steps_stand_alone() const {
    const auto name = parse_file_name(file_.name);
    return name && (name->phase == Phase::retire || name->phase == Phase::drop);
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
    const milliseconds step_began = run_.pacing.elapsed();
    const std::size_t said = report_.warnings.size();
    began_ = step_began;
    in_head_ = stretch.number == 0;
    refusal_.reset();
    run_.watch.step_begins();
    done_untold_ = false;
    hooks_.step_begins(stretch.number);
    int attempts = 0;
    const RunResult result = run_until_done(stretch, title, attempts);
    if (is_step(stretch))
      report_step({stretch.number, title, {}, attempts, run_.pacing.elapsed() - step_began, {}}, said, result);
    return result;
  }

  /// Did a step, whose warnings begin there, pass its work over?
  bool says_skipped(std::size_t warned) const {
    return warned < report_.warnings.size() && report_.warnings[warned].starts_with("SKIPPED");
  }

  void report_step(StepReport step, std::size_t said, const RunResult& result) {
    step.warnings.assign(report_.warnings.begin() + static_cast<std::ptrdiff_t>(said), report_.warnings.end());
    const bool skipped = says_skipped(said);
    step.state = std::visit(Overloaded{
                                [&](const Completed&) { return skipped ? StepState::skipped : StepState::done; },
                                [](const Quit&) { return StepState::stopped; },
                                [](const Stopped&) { return StepState::stopped; },
                                [](const ItemFailure&) { return StepState::failed; },
                            },
                            result);
    report_.each.push_back(std::move(step));
  }

  RunResult run_until_done(const Stretch& stretch, const std::string& title, int& attempts) {
    for (int attempt = 1;; ++attempt) {
      attempts = attempt;
      const std::size_t warned = report_.warnings.size();
      RunResult result = run_with_hooks(stretch, attempt > 1, warned);
      tell_held();
      if (is_step(stretch) && std::holds_alternative<Completed>(result)) result = recorded(stretch, title, warned);
      auto* failure = std::get_if<ItemFailure>(&result);
      if (failure == nullptr) return result;
      const bool in_transaction = interpreter_.in_transaction();
      roll_back(*failure);
      if (run_.stopped() && !failure->connection_lost) return Stopped{};
      const Decision decision = failure->connection_lost
                                    ? Decision(GiveUp{})
                                    : decide(run_.options.retry, failure->sqlstate, attempt,
                                             run_.pacing.elapsed() - began_, run_.pacing.chance());
      if (const auto* give_up = std::get_if<GiveUp>(&decision)) {
        note(*failure, stretch, title, attempt, give_up->budget_spent, in_transaction);
        return result;
      }
      const milliseconds pause = std::get<RetryAfter>(decision).pause;
      report_.warnings.resize(warned);
      run_.tell(StepRetries{failure->sqlstate, failure->message, attempt, pause});
      run_.pause(pause);
      run_.watch.step_tried_again();
      if (run_.stopped()) return Stopped{};
    }
  }

  /// Where hooks are due the step is begun, rolled back when it comes to its first change, and begun again behind
  /// them.
  RunResult run_with_hooks(const Stretch& stretch, bool again, std::size_t warned) {
    for (;; again = true) {
      hooks_.attempt_begins();
      try {
        return again ? run_again(stretch) : interpreter_.run(stretch.items);
      } catch (const StepHooks::Due& due) {
        ItemFailure left{due.item, {}, "the connection to the server was lost", false};
        roll_back(left);
        if (left.connection_lost) return left;
        held_.clear();
        report_.warnings.resize(warned);
        if (auto failure = run_hooks_before(due.item)) return *std::move(failure);
        if (run_.stopped()) return Stopped{};
        began_ = run_.pacing.elapsed();  // the budget is for locks
      }
    }
  }

  std::optional<ItemFailure> run_hooks_before(std::size_t item) {
    try {
      refusal_ = hooks_.prepare();
    } catch (const DatabaseError& error) {
      return failed_at(item, error);
    }
    if (!refusal_ || run_.stopped()) return std::nullopt;
    if (steps_stand_alone()) {
      report_.warnings.push_back(refusal_->message);
      run_.tell(Warned{"REFUSED " + refusal_->message + "; the steps of other partitions go on"});
    }
    return ItemFailure{item, {}, refusal_->message, false};
  }

  /// Where the ledger cannot be written the step counts as failed, and is tried again: its test finds it done.
  RunResult recorded(const Stretch& stretch, const std::string& title, std::size_t warned) {
    std::string said;
    for (std::size_t i = warned; i < report_.warnings.size(); ++i)
      said += (i > warned ? "\n" : "") + report_.warnings[i];
    const bool skipped = says_skipped(warned) && !done_untold_;
    try {
      record_step(run_.session, file_.name, {stretch.number, title, stretch.checksum, skipped, said}, !passed_over_,
                  ledger_whole_);
      done_untold_ = false;
      for (std::string& wrong : hooks_.step_done(skipped)) {
        run_.tell(Warned{wrong});
        report_.hook_failures.push_back(std::move(wrong));
      }
      return Completed{};
    } catch (const DatabaseError& error) {
      if (!skipped) hooks_.done_untold();
      done_untold_ = !skipped;
      ItemFailure failure = failed_at(stretch.items.begin, error);
      failure.message = "the ledger was not written: " + failure.message;
      return failure;
    }
  }

  /// A step that was left in its middle may have taken lock_timeout away.
  RunResult run_again(const Stretch& stretch) {
    try {
      if (!lock_timeout_.empty()) run_.session.query(lock_timeout_);
    } catch (const DatabaseError& error) {
      return failed_at(stretch.items.begin, error);
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
    if (refusal_ && passed_over_) return;  // the first is the file's
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
    if (refusal_) {
      f.hook = refusal_->hook;
      f.state = "nothing of the step was done";
      f.advice = "see to what the hook says, then run the same command again";
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
  milliseconds began_{0};     // the step, or what is left of it behind its hooks
  StepHooks hooks_;
  std::optional<HookRefusal> refusal_;  // of the step that runs
  bool passed_over_ = false;            // a step was refused, and others went on
  bool ledger_whole_ = false;           // record_step's
  bool done_untold_ = false;            // the step that runs acted, and the ledger could not be told
  std::vector<std::string> held_;       // warnings, until it is known that no hook is due
  Interpreter interpreter_;
};

}  // namespace

FileReport run_items(Run& run, const MigrationFile& file, const Script& script) {
  return FileRun(run, file, script).go();
}

}  // namespace pschema
