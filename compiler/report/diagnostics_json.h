// Diagnostics as JSON (docs/schemas/diagnostics.json).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/source.h"

namespace pschema {

/// The version of every JSON document that pschema prints.
inline constexpr int kJsonVersion = 1;

/// Where something stands: file, begin and end; null where it is about no text.
nlohmann::json place_value(const SourceSet& sources, const Span& span);

/// An array, for the member `diagnostics` of a command's document.
nlohmann::json diagnostics_value(const std::vector<Diagnostic>& diagnostics, const SourceSet& sources);

/// The document of a command that says nothing else: what a run that ends on errors prints. Ends with a line feed.
std::string diagnostics_json(std::string_view command, const std::vector<Diagnostic>& diagnostics,
                             const SourceSet& sources);

/// A command's document: its members with version, command and diagnostics.
std::string document_json(std::string_view command, nlohmann::json members,
                          const std::vector<Diagnostic>& diagnostics, const SourceSet& sources);

/// As every document of ours is printed: sorted keys, two blanks of indent, U+FFFD for bytes that are not UTF-8
/// (names of a database in another encoding), a line feed at the end.
std::string json_text(const nlohmann::json& document);

}  // namespace pschema
