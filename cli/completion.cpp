#include "cli/completion.h"

#include <fmt/format.h>

#include "cli/option_names.h"

namespace pschema {
namespace {

constexpr std::string_view kMade = "# Made by `pschema completion {}`.\n";

std::vector<const Usage*> shown(const std::vector<Usage>& commands) {
  std::vector<const Usage*> out;
  for (const Usage& usage : commands) {
    if (!usage.hidden) out.push_back(&usage);
  }
  return out;
}

std::string replaced(std::string text, std::string_view what, std::string_view with) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
  return text;
}

std::string joined(const std::vector<std::string>& words, std::string_view between) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : std::string(between)) + word;
  return text;
}

// --- bash

/// What makes the candidates for a value, in bash; empty where there are none.
std::string bash_values(const Option& o) {
  if (!o.choices.empty()) return fmt::format("COMPREPLY=($(compgen -W '{}' -- \"$cur\"))", joined(o.choices, " "));
  switch (o.completes) {
    case Completes::nothing:
      return "COMPREPLY=()";
    case Completes::file:
      return "_pschema_files";
    case Completes::folder:
      return "_pschema_folders";
    case Completes::schemas:
      return "_pschema_schemas";
  }
  return {};
}

std::string bash_option_values(const Usage& usage) {
  std::string text;
  for (const Option& o : usage.options) {
    if (is_switch(o)) continue;
    text += fmt::format("        {}) {}; return ;;\n", joined(names_of(o), "|"), bash_values(o));
  }
  return text.empty() ? text : "      case $prev in\n" + text + "      esac\n";
}

std::string bash_command(const Usage& usage) {
  std::vector<std::string> flags;
  for (const Option& o : usage.options) {
    for (const std::string& name : names_of(o)) flags.push_back(name);
  }
  flags.emplace_back("--help");
  std::string text = fmt::format("    {})\n{}", usage.name, bash_option_values(usage));
  text += fmt::format("      if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W '{}' -- \"$cur\")); return; fi\n",
                      joined(flags, " "));
  // The last argument stands for all: the others are words that nobody else knows.
  if (!usage.arguments.empty()) text += fmt::format("      {}\n", bash_values(usage.arguments.back()));
  return text + "      ;;\n";
}

// --- zsh

std::string zsh_quoted(std::string text) { return replaced(std::move(text), "'", "'\\''"); }

std::string zsh_help(const Option& o) {
  return zsh_quoted(replaced(replaced(replaced(help_of(o), "[", "\\["), "]", "\\]"), ":", "\\:"));
}

std::string zsh_values(const Option& o) {
  if (!o.choices.empty()) return fmt::format("({})", joined(o.choices, " "));
  switch (o.completes) {
    case Completes::nothing:
      return " ";
    case Completes::file:
      return "_files";
    case Completes::folder:
      return "_files -/";
    case Completes::schemas:
      return "_files -g \"*.pschema(-.) *(-/)\"";
  }
  return {};
}

std::string zsh_option(const Option& o) {
  const std::vector<std::string> names = names_of(o);
  const std::string braces =
      names.size() > 1 ? fmt::format("'({})'{{{}}}", joined(names, " "), joined(names, ",")) : names[0];
  const std::string value =
      is_switch(o) ? "" : fmt::format(":{}:{}", replaced(o.value, ":", ""), zsh_quoted(zsh_values(o)));
  return fmt::format("        {}{}'[{}]{}' \\\n", is_list(o) ? "'*'" : "", braces, zsh_help(o), value);
}

std::string zsh_command(const Usage& usage) {
  std::string text = fmt::format("    {})\n      _arguments -s \\\n", usage.name);
  for (const Option& o : usage.options) text += zsh_option(o);
  for (const Option& o : usage.arguments)
    text += fmt::format("        '{}:{}:{}' \\\n", is_list(o) ? "*" : "", o.names, zsh_quoted(zsh_values(o)));
  return text + "        '--help[say what the command does]'\n      ;;\n";
}

// --- fish

std::string fish_quoted(const std::string& text) {
  return "'" + replaced(replaced(text, "\\", "\\\\"), "'", "\\'") + "'";
}

/// The part of a fish line that says what may be the value.
std::string fish_values(const Option& o) {
  if (!o.choices.empty()) return fmt::format(" -a {}", fish_quoted(joined(o.choices, " ")));
  switch (o.completes) {
    case Completes::nothing:
      return "";
    case Completes::file:
      return " -a '(__fish_complete_path)'";
    case Completes::folder:
      return " -a '(__fish_complete_directories)'";
    case Completes::schemas:
      return " -a '(__fish_complete_suffix .pschema)'";
  }
  return {};
}

std::string fish_command(const Usage& usage) {
  const std::string when = fmt::format("complete -c pschema -n '__fish_seen_subcommand_from {}'", usage.name);
  std::string text;
  for (const Option& o : usage.options) {
    std::string names;
    for (const std::string& name : names_of(o))
      names += name.rfind("--", 0) == 0 ? " -l " + name.substr(2) : " -s " + name.substr(1);
    text += fmt::format("{}{}{} -d {}\n", when, names, is_switch(o) ? "" : " -x" + fish_values(o),
                        fish_quoted(help_of(o)));
  }
  if (!usage.arguments.empty()) {
    const std::string values = fish_values(usage.arguments.back());
    if (!values.empty()) text += when + values + "\n";
  }
  return text;
}

}  // namespace

std::string bash_completion(const std::vector<Usage>& commands) {
  std::vector<std::string> names;
  std::string cases;
  for (const Usage* usage : shown(commands)) {
    names.push_back(usage->name);
    cases += bash_command(*usage);
  }
  return fmt::format(kMade, "bash") + R"(
_pschema_files() { compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$cur"); }
_pschema_folders() { compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -d -- "$cur"); }
_pschema_schemas() {
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen -f -X '!*.pschema' -- "$cur"; compgen -d -- "$cur")
}

_pschema() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
  # `--option=value` comes in three words.
  if [[ $cur == = ]]; then cur=; elif [[ $prev == = ]]; then prev=${COMP_WORDS[COMP_CWORD - 2]}; fi
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W ')" +
         joined(names, " ") + R"( --help --version' -- "$cur"))
    return
  fi
  case ${COMP_WORDS[1]} in
)" + cases +
         R"(  esac
}

complete -F _pschema pschema
)";
}

std::string zsh_completion(const std::vector<Usage>& commands) {
  std::string list, cases;
  for (const Usage* usage : shown(commands)) {
    list += fmt::format("    '{}:{}'\n", usage->name, zsh_quoted(replaced(usage->summary, ":", "\\:")));
    cases += zsh_command(*usage);
  }
  return "#compdef pschema\n" + fmt::format(kMade, "zsh") + R"(
_pschema() {
  local -a commands=(
)" + list +
         R"(  )
  if ((CURRENT == 2)); then
    _describe command commands
    return
  fi
  local command=${words[2]}
  shift words
  ((CURRENT--))
  case $command in
)" + cases +
         R"(  esac
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _pschema "$@"
else
  compdef _pschema pschema
fi
)";
}

std::string fish_completion(const std::vector<Usage>& commands) {
  std::string text = fmt::format(kMade, "fish") + "\ncomplete -c pschema -f\n";
  for (const Usage* usage : shown(commands)) {
    text += fmt::format("complete -c pschema -n __fish_use_subcommand -a {} -d {}\n", usage->name,
                        fish_quoted(usage->summary));
  }
  for (const Usage* usage : shown(commands)) text += fish_command(*usage);
  return text;
}

}  // namespace pschema
