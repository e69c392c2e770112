// Hooks, as options of the commands that run files.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/usage.h"
#include "runtime/hooks.h"

namespace pschema {

struct HookSettings {
  std::vector<std::string> given;  // --hook, each `before_drop=PROGRAM ARGUMENT…`
  std::int64_t timeout_seconds = 600;
  bool allow = false;
  bool none = false;
  Hooks configured;  // from the configuration; what is given on the command line stands before it
};

/// --hook, --hook-timeout, --allow-hooks, --no-hooks.
std::vector<Option> hook_options(HookSettings& into);

/// What may run. Throws Exit (64) where hooks are configured and neither allowed nor declined: one that archives must
/// not be left out in silence.
HookOptions settled_hooks(const HookSettings& settings);

}  // namespace pschema
