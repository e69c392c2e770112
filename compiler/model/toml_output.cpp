#include "model/toml_output.h"

#include <fmt/format.h>

#include "base/quote.h"
#include "base/unicode.h"

namespace pschema {
namespace {

void append_escaped(std::string& out, char c) {
  switch (c) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      break;
  }
  if (is_ascii_control(c)) {
    out += fmt::format("\\u{:04X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
  } else {
    out += c;
  }
}

}  // namespace

std::string toml(std::string_view text) {
  bool wants_escape = false;
  bool literal_possible = true;
  for (const char c : text) {
    wants_escape = wants_escape || c == '"' || c == '\\';
    literal_possible = literal_possible && c != '\'' && !is_ascii_control(c);
  }
  if (wants_escape && literal_possible) return fmt::format("'{}'", text);
  std::string out = "\"";
  for (const char c : text) append_escaped(out, c);
  return out + '"';
}

std::string toml(const Identifier& name) { return toml(name.text.empty() ? std::string() : quote(name)); }
std::string toml(const QualifiedName& name) { return toml(quote(name)); }

}  // namespace pschema
