// The one lock that runs of pschema take in a database.
#pragma once

#include <cstdint>
#include <string>

namespace pschema {

/// Key of the session advisory lock: the ASCII bytes of `pschema`. Files take it in their head, `apply` around a
/// whole run; it is re-entrant within a session, so a file must give back only what it took (pg_advisory_unlock,
/// never pg_advisory_unlock_all).
inline constexpr std::int64_t kAdvisoryLockKey = 31652068182027617;

/// An SQL condition on a row `l` of pg_locks: this lock, held, in this database. A bigint key is two numbers there.
std::string is_advisory_lock();

}  // namespace pschema
