// A connection string as text: nothing is connected.
#pragma once

#include <map>
#include <string>

namespace pschema {

struct ConnectionText {
  bool readable = false;        // libpq can read it
  bool holds_a_secret = false;  // a password, of the role or of a key, stands in it
};

/// What libpq's own parser makes of a connection string or URI. Says nothing of it in words: a password may be in it.
ConnectionText look_into(const std::string& dsn);

/// libpq's keywords and their values as one connection string.
std::string connection_text(const std::map<std::string, std::string>& parts);

}  // namespace pschema
