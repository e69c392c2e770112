// Short ways to write instants, zones and windows in tests.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "time/axis.h"
#include "time/encoding.h"
#include "zonefiles/zonefiles.h"

namespace pschema {

inline LocalTime local(std::string_view text) {
  const auto parsed = parse_instant(text);
  if (!parsed) ADD_FAILURE() << "not an instant: " << text;
  return parsed.value_or(ParsedInstant{}).local;
}

/// UTC where the text has no offset.
inline Instant instant(std::string_view text) {
  const auto parsed = parse_instant(text).value_or(ParsedInstant{});
  return Instant{local(text).us - parsed.offset_us.value_or(0)};
}

inline Zone zone(std::string_view name) {
  const auto found = load_zone(name);
  if (!found) ADD_FAILURE() << "no zone data for " << name << ": the tests need tzdata";
  return found.value_or(Zone());
}

inline TimeAxis grid(TimeSpan step, Zone z = Zone(), KeyClock clock = KeyClock::absolute) {
  return {std::move(z), clock, {{step, default_anchor(step.unit), {}}}};
}

inline TimeAxis grid(TimeSpan step, std::string_view anchor, Zone z = Zone(), KeyClock clock = KeyClock::absolute) {
  return {std::move(z), clock, {{step, local(anchor), {}}}};
}

inline std::string text_of(const Window& w) { return format_utc({w.lo}) + " " + format_utc({w.hi}); }

/// The window at an instant, and as many neighbours, as text.
inline std::vector<std::string> windows(const TimeAxis& axis, std::string_view first, int count) {
  std::vector<std::string> out;
  auto w = window_at(axis, position_of(axis, instant(first)));
  for (int i = 0; i < count && w; ++i, w = next(axis, *w)) out.push_back(text_of(*w));
  return out;
}

}  // namespace pschema
