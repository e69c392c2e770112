// tests/breaking: each folder is called like a kind of change and holds a schema before and after, which differ in
// that alone, and what is told of them. With PSCHEMA_UPDATE=1 the texts are written anew; that the kind is told, and
// no other, is demanded all the same.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "breaking/breaking.h"
#include "fixture.h"
#include "report/breaking_report.h"

namespace pschema {
namespace {

namespace fs = std::filesystem;

std::string slurp(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

Schema read(SourceSet& sources, const fs::path& folder, const std::string& name) {
  Diagnostics diagnostics;
  const std::vector<ast::File> files{parse(sources, sources.add(name, slurp(folder / name)), diagnostics)};
  ZoneDatabase zones;
  for (const std::string& zone : zone_names(files)) zones.add(load_zone(zone).value());
  Schema schema = check(files, zones, diagnostics);
  EXPECT_FALSE(diagnostics.has_errors()) << render_text(diagnostics.sorted(), sources);
  return schema;
}

TEST(BreakingExamples, EachKindHasOne) {
  for (const BreakKind kind : break_kinds())
    EXPECT_TRUE(fs::is_directory(fs::path(PSCHEMA_EXAMPLES_DIR) / break_name(kind))) << break_name(kind);
}

TEST(BreakingExamples, AreTold) {
  const Instant at = test::at("2026-08-28T10:00:00Z");
  for (const auto& entry : fs::directory_iterator(PSCHEMA_EXAMPLES_DIR)) {
    SCOPED_TRACE(entry.path());
    SourceSet sources;
    const Schema before = read(sources, entry.path(), "before.pschema");
    const Schema after = read(sources, entry.path(), "after.pschema");
    const std::vector<Broken> changes = breaking_changes(before, after, sources, at);
    ASSERT_EQ(changes.size(), 1U) << breaking_text(changes, sources);
    EXPECT_EQ(break_name(changes.front().kind), entry.path().filename());
    EXPECT_TRUE(breaking_changes(before, before, sources, at).empty());
    EXPECT_TRUE(breaking_changes(after, after, sources, std::nullopt).empty());
    const std::string text = breaking_text(changes, sources);
    if (std::getenv("PSCHEMA_UPDATE")) std::ofstream(entry.path() / "told.txt", std::ios::binary) << text;
    EXPECT_EQ(text, slurp(entry.path() / "told.txt"));
  }
}

}  // namespace
}  // namespace pschema
