// Which windows a level wants and how long it keeps one: the arithmetic of `create` and `keep`, without a catalog.
#pragma once

#include <map>
#include <optional>

#include "model/schema.h"
#include "plan/operation.h"
#include "time/axis.h"

namespace pschema {

/// More windows than this are never counted out.
inline constexpr std::size_t kMaxWindows = 1'000'000;

/// The windows that `create` clauses ask for at `now`, each with the first of its reasons, without those that no `keep` clause
/// would keep. Ends early once it has `limit`.
std::map<Window, Reason> wanted_windows(const Lifecycle& lifecycle, const TimeAxis& axis, Instant now,
                                        std::size_t limit = kMaxWindows);

/// The first moment at which no `keep` clause holds for a partition with that extent; nullopt where it never comes. Never before its end has
/// come: the current window and those after it stay. The partition may be a part of a window.
std::optional<Instant> expires_at(const Lifecycle& lifecycle, const TimeAxis& axis, Window extent);

bool expired(const Lifecycle& lifecycle, const TimeAxis& axis, Window extent, Instant now);

/// Where nothing but `create until` reaches ahead, and it lies within two steps of `now` or is past: that moment.
std::optional<Instant> create_ends(const Lifecycle& lifecycle, const TimeAxis& axis, Instant now);

/// The position on a time axis of a moment that the user wrote.
std::int64_t position_of(const TimeAxis& axis, const AxisPlace& place);

}  // namespace pschema
