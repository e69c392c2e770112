#include <cstdio>
#include <memory>

#include "cli/apply_json.h"
#include "cli/apply_text.h"
#include "cli/commands.h"
#include "cli/common_options.h"
#include "cli/exit_codes.h"
#include "cli/files.h"
#include "cli/hook_options.h"
#include "cli/inputs.h"
#include "cli/signals.h"
#include "runtime/apply.h"

namespace pschema {
namespace {

struct ApplyCommand {
  std::string folder;
  std::string dsn;
  bool allow_destructive = false;
  bool ok_if_locked = false;
  std::int64_t budget_seconds = 120;
  bool quiet = false;
  HookSettings hooks;
  Format format = Format::text;
};

int run(const ApplyCommand& command) {
  ApplyOptions options;
  options.hooks = settled_hooks(command.hooks);
  const Folder folder = read_folder(command.folder, false);
  if (folder.files.empty()) std::fprintf(stderr, "there is no migration file in %s\n", command.folder.c_str());
  catch_signals();
  Session session = Session::connect(command.dsn);
  options.allow_destructive = command.allow_destructive;
  options.retry.budget = std::chrono::seconds(command.budget_seconds);
  ApplyTalk talk(command.quiet);
  const ApplyReport report = apply(session, folder, options, real_pacing(), talk.listener(), stop_flag());
  say_summary(report);
  if (command.format == Format::json) std::fputs(apply_json(report, command.folder).c_str(), stdout);
  return settled_exit(exit_code(report), command.ok_if_locked);
}

}  // namespace

Usage apply_usage() {
  const auto c = std::make_shared<ApplyCommand>();
  return {"apply",
          "run the migration files that the ledger does not have",
          {migrations_folder(c->folder)},
          joined({connection(c->dsn),
                  {"--allow-destructive", "", "also run files that detach, move or drop", &c->allow_destructive},
                  ok_if_locked(c->ok_if_locked),
                  retry_budget(c->budget_seconds),
                  {"-q,--quiet", "", "say only what went wrong or was skipped", &c->quiet},
                  format(c->format)},
                 hook_options(c->hooks)),
          "pschema apply migrations/",
          [c] { return run(*c); },
          {},
          false,
          {},
          &c->hooks.configured};
}

}  // namespace pschema
