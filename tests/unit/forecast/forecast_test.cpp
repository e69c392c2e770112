#include "forecast/forecast.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>

#include "fixture.h"
#include "plan/simulate.h"
#include "report/forecast_report.h"

namespace pschema {
namespace {

namespace fs = std::filesystem;
using test::at;
using Names = std::vector<std::string>;

Schema schema_of(const std::string& text) { return test::schema_of("pschema 1; " + text); }
std::string days(const std::string& clauses) {
  return "table t { partition by range (at) every day { " + clauses + " } }";
}

Forecast ahead(const Schema& schema, const std::string& from, const std::string& until,
               std::int64_t every = kMicrosPerDay) {
  Diagnostics diagnostics;
  Forecast f = forecast(schema, made_up_catalog(schema, at(from)), {at(from), at(until), every}, diagnostics);
  EXPECT_FALSE(diagnostics.has_errors());
  return f;
}
Forecast ahead(const std::string& text, const std::string& from, const std::string& until,
               std::int64_t every = kMicrosPerDay) {
  return ahead(schema_of(text), from, until, every);
}

TEST(Forecast, CreatesDetachesAndDrops) {
  const Forecast f = ahead(days("create current and 1 after; keep current; drop 1 day after detach;"),
                           "2026-08-01T03:00:00Z", "2026-08-03T12:00:00Z");
  ASSERT_EQ(f.days.size(), 3U);
  EXPECT_EQ(f.days[0].created, (Names{"public.t__2026_08_01", "public.t__2026_08_02"}));
  EXPECT_EQ(f.days[1].detached, Names{"public.t__2026_08_01"});
  EXPECT_EQ(f.days[2].created, Names{"public.t__2026_08_04"});
  EXPECT_EQ(f.days[2].dropped, Names{"public.t__2026_08_01"});
  EXPECT_EQ(f.days[2].at, at("2026-08-03T03:00:00Z"));
  EXPECT_EQ(f.peak.partitions, 2);
  EXPECT_TRUE(f.failing.empty());
  EXPECT_TRUE(f.asked.empty());
}

TEST(Forecast, InsertsFailWhereWindowsAreMadeTooLate) {
  const Forecast f = ahead(days("create current;"), "2026-08-01T03:00:00Z", "2026-08-09");
  ASSERT_EQ(f.failing.size(), 1U);
  EXPECT_EQ(f.failing[0].from, at("2026-08-02T00:00:00Z"));
  // Run at midnight the window is there as it begins.
  EXPECT_TRUE(ahead(days("create current;"), "2026-08-01T00:00:00Z", "2026-08-09").failing.empty());
  EXPECT_TRUE(ahead(days("create current and 6 after;"), "2026-08-01T03:00:00Z", "2026-09-09", 7 * kMicrosPerDay)
                  .failing.size() == 1);
  EXPECT_TRUE(ahead(days("create current and 7 after;"), "2026-08-01T03:00:00Z", "2026-09-09", 7 * kMicrosPerDay)
                  .failing.empty());
  EXPECT_TRUE(ahead(days("create current; default;"), "2026-08-01T03:00:00Z", "2026-08-09").failing.empty());
}

TEST(Forecast, APersonIsAskedOnceForEachKind) {
  const Forecast f = ahead(days("create until '2026-08-10';"), "2026-08-01T03:00:00Z", "2026-08-20");
  ASSERT_EQ(f.asked.size(), 2U);
  EXPECT_EQ(f.asked[0].kind, "create_ends");
  EXPECT_EQ(f.asked[0].at, at("2026-08-08T03:00:00Z"));
  EXPECT_EQ(f.asked[1].kind, "uncovered");
  ASSERT_EQ(f.failing.size(), 1U);
  EXPECT_EQ(f.failing[0].from, at("2026-08-10T00:00:00Z"));
}

TEST(Forecast, ATableThatDoesNotFitAnyMoreIsAskedAbout) {
  // The keys of this encoding end in 2038 in an integer column.
  Schema schema =
      schema_of("table t { partition by range (s) every year as epoch seconds { create current and 1 after; } }");
  Catalog catalog = made_up_catalog(schema, at("2035-01-01T00:00:00Z"));
  catalog.tables.begin()->second.columns.front().type = "integer";
  Diagnostics diagnostics;
  const Forecast f = forecast(schema, catalog, {at("2035-06-01"), at("2039-01-01"), kMicrosPerDay}, diagnostics);
  ASSERT_EQ(f.asked.size(), 1U);
  EXPECT_EQ(f.asked[0].kind, "refused");
  EXPECT_EQ(f.asked[0].at, at("2037-01-01"));
}

TEST(Forecast, NumbersStayAsTheyAre) {
  const Forecast f = ahead("table t { partition by range (n) every 10 { create current and 1 after; } }",
                           "2026-08-01", "2027-08-01");
  ASSERT_EQ(f.days.size(), 1U);
  EXPECT_EQ(f.days[0].created, (Names{"public.t__0", "public.t__10"}));
  ASSERT_EQ(f.notes.size(), 1U);
  EXPECT_TRUE(f.failing.empty());
}

TEST(Forecast, BeginsWithASnapshot) {
  const Schema schema = schema_of(days("create current; keep current; drop immediately;"));
  test::CatalogBuilder b("public.t", test::key(Strategy::range, {"at"}),
                         {test::column("at", "timestamp with time zone")});
  b.partition("public.t", "public.old", "FOR VALUES FROM ('2026-07-01 00:00:00+00') TO ('2026-07-02 00:00:00+00')");
  b.catalog().has_ledger = true;
  Diagnostics diagnostics;
  const Forecast f = forecast(schema, b.catalog(), {at("2026-08-01"), at("2026-08-01"), kMicrosPerDay}, diagnostics);
  ASSERT_EQ(f.days.size(), 1U);
  EXPECT_EQ(f.days[0].created, Names{"public.t__2026_08_01"});
  EXPECT_EQ(f.days[0].dropped, Names{"public.old"});
}

TEST(Forecast, TextIsShort) {
  const Forecast f = ahead(days("create current and 4 after;"), "2026-08-01T03:00:00Z", "2026-08-02T12:00:00Z");
  EXPECT_EQ(forecast_text(f),
            "forecast from 2026-08-01T03:00:00Z to 2026-08-02T12:00:00Z, run every 1 day\n\n"
            "2026-08-01  public.t  create 5: public.t__2026_08_01 to public.t__2026_08_05\n"
            "2026-08-02  public.t  create 1: public.t__2026_08_06\n\n"
            "most partitions: 6 of public.t on 2026-08-02\ninserts fail: never\na person is asked: never\n");
}

// --- Against planning at every run
// -----------------------------------------------------------------------------------

/// A line for each operation: `2026-08-01 CREATE public.t__2026_08_01`.
Names by_every_run(const Schema& schema, ForecastSpan span) {
  Names lines;
  Catalog catalog = made_up_catalog(schema, span.from);
  for (Instant t = span.from; t <= span.until; t.us += span.every_us) {
    catalog.taken_at = t;
    Diagnostics diagnostics;
    const Fitted fitted = fit(schema, catalog, t, std::numeric_limits<int>::max(), diagnostics);
    const Plan planned = plan(fitted.schema, catalog, t);
    for (const TablePlan& table : planned.tables) {
      for (const Operation& o : table.operations) {
        const std::string target = format_utc(t).substr(0, 10) + " " + quote(target_of(o));
        lines.push_back(std::string(verb_of(o)) + " " + target);
        const auto* detach = std::get_if<Detach>(&o.is);
        if (detach && detach->drops) lines.push_back("DROP " + target);
      }
    }
    catalog = simulate(catalog, planned);
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

Names lines_of(const Forecast& f) {
  Names lines;
  for (const ForecastDay& d : f.days) {
    const std::string day = format_utc(d.at).substr(0, 10);
    const auto add = [&](const char* verb, const Names& names) {
      for (const std::string& name : names) lines.push_back(std::string(verb) + " " + day + " " + name);
    };
    add("CREATE", d.created);
    add("ATTACH", d.attached);
    add("DETACH", d.detached);
    add("DROP", d.dropped);
    add("MOVE", d.moved);
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

std::string slurp(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

TEST(Forecast, LeavesOutOnlyRunsThatDoNothing) {
  const std::vector<ForecastSpan> spans{{at("2026-08-28T10:00:00Z"), at("2026-11-05"), 3 * kMicrosPerDay},
                                        {at("2028-02-27T22:00:00Z"), at("2028-03-01T12:00:00Z"), 5 * kMicrosPerHour}};
  std::size_t operations = 0;
  for (const auto& entry : fs::directory_iterator(PSCHEMA_GOLDEN_DIR)) {
    // Cases of several files have them under other names.
    if (!fs::exists(entry.path() / "schema.pschema")) continue;
    const Schema schema = test::schema_of(slurp(entry.path() / "schema.pschema"));
    for (const ForecastSpan& span : spans) {
      Diagnostics diagnostics;
      const Names naive = by_every_run(schema, span);
      EXPECT_EQ(lines_of(forecast(schema, made_up_catalog(schema, span.from), span, diagnostics)), naive)
          << entry.path();
      operations += naive.size();
    }
  }
  EXPECT_GT(operations, 500U);
}

TEST(Forecast, LeavesOutOnlyRunsThatDoNothingUnderClausesThatMoveOddly) {
  const ForecastSpan span{at("2027-01-12T01:30:00Z"), at("2027-03-02"), kMicrosPerDay};
  for (const char* clauses :
       {"create ahead 1 month; keep for 2 months;",
        "create ahead 40 days; keep current month and 1 before; drop 3 weeks after detach;",
        "create current quarter and 1 after; keep for 1 quarter; drop 36 hours after detach;",
        "create from '2027-01-15' to '2027-02-01'; create until '2027-03-01'; keep for 10 days; keep from "
        "'2027-01-20' to '2027-01-22'; "
        "drop immediately;",
        "create current; keep for 90 days; detach never;",
        "create current and 2 after; keep for 5 days; detach at most 1; drop 1 day after detach;"}) {
    for (const char* head :
         {"every day at time zone 'America/Sao_Paulo'", "every week", "every month at time zone 'Asia/Tokyo'"}) {
      const std::string text = std::string("table t { partition by range (at) ") + head + " { " + clauses + " } }";
      const Schema schema = schema_of(text);
      Diagnostics diagnostics;
      EXPECT_EQ(lines_of(forecast(schema, made_up_catalog(schema, span.from), span, diagnostics)),
                by_every_run(schema, span))
          << text;
    }
  }
}

}  // namespace
}  // namespace pschema
