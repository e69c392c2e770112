#include "runtime/connection_text.h"

#include <libpq-fe.h>

#include <memory>

namespace pschema {

ConnectionText look_into(const std::string& dsn) {
  char* fault = nullptr;
  const std::unique_ptr<PQconninfoOption, void (*)(PQconninfoOption*)> options(PQconninfoParse(dsn.c_str(), &fault),
                                                                               PQconninfoFree);
  PQfreemem(fault);
  ConnectionText found{options != nullptr, false};
  if (!options) return found;
  for (const PQconninfoOption* option = options.get(); option->keyword != nullptr; ++option) {
    // libpq says of each keyword whether its value may be shown.
    const bool secret = option->dispchar != nullptr && option->dispchar[0] == '*';
    found.holds_a_secret = found.holds_a_secret || (secret && option->val != nullptr);
  }
  return found;
}

std::string connection_text(const std::map<std::string, std::string>& parts) {
  std::string text;
  for (const auto& [keyword, value] : parts) {
    text += (text.empty() ? "" : " ") + keyword + "='";
    for (const char c : value) {
      if (c == '\'' || c == '\\') text += '\\';
      text += c;
    }
    text += '\'';
  }
  return text;
}

}  // namespace pschema
