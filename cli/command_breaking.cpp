#include <cstdio>
#include <filesystem>
#include <memory>

#include "breaking/breaking.h"
#include "cli/commands.h"
#include "cli/common_options.h"
#include "cli/exit_codes.h"
#include "cli/files.h"
#include "cli/git.h"
#include "report/breaking_report.h"

namespace pschema {
namespace {

struct BreakingCommand {
  std::vector<std::string> files;
  std::string against;
  std::string catalog;  // empty: without
  std::string at;       // empty: the snapshot's moment, or none
  Format format = Format::text;
};

/// A file or folder, else what git has under that name.
Schema old_schema(const BreakingCommand& command, Inputs& inputs) {
  std::error_code error;
  if (std::filesystem::exists(command.against, error)) return inputs.schema({command.against});
  std::vector<SchemaText> texts;
  for (OldFile& file : schemas_at(command.against, command.files))
    texts.push_back({std::move(file.name), std::move(file.text)});
  return inputs.schema(std::move(texts));
}

void print(const BreakingCommand& command, const std::vector<Broken>& changes, const Inputs& inputs) {
  if (command.format == Format::json) {
    std::fputs(breaking_json(changes, inputs.told(), inputs.sources()).c_str(), stdout);
    return;
  }
  std::fputs(breaking_text(changes, inputs.sources()).c_str(), stdout);
  if (command.format == Format::github) std::fputs(breaking_github(changes, inputs.sources()).c_str(), stderr);
}

int run(const BreakingCommand& command) {
  Inputs inputs(command.format, "breaking");
  const Schema after = inputs.schema(command.files);
  const Schema before = old_schema(command, inputs);
  std::optional<Catalog> catalog;
  if (!command.catalog.empty()) catalog = inputs.catalog({command.catalog, ""}, after);
  std::optional<Instant> at;
  if (catalog) at = moment_of(command.at, *catalog);
  if (!catalog && !command.at.empty()) at = moment_of(command.at, Catalog());
  std::vector<Broken> changes = breaking_changes(before, after, inputs.sources(), at);
  if (catalog) changes = with_partitions(std::move(changes), before, after, *catalog, *at);
  inputs.report();
  print(command, changes, inputs);
  return changes.empty() ? kExitDone : kExitPerson;
}

}  // namespace

Usage breaking_usage() {
  const auto c = std::make_shared<BreakingCommand>();
  Option catalog = catalog_source(*std::make_shared<CatalogSource>()).front();
  catalog.into = &c->catalog;
  catalog.help = "snapshot in which to look for the partitions that changes touch";
  Option at = moment(c->at);
  at.help = "moment at which to say which windows changes touch; the snapshot's own if left out";
  return {"breaking",
          "say what a change of the schema takes away, and leave with 3 if it does",
          {schema_files(c->files)},
          {{"--against", "REF", "the schema as it was: a file, a folder, or a commit, branch or tag of git",
            &c->against, true},
           catalog,
           at,
           format(c->format, {"text", "json", "github"})},
          "pschema breaking events.pschema --against HEAD --catalog catalog.toml",
          [c] { return run(*c); },
          "Of a commit the same files are read as they were there. What only adds is not told."};
}

}  // namespace pschema
