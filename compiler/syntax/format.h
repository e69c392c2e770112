// A text in the one style of the language.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/diagnostic.h"
#include "base/source.h"

namespace pschema {

/// The text laid out anew: its words and comments in their order, and nothing else but where they stand. Keywords are
/// in lower case, names, strings, numbers and `$$` texts byte for byte as they were; line ends are LF, and there is
/// no byte order mark. Formatting the result again changes nothing. nullopt, with errors, where `parse` finds any.
/// Throws InternalError where the new text would not mean the same.
std::optional<std::string> format_schema(const SourceSet& sources, std::uint32_t file, Diagnostics& diagnostics);

}  // namespace pschema
