// `detach … into schema`: what leaves its parent leaves the schema too, and does not come back by itself.
#include "compile/compile.h"
#include "fixture.h"
#include "plan/simulate.h"
#include "plan/validate.h"

namespace pschema::test {
namespace {

constexpr const char* kArchive = R"(pschema 1;
table public.m { partition by range (at) every month {
  create current; keep current; detach into schema archive; drop 7 days after detach;
  partition by hash (k) modulus 2; } })";
constexpr const char* kKept = R"(pschema 1;
table public.m { partition by range (at) every month {
  create current; keep current and 11 before; detach into schema archive; drop 7 days after detach;
  partition by hash (k) modulus 2; } })";
constexpr const char* kJuly = "FOR VALUES FROM ('2026-07-01 00:00:00+00') TO ('2026-08-01 00:00:00+00')";
constexpr const char* kNow = "2026-08-28T10:00:00Z";

CatalogBuilder july() {
  CatalogBuilder c("public.m", key(Strategy::range, {"at"}),
                   {column("at", "timestamp with time zone"), column("k", "bigint")});
  c.partition("public.m", "public.m__2026_07", kJuly, key(Strategy::hash, {"k"}));
  c.partition("public.m__2026_07", "public.m__2026_07__h0", "FOR VALUES WITH (modulus 2, remainder 0)");
  c.partition("public.m__2026_07", "public.m__2026_07__h1", "FOR VALUES WITH (modulus 2, remainder 1)");
  c.catalog().schemas.insert({"archive"});
  return c;
}

const Detach& last_detach(const TablePlan& plan) { return std::get<Detach>(plan.operations.back().is); }

TEST(IntoSchema, MovesEverythingBelowAlong) {
  auto c = july();
  const Schema s = schema_of(kArchive);
  const TablePlan p = plan_of(s, c.catalog(), kNow);
  ASSERT_EQ(lines(p).back(), "DETACH public.m__2026_07 (retention_expired)");
  EXPECT_EQ(last_detach(p).moved,
            (std::vector{name("public.m__2026_07"), name("public.m__2026_07__h0"), name("public.m__2026_07__h1")}));
  Diagnostics diagnostics;
  const auto compiled = compile(s, c.catalog(), {}, at(kNow), {}, diagnostics);  // proves the plan and its files
  ASSERT_TRUE(compiled);
  const Catalog after = simulate(c.catalog(), compiled->plan);
  const Orphan& orphan = after.orphans.at(name("archive.m__2026_07"));
  EXPECT_EQ(orphan.relation.marker->name, name("archive.m__2026_07"));
  EXPECT_EQ(orphan.children.at(name("archive.m__2026_07")).front().name, name("archive.m__2026_07__h0"));
}

TEST(IntoSchema, WaitsForItsGraceThere) {
  auto c = july();
  c.catalog() = simulate(c.catalog(), Plan{at(kNow), {plan_of(schema_of(kArchive), c.catalog(), kNow)}, {}});
  EXPECT_EQ(lines(plan_of(schema_of(kArchive), c.catalog(), kNow)), Lines{});
  EXPECT_EQ(lines(plan_of(schema_of(kArchive), c.catalog(), "2026-09-04T10:00:00Z")).back(),
            "DROP archive.m__2026_07 (grace_elapsed)");
}

TEST(IntoSchema, DoesNotComeBackByItself) {
  auto c = july();
  c.catalog() = simulate(c.catalog(), Plan{at(kNow), {plan_of(schema_of(kArchive), c.catalog(), kNow)}, {}});
  const TablePlan p = plan_of(schema_of(kKept), c.catalog(), kNow);
  EXPECT_EQ(lines(p), Lines{}) << "no clause creates July, and what was moved away is a person's to bring back";
}

TEST(IntoSchema, StaysWhereTheNameIsTaken) {
  auto c = july();
  c.catalog().taken[name("archive.m__2026_07__h1")] = RelationKind::view;
  const TablePlan p = plan_of(schema_of(kArchive), c.catalog(), kNow);
  EXPECT_EQ(findings(p), Lines{"retirement_held public.m__2026_07"});
  for (const std::string& l : lines(p)) EXPECT_EQ(l.substr(0, 6), "CREATE");
}

TEST(IntoSchema, AnInterruptedOneIsFinishedAndMoved) {
  auto c = july();
  Relation& r = c.table().children.at(name("public.m")).front();
  r.detach_pending = true;
  r.marker = Marker{MarkerState::detaching, {}, r.name, name("public.m"), kJuly};
  const TablePlan p = plan_of(schema_of(kArchive), c.catalog(), kNow);
  ASSERT_EQ(lines(p).back(), "DETACH public.m__2026_07 (detach_finalize)");
  EXPECT_EQ(last_detach(p).moved.size(), 3u);
}

TEST(IntoSchema, TheSchemaMustExist) {
  auto c = july();
  c.catalog().schemas.clear();
  Diagnostics diagnostics;
  fit(schema_of(kArchive), c.catalog(), at(kNow), 1000, diagnostics);
  ASSERT_EQ(diagnostics.sorted().size(), 1u);
  EXPECT_EQ(diagnostics.sorted()[0].code, Code::schema_missing);
}

// --- `referenced`

constexpr const char* kReferenced = R"(pschema 1;
table public.m { partition by range (at) every month {
  create current; keep current; keep while referenced; drop immediately; partition by hash (k) modulus 2; } })";

CatalogBuilder with_lines() {
  auto c = july();
  c.table().incoming = {{{"f"}, name("public.lines"), name("public.m"), 'a', {{"m_at"}}, {{"at"}}}};
  return c;
}

TEST(Referenced, KeepsWithoutAWordAndWhatIsNotKnownKeepsToo) {
  auto c = with_lines();
  const Schema s = schema_of(kReferenced);
  c.table().referenced_by[name("public.m__2026_07")] = name("public.lines");
  for (const std::optional<bool> known : {std::optional(true), std::optional<bool>()}) {
    c.catalog().measured[name("public.m__2026_07")].referenced = known;
    const TablePlan p = plan_of(s, c.catalog(), kNow);
    EXPECT_EQ(findings(p), Lines{});
    for (const std::string& l : lines(p)) EXPECT_EQ(l.substr(0, 6), "CREATE");
  }
  c.table().referenced_by[name("public.m__2026_07")] = std::nullopt;
  c.catalog().measured[name("public.m__2026_07")].referenced = false;
  EXPECT_EQ(lines(plan_of(s, c.catalog(), kNow)).back(), "DETACH public.m__2026_07 (retention_expired)");
}

TEST(Referenced, IsAnErrorWhereNoForeignKeyReferences) {
  auto c = july();
  Diagnostics diagnostics;
  fit(schema_of(kReferenced), c.catalog(), at(kNow), 1000, diagnostics);
  ASSERT_EQ(diagnostics.sorted().size(), 1u);
  EXPECT_EQ(diagnostics.sorted()[0].code, Code::nothing_references);
}

}  // namespace
}  // namespace pschema::test
