#include "model/schema.h"

#include <gtest/gtest.h>

namespace pschema {
namespace {

using P = Placeholder;
using Strings = std::vector<std::string>;

Level level(decltype(Level::by) by, decltype(NameTemplate::parts) parts) {
  Level out;
  out.by = std::move(by);
  out.named.parts = std::move(parts);
  return out;
}

TableSchema table(std::string name, Level root) {
  TableSchema out;
  out.name = {{"public"}, {std::move(name)}};
  out.root = std::move(root);
  return out;
}

Level weeks() { return level(TimeRange{}, {P::parent, "__", P::iyyy, "_w", P::ww}); }
Level buckets() { return level(HashBuckets{4}, {P::parent, "__h", P::remainder}); }

TEST(Schema, Strategies) {
  EXPECT_EQ(strategy_of(weeks()), Strategy::range);
  EXPECT_EQ(strategy_of(level(IntegerRange{}, {})), Strategy::range);
  EXPECT_EQ(strategy_of(level(ListGroups{}, {})), Strategy::list);
  EXPECT_EQ(strategy_of(level(SlidingList{}, {})), Strategy::list);
  EXPECT_EQ(strategy_of(buckets()), Strategy::hash);
}

TEST(Schema, TemplateText) {
  EXPECT_EQ(template_text(weeks().named), "{parent}__{iyyy}_w{ww}");
  EXPECT_EQ(template_text(NameTemplate{{"a{b}", P::table, P::yyyy}, {}}), "a{{b}}{table}{yyyy}");
  EXPECT_EQ(template_text(NameTemplate{
                {P::mm, P::dd, P::hh, P::mi, P::q, P::start, P::value, P::group, P::modulus, P::remainder}, {}}),
            "{mm}{dd}{hh}{mi}{q}{start}{value}{group}{modulus}{remainder}");
}

TEST(Schema, NamePatternsFollowTheTree) {
  Level root = weeks();
  root.below.push_back(buckets());
  root.default_partition.emplace();
  EXPECT_EQ(name_patterns(table("issue_events", root)),
            (Strings{"issue\\_events\\_\\_____\\_w__", "issue\\_events\\_\\_____\\_w__\\_\\_h%",
                     "issue\\_events\\_\\_default"}));
}

TEST(Schema, NamePatternsEscapeNames) {
  EXPECT_EQ(name_patterns(table("50%\\x_", level(SlidingList{}, {P::table, "%", P::value}))),
            (Strings{"50\\%\\\\x\\_\\%%"}));
}

TEST(Schema, NamePatternsOfGroups) {
  ListGroups list;
  ListGroup eu;
  eu.name = {"eu"};
  eu.values = {{"de", {}}, {"fr", {}}};
  eu.below.push_back(buckets());
  ListGroup none;
  none.name = {"none"};
  none.values = {{std::nullopt, {}}};
  list.groups = {eu, none};
  EXPECT_EQ(name_patterns(table("t", level(list, {P::parent, "__", P::group}))),
            (Strings{"t\\_\\_eu", "t\\_\\_eu\\_\\_h%", "t\\_\\_none"}));
  EXPECT_EQ(name_patterns(table("t", level(list, {P::table, P::value}))), (Strings{"tde", "tde\\_\\_h%", "tnull"}));
}

TEST(Schema, NamePatternsBelowADefaultPartition) {
  Level root = level(IntegerRange{}, {P::parent, "__", P::start});
  root.default_partition.emplace();
  root.default_partition->named = NameTemplate{{P::table, "_rest"}, {}};
  root.default_partition->below.push_back(buckets());
  EXPECT_EQ(name_patterns(table("t", root)), (Strings{"t\\_\\_%", "t\\_rest", "t\\_rest\\_\\_h%"}));
}

TEST(Schema, NamePatternsBelowAMemberOfAnotherName) {
  Level root = weeks();
  root.below.push_back(buckets());
  const TableSchema t = table("t", root);
  EXPECT_EQ(name_patterns_below(t, t.root.below.front(), {"p_33"}), (Strings{"p\\_33\\_\\_h%"}));
}

TEST(Schema, SamePatternOnce) {
  Level root = level(TimeRange{}, {P::table, "_", P::modulus, P::start, P::value});
  EXPECT_EQ(name_patterns(table("t", root)), (Strings{"t\\_%"}));
}

TEST(Box, CopiesDeeply) {
  Box<int> a(1);
  Box<int> b = a;
  *b = 2;
  EXPECT_EQ(*a, 1);
  a = b;
  EXPECT_EQ(*a, 2);
}

}  // namespace
}  // namespace pschema
