#include "cli/arguments.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "base/diagnostic.h"
#include "cli/exit_codes.h"
#include "compile/compile.h"

namespace pschema {
namespace {

constexpr const char* kVersion = "pschema " PSCHEMA_VERSION "\n";

void schema_files(CLI::App& command, std::vector<std::string>& files) {
  command.add_option("FILES", files, "schema files (.pschema), or folders of them")->required();
}

void catalog_source(CLI::App& command, CatalogSource& source) {
  auto* file = command.add_option("--catalog", source.file, "snapshot file that `pschema snapshot` wrote");
  command.add_option("--dsn", source.dsn, "connection string: read the catalog from the server now")->excludes(file);
}

Answered usage_fault(const std::string& what, std::string_view word, const std::vector<std::string>& known) {
  const std::vector<std::string_view> views(known.begin(), known.end());
  const std::string_view near = nearest(word, views);
  return {fmt::format("pschema: {}{}\nsee `pschema --help`\n", what,
                      near.empty() ? std::string() : fmt::format("; did you mean `{}`?", near)),
          kExitUsage};
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(sub->get_name());
  return names;
}

std::vector<std::string> flag_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* sub : app.get_subcommands()) {
    for (const CLI::Option* option : sub->get_options()) {
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
  }
  return names;
}

/// The argument that looks like an option and is none.
std::string unknown_flag(int argc, const char* const* argv, const std::vector<std::string>& known) {
  for (int i = 1; i < argc; ++i) {
    const std::string word = std::string(argv[i]).substr(0, std::string(argv[i]).find('='));
    if (word.rfind("--", 0) == 0 && std::find(known.begin(), known.end(), word) == known.end()) return word;
  }
  return {};
}

struct Options {
  SnapshotCommand snapshot;
  PlanCommand plan;
  CompileCommand compile;
  ApplyCommand apply;
  SumCommand sum;
  BoundCommand bound;
};

void define_snapshot(CLI::App& app, SnapshotCommand& c) {
  auto* sub = app.add_subcommand("snapshot", "read the catalog of the tables that the schema files name");
  schema_files(*sub, c.files);
  sub->add_option("--dsn", c.dsn, "connection string; else PSCHEMA_DSN, else libpq's own variables");
  sub->add_option("-o,--output", c.output, "file to write; standard output if left out");
  sub->footer("Example: pschema snapshot events.pschema --dsn 'dbname=app' -o catalog.toml");
}

void define_plan(CLI::App& app, PlanCommand& c) {
  auto* sub = app.add_subcommand("plan", "say what is to be done, and what was seen and left alone");
  schema_files(*sub, c.files);
  catalog_source(*sub, c.catalog);
  sub->add_option("--at", c.at, "moment of the plan, e.g. 2026-08-28T10:00:00Z; the snapshot's own if left out");
  sub->add_option("--pending", c.pending, "folder of migrations whose pending files count as done");
  sub->add_option("--max-create", c.max_create, "refuse a plan that creates more partitions")
      ->default_val(kDefaultMaxCreate);
  sub->add_flag("--check", c.check, "leave with 2 if anything is to be done");
  sub->add_option_function<std::string>(
         "--format", [&c](const std::string& format) { c.json = format == "json"; }, "text or json")
      ->check(CLI::IsMember({"text", "json"}));
  sub->footer("Example: pschema plan events.pschema --catalog catalog.toml --at 2026-08-28T10:00:00Z");
}

void define_compile(CLI::App& app, CompileCommand& c) {
  auto* sub = app.add_subcommand("compile", "write the migration files that make the database what the schema says");
  schema_files(*sub, c.files);
  catalog_source(*sub, c.catalog);
  sub->add_option("--at", c.at, "moment of the plan; the snapshot's own if left out");
  sub->add_option("-o,--output", c.output, "folder of migrations")->required();
  sub->add_option("--lock-timeout", c.lock_timeout, "what the files set")->default_val("3s");
  sub->add_option("--statement-timeout", c.statement_timeout, "what the files set")->default_val("10min");
  sub->add_option("--max-create", c.max_create, "refuse a plan that creates more partitions")
      ->default_val(kDefaultMaxCreate);
  sub->footer("Example: pschema compile events.pschema --catalog catalog.toml -o migrations/");
}

void define_apply(CLI::App& app, ApplyCommand& c) {
  auto* sub = app.add_subcommand("apply", "run the migration files that the ledger does not have");
  sub->add_option("FOLDER", c.folder, "folder of migrations")->required();
  sub->add_option("--dsn", c.dsn, "connection string; else PSCHEMA_DSN, else libpq's own variables");
  sub->add_flag("--allow-destructive", c.allow_destructive, "also run files that detach, move or drop");
  sub->add_option("--budget", c.budget_seconds, "seconds for which a step is tried again after lock time-outs")
      ->default_val(120)
      ->check(CLI::Range(0, 86400));
  sub->footer("Example: pschema apply migrations/ --dsn 'dbname=app'");
}

void define_small(CLI::App& app, SumCommand& sum, BoundCommand& bound) {
  auto* s = app.add_subcommand("sum", "write pschema.sum anew after files were added, merged or deleted");
  s->add_option("FOLDER", sum.folder, "folder of migrations")->required();
  s->add_flag("--accept", sum.accept, "an edited or missing file is meant");
  s->footer("Example: pschema sum migrations/");
  auto* b = app.add_subcommand("bound", "encode an instant as a key, or read a key back");
  b->add_option("ENCODING", bound.encoding,
                "uuidv7, ulid, epoch-seconds, epoch-milliseconds, …, yyyymmdd, or timestamptz, timestamp, date")
      ->required();
  b->add_option("VALUE", bound.value, "an instant (2026-08-24) or a key")->required();
  b->add_option("--time-zone", bound.time_zone, "zone of instants without an offset")->default_val("UTC");
  b->footer("Example: pschema bound uuidv7 2026-08-24");
}

Command chosen(const CLI::App& app, Options& o) {
  if (app.got_subcommand("snapshot")) return std::move(o.snapshot);
  if (app.got_subcommand("plan")) return std::move(o.plan);
  if (app.got_subcommand("compile")) return std::move(o.compile);
  if (app.got_subcommand("apply")) return std::move(o.apply);
  if (app.got_subcommand("sum")) return std::move(o.sum);
  return std::move(o.bound);
}

}  // namespace

Command parse_arguments(int argc, const char* const* argv) {
  CLI::App app("pschema: declarative migrations for PostgreSQL partitions", "pschema");
  app.set_version_flag("--version", std::string("pschema ") + PSCHEMA_VERSION);
  app.require_subcommand(1);
  Options options;
  define_snapshot(app, options.snapshot);
  define_plan(app, options.plan);
  define_compile(app, options.compile);
  define_apply(app, options.apply);
  define_small(app, options.sum, options.bound);
  const std::vector<std::string> commands = command_names(app);
  const std::string first = argc > 1 ? argv[1] : "";
  if (!first.empty() && first[0] != '-' && std::find(commands.begin(), commands.end(), first) == commands.end()) {
    return usage_fault(fmt::format("unknown command `{}`", first), first, commands);
  }
  try {
    app.parse(argc, argv);
    return chosen(app, options);
  } catch (const CLI::CallForVersion&) {
    return Answered{kVersion, 0};
  } catch (const CLI::CallForHelp&) {
    for (const CLI::App* sub : app.get_subcommands()) return Answered{sub->help("pschema") + "\n", 0};
    return Answered{app.help() + "\n", 0};
  } catch (const CLI::ParseError& e) {
    const std::vector<std::string> flags = flag_names(app);
    const std::string flag = unknown_flag(argc, argv, flags);
    if (!flag.empty()) return usage_fault(fmt::format("unknown option `{}`", flag), flag, flags);
    return usage_fault(e.what(), "", {});
  }
}

}  // namespace pschema
