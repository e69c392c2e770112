// The grid of time that ranges lie on: step, beginning and zone.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "time/axis.h"

namespace pschema {

/// Zones to try, the likeliest first, behind UTC, which is always tried first.
using ZoneCandidates = std::vector<Zone>;

struct RecognisedGrid {
  TimeAxis axis;
  std::size_t exact = 0;  // how many of the ranges are windows of it
  bool zone_told = true;  // false: no bound says in which zone days begin
};

/// The grid, perhaps one that changed once, that more than half of the ranges are windows of. Of several, one that
/// begins at midnight; then the order of the candidates decides. nullopt where there is none, or no range.
std::optional<RecognisedGrid> recognise_grid(const std::vector<Window>& ranges, KeyClock clock,
                                             const ZoneCandidates& zones);

}  // namespace pschema
