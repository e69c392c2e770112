// From ANTLR's code points to bytes.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "antlr4-runtime.h"
#include "base/span.h"

namespace pschema {

/// Spans of tokens and parse tree nodes in one text.
class TokenPlaces {
 public:
  /// `text` without its BOM; `skipped` is the length of the BOM.
  TokenPlaces(std::uint32_t file, std::string_view text, std::uint32_t skipped);

  std::uint32_t file() const { return file_; }
  /// The byte at which a code point begins; the end of the text for all past it.
  std::uint32_t byte_of(std::size_t code_point) const;
  /// The end of the file is an empty span.
  Span of(const antlr4::Token* token) const;
  /// The empty span at the end of a token, where something was left out.
  Span behind(const antlr4::Token* token) const;
  Span of(antlr4::ParserRuleContext* node) const;
  std::string_view text(Span span) const;

 private:
  std::uint32_t file_;
  std::string_view text_;
  std::uint32_t skipped_;
  std::vector<std::uint32_t> bytes_;  // of each code point; empty where the text is ASCII
};

}  // namespace pschema
