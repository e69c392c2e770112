#include "cli/option_names.h"

#include <algorithm>

namespace pschema {

std::vector<std::string> names_of(const Option& option) {
  std::vector<std::string> names;
  for (std::size_t at = 0; at <= option.names.size();) {
    const std::size_t comma = std::min(option.names.find(',', at), option.names.size());
    names.push_back(option.names.substr(at, comma - at));
    at = comma + 1;
  }
  return names;
}

bool is_switch(const Option& option) { return std::holds_alternative<bool*>(option.into); }

bool is_list(const Option& option) { return std::holds_alternative<std::vector<std::string>*>(option.into); }

std::string help_of(const Option& option) {
  const std::string help = option.choices.empty() ? option.help : option.help + ": " + one_of(option.choices);
  return option.setting.empty() ? help : help + "; else `" + option.setting + "` of pschema.toml";
}

std::string one_of(const std::vector<std::string>& choices) {
  std::string text;
  for (std::size_t i = 0; i < choices.size(); ++i)
    text += (i == 0 ? "" : i + 1 == choices.size() ? " or " : ", ") + choices[i];
  return text;
}

}  // namespace pschema
