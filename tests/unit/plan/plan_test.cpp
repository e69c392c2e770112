#include "fixture.h"

namespace pschema::test {
namespace {

constexpr const char* kMonths = R"(pschema 1;
table public.m {
  partition by range (at) every month {
    create current and 2 after;
    keep current and 11 before;
    drop 7 days after detach;
  }
})";

CatalogBuilder months() {
  return {"public.m", key(Strategy::range, {"at"}), {column("at", "timestamp with time zone")}};
}

std::string month_bound(const char* from, const char* to) {
  return std::string("FOR VALUES FROM ('") + from + " 00:00:00+00') TO ('" + to + " 00:00:00+00')";
}

TEST(Plan, CreatesWhatIsMissingAndNothingElse) {
  auto c = months();
  c.partition("public.m", "public.anything", month_bound("2026-09-01", "2026-10-01"));
  const TablePlan p = plan_of(schema_of(kMonths), c.catalog(), "2026-08-28T10:00:00Z");
  EXPECT_EQ(lines(p), (Lines{"CREATE public.m__2026_08 (create_ahead)", "CREATE public.m__2026_10 (create_ahead)"}));
  EXPECT_EQ(findings(p), Lines{});
}

TEST(Plan, ExpiresAtTheVeryMoment) {
  auto c = months();
  c.partition("public.m", "public.m__2025_08", month_bound("2025-08-01", "2025-09-01"));
  c.partition("public.m", "public.m__2026_08", month_bound("2026-08-01", "2026-09-01"));
  const Schema s = schema_of(kMonths);
  EXPECT_EQ(lines(plan_of(s, c.catalog(), "2026-07-31T23:59:59Z")).back(), "CREATE public.m__2026_09 (create_ahead)");
  const TablePlan p = plan_of(s, c.catalog(), "2026-08-01T00:00:00Z");
  EXPECT_EQ(lines(p).back(), "DETACH public.m__2025_08 (retention_expired)");
  EXPECT_EQ(std::get<Detach>(p.operations.back().is).expired_at, at("2026-08-01T00:00:00Z"));
  EXPECT_EQ(std::get<Detach>(p.operations.back().is).form, DetachForm::concurrently);
}

TEST(Plan, AUnitIsTheCursorsOwnFromItsStartOn) {
  const Schema weeks = schema_of(R"(pschema 1;
table public.m { partition by range (at) every week { create current quarter and 1 after; keep current quarter and 1 before; } })");
  // The week of New Year began in December: it overlaps the quarter of the cursor, and the one that is past.
  Lines created = lines(plan_of(weeks, months().catalog(), "2026-01-03T10:00:00Z"));
  EXPECT_EQ(created.front(), "CREATE public.m__2026_w01 (create_ahead)");
  EXPECT_EQ(created.back(), "CREATE public.m__2026_w27 (create_ahead)");
  created = lines(plan_of(weeks, months().catalog(), "2026-03-20T10:00:00Z"));
  EXPECT_EQ(created.front(), "CREATE public.m__2026_w01 (create_ahead)") << "weeks of this quarter that are past";
}

TEST(Plan, NamesTheOldestOfTheExpired) {
  auto c = months();
  c.partition("public.m", "public.a", month_bound("2020-09-01", "2020-10-01"));
  c.partition("public.m", "public.b", month_bound("2020-08-01", "2020-09-01"));
  const Schema limited = schema_of(R"(pschema 1;
table public.m { partition by range (at) every month { create current; keep current; detach at most 1; } })");
  const TablePlan p = plan_of(limited, c.catalog(), "2026-08-28T10:00:00Z");
  EXPECT_EQ(findings(p), Lines{"detach_limit public.m"});
  EXPECT_NE(p.findings.front().sentence.find("2 expired partitions, the oldest public.b"), std::string::npos);
}

TEST(Plan, AForeignTableIsNeverRetired) {
  auto c = months();
  c.partition("public.m", "public.far", month_bound("2020-08-01", "2020-09-01"));
  c.table().children[name("public.m")].front().kind = RelationKind::foreign_table;
  c.orphan("public.far2", "public.m", month_bound("2020-07-01", "2020-08-01"), at("2021-01-01T00:00:00Z"));
  c.catalog().orphans.at(name("public.far2")).relation.kind = RelationKind::foreign_table;
  const TablePlan p = plan_of(schema_of(kMonths), c.catalog(), "2026-08-28T10:00:00Z");
  EXPECT_EQ(lines(p).back(), "CREATE public.m__2026_10 (create_ahead)");
  EXPECT_EQ(findings(p), (Lines{"foreign_partition public.far2", "foreign_partition public.far", "gap public.m"}));
}

TEST(Plan, BlockingBesideADefaultPartition) {
  auto c = months();
  c.partition("public.m", "public.m__2020_08", month_bound("2020-08-01", "2020-09-01"));
  c.partition("public.m", "public.rest", "DEFAULT");
  const TablePlan p = plan_of(schema_of(kMonths), c.catalog(), "2026-08-28T10:00:00Z");
  EXPECT_EQ(std::get<Detach>(p.operations.back().is).form, DetachForm::blocking);
}

TEST(Plan, UnmanagedIsNeverTouchedAndHoldsBackWhatItOverlaps) {
  auto c = months();
  c.partition("public.m", "public.archive", month_bound("2000-01-01", "2020-01-01"));
  c.partition("public.m", "public.middle", month_bound("2026-09-15", "2026-10-15"));
  const TablePlan p = plan_of(schema_of(kMonths), c.catalog(), "2026-08-28T10:00:00Z");
  EXPECT_EQ(lines(p), Lines{"CREATE public.m__2026_08 (create_ahead)"});
  EXPECT_EQ(findings(p),
            (Lines{"unmanaged_partition public.archive", "unmanaged_partition public.middle",
                   "range_overlap public.m", "range_overlap public.m", "uncovered public.m", "uncovered public.m"}));
}

TEST(Plan, APieceOfAWindowIsOursAndExpiresByItsOwnEnd) {
  auto c = months();
  c.partition("public.m", "public.day", month_bound("2025-08-05", "2025-08-06"));
  c.partition("public.m", "public.m__2026_08", month_bound("2026-08-01", "2026-09-01"));
  const TablePlan p = plan_of(schema_of(kMonths), c.catalog(), "2026-08-28T10:00:00Z");
  EXPECT_EQ(lines(p).back(), "DETACH public.day (retention_expired)");
}

TEST(Plan, UnboundedAndUnreadableStay) {
  auto c = months();
  c.partition("public.m", "public.old", "FOR VALUES FROM (MINVALUE) TO ('2020-01-01 00:00:00+00')");
  c.partition("public.m", "public.forever", "FOR VALUES FROM ('2020-01-01 00:00:00+00') TO ('infinity')");
  const TablePlan p = plan_of(schema_of(kMonths), c.catalog(), "2026-08-28T10:00:00Z");
  // All that is wanted is covered by the one that is open above.
  EXPECT_EQ(lines(p), Lines{});
  EXPECT_EQ(findings(p), (Lines{"unbounded_partition public.old", "unbounded_partition public.forever"}));
}

// Reports C14: the only way to give rows with infinity a partition. It covers no moment, and hides no hole.
TEST(Plan, APartitionForInfinityCoversNothing) {
  auto c = months();
  c.partition("public.m", "public.first", "FOR VALUES FROM (MINVALUE) TO ('-infinity')");
  c.partition("public.m", "public.last", "FOR VALUES FROM ('infinity') TO (MAXVALUE)");
  const TablePlan p = plan_of(schema_of(kMonths), c.catalog(), "2026-08-28T10:00:00Z");
  EXPECT_EQ(lines(p), (Lines{"CREATE public.m__2026_08 (create_ahead)", "CREATE public.m__2026_09 (create_ahead)",
                             "CREATE public.m__2026_10 (create_ahead)"}));
  EXPECT_EQ(findings(p), (Lines{"unbounded_partition public.first", "unbounded_partition public.last"}));
}

// Reports C10: a bound between two instants lies inside a window. What it touches is held back; the partition is not
// ours, unless both of its ends lie inside one window.
TEST(Plan, BoundsBetweenTwoInstants) {
  CatalogBuilder c("public.k", {Strategy::range, {{{"id"}, ""}}}, {{{"id"}, "bigint", true, "", ' ', ' '}});
  c.partition("public.k", "public.across",
              "FOR VALUES FROM ('1785542400000000000') TO ('1788220800000000001')");  // August 2026 and 1 ns
  c.partition("public.k", "public.inside",
              "FOR VALUES FROM ('1751328000000000001') TO ('1751328000000005000')");  // in July 2025
  const Schema s = schema_of(R"(pschema 1;
table public.k { partition by range (id) every month as epoch nanoseconds {
  create current and 2 after; keep current and 3 before; drop immediately; } })");
  const TablePlan p = plan_of(s, c.catalog(), "2026-08-28T10:00:00Z");
  EXPECT_EQ(lines(p), (Lines{"CREATE public.k__2026_10 (create_ahead)", "DETACH public.inside (retention_expired)"}));
  EXPECT_EQ(findings(p), (Lines{"unmanaged_partition public.across", "range_overlap public.k", "gap public.k",
                                "uncovered public.k"}));
}

// The step was a week once. Were the expired week detached, the next plan would make its month without its rows.
TEST(Plan, WhatLiesInAWantedWindowGoesWithIt) {
  auto c = months();
  c.partition("public.m", "public.week", month_bound("2026-06-01", "2026-06-08"));
  c.partition("public.m", "public.m__2026_07", month_bound("2026-07-01", "2026-08-01"));
  c.partition("public.m", "public.m__2026_08", month_bound("2026-08-01", "2026-09-01"));
  const Schema s = schema_of(R"(pschema 1;
table public.m { partition by range (at) every month {
  create current; create from '2026-06-01'; keep for 70 days; drop never; } })");
  const TablePlan p = plan_of(s, c.catalog(), "2026-08-28T10:00:00Z");
  EXPECT_EQ(lines(p), Lines{});
  const Lines f = findings(p);
  EXPECT_NE(std::find(f.begin(), f.end(), "range_overlap public.m"), f.end());
  EXPECT_NE(std::find(f.begin(), f.end(), "retirement_held public.week"), f.end());
  const TablePlan later = plan_of(s, c.catalog(), "2026-09-28T10:00:00Z");
  const Lines retired = lines(later);
  EXPECT_NE(std::find(retired.begin(), retired.end(), "DETACH public.week (retention_expired)"), retired.end());
}

TEST(Plan, NothingRetiresWhileTheCurrentWindowIsMissing) {
  auto c = months();
  c.partition("public.m", "public.m__2020_08", month_bound("2020-08-01", "2020-09-01"));
  c.catalog().taken[name("public.m__2026_08")] = RelationKind::view;
  const TablePlan p = plan_of(schema_of(kMonths), c.catalog(), "2026-08-28T10:00:00Z");
  EXPECT_EQ(lines(p), (Lines{"CREATE public.m__2026_09 (create_ahead)", "CREATE public.m__2026_10 (create_ahead)"}));
  const Lines f = findings(p);
  EXPECT_NE(std::find(f.begin(), f.end(), "name_unusable public.m__2026_08"), f.end());
  EXPECT_NE(std::find(f.begin(), f.end(), "retirement_held public.m"), f.end());
  EXPECT_NE(std::find(f.begin(), f.end(), "uncovered public.m"), f.end());
}

TEST(Plan, DetachLimitHoldsAll) {
  auto c = months();
  c.partition("public.m", "public.a", month_bound("2020-08-01", "2020-09-01"));
  c.partition("public.m", "public.b", month_bound("2020-09-01", "2020-10-01"));
  const Schema s = schema_of(R"(pschema 1;
table public.m { partition by range (at) every month {
  create current; keep current; detach at most 1; drop never; } })");
  const TablePlan p = plan_of(s, c.catalog(), "2026-08-28T10:00:00Z");
  EXPECT_EQ(lines(p), Lines{"CREATE public.m__2026_08 (create_ahead)"});
  EXPECT_EQ(findings(p).front(), "detach_limit public.m");
}

TEST(Plan, OrphansWaitDropOrComeBack) {
  auto c = months();
  const std::string august = month_bound("2025-08-01", "2025-09-01");
  c.orphan("public.m__2025_08", "public.m", august, at("2026-08-01T03:00:00Z"));
  const Schema s = schema_of(kMonths);
  TablePlan p = plan_of(s, c.catalog(), "2026-08-08T02:59:59Z");
  EXPECT_EQ(findings(p).front(), "grace_pending public.m__2025_08");
  p = plan_of(s, c.catalog(), "2026-08-08T03:00:00Z");
  EXPECT_EQ(lines(p).back(), "DROP public.m__2025_08 (grace_elapsed)");
  const Schema longer = schema_of(R"(pschema 1;
table public.m { partition by range (at) every month {
  create current and 2 after; keep current and 23 before; drop 7 days after detach; } })");
  p = plan_of(longer, c.catalog(), "2026-08-28T03:00:00Z");
  EXPECT_EQ(lines(p).back(), "ATTACH public.m__2025_08 (reattach)");
}

TEST(Plan, ARenamedOrphanIsKept) {
  auto c = months();
  c.orphan("public.m__2020_08", "public.m", month_bound("2020-08-01", "2020-09-01"), at("2021-08-01T03:00:00Z"));
  c.catalog().orphans.begin()->second.relation.marker->name = name("public.other");
  const TablePlan p = plan_of(schema_of(kMonths), c.catalog(), "2026-08-28T03:00:00Z");
  EXPECT_EQ(findings(p).front(), "orphan_renamed public.m__2020_08");
  for (const std::string& l : lines(p)) EXPECT_EQ(l.substr(0, 6), "CREATE");
}

TEST(Plan, AnInterruptedDetachIsFinishedFirst) {
  auto c = months();
  const std::string bound = month_bound("2020-08-01", "2020-09-01");
  c.partition("public.m", "public.m__2020_08", bound);
  Relation& r = c.table().children.begin()->second.front();
  r.detach_pending = true;
  TablePlan p = plan_of(schema_of(kMonths), c.catalog(), "2026-08-28T03:00:00Z");
  EXPECT_EQ(findings(p).front(), "detach_pending public.m__2020_08");
  EXPECT_EQ(p.findings.front().severity, FindingSeverity::warning);
  r.marker = Marker{MarkerState::detaching, {}, r.name, name("public.m"), bound};
  p = plan_of(schema_of(kMonths), c.catalog(), "2026-08-28T03:00:00Z");
  EXPECT_EQ(lines(p).back(), "DETACH public.m__2020_08 (detach_finalize)");
  // Wanted again, it comes back after it is finished; what needs no part of its range is made before.
  const Schema longer = schema_of(R"(pschema 1;
table public.m { partition by range (at) every month { create current; keep current and 100 before; } })");
  EXPECT_EQ(lines(plan_of(longer, c.catalog(), "2026-08-28T03:00:00Z")),
            (Lines{"CREATE public.m__2026_08 (create_ahead)", "DETACH public.m__2020_08 (detach_finalize)",
                   "ATTACH public.m__2020_08 (reattach)"}));
  EXPECT_EQ(p.findings.front().severity, FindingSeverity::info);
}

TEST(Plan, GapsAreNamedAndNotFilled) {
  auto c = months();
  c.partition("public.m", "public.m__2026_05", month_bound("2026-05-01", "2026-06-01"));
  const TablePlan p = plan_of(schema_of(kMonths), c.catalog(), "2026-08-28T10:00:00Z");
  ASSERT_EQ(findings(p), Lines{"gap public.m"});
  EXPECT_NE(p.findings[0].sentence.find("2026-06-01 to 2026-08-01"), std::string::npos) << p.findings[0].sentence;
}

TEST(Plan, CreateFromNeverMakesWhatKeepWouldNotKeep) {
  const Schema s = schema_of(R"(pschema 1;
table public.m { partition by range (at) every month {
  create from '2020-01-01'; create current; keep current and 1 before; drop immediately; } })");
  const TablePlan p = plan_of(s, months().catalog(), "2026-08-15T00:00:00Z");
  EXPECT_EQ(lines(p), (Lines{"CREATE public.m__2026_07 (create_from)", "CREATE public.m__2026_08 (create_ahead)"}));
}

TEST(Plan, CreateEndsIsAWarning) {
  const Schema s = schema_of(R"(pschema 1;
table public.m { partition by range (at) every month { create until '2026-10-01'; } })");
  TablePlan p = plan_of(s, months().catalog(), "2026-08-15T00:00:00Z");
  EXPECT_EQ(findings(p), Lines{"create_ends public.m"});
  p = plan_of(s, months().catalog(), "2026-07-15T00:00:00Z");
  EXPECT_EQ(findings(p), Lines{});
}

TEST(Plan, ANeighboursLiteralIsTakenOver) {
  CatalogBuilder c("public.u", key(Strategy::range, {"id"}), {column("id", "uuid")});
  c.partition("public.u", "public.theirs",
              "FOR VALUES FROM ('01941f29-7c00-0000-0000-000000000000') TO ('0194bece-a000-0000-0000-000000000000')");
  const Schema s = schema_of(R"(pschema 1;
table public.u { partition by range (id) every month as uuidv7 { create current and 1 after; } })");
  const TablePlan p = plan_of(s, c.catalog(), "2025-01-15T00:00:00Z");
  ASSERT_EQ(lines(p), Lines{"CREATE public.u__2025_02 (create_ahead)"});
  EXPECT_EQ(std::get<Create>(p.operations[0].is).partition.bound_text.substr(0, 59),
            "FOR VALUES FROM ('0194bece-a000-0000-0000-000000000000') TO");
}

TEST(Plan, DefaultComesLastAndMakesDetachesBlocking) {
  auto c = months();
  c.partition("public.m", "public.m__2020_08", month_bound("2020-08-01", "2020-09-01"));
  const Schema s = schema_of(R"(pschema 1;
table public.m { partition by range (at) every month { create current; keep current; drop immediately; default; } })");
  const TablePlan p = plan_of(s, c.catalog(), "2026-08-28T10:00:00Z");
  EXPECT_EQ(lines(p), (Lines{"CREATE public.m__2026_08 (create_ahead)", "CREATE public.m__default (default_missing)",
                             "DETACH public.m__2020_08 (retention_expired)"}));
  EXPECT_EQ(std::get<Detach>(p.operations.back().is).form, DetachForm::blocking);
}

TEST(Plan, AnotherOwnersPartitionIsLeft) {
  auto c = months();
  c.partition("public.m", "public.m__2020_08", month_bound("2020-08-01", "2020-09-01"));
  c.table().children.begin()->second.front().owner = "postgres";
  const TablePlan p = plan_of(schema_of(kMonths), c.catalog(), "2026-08-28T10:00:00Z");
  EXPECT_EQ(findings(p).front(), "owner_differs public.m__2020_08");
  for (const std::string& l : lines(p)) EXPECT_EQ(l.substr(0, 6), "CREATE");
}

TEST(Plan, AnExpiredPartitionWithAnOldMarkerIsCleared) {
  auto c = months();
  const std::string bound = month_bound("2020-08-01", "2020-09-01");
  c.partition("public.m", "public.m__2020_08", bound);
  Relation& r = c.table().children.begin()->second.front();
  r.marker = Marker{MarkerState::detached, at("2021-01-01T00:00:00Z"), r.name, name("public.m"), bound};
  EXPECT_EQ(plan_of(schema_of(kMonths), c.catalog(), "2026-08-28T10:00:00Z").stale_markers,
            (std::vector<StaleMarker>{{r.name, false}}));
}

TEST(Plan, AnAncientCreateFromIsRefusedAtOnce) {
  const Schema s = schema_of(R"(pschema 1;
table public.m { partition by range (at) every minute { create from '1000-01-01'; create current; } })");
  Diagnostics diagnostics;
  auto c = months();
  fit(s, c.catalog(), at("2026-08-28T10:00:00Z"), 1000, diagnostics);
  ASSERT_EQ(diagnostics.sorted().size(), 1u);
  EXPECT_EQ(diagnostics.sorted()[0].code, Code::too_many_creations);
  // With a short retention almost none of them is wanted.
  const Schema brief = schema_of(R"(pschema 1;
table public.m { partition by range (at) every minute { create from '1000-01-01'; create current; keep for 1 hour; drop never; } })");
  EXPECT_EQ(plan_of(brief, c.catalog(), "2026-08-28T10:00:00Z").operations.size(), 61u);
}

// --- Hash
// ------------------------------------------------------------------------------------------------------------------------

constexpr const char* kHash = R"(pschema 1;
table public.h { partition by hash (k) modulus 2; })";

CatalogBuilder hashed() { return {"public.h", key(Strategy::hash, {"k"}), {column("k", "bigint")}}; }

std::string bucket(int modulus, int remainder) {
  return "FOR VALUES WITH (modulus " + std::to_string(modulus) + ", remainder " + std::to_string(remainder) + ")";
}

TEST(PlanHash, FillsGapsAtTheRightModulus) {
  auto c = hashed();
  EXPECT_EQ(lines(plan_of(schema_of(kHash), c.catalog(), "2026-08-28T00:00:00Z")),
            (Lines{"CREATE public.h__h0 (hash_gap)", "CREATE public.h__h1 (hash_gap)"}));
  c.partition("public.h", "public.a", bucket(4, 0)).partition("public.h", "public.b", bucket(4, 1));
  c.partition("public.h", "public.d", bucket(4, 3));
  const TablePlan p = plan_of(schema_of(kHash), c.catalog(), "2026-08-28T00:00:00Z");
  EXPECT_EQ(lines(p), Lines{"CREATE public.h__h2 (hash_gap_historical_modulus)"});
  EXPECT_EQ(findings(p), Lines{"modulus_repaired public.h"});
  c.partition("public.h", "public.c", bucket(4, 2));
  EXPECT_EQ(findings(plan_of(schema_of(kHash), c.catalog(), "2026-08-28T00:00:00Z")),
            Lines{"modulus_preserved public.h"});
}

TEST(PlanHash, MixedModuliStay) {
  auto c = hashed();
  c.partition("public.h", "public.a", bucket(2, 0)).partition("public.h", "public.b", bucket(4, 1));
  TablePlan p = plan_of(schema_of(kHash), c.catalog(), "2026-08-28T00:00:00Z");
  EXPECT_EQ(lines(p), Lines{});
  EXPECT_EQ(findings(p), Lines{"non_uniform_incomplete public.h"});
  c.partition("public.h", "public.c", bucket(4, 3));
  p = plan_of(schema_of(kHash), c.catalog(), "2026-08-28T00:00:00Z");
  EXPECT_EQ(findings(p), Lines{"non_uniform_complete public.h"});
}

// --- List
// -------------------------------------------------------------------------------------------------------------------------

TEST(PlanList, GroupsWithTheirOwnSubtrees) {
  CatalogBuilder c("public.l", key(Strategy::list, {"tier"}),
                   {column("tier", "text"), column("at", "date"), column("k", "bigint")});
  const Schema s = schema_of(R"(pschema 1;
table public.l { partition by list (tier) {
  group gold in ('gold') { partition by range (at) every month { create current and 1 after; keep current and 1 before; drop never; } }
  group free in ('free', null);
  default { partition by hash (k) modulus 2; }
} })");
  TablePlan p = plan_of(s, c.catalog(), "2026-08-28T00:00:00Z");
  EXPECT_EQ(lines(p),
            (Lines{"CREATE public.l__gold (list_group_missing)", "CREATE public.l__free (list_group_missing)",
                   "CREATE public.l__default (default_missing)"}));
  EXPECT_EQ(std::get<Create>(p.operations[0].is).partition.below.size(), 2u);
  EXPECT_EQ(std::get<Create>(p.operations[2].is).partition.below.size(), 2u);
  c.partition("public.l", "public.x", "FOR VALUES IN ('free')");
  c.partition("public.l", "public.y", "FOR VALUES IN ('other')");
  p = plan_of(s, c.catalog(), "2026-08-28T00:00:00Z");
  EXPECT_EQ(findings(p), (Lines{"list_values_conflict public.x", "list_group_unknown public.y"}));
}

}  // namespace
}  // namespace pschema::test
