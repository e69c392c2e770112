// Text to AST.
#pragma once

#include <cstdint>

#include "base/diagnostic.h"
#include "base/source.h"
#include "syntax/ast.h"

namespace pschema {

/// Reads one text of the set. Every mistake is reported once, PS1001 to PS1020, and also PS2001 (a second `pschema`
/// or `time zone`), PS2015 (a clause in the wrong kind of block) and PS2016 (a number without a unit). Where
/// something was reported the result lacks what was concerned, and says where (ast.h). No exception, whatever the
/// bytes. Source of the rules: docs/language.md, Lexical rules and Errors.
ast::File parse(const SourceSet& sources, std::uint32_t file, Diagnostics& diagnostics);

}  // namespace pschema
