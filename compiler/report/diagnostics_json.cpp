#include "report/diagnostics_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/places.h"

namespace pschema {
namespace {

using nlohmann::json;

json position_json(const SourceSet& sources, std::uint32_t file, std::uint32_t offset) {
  const LineColumn at = sources.position(file, offset);
  return {{"byte", offset}, {"line", at.line}, {"column", at.column}};
}

}  // namespace

json place_value(const SourceSet& sources, const Span& span) {
  if (!has_place(sources, span)) return nullptr;
  return {{"file", sources.file(span.file).path},
          {"begin", position_json(sources, span.file, span.begin)},
          {"end", position_json(sources, span.file, std::max(span.begin, span.end))}};
}

namespace {

/// Null where nothing is said.
json text_json(const std::string& text) { return text.empty() ? json(nullptr) : json(text); }

json diagnostic_json(const Diagnostic& d, const SourceSet& sources) {
  json others = json::array();
  for (const Label& other : d.others)
    others.push_back({{"place", place_value(sources, other.span)}, {"label", text_json(other.text)}});
  return {{"code", code_text(d.code)},
          {"name", code_name(d.code)},
          {"severity", d.severity == Severity::error ? "error" : "warning"},
          {"message", d.message},
          {"place", place_value(sources, d.span)},
          {"label", text_json(d.label)},
          {"others", others},
          {"hint", text_json(d.hint)},
          {"help", help_page(d.code)}};
}

}  // namespace

json diagnostics_value(const std::vector<Diagnostic>& diagnostics, const SourceSet& sources) {
  json out = json::array();
  for (const Diagnostic& d : diagnostics) out.push_back(diagnostic_json(d, sources));
  return out;
}

std::string diagnostics_json(std::string_view command, const std::vector<Diagnostic>& diagnostics,
                             const SourceSet& sources) {
  return document_json(command, json::object(), diagnostics, sources);
}

std::string document_json(std::string_view command, json members, const std::vector<Diagnostic>& diagnostics,
                          const SourceSet& sources) {
  members["version"] = kJsonVersion;
  members["command"] = std::string(command);
  members["diagnostics"] = diagnostics_value(diagnostics, sources);
  return json_text(members);
}

std::string json_text(const json& document) {
  return document.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace pschema
