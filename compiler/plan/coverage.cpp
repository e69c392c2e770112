#include "plan/coverage.h"

#include <algorithm>
#include <limits>

namespace pschema {

std::vector<Window> Coverage::free_parts(std::int64_t lo, std::int64_t hi) const {
  // Partitions of one parent do not overlap, so only the last one that begins at or before lo can reach over it.
  auto at = windows_.upper_bound(Window{lo, std::numeric_limits<std::int64_t>::max()});
  if (at != windows_.begin()) --at;
  std::vector<Window> parts;
  for (; at != windows_.end() && at->lo < hi; ++at) {
    if (at->hi <= lo) continue;
    if (at->lo > lo) parts.push_back({lo, at->lo});
    lo = std::max(lo, at->hi);
  }
  if (lo < hi) parts.push_back({lo, hi});
  return parts;
}

}  // namespace pschema
