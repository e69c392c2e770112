#include <cstdio>
#include <memory>

#include "cli/commands.h"
#include "cli/common_options.h"
#include "cli/files.h"
#include "cli/inputs.h"
#include "cli/status_report.h"

namespace pschema {
namespace {

struct StatusCommand {
  std::string folder;
  std::string dsn;
  Format format = Format::text;
  std::shared_ptr<ConfigurationChoice> choice = std::make_shared<ConfigurationChoice>();
};

int run(const StatusCommand& command) {
  const Folder folder = read_folder(command.folder, false);
  Session session = Session::connect(command.dsn);
  const FolderStatus found = status(session, folder);
  const std::string text =
      command.format == Format::json ? status_json(found, command.folder) : status_text(found, command.folder);
  std::fputs(text.c_str(), stdout);
  const bool told_where = command.format == Format::text && command.choice->connection_by_option;
  if (told_where && !status_advice(found, command.folder).empty())
    std::fputs(
        "  # give them the --dsn, --dsn-file or --target that was given here, or they go to another database\n",
        stdout);
  return exit_code(found);
}

}  // namespace

Usage status_usage() {
  const auto c = std::make_shared<StatusCommand>();
  return {"status",
          "say what was applied, what waits and what stands in the way",
          {migrations_folder(c->folder)},
          {connection(c->dsn), format(c->format)},
          "pschema status migrations/",
          [c] { return run(*c); },
          "Writes nothing and takes no lock; works on a standby. Leaves with 0 if everything was applied, 2 if "
          "something waits, 3 if a file was superseded, 8 if one was edited or is missing. What to do in each state "
          "is in docs/operations.md.",
          false,
          {},
          nullptr,
          c->choice};
}

}  // namespace pschema
