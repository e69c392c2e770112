// What a diagnostic must not show of a pschema.toml.
#pragma once

#include <string>
#include <string_view>

namespace pschema {

/// `password`, `PGPASSWORD`, `sslpassword`, `passwd`, `secret`, `api_token` and the like; not `passfile`.
bool is_secret_name(std::string_view key);

/// The text with stars, byte for byte, for what stands behind the first `=` of each line that may hold a secret, or
/// for all of such a line where there is none. Rather too much than too little: it is for showing alone.
std::string with_secrets_hidden(std::string text);

}  // namespace pschema
