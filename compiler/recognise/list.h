// List levels: groups that every branch has, and lists that slide.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/catalog.h"

namespace pschema {

/// The smallest value of a list that slides: one whole number a partition, without a gap, and the column has a
/// default, which is the newest value or the next, or the column is called a partition. nullopt for any other.
std::optional<std::int64_t> sliding_from(const Table& table, const std::vector<const Relation*>& branches,
                                         const Column& leading);

struct CommonGroup {
  std::string name;
  std::vector<std::optional<std::string>> values;
  std::vector<const Relation*> members;  // one a branch
};
struct CommonGroups {
  std::vector<CommonGroup> groups;  // in the order of the first branch
  std::string named;                // a template; empty: the default one
  std::size_t others = 0;           // partitions of values that not every branch has
};
CommonGroups common_groups(const Table& table, const std::vector<const Relation*>& branches);

}  // namespace pschema
