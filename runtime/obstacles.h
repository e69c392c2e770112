// What would stop a run, found before its first statement, with what mends it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "migration/folder.h"
#include "migration/script.h"
#include "runtime/session.h"

namespace pschema {

struct Obstacle {
  std::string sqlstate;  // that PostgreSQL would give
  std::string what;      // `role app may not create in schema archive`
  std::string mend;      // SQL, or a sentence
  friend bool operator==(const Obstacle&, const Obstacle&) = default;
};

/// Of the whole run: a server that cannot write now.
std::vector<Obstacle> database_obstacles(Session& session);

/// A sentence where the server's clock shows a moment before that of the newest file's plan: what has expired by the
/// plan has not by the server, and its files skip it. Empty where it does not.
std::string late_clock(Session& session, const Folder& folder);

/// Of the whole run: a ledger of somebody who is not trusted, or one that may not be written. `makes_ledger`: the
/// ledger's own file is among those that run.
std::vector<Obstacle> ledger_obstacles(Session& session, bool makes_ledger);

struct PendingFile {
  const MigrationFile* file = nullptr;
  const Script* script = nullptr;
};

/// Of each file, by its name: a table that is not there under the name of the file, a role that may not act for its
/// owner, and what the owner lacks for what the file makes. What is there already is not asked for.
std::map<std::string, std::vector<Obstacle>> file_obstacles(Session& session, const std::vector<PendingFile>& files);

/// `what; mend` for each, in one line.
std::string obstacles_text(const std::vector<Obstacle>& obstacles);

}  // namespace pschema
