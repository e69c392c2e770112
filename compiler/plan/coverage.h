// Which parts of an axis partitions cover.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "time/axis.h"

namespace pschema {

/// A set of half-open intervals that may touch and overlap. Questions about one place cost the logarithm of their
/// number where they do not overlap, as those of one parent's partitions cannot.
class Coverage {
 public:
  void add(const Window& w) {
    if (w.lo < w.hi) windows_.insert(w);
  }
  void remove(const Window& w) { windows_.erase(w); }

  /// The parts of [lo, hi) that nothing covers, ascending.
  std::vector<Window> free_parts(std::int64_t lo, std::int64_t hi) const;
  bool covers(const Window& w) const { return free_parts(w.lo, w.hi).empty(); }
  bool leaves_free(const Window& w) const { return free_parts(w.lo, w.hi) == std::vector<Window>{w}; }

 private:
  std::set<Window> windows_;
};

}  // namespace pschema
