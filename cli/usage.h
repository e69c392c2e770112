// A command as data: what it is called, what it takes and what runs it. The parser, `--help`, the shell completions
// and the man page are made from it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
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
  std::vector<std::string> excludes = {};  // options that cannot stand beside it: `--catalog`
  std::string setting = {};                // of pschema.toml (settings.h), which says it where it is not given
};

/// Which pschema.toml is read, and what is chosen from it. The options for it are those of every command that has
/// settings or connects; all_commands() adds them.
struct ConfigurationChoice {
  std::string file;      // --config
  bool none = false;     // --no-config
  std::string target;    // --target
  std::string dsn_file;  // --dsn-file
  /// Told back: --dsn, --dsn-file or --target says where the database is, so that another command needs it as well.
  bool connection_by_option = false;
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
  std::vector<Option> settings =
      {};  // from pschema.toml alone: what shares its place on the command line with others
  std::map<std::string, std::vector<std::string>>* hooks = nullptr;  // where those of pschema.toml go
  std::shared_ptr<ConfigurationChoice> choice = {};
};

}  // namespace pschema
