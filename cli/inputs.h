// What most commands begin with: schema files, a catalog, a moment.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "cli/usage.h"
#include "model/catalog.h"
#include "model/schema.h"

namespace pschema {

/// Where a catalog comes from: a snapshot file, or a connection.
struct CatalogSource {
  std::string file;
  std::string dsn;
};

/// Ends the command: the message is for standard error, and may be empty where everything has been said.
struct Exit {
  int code;
  std::string message;
};

/// The texts and diagnostics of one run.
class Inputs {
 public:
  explicit Inputs(Format format = Format::text) : format_(format) {}

  /// Reads, parses and checks all schema files. Throws Exit.
  Schema schema(const std::vector<std::string>& arguments);
  /// From the snapshot file or the server. Throws Exit.
  Catalog catalog(const CatalogSource& source, const Schema& schema);

  Diagnostics& diagnostics() { return diagnostics_; }
  /// Prints what was found, each once.
  void report();
  /// The same; throws Exit with 4 where there are errors.
  void stop_on_errors();

 private:
  Format format_;
  SourceSet sources_;
  Diagnostics diagnostics_;
};

/// Reads the server's catalog now. Throws DatabaseError.
Catalog snapshot_of(const std::string& dsn, const Schema& schema);

/// `--at`, or the snapshot's moment. Throws Exit.
Instant moment_of(const std::string& at, const Catalog& catalog);

/// `--dsn`, else PSCHEMA_DSN, else empty: libpq's own variables.
std::string connection_string(const std::string& dsn);

}  // namespace pschema
