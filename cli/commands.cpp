#include "cli/commands.h"

namespace pschema {

std::vector<Usage> all_commands() {
  return {
      snapshot_usage(), plan_usage(), compile_usage(), apply_usage(), sum_usage(), bound_usage(),
  };
}

}  // namespace pschema
