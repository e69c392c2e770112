// Files and folders, at the edge.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "migration/folder.h"

namespace pschema {

/// A file that cannot be read or written; the text says which and why.
struct FileError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

std::string read_file(const std::string& path);
std::string read_standard_input();

/// Writes beside the file and renames over it, so that nobody ever sees half of it. Throws FileError; then the old
/// file is as it was. Its rights are kept; a link stays one.
void write_file(const std::string& path, std::string_view text);

/// The schema files that the arguments name: files as they are, of folders every .pschema below them, sorted by path.
std::vector<std::string> schema_paths(const std::vector<std::string>& arguments);

/// The folder's .sql files and its pschema.sum. What a stopped write_folder had listed and not put in place is. A
/// folder that does not exist is empty where `may_be_missing`.
Folder read_folder(const std::string& path, bool may_be_missing);

/// Adds files to a folder (made if need be), with its pschema.sum: all of them or, where it fails or is stopped, none
/// or those that the next read_folder finds.
void write_folder(const std::string& path, const std::vector<MigrationFile>& files, const Folder& whole);

}  // namespace pschema
