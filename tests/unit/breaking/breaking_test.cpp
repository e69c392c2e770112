#include "breaking/breaking.h"

#include <gtest/gtest.h>

#include "fixture.h"

namespace pschema {
namespace {

using test::at;

struct Pair {
  SourceSet sources;
  Schema before, after;
};

Schema read(SourceSet& sources, const std::string& text) {
  Diagnostics diagnostics;
  const std::vector<ast::File> files{parse(sources, sources.add("test.pschema", "pschema 1; " + text), diagnostics)};
  ZoneDatabase zones;
  for (const std::string& zone : zone_names(files)) zones.add(load_zone(zone).value());
  Schema schema = check(files, zones, diagnostics);
  EXPECT_FALSE(diagnostics.has_errors()) << render_text(diagnostics.sorted(), sources);
  return schema;
}

std::vector<Broken> changes(const std::string& before, const std::string& after,
                            std::optional<Instant> moment = at("2026-08-28T10:00:00Z")) {
  SourceSet sources;
  const Schema old = read(sources, before);
  return breaking_changes(old, read(sources, after), sources, moment);
}

std::vector<std::string> kinds(const std::string& before, const std::string& after) {
  std::vector<std::string> names;
  for (const Broken& change : changes(before, after)) names.emplace_back(break_name(change.kind));
  return names;
}

/// Months with these clauses.
std::string months(const std::string& clauses) {
  return "table t { partition by range (at) every month { " + clauses + " } }";
}
std::string tens(const std::string& clauses) {
  return "table t { partition by range (n) every 10 { " + clauses + " } }";
}
std::string slide(const std::string& clauses) {
  return "table t { partition by list (n) every value { " + clauses + " } }";
}

using Kinds = std::vector<std::string>;

TEST(Breaking, WhatMeansTheSameIsNoChange) {
  const std::string clauses = "create current and 1 after; keep for 90 days; drop 7 days after detach;";
  EXPECT_EQ(kinds(months(clauses), "policy p { " + clauses + " } " + months("policy p;")), Kinds{});
  EXPECT_EQ(
      kinds(months(clauses), "table u { partition by hash (k) modulus 2; } " +
                                 months("drop 1 week after detach; keep for 90 days; create current and 1 after;")),
      Kinds{});
  EXPECT_EQ(kinds(months("create current; keep current year and 1 before;"),
                  months("create current; keep current year and 1 before; detach at most 3;")),
            Kinds{});
}

TEST(Breaking, WhatKeepsLongerIsNoChange) {
  EXPECT_EQ(
      kinds(months("create current; keep for 30 days;"), months("create current and 3 after; keep for 40 days;")),
      Kinds{});
  EXPECT_EQ(kinds(months("create current; keep for 30 days;"), months("create current; keep current and 11 before;")),
            Kinds{});
  EXPECT_EQ(kinds(months("create current; keep for 30 days;"), months("create current;")), Kinds{});
  EXPECT_EQ(kinds(months("create current; keep for 30 days; drop immediately;"),
                  months("create current; keep for 30 days; drop immediately when empty;")),
            Kinds{});
  EXPECT_EQ(kinds(months("create current; keep current; keep from '2024-01-01' to '2024-02-01';"),
                  months("create current; keep current; keep from '2023-12-01' to '2024-03-01';")),
            Kinds{});
  EXPECT_EQ(kinds(months("create ahead 10 days;"), months("create current and 2 after;")), Kinds{});
}

TEST(Breaking, RetentionIsComparedByWhatItKeeps) {
  // A month is 28 days at least: two of them may be less than 60.
  EXPECT_EQ(kinds(months("create current; keep for 60 days;"), months("create current; keep current and 1 before;")),
            Kinds{"keep_removed"});
  EXPECT_EQ(kinds(months("create current; keep for 60 days;"), months("create current; keep current and 2 before;")),
            Kinds{"keep_removed"});
  EXPECT_EQ(kinds(months("create current; keep for 60 days;"), months("create current; keep current and 3 before;")),
            Kinds{});
  EXPECT_EQ(kinds(months("create current;"), months("create current; keep current and 11 before;")),
            Kinds{"retention_shortened"});
  EXPECT_EQ(kinds(months("create current; keep current; keep from '2024-01-01' to '2024-05-01';"),
                  months("create current; keep current; keep from '2024-01-01' to '2024-04-01';")),
            Kinds{"hold_removed"});
}

TEST(Breaking, ConditionsOnlyKeepWhereTheyHold) {
  const auto kept = [](const std::string& clause) { return months("create current; keep current; " + clause); };
  EXPECT_EQ(kinds(kept("keep for 90 days;"), kept("keep for 90 days while size < 1 GB;")),
            Kinds{"retention_shortened"});
  EXPECT_EQ(kinds(kept("keep for 90 days while size < 1 GB;"), kept("keep for 90 days;")), Kinds{});
  EXPECT_EQ(kinds(kept("keep while size < 1 GB;"), kept("keep while size <= 2 GB;")), Kinds{});
  EXPECT_EQ(kinds(kept("keep while size < 2 GB;"), kept("keep while size < 1 GB;")), Kinds{"retention_shortened"});
  EXPECT_EQ(kinds(kept("keep while rows >= 5;"), kept("keep while rows > 5;")), Kinds{"retention_shortened"});
  EXPECT_EQ(kinds(kept("keep while not empty;"), kept("")), Kinds{"keep_removed"});
}

TEST(Breaking, DropsAndDetaches) {
  const auto with = [](const std::string& clauses) { return months("create current; keep current; " + clauses); };
  EXPECT_EQ(kinds(with(""), with("drop 1 hour after detach;")), Kinds{"drop_sooner"});
  EXPECT_EQ(kinds(with("drop 7 days after detach;"), with("drop 6 days after detach;")), Kinds{"drop_sooner"});
  EXPECT_EQ(kinds(with("drop 7 days after detach when empty;"), with("drop 7 days after detach;")),
            Kinds{"drop_sooner"});
  EXPECT_EQ(kinds(with("drop 7 days after detach when rows < 5;"), with("drop 7 days after detach when rows < 4;")),
            Kinds{});
  EXPECT_EQ(kinds(with("drop immediately;"), with("drop never;")), Kinds{});
  EXPECT_EQ(kinds(with(""), with("default;")), Kinds{"detach_blocking"});
  EXPECT_EQ(kinds(with("detach never;"), with("detach blocking;")), Kinds{"detach_resumed"});
  EXPECT_EQ(kinds(with("detach at most 3;"), with("")), Kinds{"detach_limit_raised"});
}

TEST(Breaking, NumbersAndSlidingLists) {
  EXPECT_EQ(
      kinds(tens("create current and 2 after; keep behind 50;"), tens("create current and 1 after; keep behind 40;")),
      (Kinds{"create_shortened", "retention_shortened"}));
  EXPECT_EQ(kinds(tens("create current; keep behind 20;"), tens("create current; keep current and 2 before;")),
            Kinds{});
  EXPECT_EQ(kinds(tens("create until 1_000;"), tens("create until 900;")), Kinds{"create_shortened"});
  EXPECT_EQ(kinds(slide("create next when rows > 10;"), slide("create next when rows > 20;")),
            Kinds{"create_shortened"});
  EXPECT_EQ(kinds(slide("create next when rows > 20;"), slide("create next when rows > 10;")), Kinds{});
  EXPECT_EQ(kinds(tens("create current;"), "table t { partition by range (n) every 20 { create current; } }"),
            Kinds{"grid_moved"});
}

TEST(Breaking, GroupsAreComparedByName) {
  const std::string before =
      "table t { partition by list (k) { group a in (1) { partition by range (at) every month { create current; keep "
      "for 90 days; } } group b in (2); } }";
  EXPECT_EQ(kinds(before,
                  "table t { partition by list (k) { group b in (2); group a in (1) { partition by range (at) every "
                  "month { create current; keep for 9 days; } } group c in (3); } }"),
            Kinds{"retention_shortened"});
  EXPECT_EQ(kinds(before, "table t { partition by list (k) { group a in (1); group b in (2, 3); } }"),
            (Kinds{"level_removed", "group_values_changed"}));
}

TEST(Breaking, NoMomentNamesNoWindows) {
  const auto found =
      changes(months("create current; keep for 90 days;"), months("create current; keep for 30 days;"), std::nullopt);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found.front().windows, "");
  EXPECT_EQ(changes(months("create current;"), months("create current; keep for 30 days;")).front().windows,
            "all that end by 2026-07-01");
}

// --- Against a catalog ---------------------------------------------------------------------------------------------

test::CatalogBuilder four_months() {
  test::CatalogBuilder b("public.t", test::key(Strategy::range, {"at"}),
                         {test::column("at", "timestamp with time zone")});
  for (const char* m : {"05", "06", "07", "08"}) {
    const int n = std::stoi(m);
    b.partition("public.t", std::string("public.t__2026_") + m,
                "FOR VALUES FROM ('2026-" + std::string(m) + "-01 00:00:00+00') TO ('2026-0" + std::to_string(n + 1) +
                    "-01 00:00:00+00')");
  }
  b.catalog().has_ledger = true;
  return b;
}

std::vector<Broken> against_catalog(const std::string& before, const std::string& after) {
  SourceSet sources;
  const Schema old = read(sources, before), now = read(sources, after);
  const Instant moment = at("2026-08-28T10:00:00Z");
  const Catalog catalog = four_months().catalog();
  return with_partitions(breaking_changes(old, now, sources, moment), old, now, catalog, moment);
}

TEST(BreakingCatalog, NamesThePartitionsThatWouldGo) {
  const auto found = against_catalog(months("create current; keep for 200 days;"),
                                     months("create current; keep for 30 days; drop immediately;"));
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].kind, BreakKind::retention_shortened);
  EXPECT_EQ(found[0].partitions, (std::vector<std::string>{"public.t__2026_05", "public.t__2026_06"}));
  EXPECT_EQ(found[0].windows, "2026-02-01 to 2026-07-01");
  EXPECT_EQ(found[1].kind, BreakKind::drop_sooner);
  EXPECT_EQ(found[1].partitions, found[0].partitions);
}

TEST(BreakingCatalog, NamesThePartitionsThatAreOffTheGrid) {
  const auto found = against_catalog(months("create current;"),
                                     "table t { partition by range (at) every week { create current; } }");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, BreakKind::grid_moved);
  EXPECT_EQ(found[0].partitions.size(), 4U);
}

}  // namespace
}  // namespace pschema
