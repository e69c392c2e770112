// Diagnostics and findings as a SARIF 2.1.0 log, which code hosts and editors show at their lines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/source.h"
#include "report/places.h"

namespace pschema {

/// One run, with a rule for each code and kind of finding that occurs. Columns count Unicode code points. Ends with a
/// line feed. `version` is that of pschema.
std::string sarif_log(std::string_view version, const std::vector<Diagnostic>& diagnostics,
                      const std::vector<PlacedFinding>& findings, const SourceSet& sources);

/// A path as a URI reference: percent-encoded, and `file:///…` where it is absolute. Backslashes and colons are
/// ordinary characters of a name here.
std::string uri_of_path(std::string_view path);

}  // namespace pschema
