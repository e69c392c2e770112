// Runs the files of a folder that the ledger does not have (design.md, Runtime).
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/diagnostic.h"
#include "migration/folder.h"
#include "migration/sum.h"
#include "runtime/blockers.h"
#include "runtime/hooks.h"
#include "runtime/obstacles.h"
#include "runtime/retry.h"
#include "runtime/session.h"
#include "runtime/stop.h"

namespace pschema {

// --- The report
// -----------------------------------------------------------------------------------------------------------------------

/// What went wrong in a file. Texts are for a person.
struct FileFailure {
  int step = 0;          // from 1; 0 is the head, one more than the last is the foot
  std::string title;     // of the step
  int line = 0;          // in the file, from 1
  std::string sqlstate;  // empty where the failure is not the server's
  std::string message;
  int attempts = 1;  // of the step
  bool budget_spent = false;
  bool connection_lost = false;
  std::string state;   // what state the database is in
  std::string advice;  // what to do
  std::string hook;    // that refused: `before_drop`; empty where it was none
};

enum class StepState { done, skipped, failed, stopped };
std::string_view step_state_word(StepState state);  // "done"

/// A step that was begun.
struct StepReport {
  int number = 0;  // from 1
  std::string title;
  StepState state = StepState::done;
  int attempts = 1;
  std::chrono::milliseconds took{0};  // with all attempts, pauses and hooks
  std::vector<std::string> warnings;
};

enum class FileState {
  done,         // ran now, to its end
  applied,      // the ledger had it
  left,         // ended itself by \quit, and the ledger does not have it
  destructive,  // stays pending: needs allow_destructive
  superseded,   // stays pending: a later file that touches the same partition has run
  failed,
  blocked,    // not tried, because of the failure of a file that it depends on
  not_tried,  // the run was stopped before
  stopped,    // the run was stopped in it
};
std::string_view file_state_word(FileState state);  // "not tried"

struct FileReport {
  std::string name;
  FileState state = FileState::not_tried;
  std::string because_of;  // superseded, blocked: the other file
  int steps = 0;           // done by this run, from the first on
  int of_steps = 0;
  std::chrono::milliseconds took{0};
  std::vector<std::string> warnings;       // what \warn said
  std::vector<StepReport> each;            // in their order
  std::vector<std::string> hook_failures;  // of hooks that ran after what was done
  std::optional<FileFailure> failure;
};

struct ApplyReport {
  std::vector<SumProblem> sum_problems;  // if any: nothing ran
  std::vector<SumProblem> unreadable;    // files outside the subset (bad_migration_file): nothing ran
  bool lock_held_by_another = false;     // nothing ran
  bool lock_lost = false;           // a file gave the lock back, and another run holds it: no file ran after that
  std::vector<Obstacle> obstacles;  // of the whole run: nothing ran
  int signal = 0;                   // that ended the run
  bool ended_early = false;         // the connection was lost and could not be had again, with the lock
  std::vector<FileReport> files;    // all of the folder, in the order of their names
};

/// 0, 2, 3, 6, 7, 8, 130 or 143, as design.md's table has them; the gravest counts.
int exit_code(const ApplyReport& report);

// --- What is told meanwhile
// ---------------------------------------------------------------------------------------------------------------

struct FileBegins {
  std::string name;
  int number;  // from 1, among those that run now
  int of;
};
struct StepBegins {
  std::string title;
  int number;  // from 1
  int of;
  int behind;  // steps that come behind it, over all files that run now
};
/// Every now and then, whatever the step does.
struct GoesOn {
  std::chrono::milliseconds took;  // since the step began
};
/// The step's statement waits for a lock, or (empty) does so no longer.
struct Waits {
  std::vector<Blocker> blockers;
  std::chrono::milliseconds waited{0};  // since the first statement of the step that was found to wait began
};
struct StepRetries {
  std::string sqlstate;
  std::string message;
  int attempt;  // that failed, from 1
  std::chrono::milliseconds pause;
};
struct Warned {
  std::string text;  // of \warn
};
struct Said {
  std::string text;  // of an \echo that begins no step
};
struct Noticed {
  std::string text;  // of the server
};
struct HookRuns {
  std::string hook;  // `before_drop`
  std::string program;
};
struct HookSays {
  std::string hook;
  std::string line;  // as it came
};
struct HookEnds {
  std::string hook;
};
struct FileEnds {
  FileReport report;
};
using ApplyEvent = std::variant<FileBegins, StepBegins, GoesOn, Waits, StepRetries, Warned, Said, Noticed, HookRuns,
                                HookSays, HookEnds, FileEnds>;
/// Called on several threads, never on two at once; must not throw.
using ApplyListener = std::function<void(const ApplyEvent&)>;

// --- The run
// ---------------------------------------------------------------------------------------------------------------------------------

/// Time and chance, given from outside so that tests need neither.
struct Pacing {
  std::function<std::chrono::milliseconds()> elapsed;  // since any fixed moment; never goes back
  std::function<void(std::chrono::milliseconds)> sleep;
  std::function<double()> chance;  // 0 to 1
};
/// The machine's own.
Pacing real_pacing();

struct ApplyOptions {
  bool allow_destructive = false;
  RetryPolicy retry;
  HookOptions hooks;
};

/// Checks the folder, takes the advisory lock, looks for what would stop the run (obstacles.h), and runs what the
/// ledger does not have as done, in the order of the names, statement by statement in autocommit. A failure holds
/// back what depends on it (held_back.h). A raised flag cancels the running statement. Everything is recorded in the
/// ledger. Throws DatabaseError only where the connection fails outside the files.
ApplyReport apply(Session& session, const Folder& folder, const ApplyOptions& options, const Pacing& pacing,
                  const ApplyListener& listener, const StopFlag& flag);

/// The same for a caller who holds the advisory lock with this session, knows that nothing stands against a run in
/// this database, and made the files himself, so that there is no pschema.sum to check. The lock is held afterwards,
/// unless the report says that the run ended early, or a file of another origin gave it back.
ApplyReport apply_held(Session& session, const Folder& folder, const ApplyOptions& options, const Pacing& pacing,
                       const ApplyListener& listener, const StopFlag& flag);

// --- Pure parts
// ---------------------------------------------------------------------------------------------------------------------------------

/// Fills `state` and `advice` from the rest. `statement` is the text that failed, `in_transaction` whether it ran
/// inside one.
void describe(FileFailure& failure, std::string_view statement, bool in_transaction);

/// One line: `step 2 of 5 (CREATE public.x), line 31: 42P07: relation …`.
std::string failure_text(const FileFailure& failure, int of_steps);

}  // namespace pschema
