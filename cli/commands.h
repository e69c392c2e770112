// The commands. Each returns its exit code, or throws Exit, FileError, DatabaseError or InternalError.
#pragma once

#include "cli/arguments.h"

namespace pschema {

int run(const SnapshotCommand& command);
int run(const PlanCommand& command);
int run(const CompileCommand& command);
int run(const ApplyCommand& command);
int run(const SumCommand& command);
int run(const BoundCommand& command);
int run(const Answered& answered);

}  // namespace pschema
