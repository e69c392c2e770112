#include "cli/hidden_secrets.h"

#include <algorithm>

namespace pschema {
namespace {

std::string lowered(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

bool holds_any(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

}  // namespace

bool is_secret_name(std::string_view key) {
  return holds_any(lowered(key), {"passw", "passphrase", "pwd", "secret", "token"});
}

std::string with_secrets_hidden(std::string text) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = lowered(std::string_view(text).substr(begin, end - begin));
    // A connection string may stand behind any word that was meant to be `dsn`.
    if (is_secret_name(line) || holds_any(line, {"://", "dsn", "host=", "user=", "dbname=", "\\u"})) {
      const std::size_t sign = line.find('=');
      std::size_t at = begin + (sign == std::string::npos ? 0 : sign + 1);
      while (at < end && text[at] == ' ') ++at;
      for (; at < end; ++at) text[at] = text[at] == '\r' ? '\r' : '*';
    }
    begin = end + 1;
  }
  return text;
}

}  // namespace pschema
