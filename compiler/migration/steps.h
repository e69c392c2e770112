// The steps of a file as the ledger knows them.
#pragma once

#include <string>
#include <vector>

#include "migration/folder.h"
#include "migration/script.h"

namespace pschema {

struct FileStep {
  std::string title;     // `CREATE public.x`
  std::string checksum;  // SHA-256 of the step's text, from its \echo to the next one or to the foot
  friend bool operator==(const FileStep&, const FileStep&) = default;
};

/// In their order; `script` is what read_script() made of the file's text.
std::vector<FileStep> file_steps(const MigrationFile& file, const Script& script);

}  // namespace pschema
