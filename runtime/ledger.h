// The record of applied migrations: pschema.migration, one row a file, and pschema.attempt, one row a try. The
// folder's first file makes both.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "runtime/session.h"

namespace pschema {

enum class LedgerState { done, failed };

struct LedgerEntry {
  std::string name;      // the file's, without .sql
  std::string checksum;  // SHA-256
  LedgerState state = LedgerState::done;
  int steps = 0;        // done
  std::string started;  // as server_time() gave it
  std::string error;    // empty where it is done
};

/// What the queries give is exact for the moment, where the caller holds the advisory lock.
bool ledger_exists(Session& session);

/// Names of the files that are done; none where no ledger exists.
std::set<std::string> applied_migrations(Session& session);

/// The checksums that the ledger has of files that are done; files that psql ran have none.
std::map<std::string, std::string> applied_checksums(Session& session);

/// The server's clock, as text that the server reads back.
std::string server_time(Session& session);

/// Writes the file's row and appends the attempt, in one transaction. A row that is done stays done. Does nothing
/// where no ledger exists.
void record(Session& session, const LedgerEntry& entry);

/// The session's advisory lock (migration/lock.h); false where another session holds it.
bool try_advisory_lock(Session& session);
void release_advisory_lock(Session& session);

}  // namespace pschema
