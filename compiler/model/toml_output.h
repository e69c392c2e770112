// Values of a TOML text, for the writer of catalog.toml alone.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "base/name.h"

namespace pschema {

/// A TOML string: 'literal' where that spares backslashes, else "basic".
std::string toml(std::string_view text);
std::string toml(const Identifier& name);
std::string toml(const QualifiedName& name);

/// `{ key = value, … }` behind a row, or nothing.
class Braces {
 public:
  void add(std::string_view key, std::string_view value) {
    text_ += text_.empty() ? "{ " : ", ";
    text_ += fmt::format("{} = {}", key, value);
  }
  void add_text(std::string_view key, std::string_view value) {
    if (!value.empty()) add(key, toml(value));
  }
  void add_flag(std::string_view key, bool value) {
    if (value) add(key, "true");
  }
  std::string behind_row() const { return text_.empty() ? text_ : ", " + text_ + " }"; }

 private:
  std::string text_;
};

}  // namespace pschema
