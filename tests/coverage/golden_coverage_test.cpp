// The golden cases show every construct of the language, every finding and every reason: what this test looks for it
// takes from the grammar, the enumerations and the types themselves, so that whoever adds one is told to add a case.
#include <gtest/gtest.h>

#include <toml++/toml.h>
#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <stdexcept>

#include "PschemaLexer.h"
#include "PschemaParser.h"
#include "atn/RuleTransition.h"
#include "base/overloaded.h"
#include "check/check.h"
#include "model/catalog_file.h"
#include "plan/cursor.h"
#include "plan/fit.h"
#include "plan/operation.h"
#include "syntax/parse.h"
#include "zonefiles/zonefiles.h"

namespace pschema {
namespace {

namespace fs = std::filesystem;
using Names = std::set<std::string>;

/// Parts of the grammar that the planner does not carry out yet (check/supported.cpp), so that no plan can show them.
/// One that a case shows all the same does not belong here any more.
const Names kNotCarriedOut{"tableClause > convert", "convert > CONVERT", "convert > INTO",
                           "convert > DEFAULT",     "convert > SEMI",    "history > RESHAPE"};

std::string slurp(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  EXPECT_TRUE(in) << path;
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<fs::path> golden_files(const std::string& ending) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(PSCHEMA_GOLDEN_DIR)) {
    if (entry.is_regular_file() && entry.path().string().ends_with(ending)) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// What the second set lacks of the first, in one text, so that a failure shows all of it.
std::string without(const Names& all, const Names& some) {
  std::string left;
  for (const std::string& name : all) {
    if (some.count(name) == 0) left += (left.empty() ? "" : ", ") + name;
  }
  return left;
}

// --- Grammar
// ------------------------------------------------------------------------------------------------------------------

using pschema_grammar::PschemaLexer;
using pschema_grammar::PschemaParser;

/// A parser over a text, with what it needs to live.
struct Reading {
  explicit Reading(const std::string& text) : input(text), lexer(&input), tokens(&lexer), parser(&tokens) {
    lexer.removeErrorListeners();
    parser.removeErrorListeners();
  }
  antlr4::ANTLRInputStream input;
  PschemaLexer lexer;
  antlr4::CommonTokenStream tokens;
  PschemaParser parser;
};

/// `createBody > AHEAD`, `createBody > duration`: a token or a rule right inside a rule.
std::string part(const antlr4::Parser& parser, std::size_t rule, const std::string& inner) {
  return parser.getRuleNames().at(rule) + " > " + inner;
}

std::string token_name(const antlr4::Parser& parser, std::size_t type) {
  return parser.getVocabulary().getSymbolicName(type);
}

/// Tokens that stand in the grammar for the sake of better messages, and the end of a file.
bool is_mistake(std::size_t type) {
  return type == antlr4::Token::EOF || type == PschemaLexer::JUNK_NUMBER ||
         type == PschemaLexer::UNTERMINATED_STRING || type == PschemaLexer::UNTERMINATED_NAME;
}

/// Every part that the grammar has. Which keywords are names too (rule `keyword`) is no construct: one is like
/// another.
Names parts_of_grammar() {
  Reading reading("");
  Names parts;
  for (const antlr4::atn::ATNState* state : reading.parser.getATN().states) {
    if (state == nullptr || state->ruleIndex == PschemaParser::RuleKeyword) continue;
    for (const auto& transition : state->transitions) {
      if (dynamic_cast<const antlr4::atn::RuleTransition*>(&*transition) != nullptr) {
        const std::size_t inner = transition->target->ruleIndex;
        parts.insert(part(reading.parser, state->ruleIndex, reading.parser.getRuleNames().at(inner)));
        continue;
      }
      if (transition->isEpsilon()) continue;
      for (const auto type : transition->label().toList()) {
        const auto token = static_cast<std::size_t>(type);
        if (!is_mistake(token)) {
          parts.insert(part(reading.parser, state->ruleIndex, token_name(reading.parser, token)));
        }
      }
    }
  }
  return parts;
}

void collect(const antlr4::Parser& parser, antlr4::ParserRuleContext* context, Names& parts) {
  for (antlr4::tree::ParseTree* child : context->children) {
    if (auto* rule = dynamic_cast<antlr4::ParserRuleContext*>(child)) {
      parts.insert(part(parser, context->getRuleIndex(), parser.getRuleNames().at(rule->getRuleIndex())));
      collect(parser, rule, parts);
    } else if (auto* leaf = dynamic_cast<antlr4::tree::TerminalNode*>(child)) {
      const std::size_t type = leaf->getSymbol()->getType();
      if (!is_mistake(type)) parts.insert(part(parser, context->getRuleIndex(), token_name(parser, type)));
    }
  }
}

bool may_be_missing(const std::string& grammar_part) { return kNotCarriedOut.count(grammar_part) > 0; }

TEST(GoldenCases, ShowEveryPartOfTheGrammar) {
  Names shown;
  for (const fs::path& path : golden_files(".pschema")) {
    Reading reading(slurp(path));
    collect(reading.parser, reading.parser.file(), shown);
    EXPECT_EQ(reading.parser.getNumberOfSyntaxErrors(), 0U) << path;
  }
  const Names grammar = parts_of_grammar();
  Names must_be_shown = grammar;
  std::erase_if(must_be_shown, may_be_missing);
  EXPECT_EQ(without(must_be_shown, shown), "") << "in no golden schema";

  Names carried_out;
  std::copy_if(shown.begin(), shown.end(), std::inserter(carried_out, carried_out.end()), may_be_missing);
  EXPECT_EQ(without(carried_out, {}), "") << "are shown, so they are no exceptions any more";
  EXPECT_EQ(without(kNotCarriedOut, grammar), "") << "are not in the grammar";
}

// --- Findings and reasons
// -----------------------------------------------------------------------------------------------------

/// The names of an enumeration, from 0 up to the value that has none.
template <class Enum>
std::vector<std::string> names_of(std::string_view (*name)(Enum)) {
  std::vector<std::string> names;
  try {
    for (int i = 0;; ++i) names.emplace_back(name(static_cast<Enum>(i)));
  } catch (const std::logic_error&) {
    return names;
  }
}

/// All that the first group finds in the files.
Names found(const std::vector<fs::path>& files, const std::string& pattern) {
  Names all;
  const std::regex regex(pattern, std::regex::ECMAScript | std::regex::multiline);
  for (const fs::path& path : files) {
    const std::string text = slurp(path);
    for (std::sregex_iterator at(text.begin(), text.end(), regex), end; at != end; ++at) all.insert((*at)[1].str());
  }
  return all;
}

/// `warning] gap` for each finding and severity that docs/findings.md has.
Names documented_findings() {
  Names all;
  std::istringstream lines(slurp(PSCHEMA_FINDINGS_DOCUMENT));
  const std::regex name("`([a-z_0-9]+)`");
  for (std::string line; std::getline(lines, line);) {
    const std::size_t second = line.find('|', 1);
    const std::size_t third = second == std::string::npos ? second : line.find('|', second + 1);
    if (!line.starts_with("| [`") || third == std::string::npos) continue;
    const std::string names = line.substr(0, second);
    const std::string severities = line.substr(second, third - second);
    for (const char* severity : {"info", "warning"}) {
      if (severities.find(std::string(" ") + severity + " ") == std::string::npos) continue;
      for (std::sregex_iterator at(names.begin(), names.end(), name), end; at != end; ++at)
        all.insert(std::string(severity) + "] " + (*at)[1].str());
    }
  }
  return all;
}

TEST(GoldenCases, ShowEveryFindingInEachSeverity) {
  const Names documented = documented_findings();
  const Names shown = found(golden_files(".plan.txt"), "^ *\\[((info|warning)\\] [a-z_0-9]+):");
  EXPECT_EQ(without(documented, shown), "") << "in docs/findings.md and in no golden plan";
  EXPECT_EQ(without(shown, documented), "") << "in a golden plan and not in docs/findings.md";
  Names documented_kinds;
  for (const std::string& d : documented) documented_kinds.insert(d.substr(d.find(' ') + 1));
  const std::vector<std::string> kinds = names_of(finding_name);
  EXPECT_EQ(documented_kinds, Names(kinds.begin(), kinds.end()));
}

TEST(GoldenCases, ShowEveryReason) {
  Names shown = found(golden_files(".plan.txt"), "^ +[A-Z][A-Z_ ]* .* \\(([a-z_]+)\\)");
  // What a folder begins with is no part of the plan, but of its first file.
  shown.merge(found(golden_files("_baseline.sql"), "^-- CREATE .* \\(([a-z_]+)\\)"));
  const std::vector<std::string> reasons = names_of(reason_name);
  EXPECT_EQ(without(Names(reasons.begin(), reasons.end()), shown), "");
  const Names documented =
      found({PSCHEMA_FINDINGS_DOCUMENT}, "^\\| \\[`([a-z_]+)`\\]\\(reasons/[^|]+ \\| [^|]+ \\|$");
  EXPECT_EQ(without(Names(reasons.begin(), reasons.end()), documented), "") << "not in docs/findings.md";
}

// --- What the schemas mean
// ----------------------------------------------------------------------------------------------------

template <class Variant>
using Alternatives = std::array<const char*, std::variant_size_v<Variant>>;

constexpr Alternatives<decltype(Level::by)> kLevels{"time range", "integer range", "list", "sliding list", "hash"};
constexpr Alternatives<decltype(CreateClause::is)> kCreates{"current", "ahead", "from", "until", "next"};
constexpr Alternatives<decltype(KeepClause::is)> kKeeps{"current", "for", "behind", "while", "from to", "forever"};
constexpr Alternatives<decltype(DropClause::is)> kDrops{"never", "after detach", "immediately"};
constexpr std::array kUnits{TimeUnit::minute, TimeUnit::hour,    TimeUnit::day, TimeUnit::week,
                            TimeUnit::month,  TimeUnit::quarter, TimeUnit::year};
static_assert(static_cast<std::size_t>(TimeUnit::year) + 1 == kUnits.size());

std::string encoding_in(Encoding encoding, KeyType type) {
  return encoding_name(encoding) + " in type " + std::to_string(static_cast<int>(type));
}

/// Of all schemas of all cases, each fitted to the catalogs of its stages.
struct Meaning {
  Names nesting, lifecycle, encodings, steps, placeholders;
  std::size_t most_files = 0;
  bool changes_grid = false;

  void level(const Level& l, const Table& table) {
    names(l.named);
    clauses(l);
    const KeyType type = column_key_type(table, l.key.front().value);
    std::visit(Overloaded{
                   [&](const TimeRange& range) {
                     encodings.insert(encoding_in(range.encoding, type));
                     for (const auto& segment : range.axis.segments) {
                       steps.insert(format_span({1, segment.step.unit}));
                     }
                     changes_grid |= range.axis.segments.size() > 1;
                   },
                   [&](const IntegerRange&) { encodings.insert(encoding_in(Encoding::integer, type)); },
                   [&](const ListGroups& list) {
                     for (const ListGroup& group : list.groups) below(l, group.below, table);
                   },
                   [](const SlidingList&) {},
                   [](const HashBuckets&) {},
               },
               l.by);
    below(l, l.below, table);
    if (!l.default_partition) return;
    below(l, l.default_partition->below, table);
    if (l.default_partition->named) names(*l.default_partition->named);
  }

 private:
  void below(const Level& outer, const std::vector<Level>& inner, const Table& table) {
    for (const Level& l : inner) {
      nesting.insert(std::string(kLevels.at(l.by.index())) + " below " + kLevels.at(outer.by.index()));
      level(l, table);
    }
  }
  void names(const NameTemplate& named) {
    for (const auto& p : named.parts) {
      if (std::holds_alternative<Placeholder>(p)) placeholders.insert(template_text({{p}, {}}));
    }
  }
  void clauses(const Level& l) {
    for (const CreateClause& c : l.lifecycle.create)
      lifecycle.insert(std::string("create ") + kCreates.at(c.is.index()));
    for (const KeepClause& k : l.lifecycle.keep) {
      lifecycle.insert(std::string("keep ") + kKeeps.at(k.is.index()) + (k.only_while ? " while" : ""));
    }
    lifecycle.insert(std::string("drop ") + kDrops.at(l.lifecycle.drop.is.index()) +
                     (l.lifecycle.drop.when ? " when" : ""));
  }
};

/// The schema files of a stage: one, or a list of several.
std::vector<fs::path> schemas_of(const fs::path& folder, const toml::table& stage) {
  std::vector<fs::path> files;
  if (const toml::array* several = stage["schema"].as_array()) {
    for (const auto& file : *several) files.push_back(folder / *file.value<std::string>());
  } else {
    files.push_back(folder / stage["schema"].value_or(std::string("schema.pschema")));
  }
  return files;
}

void add_stage(const std::vector<fs::path>& schemas, const fs::path& catalog_path, Meaning& meaning) {
  SourceSet sources;
  Diagnostics diagnostics;
  std::vector<ast::File> files;
  for (const fs::path& path : schemas)
    files.push_back(parse(sources, sources.add(path.string(), slurp(path)), diagnostics));
  ZoneDatabase zones;
  for (const std::string& name : zone_names(files)) {
    if (auto zone = load_zone(name)) zones.add(*zone);
  }
  const Schema schema = check(files, zones, diagnostics);
  const auto catalog = read_catalog(sources, sources.add(catalog_path.string(), slurp(catalog_path)), diagnostics);
  ASSERT_TRUE(catalog && !diagnostics.has_errors()) << render_text(diagnostics.sorted(), sources);
  // A table that is refused shows nothing.
  const Schema fitted = fit(schema, *catalog, catalog->taken_at, 10'000, diagnostics).schema;
  for (const TableSchema& table : fitted.tables) meaning.level(table.root, catalog->tables.at(table.name));
  meaning.most_files = std::max(meaning.most_files, schemas.size());
}

const Meaning& meaning() {
  static const Meaning all = [] {
    Meaning m;
    for (const fs::path& path : golden_files("case.toml")) {
      const toml::table parsed = toml::parse(slurp(path));
      int number = 0;
      for (const auto& stage : *parsed["stage"].as_array()) {
        const fs::path folder = path.parent_path();
        add_stage(schemas_of(folder, *stage.as_table()), folder / (std::to_string(++number) + ".catalog.toml"), m);
      }
    }
    return m;
  }();
  return all;
}

TEST(GoldenCases, ShowEveryStrategyBelowEveryOther) {
  Names all;
  for (const char* outer : kLevels) {
    for (const char* inner : kLevels) all.insert(std::string(inner) + " below " + outer);
  }
  EXPECT_EQ(without(all, meaning().nesting), "");
}

TEST(GoldenCases, ShowEveryLifecycleClauseAndItsCondition) {
  Names all;
  for (const char* c : kCreates) all.insert(std::string("create ") + c);
  for (const char* k : kKeeps) {
    const bool never_alone = std::string(k) == "while";
    if (!never_alone) all.insert(std::string("keep ") + k);
    all.insert(std::string("keep ") + k + " while");
  }
  for (const char* d : kDrops) all.insert(std::string("drop ") + d);
  for (const char* d : {"after detach when", "immediately when"}) all.insert(std::string("drop ") + d);
  EXPECT_EQ(without(all, meaning().lifecycle), "");
}

TEST(GoldenCases, ShowEveryEncodingInEveryTypeThatHoldsIt) {
  Names all;
  for (const Encoding e : encodings()) {
    for (int t = 0; t <= static_cast<int>(KeyType::other); ++t) {
      if (fits(e, static_cast<KeyType>(t))) all.insert(encoding_in(e, static_cast<KeyType>(t)));
    }
  }
  EXPECT_GT(all.size(), 30U);
  EXPECT_EQ(without(all, meaning().encodings), "");
}

TEST(GoldenCases, ShowEveryUnitAsAStepAndAGridThatChanges) {
  Names all;
  for (const TimeUnit unit : kUnits) all.insert(format_span({1, unit}));
  EXPECT_EQ(without(all, meaning().steps), "");
  EXPECT_TRUE(meaning().changes_grid);
}

TEST(GoldenCases, ShowEveryPlaceholder) {
  Names all;
  for (int p = 0; template_text({{static_cast<Placeholder>(p)}, {}}) != "{}"; ++p)
    all.insert(template_text({{static_cast<Placeholder>(p)}, {}}));
  EXPECT_EQ(all.size(), static_cast<std::size_t>(Placeholder::remainder) + 1);
  EXPECT_EQ(without(all, meaning().placeholders), "");
}

TEST(GoldenCases, ShowSeveralFilesReadTogether) { EXPECT_GE(meaning().most_files, 2U); }

}  // namespace
}  // namespace pschema
