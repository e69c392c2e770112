// pschema.toml: the defaults of a repository, and named targets (docs/configuration.md).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "cli/settings.h"

namespace pschema {

struct ConfiguredTarget {
  Settings settings;
  std::string dsn;       // a connection string without a secret; empty where the target names none
  std::string dsn_file;  // the file that holds it, instead

  bool connects() const { return !dsn.empty() || !dsn_file.empty(); }
};

/// Paths in it are as the working folder sees them.
struct Configuration {
  std::string path;
  Settings settings;
  std::map<std::string, ConfiguredTarget> targets;
  /// By what they stand at (`before_drop`): a program and its arguments, never empty. A program with a slash in its
  /// name is a path; another is looked for by PATH.
  std::map<std::string, std::vector<std::string>> hooks;
};

/// Reads the text of a pschema.toml, and reports all that is wrong with it; nullopt then. `path` is what the file is
/// called, and its folder what paths in it are relative to. What may be a secret is hidden in the text that goes into
/// `sources`, so that no diagnostic shows it.
std::optional<Configuration> read_configuration(const std::string& path, const std::string& text, SourceSet& sources,
                                                Diagnostics& diagnostics);

}  // namespace pschema
