// What an option is called, as help, completions and the man page need it.
#pragma once

#include <string>
#include <vector>

#include "cli/usage.h"

namespace pschema {

/// `-o,--output` as `-o` and `--output`.
std::vector<std::string> names_of(const Option& option);
/// Is it given without a value?
bool is_switch(const Option& option);
/// May it, or the argument, be given several times?
bool is_list(const Option& option);
/// The help with the choices behind it: `how to answer: text or json`.
std::string help_of(const Option& option);
/// `text, json or github`.
std::string one_of(const std::vector<std::string>& choices);

}  // namespace pschema
