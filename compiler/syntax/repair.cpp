#include "syntax/repair.h"

#include "PschemaParser.h"

namespace pschema {
namespace {

using P = pschema_grammar::PschemaParser;

std::string_view text_of(const Mistake& m, const antlr4::Token* token) { return m.places.text(m.places.of(token)); }

bool is_sign(std::size_t type) { return type == P::EQUAL || type == P::COMMA || type == P::DOT || type == P::OTHER; }

}  // namespace

bool can_be_mended(std::size_t type) {
  return type == P::WORD || type == P::QUOTED || type == P::STRING || is_sign(type);
}

std::optional<Repair> repair_of(const Mistake& m) {
  const std::size_t type = m.at->getType();
  const bool name_wanted = m.expected.contains(std::size_t{P::QUOTED});
  const bool string_wanted = m.expected.contains(std::size_t{P::STRING});
  if (type == P::WORD && !name_wanted) {
    if (const std::size_t keyword = meant_keyword(text_of(m, m.at), m.expected); keyword != 0)
      return Repair{keyword, true, true};
    if (string_wanted) return Repair{P::STRING, false, false};
  }
  if (type == P::QUOTED && string_wanted && !name_wanted) return Repair{P::STRING};
  if (type == P::STRING && name_wanted && !string_wanted) return Repair{P::QUOTED};
  return std::nullopt;
}

bool is_stray(const Mistake& m) {
  if (!is_sign(m.at->getType()) || m.after == nullptr) return false;
  if (m.expected.contains(m.after->getType())) return true;
  return m.after->getType() == P::WORD && meant_keyword(text_of(m, m.after), m.expected) != 0;
}

bool ends_clause(const Mistake& m, std::size_t block_rule) {
  if (!is_sign(m.at->getType()) || m.after == nullptr) return false;
  const std::size_t type = m.after->getType();
  if (type == P::RBRACE || starts_clause(block_rule, type)) return true;
  return type == P::WORD && meant_clause_start(block_rule, text_of(m, m.after)) != 0;
}

}  // namespace pschema
