#include "model/bound.h"

#include <gtest/gtest.h>

namespace pschema {
namespace {

struct Case {
  const char* text;
  std::vector<KeyType> types;
  Bound bound;
};

using Data = std::vector<RangeDatum>;
using Values = std::vector<std::optional<std::string>>;

// The spellings that PostgreSQL 14 to 18 were measured to print.
const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      {"FOR VALUES FROM ('2024-03-01 00:00:00+00') TO ('2024-04-01 00:00:00+00')",
       {KeyType::timestamptz},
       RangeBound{{"2024-03-01 00:00:00+00"}, {"2024-04-01 00:00:00+00"}}},
      {"FOR VALUES FROM ('2024-03-01 00:00:00.123456') TO (MAXVALUE)",
       {KeyType::timestamp},
       RangeBound{{"2024-03-01 00:00:00.123456"}, {MaxValue{}}}},
      {"FOR VALUES FROM (MINVALUE) TO ('2024-03-02')", {KeyType::date}, RangeBound{{MinValue{}}, {"2024-03-02"}}},
      {"FOR VALUES FROM ('01a03111-1c00-7000-8000-000000000000') TO ('01a0551d-a000-7000-8000-000000000000')",
       {KeyType::uuid},
       RangeBound{{"01a03111-1c00-7000-8000-000000000000"}, {"01a0551d-a000-7000-8000-000000000000"}}},
      {"FOR VALUES FROM ('-5') TO ('9000000000')", {KeyType::bigint}, RangeBound{{"-5"}, {"9000000000"}}},
      {"FOR VALUES FROM ('1') TO ('2')", {KeyType::smallint}, RangeBound{{"1"}, {"2"}}},
      {"FOR VALUES FROM ('-3') TO (100)", {KeyType::integer}, RangeBound{{"-3"}, {"100"}}},
      {"FOR VALUES FROM (1.000) TO (1000.000)", {KeyType::numeric}, RangeBound{{"1.000"}, {"1000.000"}}},
      {"FOR VALUES FROM (1.50) TO ('1000')", {KeyType::numeric}, RangeBound{{"1.50"}, {"1000"}}},
      {"FOR VALUES FROM ('-1.50') TO ('NaN')", {KeyType::numeric}, RangeBound{{"-1.50"}, {"NaN"}}},
      {"FOR VALUES IN ('a', 'o''b', 'back\\slash', NULL)",
       {KeyType::text},
       ListBound{Values{"a", "o'b", "back\\slash", std::nullopt}}},
      {"FOR VALUES IN ('a\nb', '')", {KeyType::text}, ListBound{Values{"a\nb", ""}}},
      {"FOR VALUES IN (true, NULL)", {KeyType::boolean}, ListBound{Values{"true", std::nullopt}}},
      {"FOR VALUES IN (100, '-1')", {KeyType::integer}, ListBound{Values{"100", "-1"}}},
      {"FOR VALUES IN ('true', 'NULL')", {KeyType::text}, ListBound{Values{"true", "NULL"}}},
      {"FOR VALUES FROM (1, '2024-03-01 00:00:00+00', 'x') TO (7, MAXVALUE, MAXVALUE)",
       {KeyType::integer, KeyType::timestamptz, KeyType::text},
       RangeBound{{"1", "2024-03-01 00:00:00+00", "x"}, {"7", MaxValue{}, MaxValue{}}}},
      {"FOR VALUES FROM ('5') TO ('6')", {}, RangeBound{{"5"}, {"6"}}},  // a domain over int is quoted
      {"FOR VALUES WITH (modulus 4, remainder 3)", {KeyType::uuid}, HashBound{4, 3}},
      {"DEFAULT", {KeyType::uuid}, DefaultBound{}},
  };
  return all;
}

TEST(Bound, ReadsAndWritesWhatTheServerPrints) {
  for (const Case& c : cases()) {
    EXPECT_EQ(parse_bound(c.text), c.bound) << c.text;
    EXPECT_EQ(server_text(c.bound, c.types), c.text);
  }
}

TEST(Bound, WhatDoesNotParseIsUnreadable) {
  for (const char* text : {"",
                           "FOR VALUES",
                           "default",
                           "DEFAULT ",
                           "FOR VALUES FROM () TO ()",
                           "FOR VALUES FROM ('a') TO ('b'",
                           "FOR VALUES FROM ('a) TO ('b')",
                           "FOR VALUES FROM ('a') TO ('b', 'c')",
                           "FOR VALUES FROM ('a','b') TO ('c', 'd')",
                           "FOR VALUES FROM (NULL) TO (1)",
                           "FOR VALUES IN ()",
                           "FOR VALUES IN (MINVALUE)",
                           "FOR VALUES IN (-1)",
                           "FOR VALUES IN (E'a')",
                           "FOR VALUES IN ('a'::text)",
                           "FOR VALUES WITH (modulus 0, remainder 0)",
                           "FOR VALUES WITH (modulus 4, remainder 4)",
                           "FOR VALUES WITH (modulus 4, remainder -1)",
                           "FOR VALUES WITH (MODULUS 4, REMAINDER 3)",
                           "FOR VALUES WITH (modulus 99999999999999999999, remainder 0)",
                           "FOR VALUES IN ('a')x"}) {
    EXPECT_EQ(parse_bound(text), Bound(UnreadableBound{text})) << text;
    EXPECT_EQ(server_text(UnreadableBound{text}, {}), text);
  }
}

TEST(Bound, WrittenAsDdl) {
  EXPECT_EQ(ddl_text(RangeBound{{"1", MinValue{}}, {"o'b", MaxValue{}}}),
            "FOR VALUES FROM ('1', MINVALUE) TO ('o''b', MAXVALUE)");
  EXPECT_EQ(ddl_text(ListBound{Values{"a\n", std::nullopt, "true"}}), "FOR VALUES IN (U&'a\\000A', NULL, 'true')");
  EXPECT_EQ(ddl_text(HashBound{4, 3}), "FOR VALUES WITH (MODULUS 4, REMAINDER 3)");
  EXPECT_EQ(ddl_text(DefaultBound{}), "DEFAULT");
}

TEST(Bound, ListsAreComparedAsSets) {
  EXPECT_TRUE(same_bound(ListBound{Values{"a", std::nullopt}}, ListBound{Values{std::nullopt, "a", "a"}}));
  EXPECT_FALSE(same_bound(ListBound{Values{"a"}}, ListBound{Values{"a", std::nullopt}}));
  EXPECT_FALSE(same_bound(ListBound{Values{"NULL"}}, ListBound{Values{std::nullopt}}));
  EXPECT_TRUE(same_bound(HashBound{4, 3}, HashBound{4, 3}));
  EXPECT_FALSE(same_bound(HashBound{4, 3}, DefaultBound{}));
  EXPECT_FALSE(same_bound(RangeBound{{"1"}, {"2"}}, RangeBound{{"2"}, {"1"}}));
}

TEST(Bound, KeyTypes) {
  EXPECT_EQ(key_type_of("timestamp with time zone"), KeyType::timestamptz);
  EXPECT_EQ(key_type_of("timestamp(3) with time zone"), KeyType::timestamptz);
  EXPECT_EQ(key_type_of("timestamp(0) without time zone"), KeyType::timestamp);
  EXPECT_EQ(key_type_of("character varying(255)"), KeyType::text);
  EXPECT_EQ(key_type_of("numeric(12,3)"), KeyType::numeric);
  EXPECT_EQ(key_type_of("boolean"), KeyType::boolean);
  EXPECT_EQ(key_type_of("bigint"), KeyType::bigint);
  for (const char* type : {"bigint[]", "numeric(12,3)[]", "character(4)", "public.date", "\"date\"",
                           "double precision", "interval", ""}) {
    EXPECT_EQ(key_type_of(type), KeyType::other) << type;
  }
}

TEST(Bound, StrategyWords) {
  EXPECT_EQ(strategy_word(Strategy::range), "range");
  EXPECT_EQ(strategy_word(Strategy::list), "list");
  EXPECT_EQ(strategy_word(Strategy::hash), "hash");
}

}  // namespace
}  // namespace pschema
