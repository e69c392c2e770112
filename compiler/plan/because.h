// Why an operation is decided: the sentences that plan and explain print alike, and the clause that they come from.
#pragma once

#include <optional>
#include <string>

#include "model/catalog.h"
#include "model/schema.h"
#include "plan/lifecycle.h"
#include "plan/operation.h"

namespace pschema {

/// A moment, or a place of the cursor, in the unit of expires_at: `2026-07-01`, `2026-07-01 Asia/Bangkok`, `key
/// 30000`, of a sliding list `value 102`.
std::string turn_text(const Level& level, const Axis& axis, std::int64_t turn);

/// The end of a grace, as the server counts it: a day is 24 hours. nullopt where the detach has no time yet.
std::optional<Instant> grace_over(const Marker& marker, const TimeSpan& grace);

/// What becomes of a partition of the level once it is detached: `may be dropped 7 days after its detach`.
std::string fate_text(const Lifecycle& lifecycle, bool foreign);

Because because_wanted(const Level& level, const Want& want);
Because because_of_bucket(const Level& level, std::int64_t modulus);
Because because_of_group(const ListGroup& group);
Because because_of_default(const DefaultPartition& partition);
Because because_kept(const Level& level, const Axis& axis, Window extent, const Cursor& cursor,
                     const Measured& measured);
Because because_expired(const Level& level, const Axis& axis, Window extent, const Cursor& cursor,
                        const Measured& measured, bool foreign);
Because because_interrupted();
Because because_dropped(const Level& level, const Relation& orphan);

}  // namespace pschema
