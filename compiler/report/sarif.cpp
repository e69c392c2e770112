#include "report/sarif.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "report/diagnostics_json.h"

namespace pschema {
namespace {

using nlohmann::json;

constexpr std::string_view kSchema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

json text_message(std::string_view text) { return {{"text", std::string(text)}}; }

// --- Rules
// --------------------------------------------------------------------------------------------------------------

/// `unexpected_token` as `unexpected token`, for people, and as `UnexpectedToken`, as the names of rules are written.
std::string words(std::string_view name) {
  std::string out(name);
  std::replace(out.begin(), out.end(), '_', ' ');
  return out;
}
std::string pascal(std::string_view name) {
  std::string out;
  bool first = true;
  for (const char c : name) {
    if (c != '_') out += first && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    first = c == '_';
  }
  return out;
}

/// SARIF wants an absolute URI for `helpUri`, and the pages come with pschema: so they are named in the help.
json rule(const std::string& id, std::string_view name, std::string_view level, const std::string& page) {
  return {{"id", id},
          {"name", pascal(name)},
          {"shortDescription", text_message(words(name))},
          {"help", {{"text", "see " + page + " of pschema"}, {"markdown", "see `" + page + "` of pschema"}}},
          {"defaultConfiguration", {{"level", level}}}};
}

/// The rules by their identifiers, in whose order they stand.
using Rules = std::map<std::string, json>;

std::string_view level_of(Severity severity) { return severity == Severity::error ? "error" : "warning"; }
std::string_view level_of(FindingSeverity severity) {
  return severity == FindingSeverity::warning ? "warning" : "note";
}

Rules rules_of(const std::vector<Diagnostic>& diagnostics, const std::vector<PlacedFinding>& findings) {
  Rules rules;
  for (const Diagnostic& d : diagnostics) {
    const std::string id = code_text(d.code);
    rules.emplace(id, rule(id, code_name(d.code), level_of(d.severity), help_page(d.code)));
  }
  for (const PlacedFinding& placed : findings) {
    const std::string id(finding_name(placed.finding.kind));
    rules.emplace(id, rule(id, id, level_of(placed.finding.severity), "docs/findings/" + id + ".md"));
  }
  return rules;
}

// --- Places
// -------------------------------------------------------------------------------------------------------------

json region(const Span& span, const SourceSet& sources) {
  const std::uint32_t last = std::max(span.begin, span.end);
  const LineColumn begin = sources.position(span.file, span.begin);
  const LineColumn end = sources.position(span.file, last);
  return {{"startLine", begin.line}, {"startColumn", begin.column}, {"endLine", end.line},
          {"endColumn", end.column}, {"byteOffset", span.begin},    {"byteLength", last - span.begin}};
}

json location(const Span& span, const SourceSet& sources, const std::string& label) {
  json out{{"physicalLocation",
            {{"artifactLocation", {{"uri", uri_of_path(sources.file(span.file).path)}}},
             {"region", region(span, sources)}}}};
  if (!label.empty()) out["message"] = text_message(label);
  return out;
}

json locations(const Span& span, const SourceSet& sources, const std::string& label) {
  return has_place(sources, span) ? json::array({location(span, sources, label)}) : json::array();
}

json related_locations(const std::vector<Label>& others, const SourceSet& sources) {
  json out = json::array();
  for (const Label& other : others) {
    if (!has_place(sources, other.span)) continue;
    json one = location(other.span, sources, other.text);
    one["id"] = out.size() + 1;
    out.push_back(std::move(one));
  }
  return out;
}

// --- Results
// ------------------------------------------------------------------------------------------------------------

json result(const std::string& id, const Rules& rules, std::string_view level, const std::string& text, json places) {
  return {{"ruleId", id},
          {"ruleIndex", std::distance(rules.begin(), rules.find(id))},
          {"level", level},
          {"message", text_message(text)},
          {"locations", std::move(places)}};
}

json result_of(const Diagnostic& d, const Rules& rules, const SourceSet& sources) {
  std::string text = d.message;
  if (!d.hint.empty()) text += "\nhint: " + d.hint;
  json out = result(code_text(d.code), rules, level_of(d.severity), text, locations(d.span, sources, d.label));
  if (json related = related_locations(d.others, sources); !related.empty()) {
    out["relatedLocations"] = std::move(related);
  }
  return out;
}

json result_of(const PlacedFinding& placed, const Rules& rules, const SourceSet& sources) {
  const Finding& f = placed.finding;
  return result(std::string(finding_name(f.kind)), rules, level_of(f.severity), f.subject + " " + f.sentence,
                locations(placed.place, sources, {}));
}

/// What a URI may hold as it stands, of the characters of a path.
bool plain_in_path(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("-._~/!$&'()*+,;=@").find(c) != std::string_view::npos;
}

}  // namespace

std::string uri_of_path(std::string_view path) {
  std::string out(path.substr(0, 1) == "/" ? "file://" : "");
  while (path.substr(0, 2) == "./") path.remove_prefix(2);
  for (const char c : path)
    out += plain_in_path(c) ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return out;
}

std::string sarif_log(std::string_view version, const std::vector<Diagnostic>& diagnostics,
                      const std::vector<PlacedFinding>& findings, const SourceSet& sources) {
  const Rules rules = rules_of(diagnostics, findings);
  json listed = json::array();
  for (const auto& [id, rule] : rules) listed.push_back(rule);
  json results = json::array();
  for (const Diagnostic& d : diagnostics) results.push_back(result_of(d, rules, sources));
  for (const PlacedFinding& placed : findings) results.push_back(result_of(placed, rules, sources));
  const json run{{"tool", {{"driver", {{"name", "pschema"}, {"version", std::string(version)}, {"rules", listed}}}}},
                 {"columnKind", "unicodeCodePoints"},
                 {"results", results}};
  return json_text({{"$schema", kSchema}, {"version", "2.1.0"}, {"runs", json::array({run})}});
}

}  // namespace pschema
