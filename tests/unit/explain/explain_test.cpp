#include "explain/explain.h"

#include <gtest/gtest.h>

#include <map>

#include "base/quote.h"
#include "check/check.h"
#include "explain/compare.h"
#include "explain/hash.h"
#include "explain/names.h"
#include "explain/route.h"
#include "explain/when.h"
#include "plan/fit.h"
#include "plan/plan.h"
#include "syntax/parse.h"

namespace pschema {
namespace {

using Order = std::optional<std::strong_ordering>;
constexpr auto kLess = std::strong_ordering::less;

Instant at(std::string_view text) { return Instant{parse_instant(text).value().local.us}; }
QualifiedName name(std::string_view text) { return parse_qualified_name(text).value(); }

Schema schema_of(const std::string& text) {
  SourceSet sources;
  Diagnostics diagnostics;
  const std::vector<ast::File> files{parse(sources, sources.add("test.pschema", text), diagnostics)};
  Schema schema = check(files, ZoneDatabase(), diagnostics);
  EXPECT_FALSE(diagnostics.has_errors()) << render_text(diagnostics.sorted(), sources);
  return schema;
}

/// Days of a table `m (at timestamptz)`, with one partition and one that was detached.
class ExplainTest : public ::testing::Test {
 protected:
  void SetUp() override {
    Table t;
    t.root.name = name("public.m");
    t.root.kind = RelationKind::partitioned_table;
    t.root.key = PartitionKey{Strategy::range, {{{"at"}, ""}}};
    t.root.owner = "app";
    t.columns = {{{"at"}, "timestamp with time zone", true, "", ' ', ' '}};
    Relation day;
    day.name = name("public.m__2026_08_28");
    day.bound_text = "FOR VALUES FROM ('2026-08-28 00:00:00+00') TO ('2026-08-29 00:00:00+00')";
    day.bound = parse_bound(day.bound_text);
    t.children[t.root.name] = {day};
    catalog_.tables[t.root.name] = t;
    Orphan gone;
    gone.relation.name = name("public.m__2026_08_20");
    gone.relation.marker = Marker{MarkerState::detached, at("2026-08-25T00:00:00Z"), gone.relation.name, t.root.name,
                                  "FOR VALUES FROM ('2026-08-20 00:00:00+00') TO ('2026-08-21 00:00:00+00')"};
    gone.columns = t.columns;
    catalog_.orphans[gone.relation.name] = gone;
    catalog_.has_ledger = true;
    catalog_.taken_at = at("2026-08-28T10:00:00Z");
    Diagnostics diagnostics;
    fitted_ = fit(schema_of("pschema 1; table m { partition by range (at) every day { create current and 1 after; "
                            "keep current and 2 before; drop 7 days after detach; } }"),
                  catalog_, catalog_.taken_at, 100, diagnostics)
                  .schema;
    EXPECT_FALSE(diagnostics.has_errors());
    plan_ = plan(fitted_, catalog_, catalog_.taken_at);
  }

  std::map<std::string, Fact> facts(std::string_view of) {
    std::map<std::string, Fact> found;
    const auto e = explain({fitted_, catalog_, plan_}, name(of));
    EXPECT_TRUE(e) << of;
    if (e) {
      for (const Fact& fact : e->facts) found[fact.name] = fact;
    }
    return found;
  }
  Route routed(const std::vector<std::string>& words) {
    const auto answer = route({fitted_, catalog_, plan_}, fitted_.tables.at(0),
                              row_key(words, catalog_.tables.at(name("public.m"))), nullptr);
    EXPECT_TRUE(std::holds_alternative<Route>(answer));
    return std::get<Route>(answer);
  }

  Catalog catalog_;
  Schema fitted_;
  Plan plan_;
};

TEST_F(ExplainTest, APartitionExpiresWhenThePlannerSaysSo) {
  EXPECT_EQ(facts("public.m__2026_08_28").at("expires").at, at("2026-08-31T00:00:00Z"));
  EXPECT_EQ(facts("public.m__2026_08_28").at("and then").at, at("2026-09-07T00:00:00Z"));
}

TEST_F(ExplainTest, AnOrphanGoesAfterItsGrace) {
  EXPECT_EQ(facts("public.m__2026_08_20").at("dropped").at, at("2026-09-01T00:00:00Z"));
}

TEST_F(ExplainTest, WhatIsPlannedAndWhatIsNotYet) {
  EXPECT_EQ(facts("public.m__2026_08_29").at("wanted").text, "create_ahead");
  EXPECT_EQ(facts("public.m__2026_09_02").at("wanted").at, at("2026-09-01T00:00:00Z"));
  EXPECT_FALSE(explain({fitted_, catalog_, plan_}, name("public.nothing")));
}

TEST_F(ExplainTest, NamesAreMeantAsInSql) {
  const std::vector<QualifiedName> names{name("public.m"), name("public.\"M\""), name("old.m2")};
  EXPECT_EQ(meant_by("m2", names), std::vector<QualifiedName>{name("old.m2")});
  EXPECT_EQ(meant_by("PUBLIC.M", names), std::vector<QualifiedName>{name("public.m")});
  EXPECT_EQ(meant_by("\"M\"", names), std::vector<QualifiedName>{name("public.\"M\"")});
  EXPECT_TRUE(meant_by("other", names).empty());
}

TEST_F(ExplainTest, RowsGoWhereTheirWindowIs) {
  EXPECT_EQ(routed({"2026-08-28 23:59"}).end, Routed::partition);
  EXPECT_EQ(routed({"at=2026-08-20 10:00"}).end, Routed::expired);
  EXPECT_EQ(routed({"2026-08-30"}).end, Routed::not_created);
  EXPECT_EQ(routed({"2026-08-27"}).end, Routed::never_created);
  EXPECT_EQ(routed({"null"}).end, Routed::null_key);
  const auto bad = route({fitted_, catalog_, plan_}, fitted_.tables.at(0),
                         row_key({"soon"}, catalog_.tables.at(name("public.m"))), nullptr);
  EXPECT_TRUE(std::holds_alternative<BadKey>(bad));
}

TEST(CompareKeys, NumbersByValue) {
  EXPECT_EQ(compare_keys(KeyType::numeric, "-10.5", "-9"), Order(kLess));
  EXPECT_EQ(compare_keys(KeyType::numeric, "0.05", "0.5"), Order(kLess));
  EXPECT_EQ(compare_keys(KeyType::numeric, "1.50", "1.5"), Order(std::strong_ordering::equal));
  EXPECT_EQ(compare_keys(KeyType::numeric, "99", "Infinity"), Order(kLess));
  EXPECT_EQ(compare_keys(KeyType::bigint, "-2", "-1"), Order(kLess));
  EXPECT_EQ(compare_keys(KeyType::numeric, "NaN", "1"), Order());
}

TEST(CompareKeys, TextOnlyWhereTheCollationDoesNotMatter) {
  EXPECT_EQ(compare_keys(KeyType::text, "20260827", "20260828"), Order(kLess));
  EXPECT_EQ(compare_keys(KeyType::text, "a", "B"), Order());
}

TEST(RangeTakes, LowerEndIsInAndUpperIsNot) {
  const auto bound = std::get<RangeBound>(parse_bound("FOR VALUES FROM (10, 5) TO (20, MINVALUE)"));
  const std::vector<KeyType> types{KeyType::integer, KeyType::integer};
  EXPECT_EQ(range_takes(bound, {"10", "4"}, types), std::optional(false));
  EXPECT_EQ(range_takes(bound, {"10", "5"}, types), std::optional(true));
  EXPECT_EQ(range_takes(bound, {"19", "99"}, types), std::optional(true));
  EXPECT_EQ(range_takes(bound, {"20", "-99"}, types), std::optional(false));
}

// That the values are the server's is tested on servers (tests/live/test_route.py).
TEST(PartitionHash, OneValueHasOneHashInEveryIntegerType) {
  for (const char* value : {"0", "-1", "-32768", "32767"}) {
    EXPECT_EQ(partition_hash("smallint", value), partition_hash("bigint", value));
    EXPECT_EQ(partition_hash("integer", value), partition_hash("bigint", value));
  }
  EXPECT_EQ(partition_hash("smallint", "32768"), std::nullopt);
  EXPECT_EQ(partition_hash("date", "2026-01-01"), std::nullopt);
  EXPECT_EQ(partition_hash("uuid", "not one"), std::nullopt);
}

}  // namespace
}  // namespace pschema
