// What `pschema init` asks a database before there is a schema.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/name.h"
#include "runtime/session.h"

namespace pschema {

/// The partitioned tables that are no partitions, by name; without temporary ones and those of extensions.
std::vector<QualifiedName> partitioned_tables(Session& session);

/// The TimeZone that sessions of this user begin with in this database, unless the client asks for another.
std::string time_zone_setting(Session& session);

/// A row of pg_partman's part_config: column to text, without NULLs.
struct PartConfig {
  QualifiedName table;
  std::map<std::string, std::string> settings;
  bool sub_partitioned = false;  // part_config_sub has a row, too
};
/// None where there is no such table or this role may not read it. Whatever schema it is in, that of the extension
/// first.
std::vector<PartConfig> partman_tables(Session& session);

}  // namespace pschema
