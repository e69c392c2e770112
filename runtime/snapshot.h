// Reads the catalog of a database (design.md, Catalog snapshot).
#pragma once

#include "model/catalog.h"
#include "model/schema.h"
#include "runtime/session.h"

namespace pschema {

/// All that model/catalog.h holds about the tables that the schema names, in one repeatable-read transaction. Takes
/// no lock on them; only the text of a generated column and of a key that is an expression is had from the server in
/// a way that waits behind an ACCESS EXCLUSIVE lock, for at most ten seconds. A table that does not exist is absent
/// from Catalog::tables; so is its tree. Then the facts that row_facts.h measures, which read rows.
///
/// Orphans: relations that bear a readable marker, are not attached, and whose marker names as parent a table of
/// these trees, another such orphan's, or one that does not exist. `zone_data` stays empty: it belongs to whoever has
/// the zone files.
///
/// The session must be outside a transaction and pinned (Session::pin). Throws DatabaseError.
Catalog take_snapshot(Session& session, const Schema& schema);

}  // namespace pschema
