#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>

#include "base/quote.h"
#include "cli/commands.h"
#include "cli/common_options.h"
#include "cli/exit_codes.h"
#include "cli/files.h"
#include "recognise/propose.h"
#include "runtime/partitioned.h"
#include "runtime/session.h"
#include "runtime/snapshot.h"
#include "zonefiles/zonefiles.h"

namespace pschema {
namespace {

struct Init {
  std::string dsn;
  std::vector<std::string> schemas;
  std::vector<std::string> tables;
  std::string output;  // empty: standard output
};

/// `*` is any text, `?` any character.
bool matches(std::string_view text, std::string_view pattern) {
  if (pattern.empty()) return text.empty();
  if (pattern.front() == '*')
    return matches(text, pattern.substr(1)) || (!text.empty() && matches(text.substr(1), pattern));
  return !text.empty() && (pattern.front() == '?' || pattern.front() == text.front()) &&
         matches(text.substr(1), pattern.substr(1));
}

/// `events`, `app.events`, `"App"."Events"`; a name without a schema is of `public`.
QualifiedName table_name(const std::string& text) {
  if (const auto name = parse_qualified_name(text)) return *name;
  if (const auto name = parse_identifier(text)) return {{"public"}, *name};
  throw Exit{kExitUsage,
             fmt::format("--table {}: this is no name of a table; write schema.table\n", printable(text))};
}

std::vector<QualifiedName> wanted(const Init& command, const std::vector<QualifiedName>& there) {
  std::vector<QualifiedName> names;
  for (const std::string& text : command.tables) {
    const QualifiedName name = table_name(text);
    if (std::find(there.begin(), there.end(), name) == there.end()) {
      throw Exit{kExitSchema,
                 fmt::format("{} is no partitioned table of this database, or is a partition itself\n", quote(name))};
    }
    names.push_back(name);
  }
  for (const QualifiedName& name : there) {
    const bool by_schema = std::any_of(command.schemas.begin(), command.schemas.end(),
                                       [&](const std::string& p) { return matches(name.schema.text, p); });
    if (by_schema || (command.schemas.empty() && command.tables.empty())) names.push_back(name);
  }
  return names;
}

/// Zones in which bounds are looked for behind the database's own: one or two for each clock that many people live
/// by.
constexpr const char* kZones[] = {
    "Europe/Berlin",       "Europe/London",    "Europe/Athens",    "Europe/Moscow",      "Europe/Istanbul",
    "America/New_York",    "America/Chicago",  "America/Denver",   "America/Phoenix",    "America/Los_Angeles",
    "America/Sao_Paulo",   "America/Halifax",  "America/St_Johns", "America/Anchorage",  "Pacific/Honolulu",
    "America/Mexico_City", "America/Bogota",   "America/Santiago", "America/Caracas",    "Africa/Lagos",
    "Africa/Johannesburg", "Africa/Nairobi",   "Africa/Cairo",     "Asia/Jerusalem",     "Asia/Dubai",
    "Asia/Tehran",         "Asia/Karachi",     "Asia/Kolkata",     "Asia/Kathmandu",     "Asia/Dhaka",
    "Asia/Yangon",         "Asia/Bangkok",     "Asia/Shanghai",    "Asia/Tokyo",         "Australia/Adelaide",
    "Australia/Brisbane",  "Australia/Sydney", "Pacific/Auckland", "Pacific/Kiritimati", "Atlantic/Azores"};

/// The database's own first. Names of UTC that are no Area/City, and Etc/UTC, count as UTC.
ZoneCandidates zone_candidates(const std::string& setting) {
  ZoneCandidates zones;
  const auto add = [&](const std::string& name) {
    if (name == "Etc/UTC" || name == "UTC") return;
    if (auto zone = load_zone(name)) zones.push_back(*zone);
  };
  add(setting);
  for (const char* name : kZones) add(name);
  return zones;
}

std::vector<PartmanTable> managed_tables(Session& session) {
  std::vector<PartmanTable> tables;
  for (PartConfig& config : partman_tables(session))
    tables.push_back({config.table, std::move(config.settings), config.sub_partitioned});
  return tables;
}

int run(const Init& command) {
  Session session = Session::connect(command.dsn);
  const std::vector<QualifiedName> names = wanted(command, partitioned_tables(session));
  if (names.empty()) throw Exit{kExitSchema, "there is no partitioned table here\n"};
  const ZoneCandidates candidates = zone_candidates(time_zone_setting(session));
  ZoneDatabase zones;
  for (const Zone& zone : candidates) zones.add(zone);
  const std::vector<PartmanTable> partman = managed_tables(session);
  const Catalog bare = take_snapshot(session, schema_of_names(names));
  const Catalog catalog = take_snapshot(session, draft_schema({bare, zones, candidates, partman}));
  const Proposal proposal = propose({catalog, zones, candidates, partman});
  if (command.output.empty()) {
    std::fputs(proposal.text.c_str(), stdout);
  } else {
    write_file(command.output, proposal.text);
  }
  for (const std::string& table : proposal.left_out) std::fprintf(stderr, "left out: %s\n", printable(table).c_str());
  return kExitDone;
}

}  // namespace

Usage init_usage() {
  const auto c = std::make_shared<Init>();
  return {
      "init",
      "write a schema for the partitioned tables of a database",
      {},
      {connection(c->dsn),
       {"--schema", "PATTERN", "tables of schemas that match, with * and ?; all if left out", &c->schemas},
       {"--table", "NAME", "this table: events, app.events", &c->tables},
       {"-o,--output", "FILE", "file to write; standard output if left out", &c->output, false, {}, Completes::file}},
      "pschema init -o first.pschema",
      [c] { return run(*c); },
      "Steps, encodings, time zones, groups and names are recognised from the bounds and names of the partitions "
      "that are there. "
      "Compiled against the same database the schema plans no operation."};
}

}  // namespace pschema
