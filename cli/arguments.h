// The command line against the commands. Its source alone sees the argument parser.
#pragma once

#include <set>
#include <string>
#include <variant>
#include <vector>

#include "cli/usage.h"

namespace pschema {

/// Something to print and leave with: help, version, or a fault of usage.
struct Answered {
  std::string text;
  int exit_code = 0;
};

/// The command that was asked for, and which of its options were given (Option::names).
struct Parsed {
  const Usage* command = nullptr;
  std::set<std::string> given;
};

/// Fills what the options of one of the commands point to, and returns that command. What pschema.toml
/// may say (Option::setting) counts as not required here. Never throws; faults of usage
/// are `Answered` with exit code 64 and name the nearest command or option.
std::variant<Parsed, Answered> parse_arguments(const std::vector<Usage>& commands, int argc, const char* const* argv);

}  // namespace pschema
