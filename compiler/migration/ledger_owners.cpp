#include "migration/ledger_owners.h"

namespace pschema {

std::string ledger_distrusted() {
  return "NOT coalesce((SELECT bool_and(plain AND coalesce(rolsuper OR rolname = session_user\n"
         "    OR role = (SELECT datdba FROM pg_database WHERE datname = current_database())\n"
         "    OR pg_has_role(session_user, role, 'MEMBER')\n"
         "      AND NOT (SELECT s.rolsuper FROM pg_roles AS s WHERE s.rolname = session_user), false))\n"
         "  FROM (SELECT nspowner, true FROM pg_namespace WHERE nspname = 'pschema'\n"
         "    UNION ALL SELECT relowner, relkind = 'r' FROM pg_class JOIN pg_namespace ON pg_namespace.oid = "
         "relnamespace\n"
         "    WHERE nspname = 'pschema' AND relname IN ('migration', 'attempt', 'step')) AS owners (role, plain)\n"
         "  LEFT JOIN pg_roles ON pg_roles.oid = role), false)";
}

}  // namespace pschema
