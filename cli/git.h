// Files as they were at another commit, by the git that is installed.
#pragma once

#include <string>
#include <vector>

namespace pschema {

struct OldFile {
  std::string name;  // `REF:path`
  std::string text;
};

/// The schema files that the arguments (files and folders) name, as a commit, branch or tag of the repository that
/// holds each of them has them; those that are not there are left out. Throws FileError where git is missing, the
/// place is in no repository or it knows no such commit.
std::vector<OldFile> schemas_at(const std::string& ref, const std::vector<std::string>& arguments);

}  // namespace pschema
