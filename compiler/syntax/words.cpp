#include "syntax/words.h"

#include "PschemaParser.h"

namespace pschema {
namespace {

using P = pschema_grammar::PschemaParser;

const antlr4::dfa::Vocabulary& vocabulary() {
  // The generated accessor is a member of parsers only, though the vocabulary is one for all of them.
  static const antlr4::dfa::Vocabulary words = [] {
    P parser(nullptr);
    return parser.getVocabulary();
  }();
  return words;
}

std::string lower(std::string_view text) {
  std::string s(text);
  for (char& c : s) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return s;
}

}  // namespace

bool is_keyword(std::size_t type) { return type >= P::PSCHEMA && type <= P::TB; }

std::string keyword_text(std::size_t type) {
  if (!is_keyword(type)) return {};
  switch (type) {
    case P::NULL_:
      return "null";
    case P::KB:
      return "kB";
    case P::MB:
      return "MB";
    case P::GB:
      return "GB";
    case P::TB:
      return "TB";
    default:
      return lower(vocabulary().getSymbolicName(static_cast<ssize_t>(type)));
  }
}

std::string describe_type(std::size_t type) {
  if (is_keyword(type)) return "`" + keyword_text(type) + "`";
  if (type == antlr4::Token::EOF) return "the end of the file";
  switch (type) {
    case P::WORD:
    case P::QUOTED:
      return "a name";
    case P::STRING:
      return "a string";
    case P::DOLLAR:
      return "`$$ … $$`";
    case P::INTEGER:
    case P::DECIMAL:
      return "a number";
    case P::SEMI:
    case P::COMMA:
    case P::DOT:
    case P::LBRACE:
    case P::RBRACE:
    case P::LPAREN:
    case P::RPAREN:
    case P::EQUAL:
    case P::GREATER:
    case P::GREATER_EQUAL:
    case P::LESS:
    case P::LESS_EQUAL: {
      const std::string quoted = vocabulary().getLiteralName(static_cast<ssize_t>(type));  // '…' with its quotes
      return "`" + quoted.substr(1, quoted.size() - 2) + "`";
    }
    default:
      return {};
  }
}

}  // namespace pschema
