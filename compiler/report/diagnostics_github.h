// Diagnostics and findings as GitHub's workflow commands, which show them at the lines of a pull request.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/source.h"
#include "report/places.h"

namespace pschema {

/// One line each, `::error file=…,line=…::message`, hints and labels below the message as %0A. A finding that needs a
/// person is a warning, others are notices.
std::string diagnostics_github(const std::vector<Diagnostic>& diagnostics, const SourceSet& sources);
std::string findings_github(const std::vector<PlacedFinding>& findings, const SourceSet& sources);

/// Any such line; `level` is `error`, `warning` or `notice`. The message may have several lines.
std::string github_command(std::string_view level, const Span& span, const SourceSet& sources,
                           const std::string& title, const std::string& message);

}  // namespace pschema
