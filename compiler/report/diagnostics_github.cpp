#include "report/diagnostics_github.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/quote.h"

namespace pschema {
namespace {

void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
}

/// Only the line ends that we put in: what the user wrote has none any more.
std::string escape_data(std::string text) {
  replace_all(text, "%", "%25");
  replace_all(text, "\r", "%0D");
  replace_all(text, "\n", "%0A");
  return text;
}

std::string escape_property(std::string text) {
  text = escape_data(std::move(text));
  replace_all(text, ":", "%3A");
  replace_all(text, ",", "%2C");
  return text;
}

/// GitHub shows columns only where the mark ends on its line, and counts them up to the last one that is marked.
std::string place_properties(const Span& span, const SourceSet& sources) {
  if (!has_place(sources, span)) return {};
  const LineColumn begin = sources.position(span.file, span.begin);
  const LineColumn end = sources.position(span.file, std::max(span.begin, span.end));
  std::string out =
      fmt::format("file={},line={}", escape_property(printable(sources.file(span.file).path)), begin.line);
  if (begin.line != end.line) return out + fmt::format(",endLine={},", end.line);
  return out + fmt::format(",endLine={},col={},endColumn={},", end.line, begin.column,
                           std::max(begin.column, end.column - 1));
}

std::string message_of(const Diagnostic& d, const SourceSet& sources) {
  std::string out = printable(d.message);
  if (!d.label.empty()) out += "\n" + printable(d.label);
  for (const Label& other : d.others) {
    if (!has_place(sources, other.span)) continue;
    const LineColumn at = sources.position(other.span.file, other.span.begin);
    out += fmt::format("\n{}:{}:{}: {}", printable(sources.file(other.span.file).path), at.line, at.column,
                       printable(other.text));
  }
  if (!d.hint.empty()) out += "\nhint: " + printable(d.hint);
  return out;
}

}  // namespace

std::string github_command(std::string_view level, const Span& span, const SourceSet& sources,
                           const std::string& title, const std::string& message) {
  return fmt::format("::{} {}title={}::{}\n", level, place_properties(span, sources), escape_property(title),
                     escape_data(message));
}

std::string diagnostics_github(const std::vector<Diagnostic>& diagnostics, const SourceSet& sources) {
  std::string out;
  for (const Diagnostic& d : diagnostics) {
    out += github_command(d.severity == Severity::error ? "error" : "warning", d.span, sources,
                          fmt::format("{} {}", code_text(d.code), code_name(d.code)), message_of(d, sources));
  }
  return out;
}

std::string findings_github(const std::vector<PlacedFinding>& findings, const SourceSet& sources) {
  std::string out;
  for (const auto& [finding, place] : findings) {
    out += github_command(finding.severity == FindingSeverity::warning ? "warning" : "notice", place, sources,
                          std::string(finding_name(finding.kind)),
                          fmt::format("{} {}", printable(finding.subject), printable(finding.sentence)));
  }
  return out;
}

}  // namespace pschema
