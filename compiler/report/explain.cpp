#include "report/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/quote.h"
#include "report/diagnostics_json.h"
#include "report/places.h"
#include "report/plan_value.h"
#include "report/words.h"

namespace pschema {
namespace {

using nlohmann::json;

std::string clause_words(const ClauseAt& clause, const SourceSet& sources) {
  if (!clause.at || !has_place(sources, *clause.at)) return fmt::format("`{}`", printable(clause.text));
  return fmt::format("`{}` ({})", printable(source_text(sources, *clause.at)), place_text(sources, *clause.at));
}

std::vector<Fact> all_facts(const Explanation& e) {
  std::vector<Fact> facts = e.facts;
  if (e.measured.bytes) facts.push_back({"size", size_text(*e.measured.bytes), {}, {}});
  if (e.measured.rows) facts.push_back({"rows", rows_text(e.measured), {}, {}});
  return facts;
}

std::string_view explained_word(Explained what) {
  switch (what) {
    case Explained::table:
      return "table";
    case Explained::partition:
      return "partition";
    case Explained::orphan:
      return "orphan";
    case Explained::planned:
      return "planned";
    case Explained::not_yet:
      return "not_yet";
    case Explained::gone:
      return "gone";
  }
  return {};
}

std::string operation_text(const Operation& operation) {
  const std::string detail = operation.because.detail.empty() ? std::string() : ": " + operation.because.detail;
  return fmt::format("{} {} ({}){}", verb_of(operation), printable(quote(target_of(operation))),
                     reason_name(operation.reason), detail);
}

}  // namespace

std::string source_text(const SourceSet& sources, const Span& span) {
  const std::string_view text =
      std::string_view(sources.file(span.file).text).substr(span.begin, span.end - span.begin);
  std::string line;
  for (const char c : text) {
    const bool blank = static_cast<unsigned char>(c) <= 0x20;
    if (!blank) line += c;
    if (blank && !line.empty() && line.back() != ' ') line += ' ';
  }
  while (line.ends_with(' ') || line.ends_with(';')) line.pop_back();
  return line;
}

std::string place_text(const SourceSet& sources, const Span& span) {
  return fmt::format("{}:{}", printable(sources.file(span.file).path), sources.position(span.file, span.begin).line);
}

std::string facts_text(const std::vector<Fact>& facts, const SourceSet& sources) {
  std::size_t width = 0;
  for (const Fact& fact : facts) width = std::max(width, fact.name.size());
  std::string text;
  for (const Fact& fact : facts) {
    text += fmt::format("  {:<{}} {}", fact.name + ":", width + 1, fact.text);
    if (fact.clause) text += (fact.text.empty() ? "" : ", by ") + clause_words(*fact.clause, sources);
    text += "\n";
  }
  return text;
}

json facts_value(const std::vector<Fact>& facts, const SourceSet& sources) {
  json out = json::array();
  for (const Fact& fact : facts) {
    json clause = nullptr;
    if (fact.clause) {
      const Span span = fact.clause->at.value_or(Span{});
      const bool placed = fact.clause->at && has_place(sources, span);
      clause = {{"text", placed ? source_text(sources, span) : fact.clause->text},
                {"place", placed ? place_value(sources, span) : json(nullptr)}};
    }
    out.push_back({{"name", fact.name},
                   {"text", fact.text},
                   {"clause", clause},
                   {"at", fact.at ? json(format_utc(*fact.at)) : json(nullptr)}});
  }
  return out;
}

std::string explain_text(const Explanation& e, const SourceSet& sources) {
  std::string text = fmt::format("{} {}\n", printable(quote(e.name)), e.head);
  text += facts_text(all_facts(e), sources);
  for (const Operation& operation : e.operations) text += "  plan: " + operation_text(operation) + "\n";
  for (const Finding& finding : e.findings) text += "  " + finding_line(finding);
  return text;
}

std::string explain_json(const Explanation& e, Instant at, const std::vector<Diagnostic>& diagnostics,
                         const SourceSet& sources) {
  json operations = json::array(), findings = json::array();
  for (const Operation& operation : e.operations) {
    operations.push_back({{"verb", verb_of(operation)},
                          {"target", quote(target_of(operation))},
                          {"reason", reason_name(operation.reason)},
                          {"detail", operation.because.detail}});
  }
  for (const Finding& finding : e.findings) findings.push_back(finding_value(finding));
  return document_json("explain",
                       {{"at", format_utc(at)},
                        {"name", quote(e.name)},
                        {"what", explained_word(e.what)},
                        {"table", quote(e.table)},
                        {"head", e.head},
                        {"facts", facts_value(all_facts(e), sources)},
                        {"operations", operations},
                        {"findings", findings}},
                       diagnostics, sources);
}

}  // namespace pschema
