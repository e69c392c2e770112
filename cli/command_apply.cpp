#include <fmt/format.h>
#include <signal.h>

#include <cstdio>
#include <map>
#include <memory>

#include "base/overloaded.h"
#include "cli/apply_json.h"
#include "cli/commands.h"
#include "cli/common_options.h"
#include "cli/exit_codes.h"
#include "cli/files.h"
#include "cli/inputs.h"
#include "runtime/apply.h"

namespace pschema {
namespace {

struct ApplyCommand {
  std::string folder;
  std::string dsn;
  bool allow_destructive = false;
  std::int64_t budget_seconds = 120;
  Format format = Format::text;
};

StopFlag g_stop;

extern "C" void on_signal(int number) { g_stop.signal.store(number); }

void catch_signals() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

void say(const std::string& text) { std::fputs((text + "\n").c_str(), stderr); }

void tell(const ApplyEvent& event) {
  std::visit(Overloaded{
                 [](const FileBegins& e) { say(fmt::format("[{}/{}] {}", e.number, e.of, e.name)); },
                 [](const StepBegins& e) { say("  " + e.title); },
                 [](const StepRetries& e) {
                   say(fmt::format("  attempt {} failed ({}: {}); trying again in {} ms", e.attempt, e.sqlstate,
                                   e.message, e.pause.count()));
                 },
                 [](const Warned& e) { say("  " + e.text); },
                 [](const Said& e) { say("  " + e.text); },
                 [](const Noticed& e) { say("  " + e.text); },
                 [](const FileEnds& e) {
                   if (!e.report.failure) return;
                   say("  failed: " + failure_text(*e.report.failure, e.report.of_steps));
                   say("  " + e.report.failure->state);
                   say("  " + e.report.failure->advice);
                 },
             },
             event);
}

void summary(const ApplyReport& report) {
  for (const SumProblem& p : report.sum_problems) say(fmt::format("error[{}]: {}", code_text(p.code), p.message));
  for (const SumProblem& p : report.unreadable) say(fmt::format("error[{}]: {}", code_text(p.code), p.message));
  if (report.lock_held_by_another) say("another pschema run holds the lock in this database; nothing was done");
  if (report.ended_early)
    say("the connection was lost, and no other could be had, or not with the lock; run the same command again");
  for (const Obstacle& o : report.obstacles) say(fmt::format("error: {}: {}\n  {}", o.sqlstate, o.what, o.mend));
  if (!report.obstacles.empty()) say("nothing was run");
  for (const FileReport& file : report.files) {
    if (file.state == FileState::blocked) say(fmt::format("blocked: {}, behind {}", file.name, file.because_of));
    if (file.state == FileState::superseded)
      say(fmt::format("superseded: {}, because {} ran", file.name, file.because_of));
  }
  std::map<FileState, int> counts;
  for (const FileReport& file : report.files) ++counts[file.state];
  std::string text;
  for (const auto& [state, count] : counts)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, file_state_word(state));
  if (!text.empty()) say(text);
  std::size_t skipped = 0;
  for (const FileReport& file : report.files) skipped += file.warnings.size();
  if (skipped > 0)
    say(fmt::format(
        "{} step{} said something above; a step that was skipped is not tried again, the next plan sees what is left",
        skipped, skipped == 1 ? "" : "s"));
  if (counts.count(FileState::destructive)) {
    say("files that detach, move or drop, and files of another origin, stay pending; run them with "
        "--allow-destructive");
  }
  if (counts.count(FileState::superseded)) {
    say("a superseded file does not run: what it was written for is no longer what is there. Delete it, run `pschema "
        "sum "
        "--accept` and compile again");
  }
  if (counts.count(FileState::stopped)) {
    say("the run was stopped: run the same command again. A detach that was under way may be half done: its rows are "
        "hidden and inserts into its range "
        "fail until then");
  }
  if (!report.sum_problems.empty() || !report.unreadable.empty()) {
    say("nothing was run. Restore what was edited (git checkout -- FILE); after files were added, merged or deleted "
        "on purpose, run `pschema sum`");
  }
}

int run(const ApplyCommand& command) {
  const Folder folder = read_folder(command.folder, false);
  if (folder.files.empty()) say(fmt::format("there is no migration file in {}", command.folder));
  catch_signals();
  Session session = Session::connect(connection_string(command.dsn));
  ApplyOptions options;
  options.allow_destructive = command.allow_destructive;
  options.retry.budget = std::chrono::seconds(command.budget_seconds);
  const ApplyReport report = apply(session, folder, options, real_pacing(), tell, g_stop);
  summary(report);
  if (command.format == Format::json) std::fputs(apply_json(report, command.folder).c_str(), stdout);
  return exit_code(report);
}

}  // namespace

Usage apply_usage() {
  const auto c = std::make_shared<ApplyCommand>();
  return {"apply",
          "run the migration files that the ledger does not have",
          {migrations_folder(c->folder)},
          {connection(c->dsn),
           {"--allow-destructive", "", "also run files that detach, move or drop", &c->allow_destructive},
           {"--budget", "SECONDS", "how long a step is tried again after lock time-outs", &c->budget_seconds},
           format(c->format)},
          "pschema apply migrations/",
          [c] { return run(*c); }};
}

}  // namespace pschema
