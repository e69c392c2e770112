// Programs of the user's that run before and after operations.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/child.h"
#include "runtime/step_operations.h"

namespace pschema {

/// By what they stand at (`before_drop`): a program and its arguments.
using Hooks = std::map<std::string, std::vector<std::string>>;

inline constexpr std::chrono::minutes kHookTimeout{10};

struct HookOptions {
  Hooks commands;  // empty: no hook runs
  std::chrono::milliseconds timeout{kHookTimeout};
};

/// `before_create`, … `after_move`.
const std::vector<std::string>& hook_names();
std::string hook_name(bool before, OperationKind kind);

/// What is wrong with them: a name that is none, an empty command. Empty where nothing is.
std::string hooks_fault(const Hooks& hooks);

/// What a hook is told (docs/schemas/hook.json). No field comes from a connection string.
struct HookEvent {
  std::string hook;
  StepOperation operation;
  std::string reason;  // `retention_expired`; empty where it is not known
  std::string file;    // without .sql
  int step = 0;
  std::string database;
  std::string server_version;
  std::string at;  // the server's clock
};
std::string hook_event_json(const HookEvent& event);

/// The reason that the comments at the head of a step give for an operation.
std::string reason_in(std::string_view step_text, const StepOperation& operation);

Child hook_child(const std::vector<std::string>& command, const HookEvent& event, std::chrono::milliseconds timeout);

}  // namespace pschema
