// Options that several commands share, each in the same words.
#pragma once

#include "cli/inputs.h"
#include "cli/usage.h"
#include "emit/emit.h"

namespace pschema {

/// FILES: schema files, or folders of them.
Option schema_files(std::vector<std::string>& into);
/// FOLDER: of migrations.
Option migrations_folder(std::string& into);
/// --catalog and --dsn, of which one is given or, for the server's catalog by libpq's own variables, none.
std::vector<Option> catalog_source(CatalogSource& into);
/// --dsn alone. all_commands() puts --dsn-file and --target beside it.
Option connection(std::string& into);
/// --at.
Option moment(std::string& into);
/// --max-create.
Option creation_limit(std::int64_t& into);
/// --lock-timeout and --statement-timeout.
Option lock_timeout(FileSettings& into);
Option statement_timeout(FileSettings& into);
/// They go into files as they are, so each has to be a time as PostgreSQL's settings write one: `3s`, `10min`, `500`.
/// Throws Exit.
void check_settings(const FileSettings& settings);
/// --budget, in seconds.
Option retry_budget(std::int64_t& into);
/// -o: the folder of migrations that files are written into.
Option output_folder(std::string& into);
/// --pending.
Option pending_folder(std::string& into);
/// --ok-if-locked.
Option ok_if_locked(bool& into);
/// The code to leave with: 0 instead of 6, and says so, where that is no failure.
int settled_exit(int code, bool ok_if_locked);
/// --format, text unless another is asked for.
Option format(Format& into, std::vector<std::string> choices = {"text", "json"});

/// --target, --config and --no-config; --dsn-file where the command connects.
std::vector<Option> configuration_options(ConfigurationChoice& into, bool connects);

/// Two lists in one.
std::vector<Option> joined(std::vector<Option> a, std::vector<Option> b);

}  // namespace pschema
