#include "fixture.h"
#include "plan/simulate.h"
#include "plan/validate.h"

namespace pschema::test {
namespace {

constexpr std::string_view kNow = "2025-05-05T10:00:00Z";

std::string day(int from, int to) {
  return "FOR VALUES FROM ('2025-05-0" + std::to_string(from) + " 00:00:00+00') TO ('2025-05-0" + std::to_string(to) +
         " 00:00:00+00')";
}

Schema days(const std::string& clauses) {
  return schema_of("pschema 1; table ev { partition by range (ts) every day { create current and 2 after; " +
                   clauses + " } }");
}

CatalogBuilder events() {
  CatalogBuilder c("public.ev", key(Strategy::range, {"ts"}),
                   {column("ts", "timestamp with time zone"), column("x", "integer")});
  c.partition("public.ev", "public.rest", "DEFAULT");
  return c;
}

/// The plan proves: it can be simulated, leads to what the schema wants, and nothing is left to plan.
void expect_proved(const Schema& schema, const Catalog& catalog) {
  Diagnostics diagnostics;
  const Schema fitted = fit(schema, catalog, at(kNow), 1000, diagnostics);
  const Plan p = plan(fitted, catalog, at(kNow));
  const auto problem = disprove(fitted, catalog, p);
  EXPECT_FALSE(problem) << *problem;
}

TEST(DefaultRows, HoldBackTheirWindowAlone) {
  auto c = events();
  c.rows("public.rest", day(5, 6), 1);
  for (const char* clauses : {"", "default;", "keep current; drop immediately;"}) {
    const Schema s = days(clauses);
    const TablePlan p = plan_of(s, c.catalog(), kNow);
    EXPECT_EQ(lines(p),
              (Lines{"CREATE public.ev__2025_05_06 (create_ahead)", "CREATE public.ev__2025_05_07 (create_ahead)"}));
    EXPECT_EQ(findings(p), Lines{"default_holds_rows public.rest"});
    EXPECT_EQ(p.findings.front().severity, FindingSeverity::warning);
    expect_proved(s, c.catalog());
  }
}

TEST(DefaultRows, NothingIsRetiredWhileTheCurrentWindowIsHeldBack) {
  auto c = events();
  c.partition("public.ev", "public.old", day(1, 2)).rows("public.rest", day(5, 6), 1);
  const TablePlan p = plan_of(days("keep current; drop immediately;"), c.catalog(), kNow);
  EXPECT_EQ(lines(p).size(), 2U);
  EXPECT_EQ(findings(p), (Lines{"default_holds_rows public.rest", "retirement_held public.ev"}));
}

TEST(DefaultRows, ThatNoWindowWantsAreNamed) {
  auto c = events();
  c.rows("public.rest", day(1, 2), 3).rows("public.rest", day(3, 4), 4);
  c.table().default_rows[name("public.rest")].nulls = 5;
  const TablePlan p = plan_of(days("default;"), c.catalog(), kNow);
  EXPECT_EQ(lines(p).size(), 3U);
  ASSERT_EQ(findings(p), Lines{"default_rows public.rest"});
  EXPECT_EQ(p.findings.front().severity, FindingSeverity::info);
  EXPECT_NE(
      p.findings.front().sentence.find("holds 12 rows that no wanted partition takes, from 2025-05-01 00:00:00+00 to "
                                       "2025-05-04 00:00:00+00, 5 of them with NULL"),
      std::string::npos)
      << p.findings.front().sentence;
}

TEST(DefaultRows, AreMovedUnderDrain) {
  auto c = events();
  c.rows("public.rest", day(5, 6), 7).rows("public.rest", day(1, 2), 1);
  c.table().columns.push_back({{"y"}, "integer", false, "(x + 1)", ' ', 's'});
  const Schema s = days("default drain;");
  const TablePlan p = plan_of(s, c.catalog(), kNow);
  EXPECT_EQ(lines(p),
            (Lines{"CREATE public.ev__2025_05_06 (create_ahead)", "CREATE public.ev__2025_05_07 (create_ahead)",
                   "MOVE public.ev__2025_05_05 (default_rows)"}));
  EXPECT_EQ(findings(p), Lines{"default_rows public.rest"});
  const auto& move = std::get<Move>(p.operations.back().is);
  EXPECT_EQ(move.rows, 7);
  EXPECT_EQ(move.columns, (std::vector<Identifier>{{"ts"}, {"x"}}));
  EXPECT_EQ(phase_of(p.operations.back()), Phase::move);
  EXPECT_FALSE(loses_data(p.operations.back()));
  expect_proved(s, c.catalog());
}

TEST(DefaultRows, DrainAllMakesKeptWindows) {
  auto c = events();
  c.rows("public.rest", day(1, 2), 1).rows("public.rest", day(3, 4), 1).rows("public.rest", day(9, 9), 0);
  c.table().default_rows[name("public.rest")].places.pop_back();
  const Schema s = days("default drain all; keep current and 3 before; detach never;");
  const TablePlan p = plan_of(s, c.catalog(), kNow);
  EXPECT_EQ(lines(p).back(), "MOVE public.ev__2025_05_03 (default_rows)");
  EXPECT_EQ(std::get<Move>(p.operations.back().is).into_reason, Reason::default_rows);
  EXPECT_EQ(findings(p), Lines{"default_rows public.rest"});
  expect_proved(s, c.catalog());
}

TEST(DefaultRows, OfAnotherGridHoldBackWhatTheyMayBelongTo) {
  auto c = events();
  c.rows("public.rest", "FOR VALUES FROM ('2025-05-01 00:00:00+00') TO ('2025-06-01 00:00:00+00')", 10);
  EXPECT_EQ(lines(plan_of(days("default;"), c.catalog(), kNow)), Lines{});
  expect_proved(days("default drain;"), c.catalog());
  EXPECT_EQ(lines(plan_of(days("default drain;"), c.catalog(), kNow)).size(), 3U);
}

TEST(DefaultRows, ThatMayBeReferencedStay) {
  auto c = events();
  c.rows("public.rest", day(5, 6), 7);
  c.table().incoming = {{{"f"}, name("public.li"), name("public.ev"), 'c', {{"a"}}, {{"ts"}}}};
  const Schema s = days("default drain;");
  EXPECT_EQ(findings(plan_of(s, c.catalog(), kNow)), Lines{"default_holds_rows public.rest"});  // not measured
  c.table().referenced_by[name("public.rest")] = name("public.li");
  EXPECT_EQ(findings(plan_of(s, c.catalog(), kNow)), Lines{"default_holds_rows public.rest"});
  c.table().referenced_by[name("public.rest")] = std::nullopt;
  EXPECT_EQ(findings(plan_of(s, c.catalog(), kNow)), Lines{});
  expect_proved(s, c.catalog());
}

TEST(DefaultRows, NotMeasuredIsSaid) {
  auto c = events();
  c.table().default_rows.clear();
  const TablePlan p = plan_of(days("default;"), c.catalog(), kNow);
  EXPECT_EQ(lines(p).size(), 3U);
  EXPECT_EQ(findings(p), Lines{"default_unmeasured public.rest"});
}

TEST(DefaultRows, TheModelRefusesWhatPostgresqlWould) {
  auto c = events();
  c.rows("public.rest", day(5, 6), 1);
  Model model(c.catalog());
  const auto build =
      build_statements(name("public.ev"), name("public.ev"),
                       {name("public.p"), parse_bound(day(5, 6)), day(5, 6), {}, "", "", false, false, {}, {}, "", 1, {}});
  model.apply(build.front(), at(kNow));
  EXPECT_THROW(model.apply(build.back(), at(kNow)), Refused);
  // The middle of a place goes, its ends stay.
  model.apply(
      DeleteRows{
          name("public.rest"),
          {{"ts"}, RangeBound{{std::string("2025-05-05 06:00:00+00")}, {std::string("2025-05-05 12:00:00+00")}}}},
      at(kNow));
  const auto& left = model.catalog().tables.at(name("public.ev")).default_rows.at(name("public.rest")).places;
  ASSERT_EQ(left.size(), 2U);
  EXPECT_EQ(left[0].place,
            Bound(RangeBound{{std::string("2025-05-05 00:00:00+00")}, {std::string("2025-05-05 06:00:00+00")}}));
  EXPECT_EQ(left[1].place,
            Bound(RangeBound{{std::string("2025-05-05 12:00:00+00")}, {std::string("2025-05-06 00:00:00+00")}}));
}

CatalogBuilder sizes() { return {"public.t", key(Strategy::list, {"n"}), {column("n", "numeric")}}; }

TEST(DefaultRows, OfAListGroup) {
  auto c = sizes();
  c.partition("public.t", "public.rest", "DEFAULT")
      .rows("public.rest", "FOR VALUES IN (1.50)", 2)
      .rows("public.rest", "FOR VALUES IN ('7')", 1);
  const Schema held = schema_of("pschema 1; table t { partition by list (n) { group a in (1.5); group b in (2); } }");
  EXPECT_EQ(lines(plan_of(held, c.catalog(), kNow)), Lines{"CREATE public.t__b (list_group_missing)"});
  EXPECT_EQ(findings(plan_of(held, c.catalog(), kNow)),
            (Lines{"default_holds_rows public.rest", "default_rows public.rest"}));
  expect_proved(held, c.catalog());
  const Schema drained = schema_of(
      "pschema 1; table t { partition by list (n) { group a in (1.5, null); group b in (2); default drain; } }");
  EXPECT_EQ(lines(plan_of(drained, c.catalog(), kNow)),
            (Lines{"CREATE public.t__b (list_group_missing)", "MOVE public.t__a (default_rows)"}));
  expect_proved(drained, c.catalog());
}

TEST(ListValues, AreComparedInTheColumnsType) {
  auto c = sizes();
  c.partition("public.t", "public.t__a", "FOR VALUES IN ('2', 1.50)");
  const TablePlan p = plan_of(schema_of("pschema 1; table t { partition by list (n) { group a in ('01.5', 2.0); } }"),
                              c.catalog(), kNow);
  EXPECT_EQ(lines(p), Lines{});
  EXPECT_EQ(findings(p), Lines{});
}

std::vector<Code> refused(const std::string& groups, std::string type) {
  const CatalogBuilder empty{"public.t", key(Strategy::list, {"n"}), {column("n", std::move(type))}};
  Diagnostics diagnostics;
  fit(schema_of("pschema 1; table t { partition by list (n) { " + groups + " } }"), CatalogBuilder(empty).catalog(),
      at(kNow), 100, diagnostics);
  std::vector<Code> codes;
  for (const Diagnostic& d : diagnostics.sorted()) codes.push_back(d.code);
  return codes;
}

TEST(ListValues, ThatDoNotFitAreRefused) {
  EXPECT_EQ(refused("group a in ('x');", "integer"), std::vector{Code::list_value_unfit});
  EXPECT_EQ(refused("group a in ('x');", "text"), std::vector<Code>{});
  EXPECT_EQ(refused("group a in (1.5); group b in ('1.50');", "numeric"), std::vector{Code::duplicate_list_value});
  EXPECT_EQ(refused("group a in ('t'); group b in (true);", "boolean"), std::vector{Code::duplicate_list_value});
  EXPECT_EQ(refused("group a in (1.5); group b in ('1.50');", "text"), std::vector<Code>{});
}

TEST(References, KeepAPartitionAttached) {
  auto c = events();
  c.table().children.clear();
  c.table().default_rows.clear();
  c.partition("public.ev", "public.a", day(1, 2)).partition("public.ev", "public.b", day(2, 3));
  c.table().incoming = {{{"f"}, name("public.li"), name("public.ev"), 'c', {{"a"}}, {{"ts"}}}};
  c.table().referenced_by = {{name("public.a"), std::nullopt}, {name("public.b"), name("public.li")}};
  const Schema s = days("keep current; drop immediately;");
  const TablePlan p = plan_of(s, c.catalog(), kNow);
  EXPECT_EQ(lines(p).back(), "DETACH public.a (retention_expired)");
  EXPECT_EQ(findings(p), Lines{"referenced public.b"});
  EXPECT_EQ(std::get<Detach>(p.operations.back().is).references.size(), 1U);
  expect_proved(s, c.catalog());
}

TEST(InSchema, MustExist) {
  auto c = events();
  const Schema s =
      schema_of("pschema 1; table ev { in schema parts; partition by range (ts) every day { create current; } }");
  Diagnostics missing;
  fit(s, c.catalog(), at(kNow), 100, missing);
  ASSERT_EQ(missing.sorted().size(), 1U);
  EXPECT_EQ(missing.sorted().front().code, Code::schema_missing);
  c.catalog().schemas = {{"parts"}};
  Diagnostics there;
  fit(s, c.catalog(), at(kNow), 100, there);
  EXPECT_FALSE(there.has_errors());
}

}  // namespace
}  // namespace pschema::test
