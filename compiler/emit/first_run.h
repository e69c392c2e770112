// What the tests in migration files answer when nothing stands in the way.
#pragma once

#include "migration/script.h"

namespace pschema {

/// The answers that lead through the branches of a first run on a database where nothing of the file was done before:
/// by name of the psql variable, for every variable that an \if of our files asks for.
Variables first_run_answers();

}  // namespace pschema
