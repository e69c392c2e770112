#include <fmt/format.h>

#include <cstdio>
#include <memory>

#include "base/quote.h"
#include "cli/commands.h"
#include "cli/common_options.h"
#include "cli/exit_codes.h"
#include "forecast/forecast.h"
#include "report/forecast_report.h"

namespace pschema {
namespace {

struct ForecastCommand {
  std::vector<std::string> files;
  std::string catalog;  // empty: empty tables
  std::string at;       // empty: the snapshot's moment
  std::string until;
  std::string every = "1 day";
  Format format = Format::text;
};

Instant instant_of(const char* option, const std::string& text) {
  const auto parsed = parse_instant(text);
  if (!parsed) {
    throw Exit{kExitUsage, fmt::format("pschema: {} {} is not an instant; write it like 2026-08-28T10:00:00Z, or "
                                       "2026-08-28\n",
                                       option, printable(text))};
  }
  return Instant{parsed->local.us - parsed->offset_us.value_or(0)};
}

/// `1 day`, `6 hours`, `30 minutes`, `2 weeks`.
std::int64_t every_of(const std::string& text) {
  const std::size_t space = text.find(' ');
  std::string unit = space == std::string::npos ? "" : text.substr(space + 1);
  if (!unit.empty() && unit.back() == 's') unit.pop_back();
  const std::string number = text.substr(0, space);
  const bool digits =
      !number.empty() && number.size() <= 4 && number.find_first_not_of("0123456789") == std::string::npos;
  const std::int64_t us = unit == "minute" ? kMicrosPerMinute
                          : unit == "hour" ? kMicrosPerHour
                          : unit == "day"  ? kMicrosPerDay
                          : unit == "week" ? 7 * kMicrosPerDay
                                           : 0;
  const std::int64_t every = digits ? std::stoll(number) * us : 0;
  if (every == 0)
    throw Exit{kExitUsage,
               fmt::format("pschema: --every {} is not like `1 day`, `6 hours` or `30 minutes`\n", printable(text))};
  return every;
}

/// `--at`, else the snapshot's moment: a forecast of nothing known has to be told where it begins.
Instant start_of(const ForecastCommand& command, const std::optional<Catalog>& catalog) {
  if (!command.at.empty()) return instant_of("--at", command.at);
  if (catalog) return catalog->taken_at;
  throw Exit{kExitUsage, "pschema: without --catalog a forecast needs --at, the moment at which it begins\n"};
}

int run(const ForecastCommand& command) {
  Inputs inputs(command.format, "forecast");
  const std::int64_t every = every_of(command.every);
  const Instant until = instant_of("--until", command.until);
  const Schema schema = inputs.schema(command.files);
  std::optional<Catalog> catalog;
  if (!command.catalog.empty()) catalog = inputs.catalog({command.catalog, ""}, schema);
  const Instant from = start_of(command, catalog);
  if (until < from)
    throw Exit{kExitUsage,
               fmt::format("pschema: --until {} lies before {}\n", printable(command.until), format_utc(from))};
  const Catalog start = catalog ? std::move(*catalog) : made_up_catalog(schema, from);
  Forecast result = forecast(schema, start, {from, until, every}, inputs.diagnostics());
  if (command.catalog.empty())
    result.notes.insert(result.notes.begin(),
                        "it begins with empty tables, whose keys have the types that are usual");
  const bool refused = inputs.diagnostics().has_errors();
  inputs.report();
  const std::string text =
      command.format == Format::json ? forecast_json(result, inputs.told(), inputs.sources()) : forecast_text(result);
  std::fputs(text.c_str(), stdout);
  return refused ? kExitSchema : kExitDone;
}

}  // namespace

Usage forecast_usage() {
  const auto c = std::make_shared<ForecastCommand>();
  return {"forecast",
          "run the lifecycle ahead, without a database",
          {schema_files(c->files)},
          {{"--catalog",
            "FILE",
            "snapshot to begin with; empty tables if left out",
            &c->catalog,
            false,
            {},
            Completes::file},
           {"--at", "INSTANT", "moment at which to begin; the snapshot's own if left out", &c->at},
           {"--until", "INSTANT", "moment at which to end, e.g. 2027-08-28", &c->until, true},
           {"--every", "DURATION", "how often pschema is run", &c->every},
           format(c->format)},
          "pschema forecast events.pschema --at 2026-08-28T10:00:00Z --until 2027-01-01",
          [c] { return run(*c); },
          "Shown is what would be created, detached and dropped on which day, how many partitions there would be at "
          "most, and "
          "the first moment at which inserts would fail or a person would be asked. Windows of numbers and sliding "
          "lists do "
          "not move by time and stay as they are."};
}

}  // namespace pschema
