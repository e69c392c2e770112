#include <chrono>
#include <cstdio>
#include <memory>

#include "cli/apply_text.h"
#include "cli/commands.h"
#include "cli/common_options.h"
#include "cli/exit_codes.h"
#include "cli/failure.h"
#include "cli/files.h"
#include "cli/hook_options.h"
#include "cli/maintain.h"
#include "cli/maintain_report.h"
#include "cli/metrics_file.h"
#include "cli/planning.h"
#include "cli/signals.h"
#include "report/plan_text.h"

namespace pschema {
namespace {

struct MaintainCommand {
  std::vector<std::string> files;
  std::string dsn;
  std::string pending;
  bool allow_destructive = false;
  bool ok_if_locked = false;
  std::int64_t budget_seconds = 120;
  bool quiet = false;
  HookSettings hooks;
  std::int64_t max_create = kDefaultMaxCreate;
  FileSettings settings;
  std::string metrics;
  std::vector<std::string> metrics_label;
  Format format = Format::text;
};

/// What has come of a run, also of one that throws.
struct Outcome {
  Maintained maintained;
  int exit = kExitUnexpected;
};

void say_plan(const Plan& plan, bool quiet) {
  if (!quiet && operation_count(plan) > 0) std::fputs(plan_text(plan).c_str(), stderr);
}

MaintainOptions options_of(const MaintainCommand& command) {
  MaintainOptions options;
  options.apply.allow_destructive = command.allow_destructive;
  options.apply.retry.budget = std::chrono::seconds(command.budget_seconds);
  options.apply.hooks = settled_hooks(command.hooks);
  options.limits = {command.max_create, command.settings};
  return options;
}

int exit_of(const Maintained& maintained, const MaintainCommand& command) {
  return settled_exit(exit_code(maintained), command.ok_if_locked);
}

void answer(const MaintainCommand& command, const Outcome& outcome, const Inputs& inputs) {
  if (command.format == Format::json) {
    const std::string text = maintain_json(outcome.maintained, outcome.exit, inputs.told(), inputs.sources());
    std::fputs(text.c_str(), stdout);
  } else if (const Look* now = outcome.maintained.now()) {
    std::fputs(plan_text(now->planned.plan).c_str(), stdout);
  }
}

void work(const MaintainCommand& command, Outcome& outcome) {
  const MaintainOptions options = options_of(command);  // what is wrong with them is said before anything is read
  Inputs inputs(command.format, "maintain");
  const Schema schema = inputs.schema(command.files);
  const Folder pending = command.pending.empty() ? Folder() : trusted_folder(command.pending);
  Session session = Session::connect(command.dsn);
  catch_signals();
  {
    ApplyTalk talk(command.quiet);
    outcome.maintained = maintain(session, schema, pending, options,
                                  {[&](const Plan& plan) { say_plan(plan, command.quiet); }, talk.listener()},
                                  stop_flag(), inputs.diagnostics());
  }
  const Look* now = outcome.maintained.now();
  const bool refused = inputs.diagnostics().has_errors() && !now;  // the plan as a whole
  if (refused) inputs.stop();
  inputs.report();
  if (now) {
    say_pending(now->planned.pending_files, command.pending);
    inputs.report_findings(now->planned.plan, schema);
  }
  say_maintained(outcome.maintained, command.allow_destructive);
  outcome.exit = exit_of(outcome.maintained, command);
  answer(command, outcome, inputs);
}

/// After the run, however it ended. Its own failure must not hide another.
void leave_metrics(const MaintainCommand& command, const Outcome& outcome, const MetricsLabels& labels,
                   std::chrono::steady_clock::time_point began) {
  if (command.metrics.empty()) return;
  const Look* now = outcome.maintained.now();
  std::optional<MetricsView> view;
  if (now)
    view.emplace(MetricsView{now->planned.fitted, now->catalog, now->planned.plan, now->planned.pending_files});
  MetricsRun run;
  run.ended_at =
      std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
  run.milliseconds =
      std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - began).count();
  run.exit = outcome.exit;
  run.success = now && (run.exit == kExitDone || run.exit == kExitPending || run.exit == kExitPerson);
  write_metrics(command.metrics, run, view ? &*view : nullptr, labels);
}

int run(const MaintainCommand& command) {
  check_settings(command.settings);
  const MetricsLabels labels = metrics_labels(command.metrics_label);
  const auto began = std::chrono::steady_clock::now();
  Outcome outcome;
  try {
    work(command, outcome);
  } catch (...) {
    outcome.exit = failure_of(std::current_exception()).code;
    try {
      leave_metrics(command, outcome, labels, began);
    } catch (const FileError& error) {
      std::fprintf(stderr, "pschema: %s\n", error.what());
    }
    throw;
  }
  leave_metrics(command, outcome, labels, began);
  return outcome.exit;
}

}  // namespace

Usage maintain_usage() {
  const auto c = std::make_shared<MaintainCommand>();
  return {
      "maintain",
      "plan and do at once what is due, every night",
      {schema_files(c->files)},
      joined({connection(c->dsn),
              pending_folder(c->pending),
              {"--allow-destructive", "", "also detach, move and drop", &c->allow_destructive},
              ok_if_locked(c->ok_if_locked),
              retry_budget(c->budget_seconds),
              lock_timeout(c->settings),
              statement_timeout(c->settings),
              creation_limit(c->max_create),
              {"--metrics",
               "FILE",
               "write what Prometheus reads",
               &c->metrics,
               false,
               {},
               Completes::file,
               {},
               "metrics"},
              {"--metrics-label",
               "NAME=VALUE",
               "a label of every series; as often as need be",
               &c->metrics_label,
               false,
               {},
               Completes::nothing,
               {},
               "metrics_labels"},
              {"-q,--quiet", "", "say only what went wrong, was skipped or is left", &c->quiet},
              format(c->format)},
             hook_options(c->hooks)),
      "pschema maintain events.pschema --metrics pschema.prom",
      [c] { return run(*c); },
      "Reads the catalog, plans for the server's own moment and runs the plan, in one session under one lock; what "
      "is left is printed. Without --allow-destructive nothing is detached, moved or dropped. Where nothing is due "
      "nothing is written. What to do with each exit code is in docs/running.md.",
      false,
      {},
      &c->hooks.configured};
}

}  // namespace pschema
