// A plan for people, and the same words as JSON.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/source.h"
#include "plan/operation.h"

namespace pschema {

/// What a migration file holds for an operation, by its place in the plan of its table; empty: is not shown.
using StepText = std::function<std::string(const TablePlan& table, std::size_t operation)>;

/// A count line, then a block for each table. Ends with a line feed.
std::string plan_text(const Plan& plan, const StepText& sql = nullptr);

/// The same as JSON, sorted keys, two blanks of indent, ends with a line feed. `version` is that of this form.
/// What was found in the schema, and why tables were refused, is the member `diagnostics`.
std::string plan_json(const Plan& plan, const std::vector<Diagnostic>& diagnostics, const SourceSet& sources,
                      const StepText& sql = nullptr);

/// The names of the files that `compile` added to the folder, and the plan that they carry out.
std::string compiled_json(const Plan& plan, const std::vector<MigrationFile>& files,
                          const std::vector<Diagnostic>& diagnostics, const SourceSet& sources);

}  // namespace pschema
