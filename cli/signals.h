// SIGINT and SIGTERM end a run, after cleaning up.
#pragma once

#include "runtime/stop.h"

namespace pschema {

/// From now on both raise the flag instead of ending the program.
void catch_signals();
const StopFlag& stop_flag();

}  // namespace pschema
