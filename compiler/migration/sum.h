// pschema.sum: what the folder's files were when pschema last wrote them. Pure functions over texts.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/codes.h"
#include "migration/folder.h"

namespace pschema {

/// 64 hexadecimal digits in lower case.
std::string sha256_hex(std::string_view bytes);

/// One line for each file in the order of the names: its SHA-256, a running hash over this line and those above, its
/// name. So two branches that each added a file do not merge without notice.
std::string write_sum(const Folder& folder);

struct SumProblem {
  Code code;            // file_edited, file_missing, file_unlisted or bad_sum_file
  std::string file;     // the name with .sql; pschema.sum itself for bad_sum_file
  std::string message;  // for a person, without the code
  friend bool operator==(const SumProblem&, const SumProblem&) = default;
};

/// What differs between the folder and its pschema.sum, by name; empty where nothing does. Without a pschema.sum
/// every file is unlisted.
std::vector<SumProblem> check_sum(const Folder& folder);

/// Name (with .sql) to SHA-256 of what the list names.
std::map<std::string, std::string> listed_hashes(std::string_view sum_text);

}  // namespace pschema
