// The one DO block that files use besides DDL: it asks a question that is written by the user, and cannot write.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pschema {

/// What PostgreSQL's grammar, as it is packaged, has against a query; nullopt where nothing.
std::optional<std::string> grammar_refuses(std::string_view sql);

/// A statement that runs `select` (one boolean), read-only whatever it calls, and puts `true`, `false` or `unknown`
/// (NULL, or an error) into the setting `pschema.holds` of the session.
std::string sql_of_question(std::string_view select);

/// Is a DO block's body one that sql_of_question writes?
bool is_question(std::string_view body);

}  // namespace pschema
