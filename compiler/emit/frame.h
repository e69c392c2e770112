// Head and foot of a migration file. Internal to emit/.
#pragma once

#include <string>
#include <vector>

#include "emit/emit.h"
#include "migration/folder.h"
#include "time/instant.h"

namespace pschema {

/// What a reader is told first.
struct FileSummary {
  Instant planned_at;
  QualifiedName table;
  Phase phase = Phase::create;
  std::vector<std::string> does;   // sentences
  std::vector<std::string> steps;  // one line each: what, and which window
  bool loses_data = false;
  bool concurrent = false;   // has a statement that must run outside a transaction
  std::string blocked;       // tables that a blocking detach locks out everybody from
  std::string others;        // locks on tables beside the parents, as phrases
  bool large = false;        // has a build of several transactions
  bool marks = false;        // writes the marker that a later drop asks for
  bool foreign_only = true;  // all that it drops are foreign tables
};

std::string head_text(const std::string& file_name, const FileSummary& summary, const FileSettings& settings);
std::string foot_text();

}  // namespace pschema
