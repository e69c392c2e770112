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

/// Where a level stands: the moment of the plan, and the position of the cursor, which on a time axis is that moment
/// too.
struct Cursor {
  Instant now;
  std::int64_t position = 0;
};
Cursor cursor_at(const TimeAxis& axis, Instant now);

/// Why a window is wanted: the first of its reasons, and the clause that has it.
struct Want {
  Reason reason;
  std::optional<std::size_t> clause = {};  // by its number among the `create` clauses; none: `default drain all`
};

/// The windows that `create` clauses ask for, without those that no `keep` clause would keep; `create next` is not
/// among them, because it depends on what is there. Ends early once it has `limit`.
std::map<Window, Want> wanted_windows(const Lifecycle& lifecycle, const Axis& axis, const Cursor& cursor,
                                      std::size_t limit = kMaxWindows);

/// What holds on to a partition with that extent longest.
struct Keeper {
  std::optional<std::size_t> clause;  // by its number among the `keep` clauses; none: nothing but its own end
  std::optional<std::int64_t> until;  // see expires_at
};
Keeper keeper_of(const Lifecycle& lifecycle, const Axis& axis, Window extent, const Measured* measured = nullptr);

/// Where the cursor stands when no `keep` clause holds any more for a partition with that extent: microseconds of an
/// instant on a time axis, a position on an integer axis; nullopt where it never comes. Never before its end has
/// come: the current window and those after it stay. The partition may be a part of a window. `measured` is what
/// conditions are answered by: a clause whose condition does not hold is passed over, one whose condition is not
/// known holds; nullptr stands for a partition that does not exist, of which every condition is false.
std::optional<std::int64_t> expires_at(const Lifecycle& lifecycle, const Axis& axis, Window extent,
                                       const Measured* measured = nullptr);

/// When one clause lets go of an extent, in the same unit, whatever its condition; nullopt where it never does. The
/// least of all numbers where it never held on to it (`keep from … to …` of other windows).
std::optional<std::int64_t> let_go_of(const KeepClause& clause, const Axis& axis, Window extent);

/// Where the cursor stands, in the same unit.
std::int64_t place_of_cursor(const Axis& axis, const Cursor& cursor);

bool expired(const Lifecycle& lifecycle, const Axis& axis, Window extent, const Cursor& cursor,
             const Measured* measured = nullptr);

/// The clauses that would hold at the cursor but for their condition: what a file has to ask again.
std::vector<KeepAgain> passed_over(const Lifecycle& lifecycle, const Axis& axis, Window extent, const Cursor& cursor,
                                   const Measured* measured);

/// What was measured of a relation; nothing where nothing was.
const Measured& measured_of(const Catalog& catalog, const QualifiedName& relation);

/// Where nothing but `create until` reaches ahead, and it lies within two steps of the cursor or is past: its
/// position.
std::optional<std::int64_t> create_ends(const Lifecycle& lifecycle, const Axis& axis, const Cursor& cursor);

/// The first window from `w` on that begins before `hi` and is kept, found by halving where older windows expire
/// before younger ones. Under a `keep from … to` it is `w`, kept or not.
std::optional<Window> first_kept(const Lifecycle& lifecycle, const Axis& axis, const Cursor& cursor,
                                 std::optional<Window> w, std::int64_t hi);

/// The position on an axis of a place that the user wrote.
std::int64_t position_of(const Axis& axis, const AxisPlace& place);

}  // namespace pschema
