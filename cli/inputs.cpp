#include "cli/inputs.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

#include "check/check.h"
#include "cli/exit_codes.h"
#include "cli/files.h"
#include "model/catalog_file.h"
#include "runtime/session.h"
#include "runtime/snapshot.h"
#include "syntax/parse.h"
#include "zonefiles/zonefiles.h"

namespace pschema {

void Inputs::report() {
  // The other formats differ in the answer alone so far.
  (void)format_;
  const std::string text = render_text(diagnostics_.sorted(), sources_);
  std::fputs(text.c_str(), stderr);
  diagnostics_ = Diagnostics();
}

void Inputs::stop_on_errors() {
  const bool wrong = diagnostics_.has_errors();
  report();
  if (wrong) throw Exit{kExitSchema, ""};
}

Schema Inputs::schema(const std::vector<std::string>& arguments) {
  std::vector<ast::File> files;
  for (const std::string& path : schema_paths(arguments)) {
    files.push_back(parse(sources_, sources_.add(path, read_file(path)), diagnostics_));
  }
  stop_on_errors();
  ZoneDatabase zones;
  for (const std::string& name : zone_names(files)) {
    if (auto zone = load_zone(name)) zones.add(*zone);
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
  Session session = Session::connect(connection_string(dsn));
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

std::string connection_string(const std::string& dsn) {
  if (!dsn.empty()) return dsn;
  const char* from_environment = std::getenv("PSCHEMA_DSN");
  return from_environment ? from_environment : "";
}

}  // namespace pschema
