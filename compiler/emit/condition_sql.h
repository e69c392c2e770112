// Conditions as SQL, for files that ask again before they take a partition away. Internal to emit/.
#pragma once

#include <string>

#include "base/name.h"
#include "model/schema.h"

namespace pschema {

/// One statement that puts the answer about a relation into the setting `pschema.holds`: `true`, `false`, or
/// `unknown` where the condition is NULL or fails. It cannot write, and ends with the file's statement_timeout.
std::string ask_condition(const Condition& condition, const QualifiedName& relation);

}  // namespace pschema
