// What is known about one range level of one branch while it is planned. Internal to plan/.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "plan/lifecycle.h"
#include "plan/planner.h"

namespace pschema {

struct PlacedChild {
  const Relation* relation;
  RangePlace place;
};

struct Planner::RangeLevel {
  const Level& level;
  const Branch& branch;
  const TimeAxis& axis;
  KeyFormat format;
  Window current;
  std::map<Window, Reason> wanted;

  std::vector<PlacedChild> children;
  bool has_default = false;          // a DEFAULT partition stands beside the windows
  bool foreign_pending = false;      // a detach that is not ours is pending: no concurrent one may start
  std::vector<Window> covered;       // by what is attached now or will be after this plan; what is retired stays in
  std::vector<Window> will_attach;   // of those, what this plan attaches
  std::vector<Window> held;          // wanted or kept, and neither there nor made by this plan
  std::map<std::int64_t, std::string> literals;  // how the neighbours write a position, where it is not ours

  bool kept(const Window& extent, Instant now) const { return !expired(level.lifecycle, axis, extent, now); }
};

}  // namespace pschema
