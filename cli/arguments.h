// The command line as values. Alone in seeing the argument parser.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace pschema {

/// Where a catalog comes from: a snapshot file, or a connection.
struct CatalogSource {
  std::string file;
  std::string dsn;
};

struct SnapshotCommand {
  std::vector<std::string> files;
  std::string dsn;
  std::string output;  // empty: standard output
};
struct PlanCommand {
  std::vector<std::string> files;
  CatalogSource catalog;
  std::string at;       // empty: the snapshot's moment
  std::string pending;  // a folder whose pending files count as done
  std::int64_t max_create;
  bool json = false;
  bool check = false;
};
struct CompileCommand {
  std::vector<std::string> files;
  CatalogSource catalog;
  std::string at;
  std::string output;
  std::string lock_timeout;
  std::string statement_timeout;
  std::int64_t max_create;
};
struct ApplyCommand {
  std::string folder;
  std::string dsn;
  bool allow_destructive = false;
  int budget_seconds = 120;
};
struct SumCommand {
  std::string folder;
  bool accept = false;
};
struct BoundCommand {
  std::string encoding;
  std::string value;
  std::string time_zone = "UTC";
};
/// Something to print and leave with: help, version, or a fault of usage.
struct Answered {
  std::string text;
  int exit_code = 0;
};

using Command =
    std::variant<SnapshotCommand, PlanCommand, CompileCommand, ApplyCommand, SumCommand, BoundCommand, Answered>;

/// Never throws; faults of usage are `Answered` with exit code 64.
Command parse_arguments(int argc, const char* const* argv);

}  // namespace pschema
