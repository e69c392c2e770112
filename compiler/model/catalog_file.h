// catalog.toml: a Catalog as text, made to be committed and diffed.
#pragma once

#include <optional>
#include <string>

#include "base/diagnostic.h"
#include "model/catalog.h"

namespace pschema {

/// Sorted and stable, one partition a line, ends with a line feed. Same catalog, same bytes.
std::string write_catalog(const Catalog& catalog);

/// Reads what write_catalog wrote. Strict: an unknown key, a wrong type, a duplicate or a dangling parent is an error
/// at its place; then the result is empty. `file` is the text's number in the SourceSet; the text is
/// `sources.file(file).text`.
std::optional<Catalog> read_catalog(const SourceSet& sources, std::uint32_t file, Diagnostics& diagnostics);

}  // namespace pschema
