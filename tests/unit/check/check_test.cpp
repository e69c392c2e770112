#include "check/check.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "syntax/parse.h"
#include "zonefiles/zonefiles.h"

namespace pschema {
namespace {

struct Checked {
  SourceSet sources;
  Diagnostics diagnostics;
  Schema schema;
};

Checked check_texts(const std::vector<std::string>& texts) {
  Checked c;
  std::vector<ast::File> files;
  for (const std::string& text : texts) {
    const std::uint32_t id = c.sources.add("f" + std::to_string(files.size()) + ".pschema", text);
    files.push_back(parse(c.sources, id, c.diagnostics));
  }
  ZoneDatabase zones;
  for (const char* name : {"Europe/Berlin", "Asia/Bangkok", "America/Sao_Paulo"}) zones.add(load_zone(name).value());
  c.schema = check(files, zones, c.diagnostics);
  return c;
}

std::string rendered(const Checked& c) { return render_text(c.diagnostics.sorted(), c.sources); }

Checked good(const std::vector<std::string>& texts) {
  Checked c = check_texts(texts);
  EXPECT_TRUE(c.diagnostics.empty()) << rendered(c);
  return c;
}

/// The root level of the one table `t`.
Level root(const std::string& level) {
  Checked c = good({"pschema 1; table t { " + level + " }"});
  return c.schema.tables.at(0).root;
}

std::vector<std::string> codes(const Checked& c) {
  std::vector<std::string> result;
  for (const Diagnostic& d : c.diagnostics.sorted()) result.push_back(code_text(d.code));
  return result;
}

LocalTime day(int year, int month, int d, int hour = 0) {
  return local_time({year, month, d, hour, 0, 0, 0}).value();
}

// --- Heads
// ------------------------------------------------------------------------------------------------------------

TEST(Check, FirstLook) {
  const Level level = root(
      "partition by range (id) every week as uuidv7 { create current and 1 after; keep current and 7 before; drop 7 "
      "days "
      "after detach; partition by hash (organization_id) modulus 2; }");
  const auto& range = std::get<TimeRange>(level.by);
  EXPECT_EQ(range.encoding, Encoding::uuidv7);
  ASSERT_EQ(range.axis.segments.size(), 1U);
  EXPECT_EQ(range.axis.segments[0].step, (TimeSpan{1, TimeUnit::week}));
  EXPECT_EQ(range.axis.segments[0].anchor, day(1970, 1, 5));
  EXPECT_TRUE(range.axis.zone.is_utc());
  EXPECT_EQ(template_text(level.named), "{parent}__{iyyy}_w{ww}");
  EXPECT_EQ(std::get<CreateCurrent>(level.lifecycle.create.at(0).is).after, 1);
  EXPECT_EQ(std::get<KeepCurrent>(level.lifecycle.keep.at(0).is).before, 7);
  EXPECT_EQ(std::get<DropAfterDetach>(level.lifecycle.drop.is).grace, (TimeSpan{7, TimeUnit::day}));
  ASSERT_EQ(level.below.size(), 1U);
  EXPECT_EQ(std::get<HashBuckets>(level.below[0].by).modulus, 2);
  EXPECT_EQ(template_text(level.below[0].named), "{parent}__h{remainder}");
}

TEST(Check, DefaultTemplates) {
  const auto named = [](const std::string& head) {
    return template_text(root("partition by range (x) " + head + " { create never; }").named);
  };
  EXPECT_EQ(named("every year"), "{parent}__{yyyy}");
  EXPECT_EQ(named("every quarter"), "{parent}__{yyyy}_q{q}");
  EXPECT_EQ(named("every 6 months"), "{parent}__{yyyy}_{mm}");
  EXPECT_EQ(named("every week"), "{parent}__{iyyy}_w{ww}");
  EXPECT_EQ(named("every week starting '2026-01-04'"), "{parent}__{yyyy}_{mm}_{dd}");
  EXPECT_EQ(named("every 10 days starting '2026-01-04'"), "{parent}__{yyyy}_{mm}_{dd}");
  EXPECT_EQ(named("every 6 hours"), "{parent}__{yyyy}_{mm}_{dd}_{hh}");
  EXPECT_EQ(named("every 15 minutes"), "{parent}__{yyyy}_{mm}_{dd}_{hh}_{mi}");
  EXPECT_EQ(named("every month then every week from '2026-07-01'"), "{parent}__{yyyy}_{mm}_{dd}");
  EXPECT_EQ(named("every 100"), "{parent}__{start}");
  EXPECT_EQ(template_text(root("partition by list (x) { group a in (1); }").named), "{parent}__{group}");
}

TEST(Check, ZonesOfFileAndLevel) {
  const Checked c =
      good({"pschema 1; time zone 'Asia/Bangkok';"
            "table a { partition by range (x) every month { create current; } }"
            "table b { partition by range (x) every month at time zone 'Europe/Berlin' { create current; } }"
            "table c { partition by range (x) every hour { create current; } }",
            "pschema 1; table d { partition by range (x) every month { create current; } }"});
  const auto zone = [&](std::size_t i) {
    return std::get<TimeRange>(c.schema.tables.at(i).root.by).axis.zone.name();
  };
  EXPECT_EQ(zone(0), "Asia/Bangkok");
  EXPECT_EQ(zone(1), "Europe/Berlin");
  EXPECT_EQ(zone(2), "UTC");  // windows shorter than a day
  EXPECT_EQ(zone(3), "UTC");  // another file
}

TEST(Check, ZoneNamesAreFoundEverywhere) {
  SourceSet sources;
  Diagnostics diagnostics;
  const std::uint32_t id = sources.add("f.pschema", R"(pschema 1; time zone 'A/File';
table t { partition by list (x) {
  group a in (1) { partition by range (y) every day at time zone 'A/Group'; }
  default { partition by range (y) every day at time zone 'A/Default'; }
  partition by range (y) every day at time zone 'A/Below';
} })");
  EXPECT_EQ(zone_names({parse(sources, id, diagnostics)}),
            (std::set<std::string>{"A/Below", "A/Default", "A/File", "A/Group"}));
}

TEST(Check, GridsThatChange) {
  const Level level = root(
      "partition by range (x) every month then every week from '2026-07-01' at time zone 'Europe/Berlin' { create "
      "current; }");
  const auto& axis = std::get<TimeRange>(level.by).axis;
  ASSERT_EQ(axis.segments.size(), 2U);
  EXPECT_EQ(axis.segments[1].from, day(2026, 7, 1));
  const Level numbers =
      root("partition by range (x) every 100 starting 50 then every 1000 from 250 { create current; }");
  const auto& integers = std::get<IntegerRange>(numbers.by).axis;
  EXPECT_EQ(integers.segments.at(0).anchor, 50);
  EXPECT_EQ(integers.segments.at(1).from, 250);
}

TEST(Check, SnowflakeEpochIsUtcWithoutAnOffset) {
  const Level level = root(
      "partition by range (x) every month as snowflake '2010-11-04' shift 23 at time zone 'Asia/Bangkok' { create "
      "current; }");
  const auto& range = std::get<TimeRange>(level.by);
  EXPECT_EQ(format_utc(range.snowflake_epoch), "2010-11-04T00:00:00Z");
  EXPECT_EQ(range.snowflake_shift, 23);
}

TEST(Check, MomentsAreLocalUnlessTheyHaveAnOffset) {
  const Level level = root(
      "partition by range (x) every month at time zone 'Asia/Bangkok' { create from '2026-01-01' to "
      "'2026-06-01T00:00:00Z'; }");
  const auto& from = std::get<CreateFrom>(level.lifecycle.create.at(0).is);
  const auto& begin = std::get<Moment>(from.from.value);
  EXPECT_EQ(begin.local, day(2026, 1, 1));
  EXPECT_FALSE(begin.absolute);
  const auto& end = std::get<Moment>(from.to->value);
  EXPECT_EQ(end.local, day(2026, 6, 1, 7));
  EXPECT_EQ(format_utc(*end.absolute), "2026-06-01T00:00:00Z");
}

TEST(Check, CompositeKeys) {
  const Level level = root("partition by range (created_at, tenant_id) every 6 hours { create current; }");
  ASSERT_EQ(level.key.size(), 2U);
  EXPECT_EQ(level.key[1].value.text, "tenant_id");
}

// --- Lists
// ------------------------------------------------------------------------------------------------------------

TEST(Check, GroupsTakeTheListsLevelUnlessTheyHaveTheirOwn) {
  const Level level = root(R"(partition by list (tier) {
    group gold in ('gold') { partition by range (at) every month { create current; keep current and 23 before; } }
    group free in ('free');
    group each in (1, null);
    group bare in ('bare') { }
    default;
    partition by hash (tenant_id) modulus 8;
  })");
  const auto& groups = std::get<ListGroups>(level.by).groups;
  ASSERT_EQ(groups.size(), 5U);
  EXPECT_TRUE(std::holds_alternative<TimeRange>(groups[0].below.at(0).by));
  EXPECT_EQ(std::get<HashBuckets>(groups[1].below.at(0).by).modulus, 8);
  EXPECT_EQ(groups[2].name.text, "1");
  EXPECT_EQ(groups[3].name.text, "null");
  EXPECT_FALSE(groups[3].values.at(0).text);
  EXPECT_EQ(groups[4].below.size(), 1U);  // a block without a level of its own
  EXPECT_TRUE(level.below.empty());
  ASSERT_TRUE(level.default_partition);
  EXPECT_EQ(level.default_partition->below.size(), 1U);
}

TEST(Check, DefaultWithABlockHasWhatTheBlockSays) {
  const Level list = root("partition by list (x) { group a in (1); default { } partition by hash (y) modulus 2; }");
  EXPECT_TRUE(list.default_partition->below.empty());
  const Level range =
      root("partition by range (x) every month { create current; default; partition by hash (y) modulus 2; }");
  EXPECT_EQ(range.default_partition->below.size(), 1U);
  EXPECT_EQ(range.below.size(), 1U);
  const Level named = root(
      "partition by range (x) every month { create current; default named '{parent}_rest' { partition by hash (y) "
      "modulus 3; } partition by hash (y) modulus 2; }");
  EXPECT_EQ(template_text(*named.default_partition->named), "{parent}_rest");
  EXPECT_EQ(std::get<HashBuckets>(named.default_partition->below.at(0).by).modulus, 3);
}

// --- Lifecycles and policies
// --------------------------------------------------------------------------------------------

TEST(Check, PoliciesAddAndAreReplaced) {
  const Checked c =
      good({"pschema 1; policy year { create current and 3 after; keep current and 11 before; detach blocking; "
            "detach at most 5; drop 7 days after detach; }",
            "pschema 1; table t { partition by range (x) every month { policy year; create ahead 14 days; keep for "
            "30 days; detach concurrently; drop immediately; } }"});
  const Lifecycle& life = c.schema.tables.at(0).root.lifecycle;
  EXPECT_EQ(life.create.size(), 2U);
  EXPECT_EQ(life.keep.size(), 2U);
  EXPECT_EQ(life.detach.mode, DetachMode::concurrently);  // `detach blocking` is the same row, and replaced
  EXPECT_EQ(life.detach.at_most, 5);                      // the level says nothing about it
  EXPECT_TRUE(std::holds_alternative<DropImmediately>(life.drop.is));
}

TEST(Check, DetachNeverOnEitherSideOfAPolicy) {
  const Checked c =
      good({"pschema 1; policy paused { create current; keep for 90 days; detach never; }"
            "policy careful { create current; keep for 90 days; detach at most 5; }"
            "table a { partition by range (x) every month { policy paused; detach blocking; } }"
            "table b { partition by range (x) every month { policy careful; detach never; } }"
            "table c { partition by range (x) every month { policy paused; drop never; } }"});
  EXPECT_EQ(c.schema.tables.at(0).root.lifecycle.detach.mode, DetachMode::blocking);
  EXPECT_EQ(c.schema.tables.at(1).root.lifecycle.detach.mode, DetachMode::never);
  EXPECT_FALSE(c.schema.tables.at(1).root.lifecycle.detach.at_most);
  EXPECT_EQ(c.schema.tables.at(2).root.lifecycle.detach.mode, DetachMode::never);
}

TEST(Check, PolicyInstantsAreLocalToTheLevel) {
  const Checked c =
      good({"pschema 1; policy p { create from '2026-01-01T00:00:00Z'; }"
            "table a { partition by range (x) every month at time zone 'Asia/Bangkok' { policy p; } }"
            "table b { partition by range (x) every month at time zone 'Europe/Berlin' { policy p; } }"});
  const auto local = [&](std::size_t i) {
    const auto& clause = std::get<CreateFrom>(c.schema.tables.at(i).root.lifecycle.create.at(0).is);
    return std::get<Moment>(clause.from.value).local;
  };
  EXPECT_EQ(local(0), day(2026, 1, 1, 7));
  EXPECT_EQ(local(1), day(2026, 1, 1, 1));
}

TEST(Check, NeverMakesNoClause) {
  const Level level = root("partition by range (x) every month { create never; keep forever; detach never; }");
  EXPECT_TRUE(level.lifecycle.create.empty());
  EXPECT_TRUE(std::holds_alternative<KeepForever>(level.lifecycle.keep.at(0).is));
}

TEST(Check, IntegerAxis) {
  const Level level = root(
      "partition by range (x) every 10_000 { create current and 2 after; create from -5 to 50_000; create until "
      "1_000_000; keep current and 9 before; keep from 0 to 10; }");
  const auto& from = std::get<CreateFrom>(level.lifecycle.create.at(1).is);
  EXPECT_EQ(std::get<std::int64_t>(from.from.value), -5);
}

// --- Tables
// -----------------------------------------------------------------------------------------------------------

TEST(Check, SeveralTablesAreSortedAndShareTheTree) {
  const Checked c =
      good({"pschema 1; table z, app.a, b { in schema parts; history keep; partition by hash (x) modulus 2; }"});
  ASSERT_EQ(c.schema.tables.size(), 3U);
  EXPECT_EQ(c.schema.tables[0].name, (QualifiedName{{"app"}, {"a"}}));
  EXPECT_EQ(c.schema.tables[1].name, (QualifiedName{{"public"}, {"b"}}));
  EXPECT_EQ(c.schema.tables[2].name, (QualifiedName{{"public"}, {"z"}}));
  for (const TableSchema& table : c.schema.tables) {
    EXPECT_EQ(table.in_schema->text, "parts");
    EXPECT_EQ(std::get<HashBuckets>(table.root.by).modulus, 2);
  }
}

TEST(Check, DuplicatesAcrossFiles) {
  const Checked c =
      check_texts({"pschema 1; policy p { create never; } table t { partition by hash (x) modulus 2; }",
                   "pschema 1; policy p { create never; } table public.t { partition by hash (x) modulus 4; }"});
  EXPECT_EQ(codes(c), (std::vector<std::string>{"PS2003", "PS2002"})) << rendered(c);
  for (const Diagnostic& d : c.diagnostics.sorted()) {
    EXPECT_EQ(d.span.file, 1U);
    ASSERT_EQ(d.others.size(), 1U);
    EXPECT_EQ(d.others[0].span.file, 0U);
  }
}

TEST(Check, TheSameNamesInTwoSchemasDoNotCollide) {
  good({"pschema 1; table a.t, b.t { partition by hash (x) modulus 2; }"});
  const Checked c = check_texts({"pschema 1; table a.t, b.t { in schema parts; partition by hash (x) modulus 2; }"});
  EXPECT_EQ(codes(c), (std::vector<std::string>{"PS2026", "PS2026"})) << rendered(c);
}

TEST(Check, LongestNameThatJustFits) {
  // 63 bytes: 54 and `__2026_12`, and below it nothing.
  const std::string table(54, 't');
  good({"pschema 1; table " + table + " { partition by range (x) every month { create current; } }"});
  const Checked c =
      check_texts({"pschema 1; table " + table + "t { partition by range (x) every month { create current; } }"});
  EXPECT_EQ(codes(c), std::vector<std::string>{"PS2027"});
}

TEST(Check, ManyBucketsAreCheap) {
  good(
      {"pschema 1; table t { partition by hash (a) modulus 1000 { partition by hash (b) modulus 1000 { partition by "
       "hash (c) modulus 2_000_000_000; } } }"});
}

}  // namespace
}  // namespace pschema
