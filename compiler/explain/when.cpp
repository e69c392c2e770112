#include "explain/when.h"

#include "base/overloaded.h"

namespace pschema {
namespace {

/// The clause that wants the window when the cursor stands there.
std::optional<std::size_t> wanting(const Lifecycle& lifecycle, const Axis& axis, std::int64_t turn, Instant now,
                                   const Window& w) {
  const auto* time = std::get_if<TimeAxis>(&axis);
  const Cursor cursor = time ? cursor_at(*time, Instant{turn}) : Cursor{now, turn};
  if (!window_at(axis, cursor.position)) return std::nullopt;
  const auto wanted = wanted_windows(lifecycle, axis, cursor);
  const auto at = wanted.find(w);
  return at == wanted.end() ? std::nullopt : at->second.clause;
}

}  // namespace

std::optional<FirstWanted> first_wanted(const Lifecycle& lifecycle, const Axis& axis, const Cursor& cursor,
                                        const Window& w) {
  if (w.hi <= cursor.position) return std::nullopt;
  const auto* time = std::get_if<TimeAxis>(&axis);
  std::int64_t low = time ? cursor.now.us : cursor.position;
  std::int64_t high = time ? std::max(low, instant_of(*time, w.lo).us) : std::max(low, w.lo);
  const auto clause_at = [&](std::int64_t turn) { return wanting(lifecycle, axis, turn, cursor.now, w); };
  // A window that is wanted stays so until it is the current one: the clauses move ahead with the cursor.
  auto clause = clause_at(high);
  if (!clause) return std::nullopt;
  if (const auto at_once = clause_at(low)) return FirstWanted{low, *at_once};
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    if (const auto there = clause_at(middle)) {
      clause = there;
      high = middle;
    } else {
      low = middle;
    }
  }
  return FirstWanted{high, *clause};
}

}  // namespace pschema
