#include "time/encoding.h"

#include "support.h"

namespace pschema {
namespace {

KeyFormat format(Encoding encoding, KeyType type) { return {encoding, type, {}, 22}; }

std::optional<std::string> at(Encoding encoding, KeyType type, std::string_view when) {
  return encode(format(encoding, type), instant(when).us);
}

TEST(Encoding, EveryOneWritesAndReads) {
  struct Case {
    Encoding encoding;
    KeyType type;
    const char* when;
    const char* text;
  };
  const Case cases[] = {
      {Encoding::plain, KeyType::timestamptz, "2024-03-01", "2024-03-01 00:00:00+00"},
      {Encoding::plain, KeyType::timestamptz, "2024-03-01 00:00:00.5", "2024-03-01 00:00:00.5+00"},
      {Encoding::plain, KeyType::timestamp, "2024-03-01 00:00:00.123456", "2024-03-01 00:00:00.123456"},
      {Encoding::plain, KeyType::date, "2024-03-02", "2024-03-02"},
      {Encoding::uuidv7, KeyType::uuid, "2026-08-24", "01a03111-1c00-7000-8000-000000000000"},
      {Encoding::ulid, KeyType::uuid, "2026-08-24", "01a03111-1c00-0000-0000-000000000000"},
      {Encoding::ulid, KeyType::text, "2026-08-24",
       "01M0RH2700"
       "0000000000000000"},
      {Encoding::ulid, KeyType::text, "1970-01-01", "00000000000000000000000000"},
      {Encoding::epoch_seconds, KeyType::integer, "2026-10-24T22:00Z", "1792879200"},
      {Encoding::epoch_seconds, KeyType::bigint, "1969-12-31T23:59:59Z", "-1"},
      {Encoding::epoch_milliseconds, KeyType::bigint, "2026-10-24T22:00Z", "1792879200000"},
      {Encoding::epoch_microseconds, KeyType::numeric, "2026-10-24T22:00Z", "1792879200000000"},
      {Encoding::epoch_nanoseconds, KeyType::bigint, "2026-10-24T22:00Z", "1792879200000000000"},
      {Encoding::yyyymmdd, KeyType::integer, "2026-08-28", "20260828"},
      {Encoding::yyyymmdd, KeyType::text, "0026-08-28", "00260828"},
      {Encoding::yyyymm, KeyType::integer, "2026-08-01", "202608"},
      {Encoding::yyyymm, KeyType::text, "2026-08-01", "202608"},
      {Encoding::yyyymmddhh, KeyType::integer, "2026-08-28 23:00", "2026082823"},
      {Encoding::yyyymmddhh, KeyType::numeric, "2026-08-28", "2026082800"},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(at(c.encoding, c.type, c.when), c.text);
    EXPECT_EQ(decode(format(c.encoding, c.type), c.text), instant(c.when).us) << c.text;
    EXPECT_EQ(decode_key(format(c.encoding, c.type), c.text), instant(c.when).us) << c.text;
  }
}

TEST(Encoding, Snowflakes) {
  const KeyFormat twitter{Encoding::snowflake, KeyType::bigint, instant("2010-11-04T01:42:54.657Z"), 22};
  EXPECT_EQ(encode(twitter, instant("2010-11-04T01:42:54.657Z").us), "0");
  EXPECT_EQ(encode(twitter, instant("2026-08-01").us), std::to_string((1785542400000 - 1288834974657) << 22));
  const std::string august = encode(twitter, instant("2026-08-01").us).value();
  EXPECT_EQ(decode(twitter, august), instant("2026-08-01").us);
  // A key with low bits lies in its millisecond, but is no start of it.
  const std::string later = std::to_string(std::stoll(august) + 4095);
  EXPECT_EQ(decode(twitter, later), std::nullopt);
  EXPECT_EQ(decode_key(twitter, later), instant("2026-08-01").us);
  EXPECT_EQ(decode_key(twitter, "-1"), instant("2010-11-04T01:42:54.656Z").us);
  const KeyFormat sony{Encoding::snowflake, KeyType::bigint, instant("2014-09-01"), 23};
  EXPECT_EQ(encode(sony, instant("2014-09-01T00:00:01Z").us), std::to_string(std::int64_t{1000} << 23));
  // 41 bits of milliseconds end.
  EXPECT_EQ(encode(twitter, instant("2200-01-01").us), std::nullopt);
  EXPECT_EQ(encode({Encoding::snowflake, KeyType::bigint, {}, 99}, 0), std::nullopt);
}

TEST(Encoding, WhatWouldNotBeExactIsRefused) {
  EXPECT_EQ(at(Encoding::plain, KeyType::date, "2026-01-01 00:00:01"), std::nullopt);
  EXPECT_EQ(at(Encoding::uuidv7, KeyType::uuid, "2026-01-01 00:00:00.0005"), std::nullopt);
  EXPECT_EQ(at(Encoding::epoch_seconds, KeyType::bigint, "2026-01-01 00:00:00.5"), std::nullopt);
  EXPECT_EQ(at(Encoding::epoch_milliseconds, KeyType::bigint, "1969-12-31 23:59:59.9995"), std::nullopt);
  EXPECT_EQ(at(Encoding::yyyymmdd, KeyType::integer, "2026-01-01 01:00"), std::nullopt);
  EXPECT_EQ(at(Encoding::yyyymm, KeyType::integer, "2026-01-02"), std::nullopt);
  EXPECT_EQ(at(Encoding::yyyymmddhh, KeyType::integer, "2026-01-02 01:30"), std::nullopt);
}

TEST(Encoding, WhatTheTypeCannotHoldIsRefused) {
  EXPECT_EQ(at(Encoding::epoch_seconds, KeyType::integer, "2038-01-19T03:14:07Z"), "2147483647");
  EXPECT_EQ(at(Encoding::epoch_seconds, KeyType::integer, "2038-01-19T03:14:08Z"), std::nullopt);
  EXPECT_EQ(at(Encoding::epoch_nanoseconds, KeyType::bigint, "2263-01-01"), std::nullopt);
  EXPECT_EQ(at(Encoding::epoch_nanoseconds, KeyType::numeric, "2263-01-01"), "9246182400000000000");
  EXPECT_EQ(at(Encoding::yyyymmddhh, KeyType::integer, "2148-01-01"), std::nullopt);
  EXPECT_EQ(at(Encoding::uuidv7, KeyType::uuid, "1969-12-31"), std::nullopt);
  EXPECT_EQ(encode(format(Encoding::uuidv7, KeyType::uuid), ((std::int64_t{1} << 48) - 1) * 1000),
            "ffffffff-ffff-7000-8000-000000000000");
  EXPECT_EQ(encode(format(Encoding::uuidv7, KeyType::uuid), (std::int64_t{1} << 48) * 1000), std::nullopt);
  EXPECT_EQ(encode(format(Encoding::integer, KeyType::smallint), 32'767), "32767");
  EXPECT_EQ(encode(format(Encoding::integer, KeyType::smallint), 32'768), std::nullopt);
  EXPECT_EQ(encode(format(Encoding::integer, KeyType::bigint), std::numeric_limits<std::int64_t>::min()),
            "-9223372036854775808");
  EXPECT_EQ(decode(format(Encoding::integer, KeyType::bigint), "-9223372036854775808"),
            std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(decode(format(Encoding::integer, KeyType::bigint), "9223372036854775808"), std::nullopt);
  EXPECT_EQ(at(Encoding::epoch_seconds, KeyType::text, "2026-01-01"), std::nullopt);
}

TEST(Encoding, BoundsOfOtherTools) {
  EXPECT_EQ(decode(format(Encoding::uuidv7, KeyType::uuid), "01A03111-1C00-FFFF-ffff-ffffffffffff"),
            instant("2026-08-24").us);
  EXPECT_EQ(decode(format(Encoding::epoch_seconds, KeyType::numeric), "1792879200.000"),
            instant("2026-10-24T22:00Z").us);
  EXPECT_EQ(decode(format(Encoding::epoch_seconds, KeyType::numeric), "1792879200.500"), std::nullopt);
  EXPECT_EQ(decode_key(format(Encoding::epoch_seconds, KeyType::numeric), "1792879200.500"),
            instant("2026-10-24T22:00Z").us);
  EXPECT_EQ(decode_key(format(Encoding::integer, KeyType::numeric), "-5.5"), -6);
  EXPECT_EQ(decode_key(format(Encoding::integer, KeyType::numeric), "-5.0"), -5);
  EXPECT_EQ(decode_key(format(Encoding::integer, KeyType::numeric), "5."), std::nullopt);
  EXPECT_EQ(decode_key(format(Encoding::integer, KeyType::bigint), "5.5"), std::nullopt);
  EXPECT_EQ(decode_key(format(Encoding::yyyymmdd, KeyType::numeric), "20260828.5"), std::nullopt);
  EXPECT_EQ(decode(format(Encoding::epoch_nanoseconds, KeyType::bigint), "1001"), std::nullopt);
  EXPECT_EQ(decode_key(format(Encoding::epoch_nanoseconds, KeyType::bigint), "1999"), 1);
  EXPECT_EQ(decode_key(format(Encoding::epoch_nanoseconds, KeyType::bigint), "-1"), -1);
  EXPECT_EQ(decode(format(Encoding::ulid, KeyType::text), "01M0RH27000000000000000001"), std::nullopt);
  EXPECT_EQ(decode_key(format(Encoding::ulid, KeyType::text), "01M0RH27000000000000000001"),
            instant("2026-08-24").us);
  EXPECT_EQ(decode(format(Encoding::plain, KeyType::timestamptz), "2024-03-01 05:30:00+05:30"),
            instant("2024-03-01").us);
}

TEST(Encoding, WhatDoesNotParse) {
  for (const char* text : {"", "infinity", "-infinity", "2024-03-01", "2024-03-01 00:00:00",
                           "01.03.2024 00:00:00 UTC", "2024-02-30 00:00:00+00"}) {
    EXPECT_EQ(decode(format(Encoding::plain, KeyType::timestamptz), text), std::nullopt) << text;
  }
  EXPECT_EQ(decode(format(Encoding::plain, KeyType::timestamp), "2024-03-01 00:00:00+00"), std::nullopt);
  EXPECT_EQ(decode(format(Encoding::plain, KeyType::date), "infinity"), std::nullopt);
  for (const char* text : {"", "01a03111-1c00-7000-8000-00000000000", "01a031111c0070008000000000000000",
                           "01a03111-1c00-7000-8000-00000000000g"}) {
    EXPECT_EQ(decode(format(Encoding::uuidv7, KeyType::uuid), text), std::nullopt) << text;
  }
  for (const char* text : {"", "x", "1e6", "1.5", "--1", "-", " 1", "99999999999999999999999999999999999999"}) {
    EXPECT_EQ(decode(format(Encoding::epoch_seconds, KeyType::bigint), text), std::nullopt) << text;
  }
  for (const char* text : {"20260832", "20261301", "2026082", "-20260828", "0", "828", "99999999999"}) {
    EXPECT_EQ(decode(format(Encoding::yyyymmdd, KeyType::bigint), text), std::nullopt) << text;
  }
  EXPECT_EQ(decode(format(Encoding::yyyymmdd, KeyType::text), "020260828"), std::nullopt);
  EXPECT_EQ(decode(format(Encoding::yyyymmdd, KeyType::text), "-2026828"), std::nullopt);
  EXPECT_EQ(decode(format(Encoding::ulid, KeyType::text), "81M0RH27000000000000000000"), std::nullopt);
  EXPECT_EQ(decode(format(Encoding::ulid, KeyType::text), "01M0RH270000000000000000U0"), std::nullopt);
}

TEST(Encoding, ClockAndFit) {
  EXPECT_EQ(clock_of(format(Encoding::plain, KeyType::timestamptz)), KeyClock::absolute);
  EXPECT_EQ(clock_of(format(Encoding::plain, KeyType::timestamp)), KeyClock::wall);
  EXPECT_EQ(clock_of(format(Encoding::plain, KeyType::date)), KeyClock::wall);
  EXPECT_EQ(clock_of(format(Encoding::yyyymmdd, KeyType::integer)), KeyClock::wall);
  EXPECT_EQ(clock_of(format(Encoding::epoch_seconds, KeyType::integer)), KeyClock::absolute);
  EXPECT_TRUE(fits(Encoding::ulid, KeyType::text));
  EXPECT_FALSE(fits(Encoding::uuidv7, KeyType::text));
  EXPECT_FALSE(fits(Encoding::yyyymm, KeyType::smallint));
  EXPECT_FALSE(fits(Encoding::epoch_milliseconds, KeyType::integer));
  EXPECT_FALSE(fits(Encoding::integer, KeyType::text));
  EXPECT_FALSE(fits(Encoding::plain, KeyType::other));
}

TEST(Encoding, Names) {
  for (const Encoding e : encodings()) {
    EXPECT_FALSE(encoding_name(e).empty());
    EXPECT_EQ(encoding_of_name(encoding_name(e)), e);
    EXPECT_TRUE(fits(e, usual_type(e))) << encoding_name(e);
  }
  EXPECT_EQ(encoding_name(Encoding::epoch_milliseconds), "epoch milliseconds");
  EXPECT_EQ(encoding_of_name("uuidv4"), std::nullopt);
}

/// Do two keys as the server prints them stand in this order?
bool in_order(KeyType type, const std::string& a, const std::string& b) {
  const bool text = type == KeyType::text || type == KeyType::uuid;
  const bool time = type == KeyType::timestamptz || type == KeyType::timestamp || type == KeyType::date;
  if (text || time || a.size() == b.size()) return a < b;
  return a.size() < b.size();
}

TEST(Encoding, EachWritesEveryMonthInOrderAndReadsItBack) {
  for (const Encoding e : encodings()) {
    for (int t = 0; t <= static_cast<int>(KeyType::other); ++t) {
      const KeyFormat in = format(e, static_cast<KeyType>(t));
      if (!fits(e, in.type) || e == Encoding::integer) continue;
      std::string before;
      for (int month = 0; month < 12 * 30; ++month) {
        const std::int64_t start = instant("2002-01-01").us;
        const std::int64_t position = add(LocalTime{start}, {1, TimeUnit::month}, month).us;
        const auto key = encode(in, position);
        ASSERT_TRUE(key) << encoding_name(e) << " in type " << t << ", month " << month;
        EXPECT_EQ(decode(in, *key), position) << *key;
        EXPECT_EQ(decode_key(in, *key), position) << *key;
        EXPECT_TRUE(before.empty() || in_order(in.type, before, *key)) << before << " and " << *key;
        before = *key;
      }
    }
  }
}

TEST(Encoding, UuidVersion) {
  EXPECT_EQ(uuid_version("01a03111-1c00-7000-8000-000000000000"), '7');
  EXPECT_EQ(uuid_version("9b2d5b5e-3c3f-4f7e-9d3a-1b2c3d4e5f60"), '4');
  EXPECT_EQ(uuid_version("01a03111-1c00-7000-8000"), std::nullopt);
}

}  // namespace
}  // namespace pschema
