#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/diagnostics_github.h"
#include "report/diagnostics_json.h"
#include "report/sarif.h"

namespace pschema {
namespace {

using nlohmann::json;

/// Two texts, of which the second has a byte order mark and letters of several bytes.
struct Texts {
  SourceSet sources;
  std::uint32_t a = sources.add("a.pschema", "pschema 1;\ntable events {\n");
  std::uint32_t b = sources.add("b, 50%: ü.pschema", "\xEF\xBB\xBFtable \"größe\" { keep;\n}\n");
};

Span find(const SourceSet& sources, std::uint32_t file, std::string_view word) {
  const auto at = static_cast<std::uint32_t>(sources.file(file).text.find(word));
  return {file, at, at + static_cast<std::uint32_t>(word.size())};
}

Diagnostic twice(const Texts& texts) {
  Diagnostic d;
  d.code = Code::duplicate_table;
  d.message = "`events` is described twice";
  d.span = find(texts.sources, texts.b, "keep");
  d.label = "again, 100%";
  d.others = {{find(texts.sources, texts.a, "events"), "it stands here already"}};
  d.hint = "leave one";
  return d;
}

Diagnostic placeless() {
  Diagnostic d;
  d.code = Code::file_missing;
  d.severity = Severity::warning;
  d.message = "0001.sql is missing";
  d.span = {7, 0, 0};
  return d;
}

// --- JSON
// ---------------------------------------------------------------------------------------------------------------

TEST(DiagnosticsJson, HasBytesLinesAndColumns) {
  const Texts texts;
  const json document = json::parse(diagnostics_json("plan", {twice(texts)}, texts.sources));
  EXPECT_EQ(document, json::parse(R"({"version": 1, "command": "plan", "diagnostics": [{
    "code": "PS2002", "name": "duplicate_table", "severity": "error", "message": "`events` is described twice",
    "place": {"file": "b, 50%: ü.pschema", "begin": {"byte": 21, "line": 1, "column": 17},
                                           "end": {"byte": 25, "line": 1, "column": 21}},
    "label": "again, 100%", "hint": "leave one", "help": "docs/diagnostics/PS2002.md",
    "others": [{"label": "it stands here already",
                "place": {"file": "a.pschema", "begin": {"byte": 17, "line": 2, "column": 7},
                                               "end": {"byte": 23, "line": 2, "column": 13}}}]}]})"));
}

TEST(DiagnosticsJson, WhatIsNotThereIsNull) {
  const json one = diagnostics_value({placeless()}, SourceSet()).at(0);
  EXPECT_EQ(one.at("severity"), "warning");
  EXPECT_TRUE(one.at("place").is_null());
  EXPECT_TRUE(one.at("label").is_null());
  EXPECT_TRUE(one.at("hint").is_null());
  EXPECT_EQ(one.at("others"), json::array());
}

TEST(DiagnosticsJson, BytesThatAreNoUtf8AreReplaced) {
  Diagnostic d = placeless();
  d.message = "a\xFF";
  EXPECT_EQ(json::parse(diagnostics_json("plan", {d}, SourceSet())).at("diagnostics").at(0).at("message"),
            "a\xEF\xBF\xBD");
}

// --- GitHub
// -------------------------------------------------------------------------------------------------------------

TEST(DiagnosticsGithub, EscapesByItsRules) {
  const Texts texts;
  EXPECT_EQ(diagnostics_github({twice(texts)}, texts.sources),
            "::error file=b%2C 50%25%3A ü.pschema,line=1,endLine=1,col=17,endColumn=20,title=PS2002 "
            "duplicate_table::`events` is described twice%0Aagain, 100%25%0Aa.pschema:2:7: it stands here "
            "already%0Ahint: leave one\n");
}

TEST(DiagnosticsGithub, OneLineEachWhateverTheMessageHolds) {
  Diagnostic d = placeless();
  d.message = "a\n::error::b\r";
  EXPECT_EQ(diagnostics_github({d}, SourceSet()), "::warning title=PS5002 file_missing::a\\x0A::error::b\\x0D\n");
}

TEST(DiagnosticsGithub, NoColumnsWhereTheMarkEndsOnAnotherLine) {
  const Texts texts;
  Diagnostic d = placeless();
  d.span = {texts.a, 3, 15};
  EXPECT_EQ(diagnostics_github({d}, texts.sources),
            "::warning file=a.pschema,line=1,endLine=2,title=PS5002 file_missing::0001.sql is missing\n");
}

TEST(DiagnosticsGithub, WhatIsMissingHasOneColumn) {
  const Texts texts;
  Diagnostic d = placeless();
  d.span = {texts.a, 9, 9};
  EXPECT_EQ(diagnostics_github({d}, texts.sources),
            "::warning file=a.pschema,line=1,endLine=1,col=10,endColumn=10,title=PS5002 file_missing::0001.sql is "
            "missing\n");
}

// --- Findings
// -----------------------------------------------------------------------------------------------------------

QualifiedName relation(std::string name) { return {{"public"}, {std::move(name)}}; }

/// A table with two findings, and one of the plan as a whole.
std::vector<PlacedFinding> found(const Texts& texts) {
  Schema schema;
  schema.tables.emplace_back();
  schema.tables.back().name = relation("events");
  schema.tables.back().name_span = find(texts.sources, texts.a, "events");
  Plan plan;
  plan.tables.push_back({relation("events"),
                         {},
                         {warning(FindingKind::default_holds_rows, relation("events__a"), "is full"),
                          info(FindingKind::legacy_leaf, relation("events__b"), "is older")},
                         {}});
  plan.findings.push_back(warning(FindingKind::pending_conflict, relation("other"), "is elsewhere"));
  return placed_findings(plan, schema);
}

TEST(Findings, StandAtTheirTable) {
  const Texts texts;
  EXPECT_EQ(
      findings_github(found(texts), texts.sources),
      "::warning file=a.pschema,line=2,endLine=2,col=7,endColumn=12,title=default_holds_rows::public.events__a "
      "is full\n"
      "::notice file=a.pschema,line=2,endLine=2,col=7,endColumn=12,title=legacy_leaf::public.events__b is older\n"
      "::warning file=a.pschema,line=1,endLine=1,col=1,endColumn=1,title=pending_conflict::public.other is "
      "elsewhere\n");
}

// --- SARIF
// --------------------------------------------------------------------------------------------------------------

json run_of(const std::string& log) {
  const json parsed = json::parse(log);
  EXPECT_EQ(parsed.at("version"), "2.1.0");
  EXPECT_EQ(parsed.at("runs").size(), 1U);
  return parsed.at("runs").at(0);
}

TEST(Sarif, ResultsPointToTheirRules) {
  const Texts texts;
  const json run = run_of(sarif_log("0.1.0", {twice(texts), placeless(), placeless()}, found(texts), texts.sources));
  const json& rules = run.at("tool").at("driver").at("rules");
  EXPECT_EQ(run.at("tool").at("driver").at("version"), "0.1.0");
  ASSERT_EQ(rules.size(), 5U);
  ASSERT_EQ(run.at("results").size(), 6U);
  for (const json& result : run.at("results"))
    EXPECT_EQ(rules.at(result.at("ruleIndex").get<std::size_t>()).at("id"), result.at("ruleId"));
  EXPECT_EQ(rules.at(0).at("name"), "DuplicateTable");
  EXPECT_EQ(rules.at(0).at("help").at("text"), "see docs/diagnostics/PS2002.md of pschema");
  std::vector<std::string> levels;
  for (const json& result : run.at("results")) levels.push_back(result.at("level"));
  EXPECT_EQ(levels, (std::vector<std::string>{"error", "warning", "warning", "warning", "note", "warning"}));
}

TEST(Sarif, PlacesCountCodePoints) {
  const Texts texts;
  const json run = run_of(sarif_log("0.1.0", {twice(texts), placeless()}, {}, texts.sources));
  EXPECT_EQ(run.at("columnKind"), "unicodeCodePoints");
  const json& result = run.at("results").at(0);
  EXPECT_EQ(result.at("message").at("text"), "`events` is described twice\nhint: leave one");
  EXPECT_EQ(result.at("locations"), json::parse(R"([{"physicalLocation": {
    "artifactLocation": {"uri": "b,%2050%25%3A%20%C3%BC.pschema"},
    "region": {"startLine": 1, "startColumn": 17, "endLine": 1, "endColumn": 21, "byteOffset": 21, "byteLength": 4}},
    "message": {"text": "again, 100%"}}])"));
  const json& related = result.at("relatedLocations").at(0);
  EXPECT_EQ(related.at("id"), 1);
  EXPECT_EQ(related.at("message").at("text"), "it stands here already");
  EXPECT_EQ(related.at("physicalLocation").at("region").at("startLine"), 2);
  EXPECT_EQ(run.at("results").at(1).at("locations"), json::array());
}

TEST(Sarif, PathsAreUris) {
  EXPECT_EQ(uri_of_path("./schemas/a b.pschema"), "schemas/a%20b.pschema");
  EXPECT_EQ(uri_of_path("../x.pschema"), "../x.pschema");
  EXPECT_EQ(uri_of_path("/srv/x#1?.pschema"), "file:///srv/x%231%3F.pschema");
}

}  // namespace
}  // namespace pschema
