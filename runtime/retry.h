// When a failed step is tried again. Pure: time, chance and sleep belong to the caller.
#pragma once

#include <chrono>
#include <optional>
#include <string_view>
#include <variant>

namespace pschema {

/// Pauses double from `first_pause` to `longest_pause`; each is cut by chance to between a half and the whole. No
/// pause begins that would end past `budget`, counted from the step's first attempt.
struct RetryPolicy {
  std::chrono::milliseconds budget{std::chrono::minutes(2)};
  std::chrono::milliseconds first_pause{200};
  std::chrono::milliseconds longest_pause{std::chrono::seconds(10)};
};

struct RetryAfter {
  std::chrono::milliseconds pause;
};
struct GiveUp {
  bool budget_spent = false;  // else the error is not one that goes away by waiting
};
using Decision = std::variant<RetryAfter, GiveUp>;

/// A lock time-out (55P03), a deadlock (40P01) or a serialization failure (40001).
bool is_transient(std::string_view sqlstate);

/// How long to wait after so many attempts; nullopt where the pause would end past the budget.
std::optional<std::chrono::milliseconds> next_pause(const RetryPolicy& policy, int attempt,
                                                    std::chrono::milliseconds elapsed, double chance);

/// `attempt` counts the failures of this step so far, this one included; `elapsed` runs since the step's first
/// attempt began; `chance` lies in 0 to 1.
Decision decide(const RetryPolicy& policy, std::string_view sqlstate, int attempt, std::chrono::milliseconds elapsed,
                double chance);

}  // namespace pschema
