// Conditions as SQL, for files that ask again before they take a partition away. Internal to emit/.
#pragma once

#include <string>

#include "base/name.h"
#include "model/catalog.h"
#include "model/schema.h"

namespace pschema {

/// One statement that puts the answer about a relation into the setting `pschema.holds`: `true`, `false`, or
/// `unknown` where the condition is NULL or fails. It cannot write, and ends with the file's statement_timeout.
/// `references` are the foreign keys by which rows of other tables may point into it: none, once it is detached.
std::string ask_condition(const Condition& condition, const QualifiedName& relation,
                          const std::vector<ForeignKey>& references);

}  // namespace pschema
