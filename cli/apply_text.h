// What a run of migration files says to a person, on standard error.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "cli/progress.h"
#include "cli/terminal.h"
#include "runtime/apply.h"

namespace pschema {

/// Takes the events of a run. On a terminal the step that runs is one line that is written again and again; elsewhere
/// each step is a line, and so is, now and then, what a step waits for. `quiet`: only what went wrong or was skipped.
class ApplyTalk {
 public:
  explicit ApplyTalk(bool quiet) : quiet_(quiet), terminal_(!quiet && stderr_is_terminal()) {}
  ~ApplyTalk() { line_.clear(); }
  ApplyTalk(const ApplyTalk&) = delete;
  ApplyTalk& operator=(const ApplyTalk&) = delete;

  void operator()(const ApplyEvent& event);
  /// The same as a function that is handed on; the talk outlives it.
  ApplyListener listener() {
    return [this](const ApplyEvent& event) { (*this)(event); };
  }

 private:
  void say(const std::string& text);
  void say_unless_quiet(const std::string& text);
  void file_begins(const FileBegins& e);
  void file_ends(const FileEnds& e);
  void step_begins(const StepBegins& e);
  void waits(const Waits& e);
  void retries(const StepRetries& e);
  void hook_runs(const HookRuns& e);
  void draw();

  const bool quiet_;
  const bool terminal_;
  TerminalLine line_;
  Progress now_;
  WaitPace pace_;
};

/// Why it ended before its time, and what was held back; nothing where all went well.
void say_what_stopped(const ApplyReport& report);
/// `2 done, 1 failed`; empty without files.
std::string counts_text(const std::vector<FileReport>& files);
/// At the end: what did not run, and why; the counts.
void say_summary(const ApplyReport& report);

}  // namespace pschema
