#include "cli/common_options.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/exit_codes.h"

namespace pschema {
namespace {

void check_time(const std::string& option, const std::string& text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  constexpr std::size_t kMostDigits = 9;
  const std::string unit = text.substr(digits);
  const bool known = unit.empty() || unit == "ms" || unit == "s" || unit == "min" || unit == "h";
  const bool limits = text.find_first_of("123456789") < digits;  // 0 is no limit, and not offered
  if (limits && digits <= kMostDigits && known) return;
  throw Exit{kExitUsage,
             fmt::format("pschema: {} {}: write a whole number and ms, s, min or h, such as 3s\n", option, text)};
}

}  // namespace

Option schema_files(std::vector<std::string>& into) {
  return {"FILES", "", "schema files (.pschema), or folders of them", &into, true, {}, Completes::schemas};
}

Option migrations_folder(std::string& into) {
  return {"FOLDER", "", "folder of migrations", &into, true, {}, Completes::folder};
}

std::vector<Option> catalog_source(CatalogSource& into) {
  return {{"--catalog", "FILE", "snapshot that `pschema snapshot` wrote", &into.file, false, {}, Completes::file},
          {"--dsn",
           "DSN",
           "connection string: read the catalog from the server now",
           &into.dsn,
           false,
           {},
           Completes::nothing,
           "--catalog"}};
}

Option connection(std::string& into) {
  return {"--dsn", "DSN", "connection string; else PSCHEMA_DSN, else libpq's own variables", &into};
}

Option moment(std::string& into) {
  return {"--at", "INSTANT", "moment of the plan, e.g. 2026-08-28T10:00:00Z; the snapshot's own if left out", &into};
}

Option creation_limit(std::int64_t& into) {
  return {"--max-create", "N", "refuse a plan that creates more partitions", &into};
}

Option lock_timeout(FileSettings& into) {
  return {"--lock-timeout", "TIME", "what the files set", &into.lock_timeout};
}

Option statement_timeout(FileSettings& into) {
  return {"--statement-timeout", "TIME", "what the files set", &into.statement_timeout};
}

void check_settings(const FileSettings& settings) {
  check_time("--lock-timeout", settings.lock_timeout);
  check_time("--statement-timeout", settings.statement_timeout);
}

Option retry_budget(std::int64_t& into) {
  return {"--budget", "SECONDS", "how long a step is tried again after lock time-outs", &into};
}

Option pending_folder(std::string& into) {
  return {"--pending", "FOLDER",         "folder of migrations whose pending files count as done", &into, false,
          {},          Completes::folder};
}

Option format(Format& into, std::vector<std::string> choices) {
  return {"--format", "FORMAT", "how to answer", &into, false, std::move(choices)};
}

std::vector<Option> joined(std::vector<Option> a, std::vector<Option> b) {
  for (Option& option : b) a.push_back(std::move(option));
  return a;
}

}  // namespace pschema
