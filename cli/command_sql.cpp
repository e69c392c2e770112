#include <cstdio>
#include <memory>

#include "cli/commands.h"
#include "cli/exit_codes.h"
#include "cli/files.h"
#include "cli/inputs.h"
#include "emit/first_run.h"
#include "migration/plain_sql.h"

namespace pschema {
namespace {

int run(const std::string& path) {
  SourceSet sources;
  const std::string text = read_file(path);
  const auto read = read_script(text, sources.add(path, text));
  if (const auto* error = std::get_if<Diagnostic>(&read)) throw Exit{kExitSchema, render_text({*error}, sources)};
  std::fputs(plain_sql(text, std::get<Script>(read), first_run_answers()).c_str(), stdout);
  return kExitDone;
}

}  // namespace

Usage sql_usage() {
  const auto path = std::make_shared<std::string>();
  return {
      "sql",
      "print a migration file as plain SQL, for linters",
      {{"FILE", "", "migration file", path.get(), true, {}, Completes::file}},
      {},
      "pschema sql migrations/00000000000000_0000_pschema_ledger.sql",
      [path] { return run(*path); },
      "The meta-commands of psql become comments, and of each \\if the branch is shown that a first run takes, on a "
      "database where nothing of the file was done. Every line has the number that it has in the file, so that "
      "what squawk or sqlfluff says of a line is true of the file. What only a server can answer stands as "
      "\"<name>\". The result is for reading and not for running: the tests of the catalog decide nothing in it."};
}

}  // namespace pschema
