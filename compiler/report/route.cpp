#include "report/route.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/quote.h"
#include "report/diagnostics_json.h"
#include "report/explain.h"

namespace pschema {
namespace {

using nlohmann::json;

std::string first_line(const Route& route) {
  if (route.end == Routed::partition) return printable(quote(route.below)) + "\n";
  if (route.end == Routed::one_of)
    return fmt::format("one of the {} buckets below {}\n", route.one_of.size(), printable(quote(route.below)));
  return "none\n";
}

}  // namespace

std::string route_text(const Route& route, const SourceSet& sources) {
  std::string text = first_line(route);
  for (const RouteStep& step : route.steps)
    text += fmt::format("  {}: {}\n", printable(quote(step.partition)), step.why);
  if (route.end != Routed::partition)
    text += fmt::format("  {} below {}: {}\n", routed_name(route.end), printable(quote(route.below)), route.reason);
  text += facts_text(route.facts, sources);
  for (const std::string& note : route.notes) text += "  note: " + note + "\n";
  return text;
}

std::string route_json(const Route& route, const QualifiedName& table, Instant at,
                       const std::vector<Diagnostic>& diagnostics, const SourceSet& sources) {
  json steps = json::array(), one_of = json::array();
  for (const RouteStep& step : route.steps) {
    steps.push_back({{"partition", quote(step.partition)},
                     {"why", step.why},
                     {"level", step.level ? place_value(sources, *step.level) : json(nullptr)}});
  }
  for (const QualifiedName& bucket : route.one_of) one_of.push_back(quote(bucket));
  const bool arrived = route.end == Routed::partition;
  return document_json("route",
                       {{"at", format_utc(at)},
                        {"table", quote(table)},
                        {"result", routed_name(route.end)},
                        {"partition", arrived ? json(quote(route.below)) : json(nullptr)},
                        {"below", quote(route.below)},
                        {"reason", route.reason.empty() ? json(nullptr) : json(route.reason)},
                        {"steps", steps},
                        {"one_of", one_of},
                        {"facts", facts_value(route.facts, sources)},
                        {"notes", route.notes}},
                       diagnostics, sources);
}

}  // namespace pschema
