#include <limits>

#include "fixture.h"
#include "plan/cursor.h"
#include "plan/validate.h"

namespace pschema::test {
namespace {

constexpr const char* kIds = R"(pschema 1;
table public.m {
  partition by range (id) every 10_000 starting 0 {
    create current and 2 after;
    keep current and 1 before;
    drop immediately;
  }
})";

CatalogBuilder ids(const char* type, std::optional<std::int64_t> highest, std::optional<std::int64_t> sequence = {}) {
  CatalogBuilder c("public.m", key(Strategy::range, {"id"}), {column("id", type)});
  c.catalog().cursors[{name("public.m"), {"id"}}] = {highest, sequence};
  return c;
}

std::string id_bound(std::int64_t from, std::int64_t to) {
  return "FOR VALUES FROM ('" + std::to_string(from) + "') TO ('" + std::to_string(to) + "')";
}

Diagnostics fitted(const std::string& schema, const Catalog& catalog) {
  Diagnostics diagnostics;
  fit(schema_of(schema), catalog, at("2026-08-28"), 1000, diagnostics);
  return diagnostics;
}

TEST(IntegerAxis, AnEmptyTableBeginsAtStarting) {
  auto c = ids("bigint", {});
  const TablePlan p = plan_of(schema_of(kIds), c.catalog(), "2026-08-28");
  EXPECT_EQ(lines(p), (Lines{"CREATE public.m__0 (create_ahead)", "CREATE public.m__10000 (create_ahead)",
                             "CREATE public.m__20000 (create_ahead)"}));
  EXPECT_EQ(std::get<Create>(p.operations.front().is).partition.bound_text, id_bound(0, 10000));
}

TEST(IntegerAxis, TheCursorIsTheLargerOfKeyAndSequence) {
  auto by_key = ids("bigint", 25'000, 9);
  auto by_sequence = ids("bigint", 9, 25'000);
  for (auto* c : {&by_key, &by_sequence}) {
    EXPECT_EQ(lines(plan_of(schema_of(kIds), c->catalog(), "2026-08-28")).front(),
              "CREATE public.m__20000 (create_ahead)");
  }
}

TEST(IntegerAxis, ExpiresAtTheVeryKey) {
  const auto with = [](std::int64_t highest) {
    auto c = ids("bigint", highest);
    for (std::int64_t lo = 0; lo <= 50'000; lo += 10'000) {
      c.partition("public.m", "public.m__" + std::to_string(lo), id_bound(lo, lo + 10'000));
    }
    return plan_of(schema_of(kIds), c.catalog(), "2026-08-28");
  };
  EXPECT_EQ(lines(with(19'999)), Lines{});
  const TablePlan p = with(20'000);
  ASSERT_EQ(lines(p), Lines{"DETACH public.m__0 (retention_expired)"});
  const auto& d = std::get<Detach>(p.operations.front().is);
  EXPECT_FALSE(d.expired_at);
  EXPECT_EQ(d.cursor, (CursorTest{name("public.m"), name("public.m"), {"id"}, 0, 20'000}));
}

TEST(IntegerAxis, KeepBehindCountsFromTheEndOfTheWindow) {
  auto c = ids("bigint", 24'999);
  c.partition("public.m", "public.a", id_bound(0, 10'000))
      .partition("public.m", "public.b", id_bound(20'000, 30'000));
  const Schema s = schema_of(
      "pschema 1; table public.m { partition by range (id) every 10_000 { create current; keep behind 15_000; } }");
  EXPECT_EQ(lines(plan_of(s, c.catalog(), "2026-08-28")), Lines{});
  c.catalog().cursors.begin()->second.highest = 25'000;
  EXPECT_EQ(lines(plan_of(s, c.catalog(), "2026-08-28")), Lines{"DETACH public.a (retention_expired)"});
}

TEST(IntegerAxis, FromToAndUntilAreNumbers) {
  auto c = ids("bigint", 35);
  const Schema s = schema_of(
      "pschema 1; table public.m { partition by range (id) every 10 { create from -20 to -10; create until 50; keep "
      "from -20 to -10; keep current; } }");
  EXPECT_EQ(lines(plan_of(s, c.catalog(), "2026-08-28")),
            (Lines{"CREATE public.m__m20 (create_from)", "CREATE public.m__30 (create_until)",
                   "CREATE public.m__40 (create_until)"}));
  EXPECT_EQ(findings(plan_of(s, c.catalog(), "2026-08-28")).back(), "create_ends public.m");
}

TEST(IntegerAxis, TheTypeSaysHowFarWindowsGo) {
  auto c = ids("smallint", 25'000);
  const Diagnostics d = fitted(kIds, c.catalog());
  ASSERT_TRUE(d.has_errors());
  EXPECT_EQ(d.sorted().front().code, Code::key_range_exceeded);
  EXPECT_EQ(d.sorted().front().hint, "the last window that fits begins at 20000");
}

TEST(IntegerAxis, AtTheEndOfABigint) {
  auto c = ids("bigint", std::numeric_limits<std::int64_t>::max());
  const TablePlan p = plan_of(
      schema_of(
          "pschema 1; table public.m { partition by range (id) every 10_000 { create current; keep forever; } }"),
      c.catalog(), "2026-08-28");
  EXPECT_EQ(lines(p).size(), 1u);
}

TEST(IntegerAxis, ADecimalColumnPrintsItsScale) {
  auto c = ids("numeric(6,2)", 15);
  const Schema s = schema_of("pschema 1; table public.m { partition by range (id) every 10 { create current; } }");
  const TablePlan p = plan_of(s, c.catalog(), "2026-08-28");
  EXPECT_EQ(std::get<Create>(p.operations.front().is).partition.bound_text, "FOR VALUES FROM (10.00) TO (20.00)");
  c.catalog().cursors.begin()->second.highest = 9'995;
  EXPECT_TRUE(
      fitted("pschema 1; table public.m { partition by range (id) every 10 { create current; } }", c.catalog())
          .has_errors());
}

TEST(IntegerAxis, NeedsAnIntegerAndACursor) {
  auto wrong = ids("text", {});
  EXPECT_EQ(fitted(kIds, wrong.catalog()).sorted().front().code, Code::key_type_unfit);
  auto c = ids("bigint", {});
  c.catalog().cursors.clear();
  EXPECT_EQ(fitted(kIds, c.catalog()).sorted().front().code, Code::fact_missing);
}

TEST(IntegerAxis, ABranchHasItsOwnHighestKeyAndTheRootsSequence) {
  CatalogBuilder c("public.m", key(Strategy::list, {"region"}), {column("region", "text"), column("id", "bigint")});
  c.partition("public.m", "public.m__eu", "FOR VALUES IN ('eu')", key(Strategy::range, {"id"}));
  c.catalog().cursors[{name("public.m"), {"id"}}] = {{}, 12};
  c.catalog().cursors[{name("public.m__eu"), {"id"}}] = {47, {}};
  const Schema s = schema_of(
      "pschema 1; table public.m { partition by list (region) { group each in ('eu', 'us');"
      " partition by range (id) every 10 { create current; } } }");
  const TablePlan p = plan_of(s, c.catalog(), "2026-08-28");
  EXPECT_EQ(lines(p), (Lines{"CREATE public.m__eu__40 (create_ahead)", "CREATE public.m__us (list_group_missing)"}));
  EXPECT_EQ(std::get<Create>(p.operations.back().is).partition.below.front().name, name("public.m__us__10"));
}

}  // namespace
}  // namespace pschema::test
