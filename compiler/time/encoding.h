// How a position of an axis is written in a key, and read back.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "time/axis.h"
#include "time/instant.h"
#include "time/step.h"

namespace pschema {

/// The types of key columns that pschema can read bounds of. `other` is anything else; its bounds are compared as
/// text only.
enum class KeyType { timestamptz, timestamp, date, uuid, smallint, integer, bigint, numeric, text, boolean, other };

// PSCHEMA_ENCODING(enumerator, the words of the language, the type of column that it usually stands in). `plain` and
// `integer` are never written.
#define PSCHEMA_ENCODINGS(PSCHEMA_ENCODING)                                                                    \
  /* a timestamptz, timestamp or date */                                                                       \
  PSCHEMA_ENCODING(plain, "plain", timestamptz)                                                                \
  /* RFC 9562, section 5.7: 48 bits of Unix milliseconds, version 7, variant 10, the rest zero */              \
  PSCHEMA_ENCODING(uuidv7, "uuidv7", uuid)                                                                     \
  /* 48 bits of milliseconds: 26 characters of Crockford's base 32 in text, or the plain 128 bits in a uuid */ \
  PSCHEMA_ENCODING(ulid, "ulid", text)                                                                         \
  PSCHEMA_ENCODING(epoch_seconds, "epoch seconds", bigint)                                                     \
  PSCHEMA_ENCODING(epoch_milliseconds, "epoch milliseconds", bigint)                                           \
  PSCHEMA_ENCODING(epoch_microseconds, "epoch microseconds", bigint)                                           \
  PSCHEMA_ENCODING(epoch_nanoseconds, "epoch nanoseconds", bigint)                                             \
  /* milliseconds since `snowflake_epoch`, above `snowflake_shift` low bits */                                 \
  PSCHEMA_ENCODING(snowflake, "snowflake", bigint)                                                             \
  /* the wall clock; integer or text */                                                                        \
  PSCHEMA_ENCODING(yyyymmdd, "yyyymmdd", integer)                                                              \
  PSCHEMA_ENCODING(yyyymm, "yyyymm", integer)                                                                  \
  PSCHEMA_ENCODING(yyyymmddhh, "yyyymmddhh", integer)                                                          \
  /* an integer axis: the position itself */                                                                   \
  PSCHEMA_ENCODING(integer, "integer", bigint)

enum class Encoding {
#define PSCHEMA_ENCODING(name, words, type) name,
  PSCHEMA_ENCODINGS(PSCHEMA_ENCODING)
#undef PSCHEMA_ENCODING
};

struct KeyFormat {
  Encoding encoding = Encoding::plain;
  KeyType type = KeyType::timestamptz;
  Instant snowflake_epoch;
  int snowflake_shift = 22;
  friend bool operator==(const KeyFormat&, const KeyFormat&) = default;
};

/// May a column of that type hold that encoding?
bool fits(Encoding encoding, KeyType type);
/// The type of column that it usually stands in.
KeyType usual_type(Encoding encoding);
/// The unit whose starts alone can be written, where that is not every moment: `month` for yyyymm.
std::optional<TimeUnit> grain_of(Encoding encoding);
/// Does a key in this format count real time or the wall clock?
KeyClock clock_of(const KeyFormat& format);

/// The smallest key of the position, as PostgreSQL prints that value in a session with TimeZone UTC and DateStyle ISO
/// (postgres-facts A5), without quotes: `2026-08-01 00:00:00+00`, `01a03111-1c00-7000-8000-000000000000`,
/// `1792879200`. nullopt where the key's type or encoding cannot hold it, or where it would not be exact (a fraction
/// of a day in yyyymmdd).
std::optional<std::string> encode(const KeyFormat& format, std::int64_t position);

/// The position of a bound, read from the text that PostgreSQL prints. A uuid counts by its first 48 bits, whatever
/// the rest. `infinity` and what does not parse are nullopt; so is any other key that is not the smallest of its
/// position (a snowflake with low bits, nanoseconds between two microseconds): as a bound it lies inside a window,
/// however near to its start.
std::optional<std::int64_t> decode(const KeyFormat& format, std::string_view text);
/// The position of any key, such as one that a row bears: the greatest whose smallest key is not above it.
std::optional<std::int64_t> decode_key(const KeyFormat& format, std::string_view text);

/// The version digit of a uuid (`7`), or nullopt where the text is not a uuid.
std::optional<char> uuid_version(std::string_view text);

/// The name of the encoding as the language writes it (`uuidv7`, `epoch milliseconds`; `plain` and `integer`, which
/// it never writes, bear these names), and back.
std::string encoding_name(Encoding encoding);
/// All of them.
std::vector<Encoding> encodings();
std::optional<Encoding> encoding_of_name(std::string_view name);

}  // namespace pschema
