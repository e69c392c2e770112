// One step of a file: a test of the catalog, and what runs where it holds. Internal to emit/.
#pragma once

#include <string>

#include "emit/emit.h"
#include "plan/operation.h"

namespace pschema {

/// The step's text, from its \echo on. `number` is `1/2`.
std::string step_text(const Operation& operation, const std::string& number, const FileSettings& settings);

/// Takes a marker of pschema away from a partition that is attached.
std::string clear_marker_text(const QualifiedName& partition, const std::string& number);

}  // namespace pschema
