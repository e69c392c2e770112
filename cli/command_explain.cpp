#include <fmt/format.h>

#include <cstdio>
#include <memory>

#include "base/quote.h"
#include "cli/commands.h"
#include "cli/common_options.h"
#include "cli/exit_codes.h"
#include "cli/one_name.h"
#include "compile/compile.h"
#include "explain/explain.h"
#include "explain/names.h"
#include "report/explain.h"

namespace pschema {
namespace {

struct ExplainCommand {
  std::string name;
  std::vector<std::string> files;
  CatalogSource catalog;
  std::string at;  // empty: the snapshot's moment
  Format format = Format::text;
};

/// A relation of that name, or else a window that would have it.
QualifiedName name_meant(const Situation& situation, const std::string& text) {
  const std::vector<QualifiedName> known = explained_names(situation);
  if (!meant_by(text, known).empty()) return one_name(text, known, "partition");
  std::vector<QualifiedName> windows;
  for (const FutureWindow& w : windows_near(situation.fitted, situation.catalog, situation.plan.at))
    windows.push_back(w.name);
  if (!meant_by(text, windows).empty()) return one_name(text, windows, "partition");
  return one_name(text, known, "partition");
}

int run(const ExplainCommand& command) {
  Inputs inputs(command.format, "explain");
  const Schema schema = inputs.schema(command.files);
  const Catalog catalog = inputs.catalog(command.catalog, schema);
  const auto planned = plan_with_pending(schema, catalog, Folder(), moment_of(command.at, catalog), kDefaultMaxCreate,
                                         inputs.diagnostics());
  if (!planned) inputs.stop();
  inputs.report();
  const Situation situation{planned->fitted, planned->catalog, planned->plan};
  const QualifiedName name = name_meant(situation, command.name);
  const auto explanation = explain(situation, name);
  if (!explanation) {
    throw Exit{planned->plan.refused.empty() ? kExitUsage : kExitSchema,
               fmt::format("pschema: {} belongs to no table that fits the database\n", printable(quote(name)))};
  }
  const std::string text = command.format == Format::json
                               ? explain_json(*explanation, planned->plan.at, inputs.told(), inputs.sources())
                               : explain_text(*explanation, inputs.sources());
  std::fputs(text.c_str(), stdout);
  return kExitDone;
}

}  // namespace

Usage explain_usage() {
  const auto c = std::make_shared<ExplainCommand>();
  return {"explain",
          "say why a partition is there, until when, and what happens then",
          {{"NAME", "", "a partition, detached or not, or not there yet; or a table", &c->name, true},
           schema_files(c->files)},
          joined(catalog_source(c->catalog), {moment(c->at), format(c->format)}),
          "pschema explain issue_events__2026_w35 events.pschema --catalog catalog.toml --at 2026-08-28T10:00:00Z",
          [c] { return run(*c); },
          "NAME is a name of SQL, with its schema or without. It may be one that only a later window will have."};
}

}  // namespace pschema
