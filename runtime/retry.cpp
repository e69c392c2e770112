#include "runtime/retry.h"

#include <algorithm>

namespace pschema {

bool is_transient(std::string_view sqlstate) {
  return sqlstate == "55P03" || sqlstate == "40P01" || sqlstate == "40001";
}

std::optional<std::chrono::milliseconds> next_pause(const RetryPolicy& policy, int attempt,
                                                    std::chrono::milliseconds elapsed, double chance) {
  std::chrono::milliseconds pause = std::min(policy.first_pause, policy.longest_pause);
  for (int i = 1; i < attempt && pause < policy.longest_pause; ++i) pause = std::min(pause * 2, policy.longest_pause);
  const double part = 0.5 + 0.5 * std::clamp(chance, 0.0, 1.0);
  pause = std::chrono::milliseconds(
      static_cast<std::chrono::milliseconds::rep>(static_cast<double>(pause.count()) * part));
  if (elapsed + pause > policy.budget) return std::nullopt;
  return pause;
}

Decision decide(const RetryPolicy& policy, std::string_view sqlstate, int attempt, std::chrono::milliseconds elapsed,
                double chance) {
  if (!is_transient(sqlstate)) return GiveUp{false};
  const auto pause = next_pause(policy, attempt, elapsed, chance);
  if (!pause) return GiveUp{true};
  return RetryAfter{*pause};
}

}  // namespace pschema
