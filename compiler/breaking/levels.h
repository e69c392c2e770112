// What is known while two levels are compared. Internal to breaking/.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "breaking/breaking.h"
#include "time/axis.h"

namespace pschema {

/// Collects the changes of one table.
struct Comparing {
  const SourceSet& texts;
  std::optional<Instant> at;
  QualifiedName table;
  std::vector<Broken>& out;

  void add(BreakKind kind, std::string change, Span place, std::string windows = {}) const {
    out.push_back({kind, table, std::move(change), place, std::move(windows)});
  }
  /// A clause as it was written, on one line and in backticks; `otherwise` where it was not written.
  std::string clause(Span span, std::string_view otherwise) const;
};

/// The axis of a range level or sliding list.
std::optional<Axis> axis_of(const Level& level);

/// `create`, `keep`, `detach` and `drop` of two levels whose axes are of one kind.
void compare_lifecycles(const Comparing& in, const Level& before, const Level& after);
void compare_keep(const Comparing& in, const Level& before, const Level& after);
void compare_create(const Comparing& in, const Level& before, const Level& after);

/// Does a condition hold wherever the other does? False where that is not certain.
bool implies(const Condition& a, const Condition& b);

}  // namespace pschema
