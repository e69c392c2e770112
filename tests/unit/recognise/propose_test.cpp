#include "recognise/propose.h"

#include <gtest/gtest.h>

#include <cstring>

#include "check/check.h"
#include "plan/plan.h"
#include "syntax/parse.h"

namespace pschema {
namespace {

PartitionKey key(Strategy strategy, const char* column) { return {strategy, {{{column}, ""}}}; }

/// One table `t`.
class Tree {
 public:
  Tree(PartitionKey root, std::vector<Column> columns) {
    catalog_.taken_at = {parse_instant("2026-08-28 10:00")->local.us};
    table_.root.name = {{"public"}, {"t"}};
    table_.root.kind = RelationKind::partitioned_table;
    table_.root.key = std::move(root);
    table_.root.owner = "app";
    table_.columns = std::move(columns);
  }
  Tree& partition(const char* parent, const char* name, const char* bound, std::optional<PartitionKey> below = {}) {
    Relation r;
    r.name = {{"public"}, {name}};
    r.kind = below ? RelationKind::partitioned_table : RelationKind::table;
    r.key = std::move(below);
    r.bound_text = std::strcmp(bound, "DEFAULT") == 0 ? bound : std::string("FOR VALUES ") + bound;
    r.bound = parse_bound(r.bound_text);
    table_.children[{{"public"}, {parent}}].push_back(r);
    return *this;
  }
  Table& table() { return table_; }
  Catalog& catalog() { return catalog_; }

  Proposal proposal(const std::vector<PartmanTable>& partman = {}) {
    catalog_.tables[table_.root.name] = table_;
    const ZoneDatabase zones;
    const ZoneCandidates candidates;
    return propose({catalog_, zones, candidates, partman});
  }
  /// Without comments and the head.
  std::string text(const std::vector<PartmanTable>& partman = {}) {
    std::string all = proposal(partman).text, kept;
    for (std::size_t at = 0; at < all.size();) {
      const std::size_t end = all.find('\n', at);
      const std::string line = all.substr(at, end - at);
      const std::size_t first = line.find_first_not_of(' ');
      if (first != std::string::npos && line.compare(first, 2, "--") != 0 && line != "pschema 1;")
        kept += line + "\n";
      at = end + 1;
    }
    return kept;
  }

 private:
  Catalog catalog_;
  Table table_;
};

const std::vector<Column> kColumns{{{"at"}, "timestamp with time zone", true, "", ' ', ' '},
                                   {{"k"}, "integer", true, "", ' ', ' '},
                                   {{"id"}, "bigint", true, "", ' ', ' '}};

const char* const kJuly = "FROM ('2026-07-01 00:00:00+00') TO ('2026-08-01 00:00:00+00')";
const char* const kAugust = "FROM ('2026-08-01 00:00:00+00') TO ('2026-09-01 00:00:00+00')";
const char* const kSeptember = "FROM ('2026-09-01 00:00:00+00') TO ('2026-10-01 00:00:00+00')";
const char* const kNovember = "FROM ('2026-11-01 00:00:00+00') TO ('2026-12-01 00:00:00+00')";

TEST(Propose, AsFarAheadAsPartitionsReachWithoutAHole) {
  Tree tree(key(Strategy::range, "at"), kColumns);
  tree.partition("t", "t__2026_07", kJuly).partition("t", "t__2026_08", kAugust);
  tree.partition("t", "t__2026_09", kSeptember).partition("t", "t__2026_11", kNovember);
  EXPECT_EQ(tree.text(), R"(table public.t {
  partition by range (at) every month {
    create current and 1 after;
    keep   forever;
  }
}
)");
}

TEST(Propose, WithoutACurrentWindowNothingIsCreated) {
  Tree tree(key(Strategy::range, "at"), kColumns);
  tree.partition("t", "t__2026_07", kJuly);
  EXPECT_NE(tree.text().find("create never;"), std::string::npos);
  EXPECT_NE(tree.proposal().text.find("warning, uncovered: public.t has no partition"), std::string::npos);
}

TEST(Propose, TheShapeOfMostBranches) {
  Tree tree(key(Strategy::range, "at"), kColumns);
  const PartitionKey buckets = key(Strategy::hash, "k");
  tree.partition("t", "t__2026_07", kJuly).partition("t", "t__2026_08", kAugust, buckets);
  tree.partition("t", "t__2026_09", kSeptember, buckets);
  for (const char* parent : {"t__2026_08", "t__2026_09"}) {
    tree.partition(parent, (std::string(parent) + "_0").c_str(), "WITH (modulus 2, remainder 0)");
    tree.partition(parent, (std::string(parent) + "_1").c_str(), "WITH (modulus 2, remainder 1)");
  }
  EXPECT_EQ(tree.text(), R"(table public.t {
  partition by range (at) every month {
    create current and 1 after;
    keep   forever;
    partition by hash (k) modulus 2 { named '{parent}_{remainder}'; }
  }
}
)");
  EXPECT_NE(tree.proposal().text.find("-- 1 of 3 partitions have another shape below"), std::string::npos);
}

TEST(Propose, AMissingBucketIsNotCreated) {
  Tree tree(key(Strategy::range, "at"), kColumns);
  tree.partition("t", "t__2026_08", kAugust, key(Strategy::hash, "k"));
  tree.partition("t__2026_08", "b", "WITH (modulus 2, remainder 0)");
  EXPECT_EQ(tree.text().find("hash"), std::string::npos);
  EXPECT_NE(tree.proposal().text.find("has 1 of 2 buckets"), std::string::npos);
}

TEST(Propose, WhatIsNotRecognisedIsACommentWithItsReason) {
  Tree tree({Strategy::range, {{{}, "date_trunc('day'::text, at)"}}}, kColumns);
  const Proposal proposal = tree.proposal();
  ASSERT_EQ(proposal.left_out.size(), 1u);
  EXPECT_EQ(tree.text(), "");
  EXPECT_NE(proposal.text.find("-- public.t is left out: its key is an expression"), std::string::npos);
  EXPECT_NE(proposal.text.find("-- table public.t {"), std::string::npos);
}

TEST(Propose, ANameWithAControlCharacterIsLeftOutOnOneLine) {
  Tree tree(key(Strategy::range, "at"), kColumns);
  tree.table().root.name = {{"public"}, {"a\nb"}};
  tree.partition("a\nb", "x", kAugust);
  const Proposal proposal = tree.proposal();
  EXPECT_EQ(proposal.left_out.size(), 1u);
  for (std::size_t at = 0; at < proposal.text.size(); at = proposal.text.find('\n', at) + 1) {
    const char first = proposal.text[at];
    EXPECT_TRUE(first == '-' || first == 'p' || first == '\n') << proposal.text;
  }
}

TEST(Propose, ACursorOfIntegersIsWhereTheKeysStand) {
  Tree tree(key(Strategy::range, "id"), kColumns);
  tree.partition("t", "t__0", "FROM ('0') TO ('1000')").partition("t", "t__1000", "FROM ('1000') TO ('2000')");
  tree.partition("t", "t__2000", "FROM ('2000') TO ('3000')");
  tree.catalog().cursors[{{{"public"}, {"t"}}, {"id"}}] = {{500}, {1'100}};
  EXPECT_EQ(tree.text(), R"(table public.t {
  partition by range (id) every 1000 starting 0 {
    create current and 1 after;
    keep   forever;
  }
}
)");
}

TEST(Propose, NumbersThatAreDates) {
  Tree tree(key(Strategy::range, "k"), kColumns);
  tree.partition("t", "t__2026_08", "FROM ('20260801') TO ('20260901')");
  EXPECT_NE(tree.text().find("every month as yyyymmdd"), std::string::npos) << tree.text();
}

TEST(Propose, EpochsMustBePlausible) {
  Tree tree(key(Strategy::range, "id"), kColumns);  // midnights of 1970
  tree.partition("t", "t__0", "FROM ('0') TO ('86400')").partition("t", "t__86400", "FROM ('86400') TO ('172800')");
  tree.catalog().cursors[{{{"public"}, {"t"}}, {"id"}}] = {};
  EXPECT_NE(tree.text().find("every 86_400 starting 0"), std::string::npos) << tree.text();
}

TEST(Propose, AnInterruptedDetachOfOursCannotBeLeftAlone) {
  Tree tree(key(Strategy::range, "at"), kColumns);
  tree.partition("t", "t__2026_07", kJuly).partition("t", "t__2026_08", kAugust);
  Relation& july = tree.table().children[{{"public"}, {"t"}}].front();
  july.detach_pending = true;
  july.marker = Marker{MarkerState::detaching, {}, july.name, {{"public"}, {"t"}}, july.bound_text};
  const Proposal proposal = tree.proposal();
  EXPECT_EQ(proposal.left_out.size(), 1u);
  EXPECT_EQ(tree.text(), "");
}

PartmanTable managed(std::map<std::string, std::string> settings) {
  settings.insert({{"control", "at"}, {"partition_interval", "1 mon"}});
  return {{{"public"}, {"t"}}, std::move(settings), false};
}

TEST(Propose, WhatPartmanMakesAheadAsFarAsItIsThere) {
  Tree tree(key(Strategy::range, "at"), kColumns);
  tree.partition("t", "t__2026_08", kAugust).partition("t", "t__2026_09", kSeptember);
  EXPECT_NE(tree.text({managed({{"premake", "0"}})}).find("create current;"), std::string::npos);
  const std::string four = tree.proposal({managed({{"premake", "4"}})}).text;
  EXPECT_NE(four.find("    create current and 1 after;"), std::string::npos);
  EXPECT_NE(four.find("`create current and 4 after;`"), std::string::npos);
}

TEST(Propose, RetentionOfPartmanWhereNothingHasExpired) {
  Tree tree(key(Strategy::range, "at"), kColumns);
  tree.partition("t", "t__2026_07", kJuly).partition("t", "t__2026_08", kAugust);
  const auto dropping = managed({{"retention", "3 mons"}, {"retention_keep_table", "false"}});
  EXPECT_NE(tree.text({dropping}).find("    keep   for 3 months;\n    drop   immediately;\n"), std::string::npos);
  const auto sooner = managed({{"retention", "7 days"}, {"retention_keep_table", "false"}});
  EXPECT_NE(tree.text({sooner}).find("keep   forever;"), std::string::npos) << "July has expired";
  EXPECT_NE(tree.proposal({sooner}).text.find("from pg_partman: retention 7 days"), std::string::npos);
  const auto moving = managed({{"retention", "3 mons"}, {"retention_schema", "archive"}});
  EXPECT_EQ(tree.text({moving}).find("drop"), std::string::npos);
}

}  // namespace
}  // namespace pschema
