#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>

#include "cli/commands.h"
#include "cli/common_options.h"
#include "cli/exit_codes.h"
#include "cli/inputs.h"
#include "time/encoding.h"
#include "zonefiles/zonefiles.h"

namespace pschema {
namespace {

struct BoundCommand {
  std::string encoding;
  std::string value;
  std::string time_zone = "UTC";
};

struct Named {
  std::string name;
  KeyFormat format;
};

/// The types that are times by themselves, and what the language calls an encoding, in the type that it usually
/// stands in. Snowflakes need an epoch.
const std::vector<Named>& formats() {
  static const std::vector<Named> all = [] {
    std::vector<Named> formats{{"timestamptz", {Encoding::plain, KeyType::timestamptz, {}, 22}},
                               {"timestamp", {Encoding::plain, KeyType::timestamp, {}, 22}},
                               {"date", {Encoding::plain, KeyType::date, {}, 22}}};
    for (const Encoding e : encodings()) {
      if (e == Encoding::plain || e == Encoding::integer || e == Encoding::snowflake) continue;
      std::string name = encoding_name(e);
      std::replace(name.begin(), name.end(), ' ', '-');
      formats.push_back({name, {e, usual_type(e), {}, 22}});
    }
    return formats;
  }();
  return all;
}

KeyFormat format_named(std::string name) {
  std::replace(name.begin(), name.end(), ' ', '-');
  std::vector<std::string_view> names;
  for (const Named& named : formats()) {
    if (named.name == name) return named.format;
    names.push_back(named.name);
  }
  const std::string_view near = nearest(name, names);
  throw Exit{kExitUsage, fmt::format("pschema: unknown encoding `{}`{}\n", name,
                                     near.empty() ? std::string() : fmt::format("; did you mean `{}`?", near))};
}

Zone zone_named(const std::string& name) {
  const auto zone = name == "UTC" ? Zone() : load_zone(name);
  if (!zone) throw Exit{kExitUsage, fmt::format("pschema: unknown time zone `{}`\n", name)};
  return *zone;
}

int run(const BoundCommand& command) {
  const KeyFormat format = format_named(command.encoding);
  const TimeAxis axis{zone_named(command.time_zone), clock_of(format), {{{1, TimeUnit::day}, {}, {}}}};
  // A key first: `20260828` is one, and no instant.
  const bool is_plain = format.encoding == Encoding::plain;
  const auto instant = parse_instant(command.value);
  if (const auto position = is_plain && instant ? std::nullopt : decode_key(format, command.value); position) {
    std::printf("%s\n", format_utc(instant_of(axis, *position)).c_str());
    return kExitDone;
  }
  if (!instant) {
    throw Exit{kExitUsage,
               fmt::format("pschema: `{}` is neither an instant nor a key in {}\n", command.value, command.encoding)};
  }
  const Instant moment =
      instant->offset_us ? Instant{instant->local.us - *instant->offset_us} : axis.zone.to_instant(instant->local);
  const auto key = encode(format, position_of(axis, moment));
  if (!key) throw Exit{kExitUsage, fmt::format("pschema: {} cannot hold {}\n", command.encoding, command.value)};
  std::printf("%s\n", key->c_str());
  return kExitDone;
}

}  // namespace

Usage bound_usage() {
  const auto c = std::make_shared<BoundCommand>();
  return {"bound",
          "encode an instant as a key, or read a key back",
          {{"ENCODING", "",
            "uuidv7, ulid, epoch-seconds, epoch-milliseconds, …, yyyymmdd, or timestamptz, timestamp, date",
            &c->encoding, true},
           {"VALUE", "", "an instant (2026-08-24) or a key", &c->value, true}},
          {{"--time-zone", "ZONE", "zone of instants without an offset", &c->time_zone}},
          "pschema bound uuidv7 2026-08-24",
          [c] { return run(*c); }};
}

}  // namespace pschema
