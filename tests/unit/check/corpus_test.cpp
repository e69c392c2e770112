// tests/diagnostics: each file parsed and checked alone, and each folder of files together, must give exactly the
// codes that its lines announce, and the rendered text beside it.
//
// A guilty line ends in `-- ERROR PS1010` or `-- WARNING PS2028` or both; several codes are separated by blanks. The
// announcement is looked for in the bytes, so it may stand within a string or comment that is never closed. With
// PSCHEMA_UPDATE=1 the texts are written anew; the announcements never are, so that this cannot lose an error.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "check/check.h"
#include "syntax/parse.h"
#include "zonefiles/zonefiles.h"

namespace pschema {
namespace {

namespace fs = std::filesystem;

std::string slurp(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<fs::path> corpus() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(PSCHEMA_DIAGNOSTICS_DIR)) {
    if (entry.path().extension() == ".pschema" || entry.is_directory()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// The file itself, or those of a folder.
std::vector<fs::path> files_of(const fs::path& path) {
  if (!fs::is_directory(path)) return {path};
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(path)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

/// The zones that exist, whatever a file asks for.
const ZoneDatabase& zones() {
  static const ZoneDatabase database = [] {
    ZoneDatabase z;
    for (const char* name : {"Europe/Berlin", "Asia/Bangkok", "America/Sao_Paulo"}) z.add(load_zone(name).value());
    return z;
  }();
  return database;
}

/// `name.pschema 12 ERROR PS1010`, sorted.
using Lines = std::multiset<std::string>;

/// The codes behind `-- ERROR` or `-- WARNING`, as many as follow.
std::vector<std::string> codes_behind(const std::string& line, const std::string& marker) {
  const std::size_t at = line.rfind(marker);
  if (at == std::string::npos) return {};
  std::istringstream words(line.substr(at + marker.size()));
  std::vector<std::string> codes;
  for (std::string word; words >> word;) {
    if (word.size() != 6 || word.substr(0, 2) != "PS") break;
    codes.push_back(word);
  }
  return codes;
}

Lines announced(const fs::path& path) {
  Lines lines;
  for (const fs::path& file : files_of(path)) {
    std::istringstream in(slurp(file));
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
      for (const std::string& kind : {std::string("ERROR"), std::string("WARNING")}) {
        for (const std::string& code : codes_behind(line, "-- " + kind + " ")) {
          lines.insert(file.filename().string() + " " + std::to_string(number) + " " + kind + " " + code);
        }
      }
    }
  }
  return lines;
}

struct Outcome {
  Lines lines;
  std::string text;
};

Outcome run(const fs::path& path) {
  SourceSet sources;
  Diagnostics diagnostics;
  std::vector<ast::File> parsed;
  for (const fs::path& file : files_of(path))
    parsed.push_back(parse(sources, sources.add(file.filename().string(), slurp(file)), diagnostics));
  check(parsed, zones(), diagnostics);
  Outcome outcome;
  for (const Diagnostic& d : diagnostics.sorted()) {
    outcome.lines.insert(sources.file(d.span.file).path + " " +
                         std::to_string(sources.position(d.span.file, d.span.begin).line) + " " +
                         (d.severity == Severity::error ? "ERROR " : "WARNING ") + code_text(d.code));
  }
  outcome.text = render_text(diagnostics.sorted(), sources);
  return outcome;
}

class Corpus : public testing::TestWithParam<fs::path> {};

TEST_P(Corpus, SaysWhatItsLinesAnnounce) {
  const Outcome outcome = run(GetParam());
  EXPECT_EQ(outcome.lines, announced(GetParam())) << outcome.text;

  fs::path golden = GetParam();
  golden.replace_extension(".txt");
  if (const char* update = std::getenv("PSCHEMA_UPDATE"); update != nullptr && std::string(update) == "1") {
    std::ofstream(golden, std::ios::binary) << outcome.text;
    return;
  }
  ASSERT_TRUE(fs::exists(golden)) << golden << " is missing: run with PSCHEMA_UPDATE=1";
  EXPECT_EQ(outcome.text, slurp(golden));
}

INSTANTIATE_TEST_SUITE_P(Files, Corpus, testing::ValuesIn(corpus()),
                         [](const testing::TestParamInfo<fs::path>& p) { return p.param.stem().string(); });

/// Whatever is cut off or left out: no exception, at least the marks of a text of its own, and places within it.
void survives(const std::string& text) {
  SourceSet sources;
  Diagnostics diagnostics;
  const std::uint32_t file = sources.add("mutant", text);
  const ast::File parsed = parse(sources, file, diagnostics);
  check({parsed}, zones(), diagnostics);
  for (const Diagnostic& d : diagnostics.sorted()) {
    ASSERT_LE(d.span.begin, d.span.end) << text;
    ASSERT_LE(d.span.end, text.size()) << d.message << "\n" << text;
  }
  render_text(diagnostics.sorted(), sources);
}

TEST(CorpusAsAWhole, IsSurvivedInPieces) {
  for (const fs::path& path : corpus()) {
    const std::string text = slurp(files_of(path).front());
    for (std::size_t cut = 0; cut < text.size(); cut += 97) {
      survives(text.substr(0, cut));
      survives("pschema 1;" + text.substr(cut));
      survives(text.substr(0, cut) + text.substr(std::min(text.size(), cut + 7)));
    }
  }
}

TEST(CorpusAsAWhole, ShowsEveryCodeOfParserAndChecker) {
  std::set<std::string> shown;
  for (const fs::path& path : corpus()) {
    for (const std::string& line : announced(path)) shown.insert(line.substr(line.size() - 6));
  }
  // A file of 16 MiB has a unit test; SQL in conditions is judged by the server.
  const std::set<std::string> elsewhere{"PS1001", "PS2030"};
  std::vector<std::string> missing;
#define PSCHEMA_CODE(number, name) \
  if (number < 3000 && shown.count("PS" #number) == 0 && elsewhere.count("PS" #number) == 0) missing.push_back(#name);
  PSCHEMA_CODES(PSCHEMA_CODE)
#undef PSCHEMA_CODE
  EXPECT_EQ(missing, std::vector<std::string>());
}

// --- One mistake in a schema that is right
// ------------------------------------------------------------------------------------

std::vector<fs::path> good_schemas() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(PSCHEMA_GOLDEN_DIR)) {
    if (entry.path().extension() == ".pschema") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// `line code` of all that is said about a text.
std::vector<std::string> said_of(const std::string& text) {
  SourceSet sources;
  Diagnostics diagnostics;
  const ast::File parsed = parse(sources, sources.add("text", text), diagnostics);
  ZoneDatabase known;
  for (const std::string& name : zone_names({parsed})) {
    if (const auto zone = load_zone(name)) known.add(*zone);
  }
  check({parsed}, known, diagnostics);
  std::vector<std::string> said;
  for (const Diagnostic& d : diagnostics.sorted())
    said.push_back(std::to_string(sources.position(0, d.span.begin).line) + " " + code_text(d.code));
  return said;
}

/// Where the text is neither comment, string, quoted name nor SQL.
std::vector<bool> is_code(const std::string& text) {
  std::vector<bool> code(text.size(), true);
  const std::vector<std::pair<std::string, std::string>> fences{
      {"--", "\n"}, {"/*", "*/"}, {"'", "'"}, {"\"", "\""}, {"$$", "$$"}};
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (const auto& [open, close] : fences) {
      if (text.compare(i, open.size(), open) != 0) continue;
      const std::size_t end = std::min(text.find(close, i + open.size()), text.size() - 1);
      for (; i <= end; ++i) code[i] = false;
      for (std::size_t k = 1; k < close.size() && i < text.size(); ++k, ++i) code[i] = false;
      --i;
      break;
    }
  }
  return code;
}

std::string line_of(const std::string& text, std::size_t at) {
  return std::to_string(1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

/// What the second says beyond the first.
std::vector<std::string> beyond(std::vector<std::string> before, const std::vector<std::string>& after) {
  std::vector<std::string> more;
  for (const std::string& one : after) {
    const auto found = std::find(before.begin(), before.end(), one);
    if (found == before.end()) {
      more.push_back(one);
    } else {
      before.erase(found);
    }
  }
  return more;
}

using Said = std::vector<std::string>;

TEST(OneMistake, ALeftOutSemicolonIsShownWhereItIsMissing) {
  for (const fs::path& path : good_schemas()) {
    const std::string text = slurp(path);
    const Said before = said_of(text);
    const std::vector<bool> code = is_code(text);
    for (std::size_t at = 0; at < text.size(); ++at) {
      if (text[at] != ';' || !code[at]) continue;
      std::string faulty = text;
      faulty[at] = ' ';
      EXPECT_EQ(beyond(before, said_of(faulty)), (Said{line_of(text, at) + " PS1012"}))
          << path << ":" << line_of(text, at);
    }
  }
}

TEST(OneMistake, AMisspeltKeywordIsShownOnceAndHidesNothingElse) {
  constexpr std::size_t kStride = 7;  // all of them take a minute
  std::size_t seen = 0;
  const std::set<std::string> keywords{"table",    "partition", "range",  "every",  "create",      "current",
                                       "after",    "before",    "detach", "policy", "named",       "default",
                                       "group",    "leaves",    "month",  "months", "modulus",     "starting",
                                       "month",    "until",     "never",  "while",  "immediately", "concurrently",
                                       "blocking", "zone",      "keep",   "drop"};
  for (const fs::path& path : good_schemas()) {
    const std::string text = slurp(path);
    const Said before = said_of(text);
    const std::vector<bool> code = is_code(text);
    for (std::size_t at = 0; at < text.size();) {
      std::size_t end = at;
      while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '_'))
        ++end;
      if (code[at] && keywords.count(text.substr(at, end - at)) > 0 && ++seen % kStride == 0) {
        std::string faulty = text;
        std::swap(faulty[at + 1], faulty[at + 2]);
        const Said more = beyond(before, said_of(faulty));
        // A word that is a name here is another name then.
        EXPECT_LE(more.size(), 1U) << path << ":" << line_of(text, at) << " " << faulty.substr(at, end - at);
        for (const std::string& one : more)
          EXPECT_EQ(one, line_of(text, at) + (one.ends_with("PS1019") ? " PS1019" : " PS1011")) << path;
        EXPECT_EQ(beyond(said_of(faulty), before), Said()) << path;
      }
      at = std::max(end, at + 1);
    }
  }
}

}  // namespace
}  // namespace pschema
