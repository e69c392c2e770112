#include "migration/folder.h"

#include <gtest/gtest.h>

namespace pschema {
namespace {

Instant at(std::int64_t year, int month, int day, int hour, int second = 0) {
  return {local_time({year, month, day, hour, 0, second, 0}).value().us};
}

QualifiedName table(std::string schema, std::string name) { return {{std::move(schema)}, {std::move(name)}}; }

TEST(FileName, Form) {
  const QualifiedName events = table("public", "issue_events");
  EXPECT_EQ(file_name(at(2026, 8, 28, 10), 1, events, Phase::create),
            "20260828100000_0001_public.issue_events_create");
  EXPECT_EQ(file_name({at(2026, 8, 28, 10).us + 999'999}, 12, events, Phase::drop),
            "20260828100000_0012_public.issue_events_drop");
  EXPECT_EQ(file_name(at(2026, 8, 28, 10), 1, table("public", "Ev \"W\"/ü"), Phase::retire),
            "20260828100000_0001_public.Ev%20%22W%22%2F%C3%BC_retire");
  EXPECT_EQ(file_name({-1}, 1, events, Phase::move), "19691231235959_0001_public.issue_events_move");
  EXPECT_EQ(file_name({}, 7, events, Phase::ledger), kLedgerFileName);
}

TEST(FileName, LongTablesAreCutAndStayApart) {
  std::string umlauts;
  for (int i = 0; i < 31; ++i) umlauts += "ü";
  const std::string a = file_name({}, 1, table(umlauts, umlauts + "a"), Phase::baseline);
  const std::string b = file_name({}, 1, table(umlauts, umlauts + "b"), Phase::baseline);
  EXPECT_NE(a, b);
  EXPECT_LE(a.size(), 20U + 200U + 9U);
  const auto parsed = parse_file_name(a);
  ASSERT_TRUE(parsed.has_value());
  EXPECT_LE(parsed->table.size(), 200U);
  EXPECT_EQ(parsed->table.find("%-"), std::string::npos);
  EXPECT_EQ(parsed->table[parsed->table.find('-') - 3], '%');
}

TEST(FileName, ReadsBackWhatItWrote) {
  for (const Phase phase : {Phase::baseline, Phase::create, Phase::move, Phase::retire, Phase::drop}) {
    const FileName name{at(2026, 8, 28, 10, 59), 42, "public.t_create", phase};
    EXPECT_EQ(parse_file_name(file_name(name.moment, name.ordinal, table("public", "t_create"), phase)), name);
    EXPECT_EQ(is_destructive(file_name(name.moment, 1, table("a", "b"), phase)),
              phase != Phase::baseline && phase != Phase::create);
  }
  EXPECT_EQ(parse_file_name(kLedgerFileName), (FileName{{}, 0, "pschema", Phase::ledger}));
}

TEST(FileName, RefusesOtherNames) {
  for (const std::string_view name :
       {"", "x", "20260828100000_0001_", "20260828100000_0001_t", "20260828100000_0001__create",
        "20260828100000_0001_t_other", "20260230100000_0001_t_create", "20260828100000_001_ta_create",
        "2026082810000x_0001_t_create", "20260828100000_0001_t t_create", "20260828100000_0001_t_ledger",
        "20260828100000-0001_t_create"}) {
    EXPECT_EQ(parse_file_name(name), std::nullopt) << name;
  }
  EXPECT_TRUE(is_destructive("something_drop"));
  EXPECT_TRUE(is_destructive("something_else"));
  EXPECT_FALSE(is_destructive("something_create"));
  EXPECT_FALSE(is_destructive(kLedgerFileName));
}

Folder folder(std::vector<std::string> names) {
  Folder f;
  for (std::string& name : names) f.files.push_back({std::move(name), ""});
  return f;
}

TEST(NextFileMoment, PlanMomentOrNewestFile) {
  const Instant plan = at(2026, 8, 28, 10);
  EXPECT_EQ(next_file_moment({}, plan), (FileMoment{plan, 1}));
  EXPECT_EQ(next_file_moment(folder({std::string(kLedgerFileName), "zzz"}), plan), (FileMoment{plan, 1}));
  EXPECT_EQ(next_file_moment(folder({"20260828090000_0007_t_create"}), plan), (FileMoment{plan, 1}));
  EXPECT_EQ(next_file_moment(folder({"20260828100000_0001_t_create", "20260828100000_0003_t_drop"}), {plan.us + 1}),
            (FileMoment{plan, 4}));
  EXPECT_EQ(next_file_moment(folder({"20260828100000_0005_t_create", "20260828120000_0001_t_create"}), plan),
            (FileMoment{at(2026, 8, 28, 12), 2}));
  EXPECT_EQ(next_file_moment(folder({"20260828100000_9999_t_create"}), plan),
            (FileMoment{at(2026, 8, 28, 10, 1), 1}));
}

}  // namespace
}  // namespace pschema
