#include "cli/common_options.h"

namespace pschema {

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

Option format(Format& into, std::vector<std::string> choices) {
  return {"--format", "FORMAT", "how to answer", &into, false, std::move(choices)};
}

std::vector<Option> joined(std::vector<Option> a, std::vector<Option> b) {
  for (Option& option : b) a.push_back(std::move(option));
  return a;
}

}  // namespace pschema
