#include "cli/hook_options.h"

#include <fmt/format.h>

#include <utility>

#include "base/quote.h"
#include "cli/exit_codes.h"
#include "cli/inputs.h"

namespace pschema {
namespace {

[[noreturn]] void refuse(const std::string& what) { throw Exit{kExitUsage, "pschema: " + what + "\n"}; }

/// Words between blanks: what needs a blank inside a word is a script.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : text) {
    if (c != ' ') word += c;
    if (c == ' ' && !word.empty()) words.push_back(std::exchange(word, {}));
  }
  if (!word.empty()) words.push_back(word);
  return words;
}

Hooks hooks_of(const HookSettings& settings) {
  Hooks given;
  for (const std::string& text : settings.given) {
    const std::size_t sign = text.find('=');
    if (sign == std::string::npos) refuse(fmt::format("`{}` is no hook; write before_drop=PROGRAM", printable(text)));
    if (!given.emplace(text.substr(0, sign), words_of(std::string_view(text).substr(sign + 1))).second)
      refuse(fmt::format("the hook {} is given twice", printable(text.substr(0, sign))));
  }
  for (const auto& [name, command] : settings.configured) given.emplace(name, command);
  return given;
}

}  // namespace

std::vector<Option> hook_options(HookSettings& into) {
  return {
      {"--hook", "HOOK=COMMAND", "program to run at before_drop and the like; words between blanks; repeatable",
       &into.given},
      {"--hook-timeout",
       "SECONDS",
       "how long a hook may run",
       &into.timeout_seconds,
       false,
       {},
       Completes::nothing,
       {},
       "hook_timeout"},
      {"--allow-hooks", "", "run the hooks that are configured", &into.allow},
      {"--no-hooks",
       "",
       "run without the hooks that are configured",
       &into.none,
       false,
       {},
       Completes::nothing,
       {"--allow-hooks"}},
  };
}

HookOptions settled_hooks(const HookSettings& settings) {
  HookOptions options;
  Hooks hooks = hooks_of(settings);
  if (const std::string fault = hooks_fault(hooks); !fault.empty()) refuse(fault);
  if (settings.timeout_seconds == 0) refuse("--hook-timeout 0 would stop every hook");
  options.timeout = std::chrono::seconds(settings.timeout_seconds);
  if (settings.none || hooks.empty()) return options;
  if (!settings.allow) {
    std::string names;
    for (const auto& [name, command] : hooks) names += (names.empty() ? "" : ", ") + name;
    refuse(
        fmt::format("hooks are configured ({}) and would run programs here: say --allow-hooks to run them, or "
                    "--no-hooks to run without them",
                    names));
  }
  options.commands = std::move(hooks);
  return options;
}

}  // namespace pschema
