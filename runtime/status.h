// What of a folder ran in a database, what waits, and what stands in the way.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "migration/folder.h"
#include "migration/sum.h"
#include "runtime/ledger.h"
#include "runtime/session.h"

namespace pschema {

enum class Standing {
  applied,
  pending,     // did not begin
  half_done,   // a run of it failed, was stopped or was lost
  running,     // now, by the session that holds the lock
  superseded,  // pending, but a later file that touches the same partition ran: it will not run
  edited,      // the text is not what the database has seen
  missing,     // in the ledger or in pschema.sum, not in the folder
};
std::string_view standing_word(Standing standing);  // "half-done"

struct FileStatus {
  std::string name;
  Standing standing = Standing::pending;
  bool destructive = false;
  bool out_of_order = false;         // pending, and older than the last one that ran here: it will run all the same
  int of_steps = 0;                  // 0 where the file cannot be read or is not there
  std::optional<LedgerFile> ledger;  // what the database knows of it
  std::string because_of;            // superseded: by which file
  std::optional<std::string> failed_step;  // half done: the title of the first step that is not done
  std::string why;                         // edited, missing: a sentence
};

/// The session that holds the advisory lock. What the server does not let this role see is empty.
struct LockHolder {
  std::string pid;
  std::string user;
  std::string application;
  std::string address;
  std::string since;  // it connected
};

struct DatabaseState {
  std::string name;
  std::string server;  // its version
  std::string at;      // its clock
  bool in_recovery = false;
  bool read_only = false;
  std::string late_clock = {};  // a sentence (obstacles.h)
  std::optional<LockHolder> lock;
};

struct FolderStatus {
  DatabaseState database;
  bool ledger = false;                   // is there one?
  std::vector<FileStatus> files;         // by name
  std::vector<std::string> elsewhere;    // in the ledger, of tables that no file of this folder is for
  std::vector<SumProblem> sum_problems;  // against pschema.sum
};

/// Asks the database. Throws DatabaseError.
DatabaseState database_state(Session& session);
FolderStatus status(Session& session, const Folder& folder);

/// The pure part.
FolderStatus judge(const Folder& folder, const Ledger& ledger, DatabaseState database);

/// 8 where something was edited or is missing, 3 where something is superseded, 2 where something waits, else 0.
int exit_code(const FolderStatus& status);

}  // namespace pschema
