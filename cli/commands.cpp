#include "cli/commands.h"

namespace pschema {

std::vector<Usage> all_commands() {
  // clang-format off
  return {
      init_usage(),
      snapshot_usage(),
      plan_usage(),
      compile_usage(),
      check_usage(),
      explain_usage(),
      route_usage(),
      apply_usage(),
      maintain_usage(),
      status_usage(),
      sum_usage(),
      forecast_usage(),
      breaking_usage(),
      fmt_usage(),
      sql_usage(),
      adopt_usage(),
      bound_usage(),
      completion_usage(),
      manual_usage(),
  };
  // clang-format on
}

}  // namespace pschema
