#include <cstdio>
#include <memory>

#include "cli/commands.h"
#include "cli/common_options.h"
#include "cli/exit_codes.h"
#include "cli/files.h"
#include "model/catalog_file.h"

namespace pschema {
namespace {

struct Snapshot {
  std::vector<std::string> files;
  std::string dsn;
  std::string output;  // empty: standard output
  Format format = Format::text;
};

int run(const Snapshot& command) {
  Inputs inputs(command.format, "snapshot");
  const Schema schema = inputs.schema(command.files);
  const std::string text = write_catalog(snapshot_of(command.dsn, schema));
  if (command.output.empty()) {
    std::fputs(text.c_str(), stdout);
  } else {
    write_file(command.output, text);
  }
  return kExitDone;
}

}  // namespace

Usage snapshot_usage() {
  const auto c = std::make_shared<Snapshot>();
  return {
      "snapshot",
      "read the catalog of the tables that the schema files name",
      {schema_files(c->files)},
      {connection(c->dsn),
       {"-o,--output", "FILE", "file to write; standard output if left out", &c->output, false, {}, Completes::file},
       format(c->format, {"text", "github"})},
      "pschema snapshot events.pschema -o catalog.toml",
      [c] { return run(*c); }};
}

}  // namespace pschema
