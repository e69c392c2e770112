// A forecast as text and as JSON (docs/schemas/forecast.json).
#pragma once

#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/source.h"
#include "forecast/forecast.h"

namespace pschema {

std::string forecast_text(const Forecast& forecast);
std::string forecast_json(const Forecast& forecast, const std::vector<Diagnostic>& diagnostics,
                          const SourceSet& sources);

}  // namespace pschema
