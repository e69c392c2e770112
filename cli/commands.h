// The commands.
#pragma once

#include <vector>

#include "cli/usage.h"

namespace pschema {

Usage adopt_usage();
Usage apply_usage();
Usage bound_usage();
Usage breaking_usage();
Usage check_usage();
Usage compile_usage();
Usage completion_usage();
Usage config_usage();
Usage explain_usage();
Usage fmt_usage();
Usage forecast_usage();
Usage maintain_usage();
Usage manual_usage();
Usage plan_usage();
Usage init_usage();
Usage route_usage();
Usage snapshot_usage();
Usage sql_usage();
Usage status_usage();
Usage sum_usage();

/// All, in the order of `pschema --help`: as one meets them at work.
std::vector<Usage> all_commands();

}  // namespace pschema
