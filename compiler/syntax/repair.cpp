#include "syntax/repair.h"

#include "PschemaParser.h"
#include "syntax/foreign_words.h"

namespace pschema {
namespace {

using P = pschema_grammar::PschemaParser;

std::string_view text_of(const Mistake& m, const antlr4::Token* token) { return m.places.text(m.places.of(token)); }

/// Each stands behind its singular.
bool is_plural(std::size_t type) {
  return type == P::MINUTES || type == P::HOURS || type == P::DAYS || type == P::WEEKS || type == P::MONTHS ||
         type == P::QUARTERS || type == P::YEARS;
}

bool is_sign(std::size_t type) { return type == P::EQUAL || type == P::COMMA || type == P::DOT || type == P::OTHER; }

}  // namespace

bool can_be_mended(std::size_t type) {
  return is_plural(type) || type == P::WORD || type == P::QUOTED || type == P::STRING || type == P::PARTITION ||
         is_sign(type);
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
  if (type == P::OTHER && text_of(m, m.at) == ":" && m.expected.contains(std::size_t{P::EQUAL}))
    return Repair{P::EQUAL};
  if (is_plural(type) && m.expected.contains(type - 1)) return Repair{type - 1};
  if (type == P::QUOTED && string_wanted && !name_wanted) return Repair{P::STRING};
  if (type == P::STRING && name_wanted && !string_wanted) return Repair{P::QUOTED};
  return std::nullopt;
}

bool is_stray(const Mistake& m) {
  // `default partition;`
  if (m.at->getType() == P::PARTITION && m.before != nullptr && m.before->getType() == P::DEFAULT)
    return m.after != nullptr && m.after->getType() != P::BY;
  const std::size_t type = m.at->getType();
  const bool in_head = m.rule == P::RuleLevelHead || m.rule == P::RuleLevel || m.rule == P::RuleKey;
  const bool foreign = type == P::WORD && in_head && foreign_word(text_of(m, m.at)) != nullptr;
  if (m.after == nullptr || !(is_sign(type) || foreign)) return false;
  const std::size_t after = m.after->getType();
  const bool name_wanted = m.expected.contains(std::size_t{P::QUOTED});
  const bool string_wanted = m.expected.contains(std::size_t{P::STRING});
  if (m.expected.contains(after)) return true;
  if ((after == P::STRING && name_wanted) || (after == P::QUOTED && string_wanted)) return true;
  return m.after->getType() == P::WORD && meant_keyword(text_of(m, m.after), m.expected) != 0;
}

bool groups_digits(const Mistake& m) {
  constexpr std::uint32_t kGroup = 3;
  if (m.at->getType() != P::COMMA || m.before == nullptr || m.after == nullptr) return false;
  if (m.before->getType() != P::INTEGER || m.after->getType() != P::INTEGER) return false;
  const Span comma = m.places.of(m.at);
  const Span group = m.places.of(m.after);
  return m.places.of(m.before).end == comma.begin && comma.end == group.begin && group.end - group.begin == kGroup;
}

bool ends_clause(const Mistake& m, std::size_t block_rule) {
  if (!is_sign(m.at->getType()) || m.after == nullptr) return false;
  const std::size_t type = m.after->getType();
  if (type == P::RBRACE || starts_clause(block_rule, type)) return true;
  return type == P::WORD && meant_clause_start(block_rule, text_of(m, m.after)) != 0;
}

}  // namespace pschema
