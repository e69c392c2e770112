// A migration file as plain SQL, for linters: what a run of it would send, with psql's commands as comments.
#pragma once

#include <string>
#include <string_view>

#include "migration/script.h"

namespace pschema {

/// `text` as `script` was read from it, without meta-commands and variables. Comments stay, and so does the number of
/// each line, so that what a linter says of the result is true of the file. Of an \if the branch is shown that is
/// taken where `answers` is what statements with \gset answer; where that does not say, both are, because a linter
/// should rather see too much. A variable whose value is not known becomes `<name>` in quotes, with a comment behind
/// the statement.
std::string plain_sql(std::string_view text, const Script& script, const Variables& answers);

}  // namespace pschema
