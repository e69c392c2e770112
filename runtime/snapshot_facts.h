// What `snapshot` measures beyond the catalog: facts about rows, only where a clause of the schema asks for them
// (model/facts.h).
#pragma once

#include "model/catalog.h"
#include "model/schema.h"
#include "runtime/session.h"

namespace pschema {

/// Adds the facts to the catalog. Each is had in a read-only transaction of its own that holds ACCESS SHARE and is
/// limited in time. The session must be outside a transaction and pinned. Throws DatabaseError.
void measure_facts(Session& session, const Schema& schema, Catalog& catalog);

}  // namespace pschema
