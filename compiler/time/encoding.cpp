#include "time/encoding.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "time/arithmetic.h"
#include "time/identifiers.h"
#include "time/key_number.h"
#include "time/scanner.h"
#include "time/server_text.h"

namespace pschema {
namespace {

std::optional<std::int64_t> in_time_range(Int128 us) {
  if (us < kMinMicros || us > kMaxMicros) return std::nullopt;
  return static_cast<std::int64_t>(us);
}

// --- Numbers that count time
// ----------------------------------------------------------------------------------------------------------

// Keys = (position - zero) / micros * keys, so either `micros` or `keys` is 1.
struct Scale {
  std::int64_t zero;    // position of the key 0
  std::int64_t micros;  // in a key
  Int128 keys;          // in `micros`
};

std::optional<Scale> scale_of(const KeyFormat& format) {
  switch (format.encoding) {
    case Encoding::epoch_seconds:
      return Scale{0, kMicrosPerSecond, 1};
    case Encoding::epoch_milliseconds:
      return Scale{0, kMicrosPerMilli, 1};
    case Encoding::epoch_microseconds:
    case Encoding::integer:
      return Scale{0, 1, 1};
    case Encoding::epoch_nanoseconds:
      return Scale{0, 1, 1000};
    case Encoding::snowflake:
      if (format.snowflake_shift < 0 || format.snowflake_shift > 62) return std::nullopt;
      return Scale{format.snowflake_epoch.us, kMicrosPerMilli, Int128{1} << format.snowflake_shift};
    case Encoding::plain:
    case Encoding::uuidv7:
    case Encoding::ulid:
    case Encoding::yyyymmdd:
    case Encoding::yyyymm:
    case Encoding::yyyymmddhh:
      return std::nullopt;
  }
  return std::nullopt;
}

std::optional<std::string> encode_count(const KeyFormat& format, const Scale& scale, std::int64_t position) {
  const Int128 distance = Int128{position} - scale.zero;
  if (distance % scale.micros != 0) return std::nullopt;
  const Int128 units = distance / scale.micros;
  const Int128 most = (Int128{1} << 100) / scale.keys;
  if (units > most || units < -most) return std::nullopt;
  return number_text(format.type, units * scale.keys);
}

std::optional<Decoded> decode_count(const KeyFormat& format, const Scale& scale, std::string_view text) {
  const auto key = parse_number(format.type, text);
  if (!key) return std::nullopt;
  const Int128 position = floor_div(key->floor, scale.keys) * scale.micros + scale.zero;
  const bool smallest = key->floor % scale.keys == 0 && !key->fraction;
  if (format.encoding == Encoding::integer) {
    const NumberRange range = signed_bits(64);
    if (position < range.least || position > range.most) return std::nullopt;
    return Decoded{static_cast<std::int64_t>(position), smallest};
  }
  const auto us = in_time_range(position);
  return us ? std::optional(Decoded{*us, smallest}) : std::nullopt;
}

// --- Calendar digits
// --------------------------------------------------------------------------------------------------------------------

// The number of digit pairs behind the year; 0 for what is no such encoding.
int digit_pairs(Encoding encoding) {
  if (encoding == Encoding::yyyymm) return 1;
  if (encoding == Encoding::yyyymmdd) return 2;
  return encoding == Encoding::yyyymmddhh ? 3 : 0;
}

std::optional<std::string> encode_digits(const KeyFormat& format, std::int64_t position) {
  const CivilFields f = fields_of(LocalTime{position});
  const int pairs = digit_pairs(format.encoding);
  CivilFields kept{f.year, f.month};
  if (pairs >= 2) kept.day = f.day;
  if (pairs >= 3) kept.hour = f.hour;
  const auto exact = local_time(kept);
  if (f.year < 1 || !exact || exact->us != position) return std::nullopt;
  std::int64_t number = f.year * 100 + f.month;
  if (pairs >= 2) number = number * 100 + f.day;
  if (pairs >= 3) number = number * 100 + f.hour;
  if (format.type != KeyType::text) return number_text(format.type, number);
  // Text keeps the order of numbers only while all have the same length.
  if (f.year > 9999) return std::nullopt;
  return fmt::format("{:0{}}", number, 4 + 2 * pairs);
}

std::optional<Decoded> decode_digits(const KeyFormat& format, std::string_view text) {
  const int pairs = digit_pairs(format.encoding);
  const bool as_text = format.type == KeyType::text;
  if (as_text && text.size() != static_cast<std::size_t>(4 + 2 * pairs)) return std::nullopt;
  const auto number = parse_number(as_text ? KeyType::bigint : format.type, text);
  if (!number || number->fraction || text.starts_with('-')) return std::nullopt;
  Int128 rest = number->floor;
  const auto take_pair = [&rest] {
    const int pair = static_cast<int>(rest % 100);
    rest /= 100;
    return pair;
  };
  CivilFields f;
  if (pairs >= 3) f.hour = take_pair();
  if (pairs >= 2) f.day = take_pair();
  f.month = take_pair();
  if (rest < 1 || rest > 300'000) return std::nullopt;
  f.year = static_cast<std::int64_t>(rest);
  const auto local = local_time(f);
  return local ? std::optional(Decoded{local->us, true}) : std::nullopt;
}

// --- Dates and times as such
// --------------------------------------------------------------------------------------------------------------

std::optional<std::string> encode_plain(KeyType type, std::int64_t position) {
  if (!in_time_range(position)) return std::nullopt;
  if (type == KeyType::timestamptz) return server_timestamp(LocalTime{position}, "+00");
  if (type == KeyType::timestamp) return server_timestamp(LocalTime{position});
  if (type != KeyType::date || position % kMicrosPerDay != 0) return std::nullopt;
  return server_date(LocalTime{position});
}

std::optional<std::int64_t> decode_plain(KeyType type, std::string_view text) {
  if (type == KeyType::date) {
    const auto local = parse_server_date(text);
    return local ? std::optional(local->us) : std::nullopt;
  }
  const bool with_zone = type == KeyType::timestamptz;
  if (!with_zone && type != KeyType::timestamp) return std::nullopt;
  const auto parsed = parse_server_timestamp(text);
  if (!parsed || parsed->offset_us.has_value() != with_zone) return std::nullopt;
  return in_time_range(Int128{parsed->local.us} - parsed->offset_us.value_or(0));
}

std::optional<Decoded> decode_any(const KeyFormat& format, std::string_view text) {
  const auto exactly = [](std::optional<std::int64_t> position) {
    return position ? std::optional(Decoded{*position, true}) : std::nullopt;
  };
  if (!fits(format.encoding, format.type)) return std::nullopt;
  if (format.type == KeyType::uuid) return exactly(uuid_position(text));
  if (format.encoding == Encoding::ulid) return read_ulid(text);
  if (digit_pairs(format.encoding) > 0) return decode_digits(format, text);
  if (const auto scale = scale_of(format)) return decode_count(format, *scale, text);
  if (format.encoding != Encoding::plain) return std::nullopt;
  return exactly(decode_plain(format.type, text));
}

struct Named {
  Encoding encoding;
  std::string_view words;
  KeyType usual_type;
};
constexpr std::array kAll = {
#define PSCHEMA_ENCODING(name, words, type) Named{Encoding::name, words, KeyType::type},
    PSCHEMA_ENCODINGS(PSCHEMA_ENCODING)
#undef PSCHEMA_ENCODING
};

}  // namespace

bool fits(Encoding encoding, KeyType type) {
  const bool wide = type == KeyType::bigint || type == KeyType::numeric;
  switch (encoding) {
    case Encoding::plain:
      return type == KeyType::timestamptz || type == KeyType::timestamp || type == KeyType::date;
    case Encoding::uuidv7:
      return type == KeyType::uuid;
    case Encoding::ulid:
      return type == KeyType::uuid || type == KeyType::text;
    case Encoding::epoch_seconds:
      return wide || type == KeyType::integer;
    case Encoding::epoch_milliseconds:
    case Encoding::epoch_microseconds:
    case Encoding::epoch_nanoseconds:
    case Encoding::snowflake:
      return wide;
    case Encoding::yyyymmdd:
    case Encoding::yyyymm:
    case Encoding::yyyymmddhh:
      return wide || type == KeyType::integer || type == KeyType::text;
    case Encoding::integer:
      return range_of(type).has_value();
  }
  return false;
}

std::optional<TimeUnit> grain_of(Encoding encoding) {
  constexpr std::array kGrains = {TimeUnit::month, TimeUnit::day, TimeUnit::hour};
  const int pairs = digit_pairs(encoding);
  return pairs == 0 ? std::nullopt : std::optional(kGrains.at(static_cast<std::size_t>(pairs - 1)));
}

KeyClock clock_of(const KeyFormat& format) {
  const bool wall =
      digit_pairs(format.encoding) > 0 || (format.encoding == Encoding::plain && format.type != KeyType::timestamptz);
  return wall ? KeyClock::wall : KeyClock::absolute;
}

std::optional<std::string> encode(const KeyFormat& format, std::int64_t position) {
  if (!fits(format.encoding, format.type)) return std::nullopt;
  switch (format.encoding) {
    case Encoding::plain:
      return encode_plain(format.type, position);
    case Encoding::uuidv7:
      return uuid_text(position, "7000-8000-000000000000");
    case Encoding::ulid:
      return format.type == KeyType::text ? ulid_text(position) : uuid_text(position, "0000-0000-000000000000");
    case Encoding::yyyymmdd:
    case Encoding::yyyymm:
    case Encoding::yyyymmddhh:
      return encode_digits(format, position);
    case Encoding::epoch_seconds:
    case Encoding::epoch_milliseconds:
    case Encoding::epoch_microseconds:
    case Encoding::epoch_nanoseconds:
    case Encoding::snowflake:
    case Encoding::integer: {
      const auto scale = scale_of(format);
      return scale ? encode_count(format, *scale, position) : std::nullopt;
    }
  }
  return std::nullopt;
}

std::optional<std::int64_t> decode(const KeyFormat& format, std::string_view text) {
  const auto decoded = decode_any(format, text);
  return decoded && decoded->smallest ? std::optional(decoded->position) : std::nullopt;
}

std::optional<std::int64_t> decode_key(const KeyFormat& format, std::string_view text) {
  const auto decoded = decode_any(format, text);
  return decoded ? std::optional(decoded->position) : std::nullopt;
}

KeyType usual_type(Encoding encoding) { return kAll.at(static_cast<std::size_t>(encoding)).usual_type; }

std::string encoding_name(Encoding encoding) {
  return std::string(kAll.at(static_cast<std::size_t>(encoding)).words);
}

std::vector<Encoding> encodings() {
  std::vector<Encoding> all;
  for (const Named& named : kAll) all.push_back(named.encoding);
  return all;
}

std::optional<Encoding> encoding_of_name(std::string_view name) {
  const auto* it = std::find_if(kAll.begin(), kAll.end(), [&](const Named& n) { return n.words == name; });
  return it == kAll.end() ? std::nullopt : std::optional(it->encoding);
}

}  // namespace pschema
