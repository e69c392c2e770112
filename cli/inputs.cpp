#include "cli/inputs.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

#include "check/check.h"
#include "cli/exit_codes.h"
#include "cli/files.h"
#include "model/catalog_file.h"
#include "report/diagnostics_github.h"
#include "report/diagnostics_json.h"
#include "report/sarif.h"
#include "runtime/session.h"
#include "runtime/snapshot.h"
#include "syntax/parse.h"
#include "zonefiles/zonefiles.h"

namespace pschema {

void Inputs::report() {
  const bool document = format_ == Format::json || format_ == Format::sarif;
  if (document) return;
  const std::vector<Diagnostic> found = told();
  const std::string text =
      format_ == Format::github ? diagnostics_github(found, sources_) : render_text(found, sources_);
  std::fputs(text.c_str(), stderr);
  diagnostics_ = Diagnostics();
}

void Inputs::stop_on_errors() {
  if (diagnostics_.has_errors()) stop();
  report();
}

void Inputs::stop() {
  if (format_ == Format::json) std::fputs(diagnostics_json(command_, told(), sources_).c_str(), stdout);
  if (format_ == Format::sarif) std::fputs(sarif_log(PSCHEMA_VERSION, told(), {}, sources_).c_str(), stdout);
  report();
  throw Exit{kExitSchema, ""};
}

void Inputs::report_findings(const Plan& plan, const Schema& schema) {
  const std::vector<PlacedFinding> findings = placed_findings(plan, schema);
  if (format_ == Format::github) std::fputs(findings_github(findings, sources_).c_str(), stderr);
  if (format_ == Format::sarif) std::fputs(sarif_log(PSCHEMA_VERSION, told(), findings, sources_).c_str(), stdout);
}

Schema Inputs::schema(const std::vector<std::string>& arguments) {
  std::vector<SchemaText> texts;
  for (const std::string& path : schema_paths(arguments)) texts.push_back({path, read_file(path)});
  return schema(std::move(texts));
}

Schema Inputs::schema(std::vector<SchemaText> texts) {
  std::vector<ast::File> files;
  for (SchemaText& text : texts) {
    files.push_back(parse(sources_, sources_.add(std::move(text.name), std::move(text.text)), diagnostics_));
  }
  ZoneDatabase zones;
  for (const std::string& name : zone_names(files)) {
    if (auto zone = load_zone(name)) {
      zones.add(*zone);
    } else {
      zones.know(known_zone_names());
    }
  }
  Schema schema = check(files, zones, diagnostics_);
  stop_on_errors();
  return schema;
}

Catalog Inputs::catalog(const CatalogSource& source, const Schema& schema) {
  if (source.file.empty()) return snapshot_of(source.dsn, schema);
  const std::uint32_t file = sources_.add(source.file, read_file(source.file));
  auto catalog = read_catalog(sources_, file, diagnostics_);
  stop_on_errors();
  return std::move(*catalog);
}

Catalog snapshot_of(const std::string& dsn, const Schema& schema) {
  Session session = Session::connect(dsn);
  Catalog catalog = take_snapshot(session, schema);
  catalog.zone_data = zone_data_version();
  return catalog;
}

Instant moment_of(const std::string& at, const Catalog& catalog) {
  if (at.empty()) return catalog.taken_at;
  const auto parsed = parse_instant(at);
  if (!parsed) {
    throw Exit{kExitUsage,
               fmt::format("pschema: --at {} is not an instant; write it like 2026-08-28T10:00:00Z\n", at)};
  }
  return Instant{parsed->local.us - parsed->offset_us.value_or(0)};
}

}  // namespace pschema
