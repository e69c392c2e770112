#include "syntax/token_places.h"

#include <algorithm>

#include "base/unicode.h"

namespace pschema {

TokenPlaces::TokenPlaces(std::uint32_t file, std::string_view text, std::uint32_t skipped)
    : file_(file), text_(text), skipped_(skipped) {
  const bool ascii =
      std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (ascii) return;
  bytes_.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    bytes_.push_back(static_cast<std::uint32_t>(at));
    at += first_code_point(text.substr(at)).bytes;
  }
}

std::uint32_t TokenPlaces::byte_of(std::size_t code_point) const {
  const std::size_t count = bytes_.empty() ? text_.size() : bytes_.size();
  if (code_point >= count) return skipped_ + static_cast<std::uint32_t>(text_.size());
  return skipped_ + (bytes_.empty() ? static_cast<std::uint32_t>(code_point) : bytes_[code_point]);
}

Span TokenPlaces::of(const antlr4::Token* token) const {
  const std::uint32_t begin = byte_of(token->getStartIndex());
  if (token->getType() == antlr4::Token::EOF) return {file_, begin, begin};
  return {file_, begin, byte_of(token->getStopIndex() + 1)};
}

Span TokenPlaces::behind(const antlr4::Token* token) const {
  const std::uint32_t end = of(token).end;
  return {file_, end, end};
}

namespace {

/// The first token that was read, behind those that the parser went over; null where there is none.
const antlr4::Token* first_read(antlr4::ParserRuleContext* node) {
  for (antlr4::tree::ParseTree* child : node->children) {
    if (dynamic_cast<antlr4::tree::ErrorNode*>(child) != nullptr) continue;
    if (auto* leaf = dynamic_cast<antlr4::tree::TerminalNode*>(child)) return leaf->getSymbol();
    auto* rule = dynamic_cast<antlr4::ParserRuleContext*>(child);
    const antlr4::Token* first = rule == nullptr ? nullptr : first_read(rule);
    if (first != nullptr) return first;
  }
  return nullptr;
}

}  // namespace

Span TokenPlaces::of(antlr4::ParserRuleContext* node) const {
  const antlr4::Token* read = first_read(node);
  const antlr4::Token* first = read == nullptr ? node->getStart() : read;
  const antlr4::Token* last = node->getStop();
  if (first == nullptr) return {file_, 0, 0};
  const Span begin = of(first);
  const std::uint32_t end = last == nullptr ? begin.end : of(last).end;
  return {file_, begin.begin, std::max(end, begin.begin)};
}

std::string_view TokenPlaces::text(Span span) const {
  return text_.substr(span.begin - skipped_, span.end - span.begin);
}

}  // namespace pschema
