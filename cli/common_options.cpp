#include "cli/common_options.h"

#include <fmt/format.h>

#include <cstdio>
#include <utility>

#include "cli/exit_codes.h"
#include "cli/settings.h"

namespace pschema {
namespace {

void check_time(const std::string& option, const std::string& text) {
  const std::string fault = time_fault(text);
  if (!fault.empty()) throw Exit{kExitUsage, fmt::format("pschema: {} {}: {}\n", option, text, fault)};
}

/// Where it is not given, pschema.toml says it.
Option or_setting(Option option, std::string setting) {
  option.setting = std::move(setting);
  return option;
}

}  // namespace

Option schema_files(std::vector<std::string>& into) {
  return or_setting({"FILES", "", "schema files (.pschema), or folders of them", &into, true, {}, Completes::schemas},
                    "schemas");
}

Option migrations_folder(std::string& into) {
  return or_setting({"FOLDER", "", "folder of migrations", &into, true, {}, Completes::folder}, "migrations");
}

Option output_folder(std::string& into) {
  return or_setting({"-o,--output", "FOLDER", "folder of migrations", &into, true, {}, Completes::folder},
                    "migrations");
}

std::vector<Option> catalog_source(CatalogSource& into) {
  return {or_setting(
              {"--catalog", "FILE", "snapshot that `pschema snapshot` wrote", &into.file, false, {}, Completes::file},
              "catalog"),
          {"--dsn",
           "DSN",
           "connection string: read the catalog from the server now",
           &into.dsn,
           false,
           {},
           Completes::nothing,
           {"--catalog"}}};
}

Option connection(std::string& into) {
  return {"--dsn", "DSN", "connection string; else PSCHEMA_DSN, else libpq's own variables", &into};
}

Option moment(std::string& into) {
  return {"--at", "INSTANT", "moment of the plan, e.g. 2026-08-28T10:00:00Z; the snapshot's own if left out", &into};
}

Option creation_limit(std::int64_t& into) {
  return or_setting({"--max-create", "N", "refuse a plan that creates more partitions", &into}, "max_create");
}

Option lock_timeout(FileSettings& into) {
  return or_setting({"--lock-timeout", "TIME", "what the files set", &into.lock_timeout}, "lock_timeout");
}

Option statement_timeout(FileSettings& into) {
  return or_setting({"--statement-timeout", "TIME", "what the files set", &into.statement_timeout},
                    "statement_timeout");
}

void check_settings(const FileSettings& settings) {
  check_time("--lock-timeout", settings.lock_timeout);
  check_time("--statement-timeout", settings.statement_timeout);
}

Option retry_budget(std::int64_t& into) {
  return or_setting({"--budget", "SECONDS", "how long a step is tried again after lock time-outs", &into}, "budget");
}

Option pending_folder(std::string& into) {
  return or_setting({"--pending",
                     "FOLDER",
                     "folder of migrations whose pending files count as done",
                     &into,
                     false,
                     {},
                     Completes::folder},
                    "pending");
}

Option ok_if_locked(bool& into) {
  return {"--ok-if-locked", "", "leave with 0, not 6, where another run holds the lock", &into};
}

int settled_exit(int code, bool ok_if_locked) {
  if (code != kExitLocked || !ok_if_locked) return code;
  std::fputs("that is no failure here (--ok-if-locked)\n", stderr);
  return kExitDone;
}

Option format(Format& into, std::vector<std::string> choices) {
  return {"--format", "FORMAT", "how to answer", &into, false, std::move(choices)};
}

std::vector<Option> configuration_options(ConfigurationChoice& into, bool connects) {
  std::vector<Option> options;
  if (connects)
    options.push_back({"--dsn-file",
                       "FILE",
                       "file that holds the connection string, such as a mounted secret; else PSCHEMA_DSN_FILE",
                       &into.dsn_file,
                       false,
                       {},
                       Completes::file,
                       {"--dsn", "--catalog"}});
  options.push_back({"--target", "NAME", "a target of pschema.toml; else PSCHEMA_TARGET", &into.target});
  options.push_back({"--config",
                     "FILE",
                     "this pschema.toml, and not the one found from here up",
                     &into.file,
                     false,
                     {},
                     Completes::file});
  options.push_back({"--no-config",
                     "",
                     "read no pschema.toml",
                     &into.none,
                     false,
                     {},
                     Completes::nothing,
                     {"--config", "--target"}});
  return options;
}

std::vector<Option> joined(std::vector<Option> a, std::vector<Option> b) {
  for (Option& option : b) a.push_back(std::move(option));
  return a;
}

}  // namespace pschema
