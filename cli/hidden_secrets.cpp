#include "cli/hidden_secrets.h"

#include <algorithm>

#include "cli/settings.h"

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

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kAround = " \t\r\"'";
  const std::size_t begin = std::min(text.find_first_not_of(kAround), text.size());
  const std::size_t end = text.find_last_not_of(kAround);
  return end == std::string_view::npos ? std::string_view() : text.substr(begin, end + 1 - begin);
}

/// A setting, a hook or a word of libpq's that names no secret; whatever else it may be meant to be, a secret may
/// stand behind it.
bool may_be_shown(std::string_view key) {
  key = trimmed(key.substr(key.rfind('.') == std::string_view::npos ? 0 : key.rfind('.') + 1));
  const bool hook = key.starts_with("before_") || key.starts_with("after_");
  return hook || setting_named(key) || (connection_key_named(key) && key != "dsn");
}

bool looks_like_a_secret(std::string_view line) {
  return is_secret_name(line) || holds_any(line, {"://", "host=", "user=", "dbname=", "\\u"});
}

}  // namespace

bool is_secret_name(std::string_view key) {
  std::string name = lowered(key);
  for (std::size_t at = name.find("passfile"); at != std::string::npos; at = name.find("passfile")) name.erase(at, 8);
  return holds_any(name, {"pass", "pwd", "secret", "token", "credential", "api_key", "apikey"});
}

bool gives_a_secret(std::string_view argument) {
  const std::size_t sign = argument.find('=');
  if (sign != std::string_view::npos) return is_secret_name(argument.substr(0, sign));
  return argument.starts_with('-') && is_secret_name(argument);
}

std::string with_secrets_hidden(std::string text) {
  bool hidden = false;  // the value of the key that stood last
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = lowered(std::string_view(text).substr(begin, end - begin));
    const std::size_t sign = line.find('=');
    const bool header = line.starts_with('[') && sign == std::string::npos;
    if (sign != std::string::npos) hidden = !may_be_shown(std::string_view(line).substr(0, sign));
    if (header) hidden = false;
    if (hidden || looks_like_a_secret(line)) {
      std::size_t at = begin + (sign == std::string::npos ? 0 : sign + 1);
      while (at < end && text[at] == ' ') ++at;
      for (; at < end; ++at) text[at] = text[at] == '\r' ? '\r' : '*';
    }
    begin = end + 1;
  }
  return text;
}

}  // namespace pschema
