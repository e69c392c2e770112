// What is known about one range level of one branch while it is planned. Internal to plan/.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "plan/coverage.h"
#include "plan/cursor.h"
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
  const Axis& axis;
  KeyFormat format;
  const RangeAxis& keys;
  Cursor cursor;
  Window current;
  std::map<Window, Want> wanted;

  std::vector<PlacedChild> children;
  bool has_default = false;      // a DEFAULT partition stands beside the windows
  bool foreign_pending = false;  // a detach that is not ours is pending: no concurrent one may start
  Coverage covered;              // by what is attached now or will be after this plan; what is retired stays in
  Coverage freed;                // by interrupted detaches that this plan finishes
  std::set<Window> held;         // wanted or kept, and neither there nor made by this plan
  std::map<std::int64_t, std::string> literals;  // how the neighbours write a position, where it is not ours
  std::vector<const PlacedChild*> pending = {};  // children whose concurrent detach was interrupted
  std::optional<Window> next = {};               // what `create next` makes now

  /// nullptr: of a window that does not exist.
  bool kept(const Window& extent, const Measured* measured = nullptr) const {
    return !expired(level.lifecycle, axis, extent, cursor, measured);
  }
};

}  // namespace pschema
