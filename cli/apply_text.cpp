#include "cli/apply_text.h"

#include <fmt/format.h>

#include <cstdio>
#include <map>
#include <string>

#include "base/overloaded.h"
#include "base/quote.h"

namespace pschema {
namespace {

void say(const std::string& text) { std::fputs((text + "\n").c_str(), stderr); }

std::map<FileState, int> counted_by_state(const std::vector<FileReport>& files) {
  std::map<FileState, int> counts;
  for (const FileReport& file : files) ++counts[file.state];
  return counts;
}

}  // namespace

void ApplyTalk::say(const std::string& text) {
  line_.clear();
  pschema::say(text);
}

void ApplyTalk::say_unless_quiet(const std::string& text) {
  if (!quiet_) say(text);
}

void ApplyTalk::draw() {
  if (terminal_ && now_.in_step) line_.draw(progress_line(now_));
}

void ApplyTalk::file_begins(const FileBegins& e) {
  now_ = Progress{};
  now_.file = e.number;
  now_.files = e.of;
  say_unless_quiet(fmt::format("[{}/{}] {}", e.number, e.of, e.name));
}

void ApplyTalk::file_ends(const FileEnds& e) {
  now_.in_step = false;
  line_.clear();
  if (!e.report.failure) return;
  say("  failed: " + failure_text(*e.report.failure, e.report.of_steps));
  say("  " + e.report.failure->state);
  say("  " + e.report.failure->advice);
}

void ApplyTalk::step_begins(const StepBegins& e) {
  now_.in_step = true;
  now_.step = e.number;
  now_.steps = e.of;
  now_.title = e.title;
  now_.behind = e.behind;
  now_.took = {};
  now_.attempt = 1;
  now_.waits_for.clear();
  pace_ = {};
  if (terminal_) return draw();
  say_unless_quiet("  " + e.title);
}

void ApplyTalk::waits(const Waits& e) {
  now_.waits_for = blockers_text(e.blockers);
  if (terminal_) return draw();
  if (e.blockers.empty() || !pace_.speaks(e.waited)) return;
  say_unless_quiet(fmt::format("  waits for a lock since {}, behind {}",
                               seconds_text(std::chrono::duration_cast<std::chrono::seconds>(e.waited).count()),
                               now_.waits_for));
}

void ApplyTalk::retries(const StepRetries& e) {
  now_.attempt = e.attempt + 1;
  if (terminal_) return draw();
  say_unless_quiet(fmt::format("  attempt {} failed ({}: {}); trying again in {} ms", e.attempt, e.sqlstate,
                               e.message, e.pause.count()));
}

void ApplyTalk::hook_runs(const HookRuns& e) {
  now_.hook = e.hook;
  if (terminal_) return draw();
  say_unless_quiet(fmt::format("  {} runs {}", e.hook, printable(e.program)));
}

void ApplyTalk::operator()(const ApplyEvent& event) {
  std::visit(Overloaded{
                 [&](const FileBegins& e) { file_begins(e); },
                 [&](const StepBegins& e) { step_begins(e); },
                 [&](const GoesOn& e) {
                   now_.took = e.took;
                   draw();
                 },
                 [&](const Waits& e) { waits(e); },
                 [&](const StepRetries& e) { retries(e); },
                 [&](const Warned& e) { say("  " + e.text); },
                 [&](const Said& e) { say_unless_quiet("  " + e.text); },
                 [&](const Noticed& e) { say("  " + e.text); },
                 [&](const HookRuns& e) { hook_runs(e); },
                 [&](const HookSays& e) { say(fmt::format("  {}: {}", e.hook, printable(e.line))); },
                 [&](const HookEnds&) {
                   now_.hook.clear();
                   draw();
                 },
                 [&](const FileEnds& e) { file_ends(e); },
             },
             event);
}

void say_what_stopped(const ApplyReport& report) {
  for (const SumProblem& p : report.sum_problems) say(fmt::format("error[{}]: {}", code_text(p.code), p.message));
  for (const SumProblem& p : report.unreadable) say(fmt::format("error[{}]: {}", code_text(p.code), p.message));
  if (report.lock_held_by_another) say("another pschema run holds the lock in this database; nothing was done");
  if (report.lock_lost)
    say("a file gave the run's lock back, and another pschema run holds it now: no file ran after that; run the same "
        "command again when that run has ended");
  if (report.ended_early)
    say("the connection was lost, and no other could be had, or not with the lock; run the same command again");
  for (const Obstacle& o : report.obstacles) say(fmt::format("error: {}: {}\n  {}", o.sqlstate, o.what, o.mend));
  if (!report.obstacles.empty()) say("nothing was run");
  for (const FileReport& file : report.files) {
    if (file.state == FileState::blocked) say(fmt::format("blocked: {}, behind {}", file.name, file.because_of));
    if (file.state == FileState::superseded)
      say(fmt::format("superseded: {}, because {} ran", file.name, file.because_of));
  }
}

std::string counts_text(const std::vector<FileReport>& files) {
  std::string text;
  for (const auto& [state, count] : counted_by_state(files))
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, file_state_word(state));
  return text;
}

void say_summary(const ApplyReport& report) {
  say_what_stopped(report);
  const std::map<FileState, int> counts = counted_by_state(report.files);
  if (const std::string text = counts_text(report.files); !text.empty()) say(text);
  std::size_t skipped = 0;
  for (const FileReport& file : report.files) skipped += file.warnings.size();
  if (skipped > 0)
    say(fmt::format(
        "{} step{} said something above; a step that was skipped is not tried again, the next plan sees what is left",
        skipped, skipped == 1 ? "" : "s"));
  std::size_t hook_failures = 0;
  for (const FileReport& file : report.files) hook_failures += file.hook_failures.size();
  if (hook_failures > 0) {
    say(fmt::format("{} hook{} failed behind what was done, which stands and is not done again: see to it by hand",
                    hook_failures, hook_failures == 1 ? "" : "s"));
  }
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

}  // namespace pschema
