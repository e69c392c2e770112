// Files that came too late.
#pragma once

#include <map>
#include <set>
#include <string>

#include "base/name.h"
#include "migration/folder.h"
#include "migration/script.h"

namespace pschema {

/// The partitions that a file makes, attaches, detaches, moves or drops; not the parents, which all files of a table
/// share.
std::set<QualifiedName> partitions_touched(const Script& script);

/// The files of the folder that detach, move or drop, are not `applied`, and touch a partition that a later file
/// touched which is: what they were written for is no longer what is there. Each with the last such file.
std::map<std::string, std::string> superseded_files(const Folder& folder, const std::set<std::string>& applied);

}  // namespace pschema
