// Translation validation must be able to fail: each test breaks a plan or a file and wants it noticed.
#include "plan/validate.h"
#include "compile/compile.h"
#include "fixture.h"
#include "plan/pending.h"
#include "plan/simulate.h"

namespace pschema::test {
namespace {

constexpr const char* kSchema = R"(pschema 1;
table public.m {
  partition by range (at) every month {
    create current and 1 after;
    keep current and 1 before;
    drop immediately;
    partition by hash (k) modulus 2;
  }
})";

struct Scene {
  Schema fitted;
  Catalog catalog;
  Plan plan;
};

Scene scene() {
  CatalogBuilder c("public.m", key(Strategy::range, {"at"}),
                   {column("at", "timestamp with time zone"), column("k", "bigint")});
  c.partition("public.m", "public.old", "FOR VALUES FROM ('2026-01-01 00:00:00+00') TO ('2026-02-01 00:00:00+00')");
  c.catalog().has_ledger = true;
  Diagnostics diagnostics;
  const Instant now = at("2026-08-28T10:00:00Z");
  Schema fitted = fit(schema_of(kSchema), c.catalog(), now, 1000, diagnostics).schema;
  Plan planned = plan(fitted, c.catalog(), now);
  return {fitted, c.catalog(), planned};
}

TEST(Validate, AGoodPlanProves) {
  const Scene s = scene();
  ASSERT_EQ(operation_count(s.plan), 3u);
  EXPECT_EQ(disprove(s.fitted, s.catalog, s.plan), std::nullopt);
  EXPECT_EQ(prove_and_emit(s.fitted, s.catalog, s.plan, {}, {}).size(), 4u);  // ledger, baseline, create, drop
}

TEST(Validate, AMissingOperationIsNoticedAndNothingComesOut) {
  for (std::size_t i = 0; i < 3; ++i) {
    Scene s = scene();
    auto& operations = s.plan.tables[0].operations;
    operations.erase(operations.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_TRUE(disprove(s.fitted, s.catalog, s.plan)) << i;
    EXPECT_THROW(prove_and_emit(s.fitted, s.catalog, s.plan, {}, {}), InternalError) << i;
  }
}

TEST(Validate, AMissingBucketIsNoticed) {
  Scene s = scene();
  std::get<Create>(s.plan.tables[0].operations[0].is).partition.below.pop_back();
  EXPECT_TRUE(disprove(s.fitted, s.catalog, s.plan));
}

TEST(Validate, ADropOfSomethingElseIsNoticed) {
  Scene s = scene();
  s.plan.tables[0].operations.push_back(
      {Drop{name("public.m"), name("public.m"), "", {}, ""}, Reason::grace_elapsed});
  EXPECT_TRUE(disprove(s.fitted, s.catalog, s.plan));
}

TEST(Validate, AnOperationTwiceIsNoticed) {
  Scene s = scene();
  s.plan.tables[0].operations.push_back(s.plan.tables[0].operations[0]);
  EXPECT_TRUE(disprove(s.fitted, s.catalog, s.plan));
}

TEST(Validate, AFileThatSaysSomethingElseIsNoticed) {
  const Scene s = scene();
  Folder folder;
  folder.files = prove_and_emit(s.fitted, s.catalog, s.plan, {}, {});
  EXPECT_EQ(files_differ_from_plan(s.catalog, s.plan, folder), std::nullopt);
  Folder missing = folder;
  missing.files.pop_back();
  EXPECT_TRUE(files_differ_from_plan(s.catalog, s.plan, missing));
  Folder edited = folder;
  std::string& text = edited.files[2].text;
  text.replace(text.find("REMAINDER 1"), 11, "REMAINDER 0");
  EXPECT_TRUE(files_differ_from_plan(s.catalog, s.plan, edited));
  Folder foreign = folder;
  foreign.files[2].text += "DROP TABLE public.m CASCADE;\n";
  EXPECT_TRUE(files_differ_from_plan(s.catalog, s.plan, foreign));
}

TEST(Pending, CompilingTwiceAddsNothing) {
  const Scene s = scene();
  Folder folder;
  folder.files = prove_and_emit(s.fitted, s.catalog, s.plan, {}, {});
  Diagnostics diagnostics;
  const auto again = compile(schema_of(kSchema), s.catalog, folder, s.plan.at, {}, diagnostics);
  ASSERT_TRUE(again);
  EXPECT_EQ(operation_count(again->plan), 0u);
  EXPECT_TRUE(again->files.empty());
}

TEST(Pending, ARetirementOfWhatIsKeptNowIsAConflict) {
  CatalogBuilder c("public.m", key(Strategy::range, {"at"}), {column("at", "timestamp with time zone")});
  c.partition("public.m", "public.m__2026_05",
              "FOR VALUES FROM ('2026-05-01 00:00:00+00') TO ('2026-06-01 00:00:00+00')");
  const std::string head =
      "pschema 1; table public.m { partition by range (at) every month { create current; keep current and ";
  const std::string tail = " before; drop 7 days after detach; } }";
  Diagnostics diagnostics;
  const Instant now = at("2026-08-28T10:00:00Z");
  const auto first = compile(schema_of(head + "1" + tail), c.catalog(), {}, now, {}, diagnostics);
  Folder folder;
  folder.files = first->files;
  const auto second = compile(schema_of(head + "5" + tail), c.catalog(), folder, now, {}, diagnostics);
  ASSERT_TRUE(second);
  EXPECT_EQ(operation_count(second->plan), 0u);
  ASSERT_EQ(second->plan.findings.size(), 1u);
  EXPECT_EQ(second->plan.findings[0].kind, FindingKind::pending_conflict);
}

TEST(Pending, AFinalizeThatRanLeavesAloneWhatCameBack) {
  CatalogBuilder c("public.m", key(Strategy::range, {"at"}), {column("at", "timestamp with time zone")});
  constexpr const char* kBound = "FOR VALUES FROM ('2026-08-01 00:00:00+00') TO ('2026-09-01 00:00:00+00')";
  c.partition("public.m", "public.m__2026_08", kBound);
  Relation& half = c.table().children.at(name("public.m")).front();
  half.detach_pending = true;
  half.marker = Marker{MarkerState::detaching, {}, half.name, name("public.m"), kBound};
  const Schema schema = schema_of(
      "pschema 1; table public.m { partition by range (at) every month { create current; keep current; drop 7 days "
      "after detach; } }");
  Diagnostics diagnostics;
  const auto compiled = compile(schema, c.catalog(), {}, at("2026-08-28T10:00:00Z"), {}, diagnostics);
  ASSERT_TRUE(compiled);
  ASSERT_EQ(lines(compiled->plan.tables.at(0)),
            (Lines{"DETACH public.m__2026_08 (detach_finalize)", "ATTACH public.m__2026_08 (reattach)"}));
  Catalog after = simulate(c.catalog(), compiled->plan);
  after.tables.at(name("public.m")).referenced_by[name("public.m__2026_08")] = name("public.o");  // since measured
  const WithPending replayed = with_pending(after, Folder{compiled->files, {}});
  EXPECT_TRUE(replayed.findings.empty());
  EXPECT_EQ(replayed.catalog, after);
}

TEST(Pending, ADropThatTheSchemaDoesNotAskForAnyMoreIsAConflict) {
  const Scene s = scene();
  Folder folder;
  folder.files = prove_and_emit(s.fitted, s.catalog, s.plan, {}, {});
  const std::string changed =
      std::string(kSchema).replace(std::string(kSchema).find("immediately"), 11, "never      ");
  Diagnostics diagnostics;
  const auto again = compile(schema_of(changed), s.catalog, folder, s.plan.at, {}, diagnostics);
  ASSERT_TRUE(again);
  ASSERT_EQ(again->plan.findings.size(), 1u);
  EXPECT_EQ(again->plan.findings[0].kind, FindingKind::pending_conflict);
  EXPECT_NE(again->plan.findings[0].sentence.find("_drop.sql"), std::string::npos);
}

TEST(Validate, WhatThePlanLeavesAloneNeedNotBeComplete) {
  CatalogBuilder c("public.m", key(Strategy::range, {"at"}),
                   {column("at", "timestamp with time zone"), column("k", "bigint")});
  c.partition("public.m", "public.odd", "FOR VALUES FROM ('2026-03-02 00:00:00+00') TO ('2026-04-07 00:00:00+00')",
              key(Strategy::hash, {"k"}));
  Diagnostics diagnostics;
  EXPECT_TRUE(compile(schema_of(kSchema), c.catalog(), {}, at("2026-08-28T10:00:00Z"), {}, diagnostics));
}

TEST(Validate, ExpiredBranchesThatStayAreMadeComplete) {
  CatalogBuilder c("public.m", key(Strategy::range, {"at"}),
                   {column("at", "timestamp with time zone"), column("k", "bigint")});
  c.partition("public.m", "public.old", "FOR VALUES FROM ('2020-01-01 00:00:00+00') TO ('2020-02-01 00:00:00+00')",
              key(Strategy::hash, {"k"}));
  Diagnostics diagnostics;
  const char* paused = R"(pschema 1; table public.m { partition by range (at) every month {
    create current; keep current; detach never; partition by hash (k) modulus 2; } })";
  const auto result = compile(schema_of(paused), c.catalog(), {}, at("2026-08-28T10:00:00Z"), {}, diagnostics);
  ASSERT_TRUE(result);
  const Lines planned = lines(result->plan.tables[0]);
  EXPECT_EQ(std::count_if(planned.begin(), planned.end(),
                          [](const std::string& l) { return l.find("public.old__h") != std::string::npos; }),
            2);
}

TEST(Validate, ABranchThatComesBackIsMadeComplete) {
  CatalogBuilder c("public.m", key(Strategy::range, {"at"}),
                   {column("at", "timestamp with time zone"), column("k", "bigint")});
  c.orphan("public.m__2026_07", "public.m",
           "FOR VALUES FROM ('2026-07-01 00:00:00+00') TO ('2026-08-01 00:00:00+00')", at("2026-08-02T00:00:00Z"));
  Orphan& orphan = c.catalog().orphans.begin()->second;
  orphan.relation.kind = RelationKind::partitioned_table;
  orphan.relation.key = key(Strategy::hash, {"k"});
  Diagnostics diagnostics;
  const auto result = compile(schema_of(kSchema), c.catalog(), {}, at("2026-08-28T10:00:00Z"), {}, diagnostics);
  ASSERT_TRUE(result);
  const Lines planned = lines(result->plan.tables[0]);
  EXPECT_EQ(Lines(planned.end() - 3, planned.end()),
            (Lines{"ATTACH public.m__2026_07 (reattach)", "CREATE public.m__2026_07__h0 (hash_gap)",
                   "CREATE public.m__2026_07__h1 (hash_gap)"}));
}

TEST(Validate, AReattachIntoANewFolder) {
  CatalogBuilder c("public.m", key(Strategy::range, {"at"}), {column("at", "timestamp with time zone")});
  c.orphan("public.m__2026_07", "public.m",
           "FOR VALUES FROM ('2026-07-01 00:00:00+00') TO ('2026-08-01 00:00:00+00')", at("2026-08-02T00:00:00Z"));
  Diagnostics diagnostics;
  const auto result = compile(schema_of(R"(pschema 1;
table public.m { partition by range (at) every month { create current; keep current and 1 before; drop 7 days after detach; } })"),
                              c.catalog(), {}, at("2026-08-28T10:00:00Z"), {}, diagnostics);
  ASSERT_TRUE(result);
  EXPECT_EQ(operation_count(result->plan), 2u);
}

// A build that an earlier run left half done is built on by the file that makes it, and counts for nothing until
// then, also where there is nothing to do.
TEST(Validate, NothingToDoBesideAHalfBuiltPartition) {
  CatalogBuilder c("public.m", key(Strategy::range, {"at"}), {column("at", "timestamp with time zone")});
  c.partition("public.m", "public.all", "FOR VALUES FROM (MINVALUE) TO (MAXVALUE)");
  c.orphan("public.m__2026_05", "public.m",
           "FOR VALUES FROM ('2026-05-01 00:00:00+00') TO ('2026-06-01 00:00:00+00')", Instant{});
  c.catalog().orphans.begin()->second.relation.marker->state = MarkerState::building;
  Diagnostics diagnostics;
  const auto result = compile(schema_of(R"(pschema 1;
table public.m { partition by range (at) every month { create current; keep current; drop never; } })"),
                              c.catalog(), {}, at("2026-08-28T10:00:00Z"), {}, diagnostics);
  ASSERT_TRUE(result);
  EXPECT_EQ(operation_count(result->plan), 0u);
  EXPECT_TRUE(result->files.empty());
}

TEST(Fit, AUniqueKeyWithoutAPartitionColumnIsRefused) {
  CatalogBuilder c("public.m", key(Strategy::range, {"at"}),
                   {column("at", "timestamp with time zone"), column("k", "bigint")});
  c.unique("m_pkey", {{"at"}});
  Diagnostics diagnostics;
  const auto result = compile(schema_of(kSchema), c.catalog(), {}, at("2026-08-28T10:00:00Z"), {}, diagnostics);
  ASSERT_TRUE(result);
  EXPECT_TRUE(result->files.empty());
  EXPECT_EQ(result->plan.refused.size(), 1u);
  ASSERT_EQ(diagnostics.sorted().size(), 1u);
  EXPECT_EQ(diagnostics.sorted()[0].code, Code::unique_lacks_key);
  EXPECT_NE(diagnostics.sorted()[0].message.find("m_pkey"), std::string::npos);
  EXPECT_NE(diagnostics.sorted()[0].message.find("`k`"), std::string::npos);
}

}  // namespace
}  // namespace pschema::test
