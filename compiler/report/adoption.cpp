#include "report/adoption.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/quote.h"
#include "report/diagnostics_json.h"

namespace pschema {

std::string adoption_text(const Adoption& a) {
  const std::string what = a.attach ? fmt::format("attached to {}", quote(a.parent))
                                    : fmt::format("marked as detached from {}", quote(a.parent));
  const std::string& why = a.attach ? a.because : a.then;
  return printable(
             fmt::format("ADOPT {}: {}, {}{}{}", quote(a.relation), a.extent, what, why.empty() ? "" : "; ", why)) +
         "\n";
}

std::string adoption_json(const Adoption& a, const std::vector<MigrationFile>& files,
                          const std::vector<Diagnostic>& diagnostics, const SourceSet& sources) {
  nlohmann::json names = nlohmann::json::array();
  for (const MigrationFile& file : files) names.push_back(file.name + ".sql");
  return json_text({{"version", kJsonVersion},
                    {"command", "adopt"},
                    {"relation", quote(a.relation)},
                    {"parent", quote(a.parent)},
                    {"bound", a.bound_text},
                    {"extent", a.extent},
                    {"does", a.attach ? "attach" : "mark"},
                    {"why", a.attach ? a.because : a.then},
                    {"files", names},
                    {"diagnostics", diagnostics_value(diagnostics, sources)}});
}

}  // namespace pschema
