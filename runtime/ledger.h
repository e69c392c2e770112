// The record of applied migrations: pschema.migration, one row a file; pschema.step, one row for each step that
// `apply` brought to its end; pschema.attempt, one row a try, append-only. The folder's first file makes them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/session.h"

namespace pschema {

/// `running` where no run holds the lock: the run ended without a word.
enum class LedgerState { running, done, failed };
std::string_view ledger_state_word(LedgerState state);

struct LedgerStep {
  int number = 0;  // from 1
  std::string title;
  std::string checksum;  // of the step's text (migration/steps.h)
  bool skipped = false;
  std::string said;  // why it was skipped, or what it did instead; may be empty
};

/// Moments are as the server prints them: ISO, in UTC, whole seconds.
struct LedgerFile {
  std::string name;                     // the file's, without .sql
  std::optional<std::string> checksum;  // SHA-256; none where psql ran it
  LedgerState state = LedgerState::done;
  std::optional<int> steps;  // done, from the first on; none where psql ran it
  std::optional<std::string> started;
  std::string finished;
  std::optional<std::int64_t> milliseconds;
  std::string by_whom;
  std::string error;              // empty where it is done
  int attempts = 0;               // by `apply`, that have ended
  std::vector<LedgerStep> ended;  // of a file that is not done: those that were, in their order
};

struct Ledger {
  bool exists = false;
  bool older = false;       // made before all of its tables existed; what has none is not recorded
  bool ours_alone = false;  // it belongs to the session's user, so that what is added belongs to whom the rest does
  std::map<std::string, LedgerFile> files;  // by name
};

/// What is there. Exact for the moment, where the caller holds the advisory lock. Throws DatabaseError (42501) where
/// it may not be read, or is something that could run code when it is.
Ledger read_ledger(Session& session);

/// Is the file done?
bool is_applied(const Ledger& ledger, const std::string& name);
/// The same, asked for that file alone.
bool is_applied_now(Session& session, const std::string& name);
std::set<std::string> applied_names(const Ledger& ledger);

/// What whoever plans for a folder has to know: is there a ledger, and which files does it have as done? Those of
/// `pschema maintain` belong to no folder and are not among them. Throws as read_ledger().
struct AppliedFiles {
  bool ledger = false;
  std::set<std::string> names;
};
AppliedFiles applied_files(Session& session);

/// The names that `pschema maintain` has given, whatever became of the files. Throws as read_ledger().
std::set<std::string> names_of_maintain(Session& session);

/// The server's clock, as text that the server reads back.
std::string server_time(Session& session);

// --- Writing, under the advisory lock, by a role that ledger_obstacles() (runtime/obstacles.h) found fit. Nothing is
// --- written where no ledger exists. A file that is done stays done.

/// A file that an earlier run left as running has failed: that run was killed, or lost its connection.
void settle_lost_runs(Session& session);

struct LedgerEntry {
  std::string name;
  std::string checksum;
  LedgerState state = LedgerState::done;
  int steps = 0;        // done by this attempt
  std::string started;  // as server_time() gave it
  std::string error;
};

/// The file runs from now on.
void record_begin(Session& session, const LedgerEntry& entry);

/// A step came to its end. May be called under any role that the file has taken, outside a transaction. `in_order`:
/// all steps before it did so too. `whole` is the caller's to keep for the length of a file, false at first: all
/// tables of the ledger were found, and are not looked for again.
void record_step(Session& session, const std::string& file, const LedgerStep& step, bool in_order, bool& whole);

/// Writes the file's row and appends the attempt, in one transaction.
void record_end(Session& session, const LedgerEntry& entry);

/// The session's advisory lock (migration/lock.h); false where another session holds it.
bool try_advisory_lock(Session& session);

enum class LockFound {
  held,         // as it should be
  taken_again,  // it was away: a file gave it back, or the session is a new one
  elsewhere,    // another session holds it now
};
/// Sees to it in the midst of a run.
LockFound hold_advisory_lock(Session& session);
/// The run is over, whatever becomes of the connection: where it is lost, the lock is gone with it.
void release_advisory_lock(Session& session);

}  // namespace pschema
