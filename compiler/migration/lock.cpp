#include "migration/lock.h"

namespace pschema {

std::string is_advisory_lock() {
  constexpr int kHalf = 32;
  return "l.locktype = 'advisory' AND l.granted AND l.objsubid = 1 AND l.classid = " +
         std::to_string(kAdvisoryLockKey >> kHalf) +
         " AND l.objid = " + std::to_string(kAdvisoryLockKey & 0xFFFFFFFF) +
         " AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())";
}

}  // namespace pschema
