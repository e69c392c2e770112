// What a diagnostic must not show of a pschema.toml.
#pragma once

#include <string>
#include <string_view>

namespace pschema {

/// `password`, `PGPASSWORD`, `sslpassword`, `pass`, `secret`, `api_token` and the like; not `passfile`.
bool is_secret_name(std::string_view key);
/// A program's argument that gives a secret, or is followed by one: `--password=…`, `--token`, `PASSWORD=…`.
bool gives_a_secret(std::string_view argument);

/// The text with stars, byte for byte, for the value of each key that is not known to hold none, also where it goes
/// on in the lines below. Rather too much than too little: it is for showing alone.
std::string with_secrets_hidden(std::string text);

}  // namespace pschema
