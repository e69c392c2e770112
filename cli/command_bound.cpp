#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/quote.h"
#include "cli/commands.h"
#include "cli/common_options.h"
#include "cli/exit_codes.h"
#include "cli/inputs.h"
#include "report/diagnostics_json.h"
#include "time/encoding.h"
#include "zonefiles/zonefiles.h"

namespace pschema {
namespace {

struct BoundCommand {
  std::string encoding;
  std::string value;
  std::string time_zone = "UTC";
  std::string epoch;  // of snowflakes
  std::int64_t shift = 22;
  Format format = Format::text;
};

struct Named {
  std::string name;
  KeyFormat format;
};

/// The types that are times by themselves, and what the language calls an encoding, in the type that it usually
/// stands in.
const std::vector<Named>& formats() {
  static const std::vector<Named> all = [] {
    std::vector<Named> formats{{"timestamptz", {Encoding::plain, KeyType::timestamptz, {}, 22}},
                               {"timestamp", {Encoding::plain, KeyType::timestamp, {}, 22}},
                               {"date", {Encoding::plain, KeyType::date, {}, 22}}};
    for (const Encoding e : encodings()) {
      if (e == Encoding::plain || e == Encoding::integer) continue;
      std::string name = encoding_name(e);
      std::replace(name.begin(), name.end(), ' ', '-');
      formats.push_back({name, {e, usual_type(e), {}, 22}});
    }
    return formats;
  }();
  return all;
}

/// `epoch milliseconds`, `epoch-milliseconds` and `EPOCH_MILLISECONDS` are one.
std::string plain_name(std::string name) {
  for (char& c : name) {
    if (c == ' ' || c == '_') c = '-';
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return name;
}

[[noreturn]] void wrong(std::string text) { throw Exit{kExitUsage, fmt::format("pschema: {}\n", printable(text))}; }

KeyFormat format_named(const std::string& written) {
  const std::string name = plain_name(written);
  std::vector<std::string_view> names;
  for (const Named& named : formats()) {
    if (named.name == name) return named.format;
    names.push_back(named.name);
  }
  const std::string_view near = nearest(name, names);
  std::string all;
  for (const std::string_view one : names) all += (all.empty() ? "" : ", ") + std::string(one);
  wrong(fmt::format("unknown encoding `{}`; {}", written,
                    near.empty() ? "there are " + all : fmt::format("did you mean `{}`?", near)));
}

Zone zone_named(const std::string& name) {
  const auto zone = name == "UTC" ? Zone() : load_zone(name);
  if (!zone) wrong(fmt::format("unknown time zone `{}`", name));
  return *zone;
}

KeyFormat key_format(const BoundCommand& command) {
  KeyFormat format = format_named(command.encoding);
  const bool snowflake = format.encoding == Encoding::snowflake;
  if (!snowflake && (!command.epoch.empty() || command.shift != 22))
    wrong("--epoch and --shift are about snowflakes alone");
  if (!snowflake) return format;
  if (command.epoch.empty())
    wrong("a snowflake counts from an epoch of its own: say --epoch, such as --epoch 2010-11-04T01:42:54.657Z");
  const auto epoch = parse_instant(command.epoch);
  if (!epoch)
    wrong(fmt::format("--epoch {} is not an instant; write it like 2010-11-04T01:42:54.657Z", command.epoch));
  // As in the language: without an offset it is UTC.
  format.snowflake_epoch = Instant{epoch->local.us - epoch->offset_us.value_or(0)};
  if (command.shift < 1 || command.shift > 40) wrong("--shift is from 1 to 40");
  format.snowflake_shift = static_cast<int>(command.shift);
  return format;
}

/// A key and the moment that it stands for.
struct Answer {
  bool key_was_read = false;
  std::string key;  // the smallest of its moment, or the one that was read
  Instant instant;
};

Answer answer(const BoundCommand& command, const KeyFormat& format, const TimeAxis& axis) {
  // A key first: `20260828` is one, and no instant.
  const bool is_plain = format.encoding == Encoding::plain;
  const auto instant = parse_instant(command.value);
  if (const auto position = is_plain && instant ? std::nullopt : decode_key(format, command.value); position)
    return {true, command.value, instant_of(axis, *position)};
  if (!instant) wrong(fmt::format("`{}` is neither an instant nor a key in {}", command.value, command.encoding));
  const Instant moment =
      instant->offset_us ? Instant{instant->local.us - *instant->offset_us} : axis.zone.to_instant(instant->local);
  const auto key = encode(format, position_of(axis, moment));
  if (!key) {
    const auto grain = grain_of(format.encoding);
    wrong(fmt::format(
        "{} cannot hold {}{}", command.encoding, command.value,
        grain ? fmt::format(": it has no time but that of the start of a {}", format_span({1, *grain}).substr(2))
              : std::string()));
  }
  return {false, *key, moment};
}

std::string answer_json(const BoundCommand& command, const Answer& answer, const TimeAxis& axis) {
  return document_json("bound",
                       {{"encoding", plain_name(command.encoding)},
                        {"value", command.value},
                        {"read", answer.key_was_read ? "key" : "instant"},
                        {"key", answer.key},
                        {"instant", format_utc(answer.instant)},
                        {"local", format_short(axis.zone.to_local(answer.instant))},
                        {"time_zone", axis.zone.name()}},
                       {}, SourceSet());
}

int run(const BoundCommand& command) {
  const KeyFormat format = key_format(command);
  const TimeAxis axis{zone_named(command.time_zone), clock_of(format), {{{1, TimeUnit::day}, {}, {}}}};
  const Answer found = answer(command, format, axis);
  const std::string text = found.key_was_read ? format_utc(found.instant) : found.key;
  std::fputs((command.format == Format::json ? answer_json(command, found, axis) : text + "\n").c_str(), stdout);
  return kExitDone;
}

}  // namespace

Usage bound_usage() {
  const auto c = std::make_shared<BoundCommand>();
  return {
      "bound",
      "encode an instant as a key, or read a key back",
      {{"ENCODING", "",
        "uuidv7, ulid, epoch-seconds, epoch-milliseconds, …, snowflake, yyyymmdd, or timestamptz, timestamp, date",
        &c->encoding, true},
       {"VALUE", "", "an instant (2026-08-24) or a key", &c->value, true}},
      {{"--time-zone", "ZONE", "zone of instants without an offset", &c->time_zone},
       {"--epoch", "INSTANT", "where snowflakes begin to count", &c->epoch},
       {"--shift", "BITS", "low bits of a snowflake that are no time", &c->shift},
       format(c->format)},
      "pschema bound uuidv7 2026-08-24",
      [c] { return run(*c); },
      "Of an instant the smallest key is printed, which is the bound of a window that begins there; of a key the "
      "instant that it holds, in UTC."};
}

}  // namespace pschema
