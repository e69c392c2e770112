#include "emit/first_run.h"

namespace pschema {

Variables first_run_answers() {
  return {
      // Head and foot.
      {"in_transaction", "false"},
      {"locked_out", "false"},
      {"ledger", "true"},
      {"distrusted", "false"},
      {"unwritable", "false"},
      {"applied", "false"},
      // The ledger's own file.
      {"no_schema", "true"},
      {"no_ledger", "true"},
      {"no_attempts", "true"},
      {"no_steps", "true"},
      {"outdated", "false"},
      // Steps.
      {"todo", "true"},
      {"verdict", "go"},
      {"ours", "true"},
      {"absent", "false"},
      {"started", "false"},
      {"fits", "true"},
      {"pending", "false"},
      {"detached", "true"},
      {"readable", "true"},
      {"referenced", "false"},
      {"moves", "true"},
      {"lost", "false"},
  };
}

}  // namespace pschema
