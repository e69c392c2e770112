// Whose ledger is written to. Files ask in their head, `apply` before it writes.
#pragma once

#include <string>

namespace pschema {

/// An SQL expression, true unless every table of the ledger that is there is a plain table, and it and its schema
/// belong to the session's user, the database's owner, a superuser, or (where the session is no superuser) a role
/// that it is a member of. Whoever owns the ledger could hang a trigger on it that runs with the rights of whoever
/// writes there; whoever owns its schema could put another table in its place.
std::string ledger_distrusted();

}  // namespace pschema
