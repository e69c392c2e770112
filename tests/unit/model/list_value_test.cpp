#include "model/list_value.h"

#include <gtest/gtest.h>

#include "zonefiles/zonefiles.h"

namespace pschema {
namespace {

std::string in_type(std::string_view type, std::string_view written, const Zone& zone = Zone()) {
  return list_value_text(type, zone, written).value_or("no value");
}

TEST(ListValue, WholeNumbers) {
  EXPECT_EQ(in_type("integer", "007"), "7");
  EXPECT_EQ(in_type("integer", " -5 "), "-5");
  EXPECT_EQ(in_type("integer", "+0"), "0");
  EXPECT_EQ(in_type("integer", "2147483648"), "no value");
  EXPECT_EQ(in_type("bigint", "2147483648"), "2147483648");
  EXPECT_EQ(in_type("smallint", "32768"), "no value");
  for (const char* text : {"1.0", "1e3", "", "-", "x", "1 2"})
    EXPECT_EQ(in_type("integer", text), "no value") << text;
}

TEST(ListValue, NumericByValue) {
  EXPECT_EQ(in_type("numeric", "01.50"), "1.50");
  EXPECT_EQ(in_type("numeric", ".5"), "0.5");
  EXPECT_EQ(in_type("numeric", "-0.0"), "0.0");
  EXPECT_EQ(in_type("numeric(12,3)", "1.5"), "1.500");
  EXPECT_EQ(in_type("numeric(12,3)", "1.50000"), "1.500");
  EXPECT_EQ(in_type("numeric(12,3)", "1.0005"), "no value");
  EXPECT_EQ(in_type("numeric(3,1)", "100"), "no value");
  EXPECT_EQ(in_type("numeric(3,1)", "99"), "99.0");
  EXPECT_EQ(in_type("numeric", "nan"), "NaN");
  EXPECT_EQ(comparable_value(KeyType::numeric, std::string_view("1.500")),
            comparable_value(KeyType::numeric, std::string_view("1.5")));
  EXPECT_NE(comparable_value(KeyType::numeric, std::string_view("10")),
            comparable_value(KeyType::numeric, std::string_view("1")));
  EXPECT_NE(comparable_value(KeyType::text, std::string_view("1.50")),
            comparable_value(KeyType::text, std::string_view("1.5")));
}

TEST(ListValue, Booleans) {
  for (const char* text : {"true", "T", "yes", "y", "on", "1"}) EXPECT_EQ(in_type("boolean", text), "true") << text;
  for (const char* text : {"false", "f", "NO", "off", "of", "0"})
    EXPECT_EQ(in_type("boolean", text), "false") << text;
  for (const char* text : {"", "o", "2", "truth"}) EXPECT_EQ(in_type("boolean", text), "no value") << text;
}

TEST(ListValue, InstantsInTheirZone) {
  const Zone bangkok = load_zone("Asia/Bangkok").value();
  EXPECT_EQ(in_type("timestamp with time zone", "2026-01-01", bangkok), "2025-12-31 17:00:00+00");
  EXPECT_EQ(in_type("timestamp with time zone", "2026-01-01T00:00:00Z", bangkok), "2026-01-01 00:00:00+00");
  EXPECT_EQ(in_type("timestamp without time zone", "2026-01-01", bangkok), "2026-01-01 00:00:00");
  EXPECT_EQ(in_type("timestamp without time zone", "2026-01-01T00:00:00Z"), "no value");
  EXPECT_EQ(in_type("date", "2026-01-01"), "2026-01-01");
  EXPECT_EQ(in_type("date", "2026-01-01 12:00"), "no value");
  EXPECT_EQ(in_type("date", "2026-02-30"), "no value");
  EXPECT_EQ(in_type("timestamp(3) with time zone", "2026-01-01T00:00:00.1234Z"), "no value");
  EXPECT_EQ(in_type("timestamp(3) with time zone", "2026-01-01T00:00:00.123Z"), "2026-01-01 00:00:00.123+00");
  EXPECT_EQ(in_type("date", "Infinity"), "infinity");
}

TEST(ListValue, Texts) {
  EXPECT_EQ(in_type("uuid", "{01A03111-1C00-7000-8000-000000000000}"), "01a03111-1c00-7000-8000-000000000000");
  EXPECT_EQ(in_type("uuid", "01a03111"), "no value");
  EXPECT_EQ(in_type("character(4)", "ä"), "ä   ");
  EXPECT_EQ(in_type("character(4)", "abcd   "), "abcd");
  EXPECT_EQ(in_type("character(4)", "abcde"), "no value");
  EXPECT_EQ(in_type("character varying(3)", "abc"), "abc");
  EXPECT_EQ(in_type("character varying(3)", "abcd"), "no value");
  EXPECT_EQ(in_type("text", " x "), " x ");
  EXPECT_EQ(in_type("inet", "10.0.0.1"), "10.0.0.1");
}

// Reports C57: of these the program cannot say whether two texts are one value.
TEST(ListValue, TypesWithOtherSpellings) {
  for (const char* type : {"time without time zone", "interval", "double precision", "integer[]", "bit(3)", "inet"}) {
    EXPECT_TRUE(has_other_spellings(type)) << type;
  }
  for (const char* type : {"text", "character(4)", "numeric(9,2)", "timestamp with time zone", "boolean", "uuid",
                           "name", "public.timeframe"}) {
    EXPECT_FALSE(has_other_spellings(type)) << type;
  }
}

}  // namespace
}  // namespace pschema
