// `foreign server`: new partitions that are foreign tables, and foreign tables that are not ours.
#include "compile/compile.h"
#include "fixture.h"
#include "plan/simulate.h"
#include "plan/validate.h"

namespace pschema::test {
namespace {

constexpr const char* kArchive = R"(pschema 1;
table public.m { partition by range (at) every month {
  create current; keep current; drop 7 days after detach;
  leaves { foreign server "Click house" options (table_name '{name}', where '{{{name}}}'); } } })";
constexpr const char* kBuckets = R"(pschema 1;
table public.m { leaves { foreign server "Click house"; } partition by range (at) every month {
  create current; keep current; drop immediately; default drain; partition by hash (k) modulus 2; } })";
constexpr const char* kLocal = R"(pschema 1;
table public.m { partition by range (at) every month { create current; keep current; drop immediately; } })";
constexpr const char* kJuly = "FOR VALUES FROM ('2026-07-01 00:00:00+00') TO ('2026-08-01 00:00:00+00')";
constexpr const char* kNow = "2026-08-28T10:00:00Z";

CatalogBuilder archive() {
  CatalogBuilder c("public.m", key(Strategy::range, {"at"}),
                   {column("at", "timestamp with time zone"), column("k", "bigint")});
  c.table().foreign_shape = ForeignShape{{{{"k_check"}, "(k > 0)", true}}, {}};
  c.catalog().servers = {{"Click house"}};
  return c;
}

CatalogBuilder july() {
  auto c = archive();
  c.partition("public.m", "public.m__2026_07", kJuly);
  c.table().children.at(name("public.m")).front().kind = RelationKind::foreign_table;
  return c;
}

/// Proves the plan and its files; the text of all that was written.
std::string files_of(const std::string& schema, const Catalog& catalog) {
  Diagnostics diagnostics;
  const auto compiled = compile(schema_of(schema), catalog, {}, at(kNow), {}, diagnostics);
  EXPECT_TRUE(compiled) << (diagnostics.sorted().empty() ? "" : diagnostics.sorted().front().message);
  std::string text;
  for (std::size_t i = 0; compiled && i < compiled->files.size(); ++i) text += compiled->files[i].text;
  return text;
}

std::vector<std::pair<Code, std::string>> errors_of(const Catalog& catalog) {
  Diagnostics diagnostics;
  fit(schema_of(kArchive), catalog, at(kNow), 1000, diagnostics);
  std::vector<std::pair<Code, std::string>> errors;
  for (const Diagnostic& d : diagnostics.sorted()) errors.emplace_back(d.code, d.message);
  return errors;
}

TEST(Foreign, SpellsOutWhatAttachDemands) {
  auto c = archive();
  c.table().columns.push_back({{"twice"}, "bigint", false, "(k * 2)", ' ', 's'});
  c.table().columns.push_back({{"note"}, "text", false, "'x'::text", ' ', ' '});
  c.table().foreign_shape->collations[{"note"}] = {{"pg_catalog"}, {"C"}};
  EXPECT_NE(files_of(kArchive, c.catalog()).find(R"(CREATE FOREIGN TABLE public.m__2026_08 (
  at timestamp with time zone NOT NULL,
  k bigint NOT NULL,
  twice bigint GENERATED ALWAYS AS ((k * 2)) STORED,
  note text COLLATE pg_catalog."C",
  CONSTRAINT k_check CHECK ((k > 0))
  ) SERVER "Click house"
  OPTIONS (table_name 'm__2026_08', "where" '{m__2026_08}');)"),
            std::string::npos);
}

TEST(Foreign, LeavesBelowALocalBranch) {
  const std::string text = files_of(kBuckets, archive().catalog());
  EXPECT_NE(text.find("CREATE TABLE public.m__2026_08 (LIKE public.m"), std::string::npos);
  EXPECT_NE(text.find("CREATE FOREIGN TABLE public.m__2026_08__h1 ("), std::string::npos);
  EXPECT_EQ(text.find("CREATE TABLE public.m__2026_08__h1"), std::string::npos);
}

TEST(Foreign, IsRetiredAsAForeignTable) {
  auto c = july();
  const std::string text = files_of(kArchive, c.catalog());
  EXPECT_NE(text.find("COMMENT ON FOREIGN TABLE public.m__2026_07 IS"), std::string::npos);
  EXPECT_EQ(text.find("COMMENT ON TABLE"), std::string::npos);
  c.catalog() = simulate(c.catalog(), Plan{at(kNow), {plan_of(schema_of(kArchive), c.catalog(), kNow)}, {}});
  c.catalog().orphans.at(name("public.m__2026_07")).relation.marker->at = at("2026-08-01T00:00:00Z");
  const std::string drops = files_of(kArchive, c.catalog());
  EXPECT_NE(drops.find("DROP FOREIGN TABLE public.m__2026_07;"), std::string::npos);
  EXPECT_EQ(drops.find("\nLOCK TABLE"), std::string::npos) << "PostgreSQL does not lock foreign tables so";
  EXPECT_EQ(drops.find("Loses data: YES"), std::string::npos);
}

TEST(Foreign, ComesBackAsItIs) {
  auto c = july();
  c.catalog() = simulate(c.catalog(), Plan{at(kNow), {plan_of(schema_of(kArchive), c.catalog(), kNow)}, {}});
  c.catalog().orphans.at(name("public.m__2026_07")).relation.marker->at = at("2026-08-01T00:00:00Z");
  std::string kept = kArchive;
  kept.replace(kept.find("keep current;"), 13, "keep current and 3 before;");
  const TablePlan p = plan_of(schema_of(kept), c.catalog(), kNow);
  EXPECT_EQ(lines(p), Lines{"ATTACH public.m__2026_07 (reattach)"});
  EXPECT_NE(files_of(kept, c.catalog()).find("COMMENT ON FOREIGN TABLE public.m__2026_07"), std::string::npos);
}

TEST(Foreign, DoesNotComeBackUnderAUniqueIndex) {
  auto c = july();
  c.catalog() = simulate(c.catalog(), Plan{at(kNow), {plan_of(schema_of(kLocal), c.catalog(), kNow)}, {}});
  Model model(c.catalog());
  model.apply(DetachPartition{name("public.m"), name("public.m__2026_07")}, at("2026-08-01T00:00:00Z"));
  c.catalog() = model.catalog();
  c.unique("pk", {{"at"}});
  std::string kept = kLocal;
  kept.replace(kept.find("keep current;"), 13, "keep current and 3 before;");
  const TablePlan p = plan_of(schema_of(kept), c.catalog(), kNow);
  EXPECT_EQ(findings(p).front(), "orphan_shape public.m__2026_07");
  EXPECT_EQ(lines(p), Lines{});
  Model refusing(c.catalog());
  EXPECT_THROW(
      refusing.apply(AttachPartition{name("public.m"), name("public.m__2026_07"), parse_bound(kJuly)}, at(kNow)),
      Refused);
}

TEST(Foreign, AmongLocalPartitionsItStays) {
  auto c = july();
  const TablePlan p = plan_of(schema_of(kLocal), c.catalog(), kNow);
  EXPECT_EQ(findings(p), Lines{"foreign_partition public.m__2026_07"});
  EXPECT_EQ(lines(p), Lines{"CREATE public.m__2026_08 (create_ahead)"});
  files_of(kLocal, c.catalog());
}

TEST(Foreign, ABaselineMakesOursAgainAndNoOthers) {
  auto c = july();
  c.partition("public.m", "public.m__2026_06",
              "FOR VALUES FROM ('2026-06-01 00:00:00+00') TO ('2026-07-01 00:00:00+00')");
  const std::string ours = files_of(kArchive, c.catalog());
  EXPECT_NE(ours.find("CREATE TABLE public.m__2026_06 (LIKE public.m"), std::string::npos) << "it is a plain one";
  EXPECT_NE(ours.find("CREATE FOREIGN TABLE public.m__2026_07 ("), std::string::npos);
  const std::string local = files_of(kLocal, c.catalog());
  EXPECT_NE(local.find("CREATE TABLE public.m__2026_06 (LIKE public.m"), std::string::npos);
  EXPECT_EQ(local.find("CREATE FOREIGN TABLE"), std::string::npos);
}

TEST(Foreign, AStaleMarkerIsClearedFromAForeignTable) {
  auto c = july();
  Relation& r = c.table().children.at(name("public.m")).front();
  r.marker = Marker{MarkerState::detached, at("2026-08-01T00:00:00Z"), r.name, name("public.m"), kJuly};
  EXPECT_NE(files_of(kLocal, c.catalog()).find("COMMENT ON FOREIGN TABLE public.m__2026_07"), std::string::npos);
}

TEST(Foreign, RowsAreNotMovedIntoIt) {
  auto c = archive();
  c.partition("public.m", "public.m__default", "DEFAULT");
  c.rows("public.m__default", "FOR VALUES FROM ('2026-08-01 00:00:00+00') TO ('2026-09-01 00:00:00+00')", 3);
  std::string drained = kArchive;
  drained.replace(drained.find("leaves"), 0, "default drain; ");
  const TablePlan p = plan_of(schema_of(drained), c.catalog(), kNow);
  EXPECT_EQ(lines(p), Lines{});
  EXPECT_EQ(p.findings.front().kind, FindingKind::default_holds_rows);
  EXPECT_NE(p.findings.front().sentence.find("not moved into a foreign table"), std::string::npos);
}

TEST(Foreign, TheModelKnowsWhichStatementsNameForeignTables) {
  auto c = july();
  Model model(c.catalog());
  model.apply(DetachPartition{name("public.m"), name("public.m__2026_07")}, at(kNow));
  EXPECT_THROW(model.apply(DropTable{name("public.m__2026_07")}, at(kNow)), Refused);
  EXPECT_THROW(model.apply(CommentOnTable{name("public.m__2026_07"), {"marker"}}, at(kNow)), Refused);
  EXPECT_NO_THROW(model.apply(DropTable{name("public.m__2026_07"), true}, at(kNow)));
}

TEST(Foreign, WhatPostgresqlWouldRefuseIsRefusedBefore) {
  using Errors = std::vector<Code>;
  const auto codes = [](const auto& change) {
    auto c = archive();
    change(c);
    Errors found;
    for (const auto& [code, message] : errors_of(c.catalog())) found.push_back(code);
    return found;
  };
  EXPECT_EQ(codes([](auto&) {}), Errors{});
  EXPECT_EQ(codes([](auto& c) { c.unique("pk", {{"at"}}); }), Errors{Code::foreign_leaf_under_unique});
  EXPECT_EQ(codes([](auto& c) {
              c.table().outgoing = {{{"f"}, name("public.m"), name("public.o")}};
            }),
            Errors{Code::leaves_unfit});
  EXPECT_EQ(codes([](auto& c) { c.catalog().servers.clear(); }), Errors{Code::leaves_unfit});
  EXPECT_EQ(codes([](auto& c) { c.table().foreign_shape.reset(); }), Errors{Code::leaves_unfit});
  EXPECT_EQ(codes([](auto& c) {
              c.table().columns.push_back({{"g"}, "bigint", false, "(k * 2)", ' ', 'v'});
            }),
            Errors{Code::leaves_unfit});
  EXPECT_EQ(codes([](auto& c) {
              c.table().columns.push_back({{"g"}, "integer", false, "a[1:k]", ' ', 's'});
            }),
            Errors{Code::leaves_unfit});
  EXPECT_EQ(codes([](auto& c) { c.table().foreign_shape->checks[0].enforced = false; }), Errors{Code::leaves_unfit});
  EXPECT_EQ(codes([](auto& c) { c.table().foreign_shape->checks[0].expression = "(a[1:k] = 1)"; }),
            Errors{Code::leaves_unfit});
}

}  // namespace
}  // namespace pschema::test
