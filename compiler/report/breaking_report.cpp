#include "report/breaking_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/quote.h"
#include "report/diagnostics_github.h"
#include "report/diagnostics_json.h"

namespace pschema {
namespace {

using nlohmann::json;

std::string place_text(const Span& place, const SourceSet& sources) {
  const LineColumn at = sources.position(place.file, place.begin);
  return fmt::format("{}:{}:{}", printable(sources.file(place.file).path), at.line, at.column);
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + printable(name);
  return text;
}

/// What stands below the line of a change.
std::vector<std::string> lines_below(const Broken& change) {
  std::vector<std::string> lines{std::string(break_effect(change.kind))};
  if (!change.windows.empty()) lines.push_back("windows: " + change.windows);
  if (!change.partitions.empty()) lines.push_back("partitions: " + joined(change.partitions));
  return lines;
}

std::string sentence(const Broken& change) {
  return fmt::format("{}: {}", printable(quote(change.table)), change.change);
}

}  // namespace

std::string breaking_text(const std::vector<Broken>& changes, const SourceSet& sources) {
  std::string text = changes.empty()
                         ? "nothing breaks\n"
                         : fmt::format("{} breaking change{}\n", changes.size(), changes.size() == 1 ? "" : "s");
  for (const Broken& change : changes) {
    text +=
        fmt::format("\n{}: {}: {}\n", place_text(change.place, sources), break_name(change.kind), sentence(change));
    for (const std::string& line : lines_below(change)) text += "  " + line + "\n";
  }
  return text;
}

std::string breaking_json(const std::vector<Broken>& changes, const std::vector<Diagnostic>& diagnostics,
                          const SourceSet& sources) {
  json out = json::array();
  for (const Broken& change : changes) {
    out.push_back({{"kind", break_name(change.kind)},
                   {"table", quote(change.table)},
                   {"change", change.change},
                   {"effect", break_effect(change.kind)},
                   {"place", place_value(sources, change.place)},
                   {"windows", change.windows.empty() ? json(nullptr) : json(change.windows)},
                   {"partitions", change.partitions}});
  }
  return json_text({{"version", kJsonVersion},
                    {"command", "breaking"},
                    {"changes", out},
                    {"diagnostics", diagnostics_value(diagnostics, sources)}});
}

std::string breaking_github(const std::vector<Broken>& changes, const SourceSet& sources) {
  std::string text;
  for (const Broken& change : changes) {
    std::string message = sentence(change);
    for (const std::string& line : lines_below(change)) message += "\n" + line;
    text += github_command("error", change.place, sources, std::string(break_name(change.kind)), message);
  }
  return text;
}

}  // namespace pschema
