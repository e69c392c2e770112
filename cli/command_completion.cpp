#include <cstdio>
#include <memory>

#include "cli/commands.h"
#include "cli/completion.h"
#include "cli/exit_codes.h"
#include "cli/manual.h"

namespace pschema {
namespace {

int print(const std::string& text) {
  std::fputs(text.c_str(), stdout);
  return kExitDone;
}

int run(const std::string& shell) {
  const std::vector<Usage> commands = all_commands();
  if (shell == "bash") return print(bash_completion(commands));
  return print(shell == "zsh" ? zsh_completion(commands) : fish_completion(commands));
}

}  // namespace

Usage completion_usage() {
  const auto shell = std::make_shared<std::string>();
  return {"completion",
          "print the completion script of a shell",
          {{"SHELL", "", "whose script", shell.get(), true, {"bash", "zsh", "fish"}}},
          {},
          "pschema completion bash",
          [shell] { return run(*shell); },
          "bash: put it into ~/.local/share/bash-completion/completions/pschema. zsh: into a folder of $fpath, as "
          "_pschema. fish: into ~/.config/fish/completions/pschema.fish. Packages bring all three along."};
}

Usage manual_usage() {
  return {"manual", "print the man page", {}, {}, "pschema manual", [] { return print(manual(all_commands())); }, "",
          true};
}

}  // namespace pschema
