// What pg_partman's configuration says about a table, as it stands in part_config.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/name.h"
#include "model/bound.h"
#include "recognise/range.h"

namespace pschema {

/// A row of part_config: column to text, without NULLs. Versions 4 and 5 differ in their columns.
struct PartmanTable {
  QualifiedName table;
  std::map<std::string, std::string> settings;
  bool sub_partitioned = false;  // has a row of part_config_sub
};

struct PartmanAdvice {
  KeyHint hint;
  std::optional<std::int64_t> premake;
  std::string keep, drop;  // clauses in the words of the language; empty: none
  std::vector<std::string> notes;
};

PartmanAdvice advice_of(const PartmanTable& table);

}  // namespace pschema
