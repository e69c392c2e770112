// AST to Schema: names, zones, steps, instants, templates, lifecycles; every rule of the language that needs no
// database.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "model/schema.h"
#include "syntax/ast.h"
#include "time/zone.h"

namespace pschema {

/// The names of all time zones that the files mention, for the edge to load before `check`. Any text a user can
/// write.
std::set<std::string> zone_names(const std::vector<ast::File>& files);

/// The meaning of the files together. Reports PS2001 to PS2035, and nothing that follows from what `parse` could not
/// read and has reported. Where either reported an error the schema is incomplete and must not be planned with. A
/// zone that is not in `zones` is unknown. Source of the rules: docs/language.md.
Schema check(const std::vector<ast::File>& files, const ZoneDatabase& zones, Diagnostics& diagnostics);

}  // namespace pschema
