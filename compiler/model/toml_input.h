// Values of a TOML text with their places: what is wrong becomes a diagnostic at its place. For the
// readers of catalog.toml and pschema.toml.
#pragma once

#include <toml++/toml.h>

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "base/name.h"

namespace pschema {

/// How a kind of file is spoken of.
struct TomlKind {
  Code fault;                   // of all that is no fault of its own
  const char* name;             // "snapshot"
  const char* not_taken;        // of a line that toml++ does not bear
  bool describes_faults = true;  // of TOML; else a secret may stand in the description
};
inline constexpr TomlKind kSnapshotToml{Code::bad_snapshot, "snapshot", "not a line that `pschema snapshot` writes"};

class TomlInput {
 public:
  TomlInput(std::string_view text, std::uint32_t file, Diagnostics& diagnostics, const TomlKind& kind = kSnapshotToml)
      : text_(text), file_(file), diagnostics_(diagnostics), kind_(kind) {}

  /// The whole text; nullopt, with a diagnostic, where it is not TOML, or has what pschema never writes and toml++
  /// does not bear.
  std::optional<toml::table> parse();

  void report(const toml::source_region& region, Code code, std::string message, std::string hint = {});
  void wrong(const toml::node& node, std::string message, std::string hint = {}) {
    report(node.source(), kind_.fault, std::move(message), std::move(hint));
  }
  bool failed() const { return errors_ > 0; }
  /// So many errors that no more are told.
  bool hopeless() const;

  void allow_only(const toml::table& table, std::initializer_list<std::string_view> keys);
  bool require(const toml::table& table, std::initializer_list<std::string_view> keys);

  const std::string* string_of(const toml::node& node);
  // The value under a key; empty, false, 0 or `absent` where there is none.
  std::string string_in(const toml::table& table, std::string_view key);
  bool flag_in(const toml::table& table, std::string_view key);
  int integer_in(const toml::table& table, std::string_view key);
  char letter_in(const toml::table& table, std::string_view key, std::string_view allowed,
                 char absent);  // of the server's catalog
  const toml::array* array_in(const toml::table& table, std::string_view key);
  const toml::table* section_in(const toml::table& table, std::string_view key);

  /// A row of an array: `values` values, then perhaps braces. nullptr where it is not.
  const toml::array* row_of(const toml::node& node, std::size_t values);
  static const toml::table& braces_of(const toml::array& row, std::size_t values);

  /// Names in the one spelling that quote() gives, so that names are equal where their texts are.
  QualifiedName qualified(const toml::node& node);
  /// The name at the front of a string, up to a space and more text, to which `text` (the whole string) then shrinks.
  std::optional<QualifiedName> qualified_before_space(const toml::node& node, std::string_view& text);
  Identifier identifier(const toml::node& node, bool empty_allowed = false);

 private:
  Span span_at(std::size_t offset) const;
  std::size_t offset_of(const toml::source_position& position) const;

  std::string_view text_;
  std::uint32_t file_;
  Diagnostics& diagnostics_;
  TomlKind kind_;
  std::size_t errors_ = 0;
};

}  // namespace pschema
