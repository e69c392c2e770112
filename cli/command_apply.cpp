#include <fmt/format.h>
#include <signal.h>

#include <cstdio>
#include <map>

#include "base/overloaded.h"
#include "cli/commands.h"
#include "cli/exit_codes.h"
#include "cli/files.h"
#include "cli/inputs.h"
#include "runtime/apply.h"

namespace pschema {
namespace {

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
                   say(fmt::format("  attempt {} failed ({}: {}); trying again in {} ms", e.attempt, e.sqlstate, e.message,
                                   e.pause.count()));
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
  std::map<FileState, int> counts;
  for (const FileReport& file : report.files) ++counts[file.state];
  std::string text;
  for (const auto& [state, count] : counts) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, file_state_word(state));
  if (!text.empty()) say(text);
  if (counts.count(FileState::destructive)) {
    say("files that detach, move or drop stay pending; run them with --allow-destructive");
  }
}

}  // namespace

int run(const ApplyCommand& command) {
  const Folder folder = read_folder(command.folder, false);
  catch_signals();
  Session session = Session::connect(connection_string(command.dsn));
  ApplyOptions options;
  options.allow_destructive = command.allow_destructive;
  options.retry.budget = std::chrono::seconds(command.budget_seconds);
  const ApplyReport report = apply(session, folder, options, real_pacing(), tell, g_stop);
  summary(report);
  return exit_code(report);
}

}  // namespace pschema
