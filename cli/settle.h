// What was not said on the command line: the environment, pschema.toml and its target (docs/configuration.md).
#pragma once

#include <optional>
#include <set>
#include <string>

#include "cli/configuration.h"
#include "cli/usage.h"

namespace pschema {

struct Chosen {
  std::optional<Configuration> file;  // none where none is found, or none is wanted
  std::string target_name;            // of --target or PSCHEMA_TARGET
  bool target_by_flag = false;

  /// nullptr where none is chosen.
  const ConfiguredTarget* target() const;
};

/// Finds pschema.toml from the working folder up, as far as the root of the repository, reads it and takes the target
/// from it. Throws Exit (64) where it has faults, with all of them; or where the target is none of it.
Chosen chosen_configuration(const ConfigurationChoice& choice);

/// Where the connection string comes from that `chosen` and the environment give, in the words of a message; and
/// itself, which may hold a secret.
struct FoundConnection {
  std::string from;  // `PSCHEMA_DSN`; empty where libpq's own variables decide
  std::string dsn;
};
/// Without --dsn. Throws Exit or FileError where the file that should hold it does not.
FoundConnection found_connection(const ConfigurationChoice& choice, const Chosen& chosen);

/// Fills what the options of a command point to and `given` (Option::names) does not have. Throws Exit (64), also
/// where something is required that nobody said.
void settle(const Usage& usage, const std::set<std::string>& given);

}  // namespace pschema
