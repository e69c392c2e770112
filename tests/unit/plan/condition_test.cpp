#include "ddl/condition.h"
#include "fixture.h"
#include "model/condition.h"
#include "model/facts.h"
#include "plan/validate.h"

namespace pschema::test {
namespace {

/// The condition of `keep while …`.
Condition condition(const std::string& text) {
  const Schema s =
      schema_of("pschema 1; table public.m { partition by range (at) every month { create current; keep while " +
                text + "; } }");
  return *s.tables.front().root.lifecycle.keep.front().only_while;
}

Measured rows(std::int64_t n, bool more = false) { return {{}, n, more, {}, {}}; }

TEST(Condition, ThreeValues) {
  const Measured nothing;
  const auto yes = std::optional(true), no = std::optional(false);
  const std::optional<bool> unknown;
  EXPECT_EQ(holds(condition("rows > 5"), nullptr), no);
  EXPECT_EQ(holds(condition("not rows > 5"), nullptr), no) << "of what does not exist every condition is false";
  EXPECT_EQ(holds(condition("rows > 5"), &nothing), unknown);
  const Measured five = rows(5), six_or_more = rows(6, true), zero = rows(0);
  EXPECT_EQ(holds(condition("rows > 5"), &five), no);
  EXPECT_EQ(holds(condition("rows >= 5"), &five), yes);
  EXPECT_EQ(holds(condition("rows = 5"), &five), yes);
  EXPECT_EQ(holds(condition("rows > 5"), &six_or_more), yes);
  EXPECT_EQ(holds(condition("rows <= 5"), &six_or_more), no);
  EXPECT_EQ(holds(condition("rows < 100"), &six_or_more), unknown) << "an older snapshot counted less far";
  EXPECT_EQ(holds(condition("rows = 7"), &six_or_more), unknown);
  EXPECT_EQ(holds(condition("empty"), &zero), yes);
  EXPECT_EQ(holds(condition("not empty"), &six_or_more), yes);
  EXPECT_EQ(holds(condition("empty and size > 1 kB"), &five), no) << "one operand suffices";
  EXPECT_EQ(holds(condition("empty or size > 1 kB"), &five), unknown);
  EXPECT_EQ(holds(condition("rows = 5 or size > 1 kB"), &five), yes);
  Measured asked;
  asked.sql[" SELECT true "] = true;
  asked.sql[" SELECT NULL "] = std::nullopt;
  EXPECT_EQ(holds(condition("sql $$ SELECT true $$"), &asked), yes);
  EXPECT_EQ(holds(condition("sql $$ SELECT NULL $$"), &asked), unknown);
  EXPECT_EQ(holds(condition("not sql $$ SELECT NULL $$"), &asked), unknown);
}

TEST(Condition, AsksOnlyWhatIsAsked) {
  Questions q;
  add_questions(condition("rows > 5 and not (empty or rows < 3)"), q);
  EXPECT_FALSE(q.bytes);
  EXPECT_EQ(q.rows, 6);
  EXPECT_TRUE(q.sql.empty());
  EXPECT_EQ(condition_text(condition("rows > 5 and not (empty or size < 2048 kB)")),
            "rows > 5 and not (empty or size < 2 MB)");
}

constexpr const char* kHeld = R"(pschema 1;
table public.m {
  partition by range (at) every month {
    create current;
    keep current and 1 before;
    keep for 5 months while rows <= 10;
    drop 1 day after detach when empty;
  }
})";

CatalogBuilder months() {
  CatalogBuilder c("public.m", key(Strategy::range, {"at"}), {column("at", "timestamp with time zone")});
  c.partition("public.m", "public.june", "FOR VALUES FROM ('2026-06-01 00:00:00+00') TO ('2026-07-01 00:00:00+00')");
  c.partition("public.m", "public.august",
              "FOR VALUES FROM ('2026-08-01 00:00:00+00') TO ('2026-09-01 00:00:00+00')");
  return c;
}

TEST(Condition, AKeepClauseHoldsAsLongAsBothDo) {
  auto c = months();
  const Schema s = schema_of(kHeld);
  EXPECT_EQ(lines(plan_of(s, c.catalog(), "2026-08-28")), Lines{}) << "what is not known keeps";
  c.catalog().measured[name("public.june")] = rows(10);
  EXPECT_EQ(lines(plan_of(s, c.catalog(), "2026-08-28")), Lines{});
  c.catalog().measured[name("public.june")] = rows(11, true);
  const TablePlan p = plan_of(s, c.catalog(), "2026-08-28");
  ASSERT_EQ(lines(p), Lines{"DETACH public.june (retention_expired)"});
  const auto& d = std::get<Detach>(p.operations.front().is);
  EXPECT_EQ(d.expired_at, at("2026-08-01"));
  ASSERT_EQ(d.unless.size(), 1u);
  EXPECT_EQ(d.unless.front().until, at("2026-12-01").us);
}

TEST(Condition, ADropWaitsForIts) {
  auto c = months();
  c.orphan("public.april", "public.m", "FOR VALUES FROM ('2026-04-01 00:00:00+00') TO ('2026-05-01 00:00:00+00')",
           at("2026-08-01"));
  c.catalog().measured[name("public.april")] = rows(11);
  const Schema s = schema_of(kHeld);
  EXPECT_EQ(lines(plan_of(s, c.catalog(), "2026-08-28")), Lines{});
  EXPECT_EQ(findings(plan_of(s, c.catalog(), "2026-08-28")).front(), "drop_deferred public.april");
  c.catalog().measured[name("public.april")] = rows(0);
  EXPECT_EQ(lines(plan_of(s, c.catalog(), "2026-08-28")).front(), "ATTACH public.april (reattach)")
      << "at most 10 rows are kept";
}

TEST(Condition, ADropRightAfterTheDetachIsTheNextPlans) {
  auto c = months();
  c.catalog().measured[name("public.june")] = rows(0);
  const Schema s = schema_of(
      "pschema 1; table public.m { partition by range (at) every month { create current; keep while not empty; drop "
      "immediately when empty; } }");
  Diagnostics diagnostics;
  const Schema fitted_schema = fit(s, c.catalog(), at("2026-08-28"), 1000, diagnostics).schema;
  const Plan p = plan(fitted_schema, c.catalog(), at("2026-08-28"));
  EXPECT_EQ(lines(p.tables.at(0)), Lines{"DETACH public.june (retention_expired)"});
  EXPECT_FALSE(std::get<Detach>(p.tables.at(0).operations.front().is).drops);
  EXPECT_EQ(disprove(fitted_schema, c.catalog(), p), std::nullopt);
}

TEST(Condition, AQueryThatTheGrammarRefusesIsAWarning) {
  auto c = months();
  Diagnostics diagnostics;
  fit(schema_of("pschema 1; table public.m { partition by range (at) every month { create current; keep while empty "
                "or sql $$ SELEC true $$; } }"),
      c.catalog(), at("2026-08-28"), 1000, diagnostics);
  ASSERT_EQ(diagnostics.sorted().size(), 1u);
  EXPECT_EQ(diagnostics.sorted().front().code, Code::bad_sql_condition);
  EXPECT_FALSE(diagnostics.has_errors());
}

TEST(CreateNext, OnceTheNewestHasComeToThePoint) {
  CatalogBuilder c("public.m", key(Strategy::range, {"id"}), {column("id", "bigint")});
  c.catalog().cursors[{name("public.m"), {"id"}}] = {};
  const Schema s = schema_of(
      "pschema 1; table public.m { partition by range (id) every 10 starting 5 { create next when rows > 3; } }");
  EXPECT_EQ(lines(plan_of(s, c.catalog(), "2026-08-28")), Lines{"CREATE public.m__5 (create_next)"});
  c.partition("public.m", "public.m__5", "FOR VALUES FROM ('5') TO ('15')");
  EXPECT_EQ(lines(plan_of(s, c.catalog(), "2026-08-28")), Lines{});
  c.catalog().measured[name("public.m__5")] = rows(4, true);
  EXPECT_EQ(lines(plan_of(s, c.catalog(), "2026-08-28")), Lines{"CREATE public.m__15 (create_next)"});
}

TEST(SlidingList, TheNewestIsCurrentAlsoWhereThisPlanMakesIt) {
  CatalogBuilder c("public.q", key(Strategy::list, {"p"}), {column("p", "integer")});
  c.partition("public.q", "public.q__7", "FOR VALUES IN (7)")
      .partition("public.q", "public.q__8", "FOR VALUES IN (8)");
  const Schema s = schema_of(
      "pschema 1; table public.q { partition by list (p) every value starting 1 { create next when not empty; keep "
      "current and 1 before; } }");
  EXPECT_EQ(lines(plan_of(s, c.catalog(), "2026-08-28")), Lines{});
  c.catalog().measured[name("public.q__8")] = rows(1, true);
  const TablePlan p = plan_of(s, c.catalog(), "2026-08-28");
  EXPECT_EQ(lines(p), (Lines{"CREATE public.q__9 (create_next)", "DETACH public.q__7 (retention_expired)"}));
  EXPECT_EQ(std::get<Create>(p.operations.front().is).partition.bound_text, "FOR VALUES IN (9)");
  EXPECT_EQ(std::get<Detach>(p.operations.back().is).cursor,
            (CursorTest{name("public.q"), name("public.q"), {"p"}, 1, 9, true}));
  CatalogBuilder empty("public.q", key(Strategy::list, {"p"}), {column("p", "integer")});
  EXPECT_EQ(lines(plan_of(s, empty.catalog(), "2026-08-28")), Lines{"CREATE public.q__1 (create_next)"});
}

TEST(Facts, OnlyTheNewestIsMeasuredForCreateNext) {
  CatalogBuilder c("public.q", key(Strategy::list, {"p"}), {column("p", "integer")});
  c.partition("public.q", "public.q__10", "FOR VALUES IN (10)")
      .partition("public.q", "public.q__9", "FOR VALUES IN (9)");
  const Schema s = schema_of(
      "pschema 1; table public.q { partition by list (p) every value starting 1 { create next when size > 1 GB; } }");
  const auto wanted = questions_wanted(s, c.catalog());
  ASSERT_EQ(wanted.size(), 1u);
  EXPECT_EQ(wanted.begin()->first, name("public.q__10"));
}

TEST(Question, IsReadBackAndNothingElseIs) {
  const std::string odd = "SELECT '$question$' || $$x$$ || '$pschema$' = 'it''s'";
  EXPECT_TRUE(std::holds_alternative<NotDdl>(read_statement(sql_of_question(odd))));
  EXPECT_TRUE(std::holds_alternative<NotDdl>(read_statement(sql_of_question("SELECT true"))));
  std::string changed = sql_of_question("SELECT true");
  changed.insert(changed.find("EXECUTE"), "DROP TABLE x; ");
  EXPECT_TRUE(std::holds_alternative<UnknownDdl>(read_statement(changed)));
  EXPECT_EQ(condition_query("SELECT {x} FROM {partition};", name("public.\"A b\"")),
            "SELECT {x} FROM public.\"A b\"\n");
  EXPECT_FALSE(grammar_refuses("SELECT (SELECT true)"));
  EXPECT_TRUE(grammar_refuses("SELECT (SELEC true)"));
}

}  // namespace
}  // namespace pschema::test
