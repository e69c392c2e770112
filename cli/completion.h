// Completion scripts for shells, made from the commands.
#pragma once

#include <string>
#include <vector>

#include "cli/usage.h"

namespace pschema {

/// A script for bash 4 and later, to be sourced or put below bash-completion's folder as `pschema`.
std::string bash_completion(const std::vector<Usage>& commands);
/// A function file for zsh's $fpath, to be called `_pschema`.
std::string zsh_completion(const std::vector<Usage>& commands);
/// A script for fish 3 and later.
std::string fish_completion(const std::vector<Usage>& commands);

}  // namespace pschema
