// A command as data: what it is called, what it takes and what runs it. The parser, `--help`, the shell completions
// and the man page are made from it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

namespace pschema {

/// How a command answers. `sarif` is for commands that judge a schema alone.
enum class Format { text, json, github, sarif };

/// Where a value goes. What stands there before is the default, and shown as such unless it is empty. Numbers are
/// from 0 to 999,999,999.
using Target = std::variant<bool*, std::string*, std::int64_t*, std::vector<std::string>*, Format*>;

/// What a shell offers as the value.
enum class Completes { nothing, file, folder, schemas };

struct Option {
  std::string names;  // `-o,--output`; an argument that has its place: `FOLDER`
  std::string value;  // what the help calls it: `FILE`; empty for a switch and for an argument
  std::string help;
  Target into;
  bool required = false;
  std::vector<std::string> choices = {};  // empty: anything
  Completes completes = Completes::nothing;
  std::string excludes = {};  // an option that cannot stand beside it: `--catalog`
};

struct Usage {
  std::string name;
  std::string summary;            // a line, lower case, no full stop
  std::vector<Option> arguments;  // by their place; a list stands last
  std::vector<Option> options;
  std::string example;  // a command that works where events.pschema, catalog.toml and migrations/ are
  /// The exit code; or throws Exit, FileError, DatabaseError or InternalError.
  std::function<int()> run;
  std::string details = {};  // for the man page and the help: what the summary leaves open; may be empty
  bool hidden = false;       // from help and completions: for those who build packages
};

}  // namespace pschema
