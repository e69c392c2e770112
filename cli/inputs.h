// What most commands begin with: schema files, a catalog, a moment.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "cli/usage.h"
#include "model/catalog.h"
#include "model/schema.h"
#include "plan/operation.h"

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

/// A schema file and what it is called.
struct SchemaText {
  std::string name;
  std::string text;
};

/// The texts and diagnostics of one run. With `text` and `github` they go to standard error as they come up; with
/// `json` and `sarif` they belong to the one document on standard output, which the command prints at its end, or
/// `stop` where it ends before.
class Inputs {
 public:
  explicit Inputs(Format format = Format::text, std::string command = {})
      : format_(format), command_(std::move(command)) {}

  /// Reads, parses and checks all schema files. Throws Exit.
  Schema schema(const std::vector<std::string>& arguments);
  /// The same of texts that were read already.
  Schema schema(std::vector<SchemaText> texts);
  /// From the snapshot file or the server. Throws Exit.
  Catalog catalog(const CatalogSource& source, const Schema& schema);

  /// A text that diagnostics may point into.
  std::uint32_t add(std::string path, std::string text) { return sources_.add(std::move(path), std::move(text)); }
  Diagnostics& diagnostics() { return diagnostics_; }
  /// Prints what was found, each once, where it goes to standard error.
  void report();
  /// The same; the same document as `stop` where there are errors.
  void stop_on_errors();
  /// Ends the run on what was found: says it all and throws Exit with 4.
  [[noreturn]] void stop();

  /// For the command's document: what was found and not printed yet, each once.
  std::vector<Diagnostic> told() const { return diagnostics_.sorted(); }
  const SourceSet& sources() const { return sources_; }
  /// The findings of a plan on `schema`, for `github` and `sarif`; with `sarif` all the document.
  void report_findings(const Plan& plan, const Schema& schema);

 private:
  Format format_;
  std::string command_;
  SourceSet sources_;
  Diagnostics diagnostics_;
};

/// Reads the server's catalog now. Throws DatabaseError.
Catalog snapshot_of(const std::string& dsn, const Schema& schema);

/// `--at`, or the snapshot's moment. Throws Exit.
Instant moment_of(const std::string& at, const Catalog& catalog);

}  // namespace pschema
