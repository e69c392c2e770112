#include "syntax/mistakes.h"

#include <fmt/format.h>

#include <algorithm>

#include "PschemaParser.h"
#include "base/quote.h"
#include "syntax/common_mistakes.h"
#include "syntax/foreign_words.h"
#include "syntax/spelling.h"
#include "syntax/words.h"

namespace pschema {
namespace {

using P = pschema_grammar::PschemaParser;
using antlr4::misc::IntervalSet;

bool has(const IntervalSet& set, std::size_t type) { return set.contains(type); }

std::string lower(std::string_view text) {
  std::string s(text);
  for (char& c : s) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return s;
}

std::string_view nearest_of(std::string_view word, const std::vector<std::string>& texts) {
  std::vector<std::string_view> views(texts.begin(), texts.end());
  return nearest(word, views);
}

/// `a`, `b` or `c`; at most eight.
std::string join(std::vector<std::string> items) {
  constexpr std::size_t kMost = 10;
  if (items.size() > kMost) {
    items.resize(kMost);
    return fmt::format("{} …", fmt::join(items, ", "));
  }
  if (items.empty()) return {};
  const std::string last = items.back();
  items.pop_back();
  return items.empty() ? last : fmt::format("{} or {}", fmt::join(items, ", "), last);
}

/// The words for what could have stood there: keywords first, in the order of the language; units as one.
std::vector<std::string> describe_expected(const IntervalSet& expected) {
  const bool any_name = has(expected, P::WORD);
  const bool any_unit = has(expected, P::MINUTE);
  std::vector<std::string> items;
  const auto put = [&](const std::string& s) {
    if (!s.empty() && std::find(items.begin(), items.end(), s) == items.end()) items.push_back(s);
  };
  for (const ssize_t t : expected.toList()) {
    const auto type = static_cast<std::size_t>(t);
    if (is_keyword(type)) {
      if (any_name) continue;
      if (any_unit && type >= P::MINUTE && type <= P::YEARS) continue;
      put(describe_type(type));
    }
  }
  if (any_unit && !any_name) put("a unit of time (`minute`, `hour`, `day`, `week`, `month`, `quarter`, `year`)");
  for (const ssize_t t : expected.toList()) {
    const auto type = static_cast<std::size_t>(t);
    if (!is_keyword(type)) put(describe_type(type));
  }
  return items;
}

std::string hint_expected(const IntervalSet& expected) {
  const std::string list = join(describe_expected(expected));
  return list.empty() ? std::string() : "expected " + list;
}

std::string source_text(const Mistake& m) { return printable(m.places.text(m.places.of(m.at))); }

std::string found(const Mistake& m) {
  switch (m.at->getType()) {
    case antlr4::Token::EOF:
      return "the file ends in the middle of a clause";
    case P::STRING:
      return "unexpected string";
    case P::DOLLAR:
      return "unexpected `$$` text";
    case P::INTEGER:
    case P::DECIMAL:
      return fmt::format("unexpected number {}", source_text(m));
    default:
      return fmt::format("unexpected `{}`", source_text(m));
  }
}

std::string found_word(const Mistake& m) { return fmt::format("`{}`", source_text(m)); }

Diagnostic diagnostic(Code code, Span span, std::string message, std::string hint) {
  Diagnostic d;
  d.code = code;
  d.message = std::move(message);
  d.span = span;
  d.hint = std::move(hint);
  return d;
}

bool is_number(const antlr4::Token* t) {
  return t != nullptr && (t->getType() == P::INTEGER || t->getType() == P::DECIMAL);
}
bool is_time_unit(std::size_t type) { return type >= P::MINUTE && type <= P::YEARS; }
bool is_size_unit(std::size_t type) { return type >= P::KB && type <= P::TB; }

// --- Mistakes that deserve words of their own
// ---------------------------------------------------------------------------

bool expression_key(const Mistake& m) {
  if (m.rule != P::RuleKey) return false;
  switch (m.at->getType()) {
    case P::LPAREN:
    case P::DOT:
    case P::OTHER:
    case P::MINUS:
    case P::INTEGER:
    case P::DECIMAL:
      return true;
    default:
      return false;
  }
}

bool is_unit_word(std::string_view word) {
  for (std::size_t type = P::MINUTE; type <= P::YEARS; ++type) {
    if (keyword_text(type) == word) return true;
  }
  return false;
}

/// May stand where a unit was meant.
bool unit_like(std::size_t type) {
  return type == P::WORD || is_size_unit(type) || is_time_unit(type) || type == P::SECONDS ||
         type == P::MILLISECONDS || type == P::MICROSECONDS || type == P::NANOSECONDS;
}

/// A number is there and a unit must follow: in a duration, a size, or `every 7 dys`, where it may be left out.
bool unit_wanted(const Mistake& m) {
  if (!is_number(m.before) || (!has(m.expected, P::DAYS) && !has(m.expected, P::GB))) return false;
  if (!has(m.expected, P::SEMI)) return true;
  if (!unit_like(m.at->getType())) return false;
  const std::string near = nearest_keyword(m.places.text(m.places.of(m.at)), m.expected);
  return near.empty() || is_unit_word(near);
}

Diagnostic describe_unit(const Mistake& m) {
  const bool time = has(m.expected, P::DAYS);
  const std::string number(m.places.text(m.places.of(m.before)));
  if (!unit_like(m.at->getType())) {
    const std::string example = time ? fmt::format("write `{} days`, or another unit", number)
                                     : fmt::format("write `{} GB`, or another of kB, MB, GB, TB", number);
    return diagnostic(Code::missing_unit, m.places.of(m.before), fmt::format("{} has no unit", number), example);
  }
  const std::string word(m.places.text(m.places.of(m.at)));
  const std::string alias(time == is_unit_word(unit_alias(word)) ? unit_alias(word) : std::string_view());
  const std::string near = alias.empty() ? nearest_keyword(word, m.expected) : alias;
  const std::string own = time ? hint_for_unit(lower(word)) : std::string();
  const std::string known = time ? "the units are minutes, hours, days, weeks, months, quarters and years"
                                 : "the units are kB, MB, GB and TB";
  return diagnostic(Code::bad_unit, m.places.of(m.at),
                    fmt::format("`{}` is no unit of {}", printable(word), time ? "time" : "size"),
                    !own.empty()   ? own
                    : near.empty() ? known
                                   : fmt::format("did you mean `{}`?", near));
}

/// `keep 10;`, `keep 10 days;`, `create 3;`
bool bare_number(const Mistake& m) {
  return is_number(m.at) && (m.rule == P::RuleKeepBody || m.rule == P::RuleCreateBody) &&
         has(m.expected, P::NEVER) == (m.rule == P::RuleCreateBody) && has(m.expected, P::CURRENT);
}

Diagnostic describe_bare_number(const Mistake& m) {
  const bool keep = m.rule == P::RuleKeepBody;
  const std::string number = source_text(m);
  const bool unit_follows = m.after != nullptr && is_time_unit(m.after->getType());
  const std::string unit = unit_follows ? std::string(m.places.text(m.places.of(m.after))) : std::string("days");
  const std::string hint =
      keep ? fmt::format("write `keep for {0} {1}` or `keep current and {0} before`", number, unit)
           : fmt::format("write `create ahead {0} {1}` or `create current and {0} after`", number, unit);
  if (unit_follows) return diagnostic(Code::unexpected_token, m.places.of(m.at), found(m), hint);
  return diagnostic(Code::missing_unit, m.places.of(m.at),
                    fmt::format("{} does not say of what: windows or a length of time", number), hint);
}

/// A string that was written as a word or as a quoted name.
std::string hint_quotes(const Mistake& m) {
  std::string text = source_text(m);
  if (m.at->getType() == P::QUOTED && text.size() >= 2) text = text.substr(1, text.size() - 2);
  if (text.find_first_of("'\"") != std::string::npos) return "strings stand in single quotes";
  return fmt::format("strings stand in single quotes: write `'{}'`", text);
}

std::string extra_hint(const Mistake& m) {
  const std::size_t type = m.at->getType();
  if (has(m.expected, P::STRING) && !has(m.expected, P::WORD) &&
      (type == P::WORD || is_keyword(type) || type == P::QUOTED))
    return hint_quotes(m);
  if (has(m.expected, P::DOLLAR) && type == P::STRING) return "SQL stands between `$$` and `$$`";
  if ((type == P::TIME || type == P::ZONE) && has(m.expected, P::AT)) return "write `at time zone 'Europe/Berlin'`";
  if (type == P::QUOTED && has(m.expected, P::STRING)) return hint_quotes(m);
  if (type == P::STRING && has(m.expected, P::QUOTED)) return "names stand without quotes, or in double ones";
  return {};
}

}  // namespace

std::string nearest_keyword(std::string_view word, const IntervalSet& expected) {
  std::vector<std::string> texts;
  for (const ssize_t t : expected.toList()) {
    const std::string text = keyword_text(static_cast<std::size_t>(t));
    if (!text.empty()) texts.push_back(text);
  }
  return std::string(nearest_of(lower(word), texts));
}

std::size_t meant_keyword(std::string_view word, const IntervalSet& expected) {
  const ForeignWord* foreign = foreign_word(lower(word));
  const std::string alias(unit_alias(word));
  const std::string meant = foreign != nullptr ? std::string(foreign->meant)
                            : alias.empty()    ? nearest_keyword(word, expected)
                                               : alias;
  if (meant.empty()) return 0;
  for (const ssize_t t : expected.toList()) {
    if (keyword_text(static_cast<std::size_t>(t)) == meant) return static_cast<std::size_t>(t);
  }
  return 0;
}

Diagnostic describe_in_clause(const Mistake& m) {
  if (expression_key(m)) {
    return diagnostic(Code::expression_key, m.places.of(m.at),
                      "a key is a list of columns, and an expression is none",
                      "add a column to the table that holds the value, and name it here");
  }
  if (unit_wanted(m)) return describe_unit(m);
  if (bare_number(m)) return describe_bare_number(m);
  if (const std::string hint = extra_hint(m); !hint.empty())
    return diagnostic(Code::unexpected_token, m.places.of(m.at), found(m), hint);
  const std::string common = hint_for_common_mistake(m);
  const std::size_t type = m.at->getType();
  if (is_time_unit(type) && has(m.expected, type - 1)) {
    return diagnostic(Code::bad_unit, m.places.of(m.at), fmt::format("{} without a number", found_word(m)),
                      fmt::format("write `{}`, or a number before it", keyword_text(type - 1)));
  }
  if (type == P::WORD && !has(m.expected, P::WORD)) {
    const std::string_view word = m.places.text(m.places.of(m.at));
    const ForeignWord* foreign = foreign_word(lower(word));
    const std::string near = foreign != nullptr ? std::string() : nearest_keyword(word, m.expected);
    const std::string hint = foreign != nullptr ? std::string(foreign->hint)
                             : !near.empty()    ? fmt::format("did you mean `{}`?", near)
                             : !common.empty()  ? common
                                                : hint_expected(m.expected);
    return diagnostic(Code::unknown_word, m.places.of(m.at), fmt::format("unknown word `{}`", source_text(m)), hint);
  }
  return diagnostic(type == P::OTHER ? Code::unexpected_character : Code::unexpected_token, m.places.of(m.at),
                    found(m), common.empty() ? hint_expected(m.expected) : common);
}

Diagnostic describe_late_part(const Mistake& m, Span first, bool twice) {
  if (!twice) {
    return diagnostic(Code::unexpected_token, m.places.of(m.at), fmt::format("{} stands too late", found_word(m)),
                      "the order is: key, `every`, `starting`, `then every`, `as`, `at time zone`, `modulus`");
  }
  Diagnostic d = diagnostic(Code::duplicate_clause, m.places.of(m.at),
                            fmt::format("{} stands twice in this head", found_word(m)), "leave one of them");
  d.others.push_back({first, "it stands here already"});
  return d;
}

// --- Blocks
// -------------------------------------------------------------------------------------------------------------

const std::vector<std::size_t>& clause_starts(std::size_t block_rule) {
  static const std::vector<std::size_t> file{P::PSCHEMA, P::TIME, P::POLICY, P::TABLE};
  static const std::vector<std::size_t> table{P::PARTITION, P::IN, P::LEAVES, P::CONVERT, P::HISTORY};
  static const std::vector<std::size_t> level{P::CREATE, P::KEEP,    P::DETACH, P::DROP,   P::POLICY,
                                              P::NAMED,  P::DEFAULT, P::GROUP,  P::LEAVES, P::PARTITION};
  static const std::vector<std::size_t> leaves{P::TABLESPACE, P::WITH,     P::GRANTS, P::ROW,
                                               P::REPLICA,    P::UNLOGGED, P::FOREIGN};
  switch (block_rule) {
    case P::RuleTableBlock:
      return table;
    case P::RuleLevelBlock:
      return level;
    case P::RuleLeavesBlock:
      return leaves;
    default:
      return file;
  }
}

bool starts_clause(std::size_t block_rule, std::size_t type) {
  const auto& starts = clause_starts(block_rule);
  return std::find(starts.begin(), starts.end(), type) != starts.end();
}

bool is_clause_elsewhere(std::size_t type) {
  return !starts_clause(P::RuleFile, type) &&
         (starts_clause(P::RuleTableBlock, type) || starts_clause(P::RuleLevelBlock, type) ||
          starts_clause(P::RuleLeavesBlock, type));
}

namespace {

std::string block_name(std::size_t block_rule) {
  switch (block_rule) {
    case P::RuleTableBlock:
      return "the block of a table";
    case P::RuleLevelBlock:
      return "the block of a level";
    case P::RuleLeavesBlock:
      return "`leaves { … }`";
    default:
      return "the top level of a file";
  }
}

std::vector<std::string> start_texts(std::size_t block_rule) {
  std::vector<std::string> texts;
  for (const std::size_t type : clause_starts(block_rule)) texts.push_back(keyword_text(type));
  return texts;
}

std::string hint_starts(std::size_t block_rule) {
  std::vector<std::string> items;
  for (const std::string& text : start_texts(block_rule)) items.push_back("`" + text + "`");
  if (block_rule != P::RuleFile) items.push_back("`}`");
  return "expected " + join(items);
}

/// Where a clause that begins with this word belongs, or empty.
std::string home_of(std::size_t type) {
  for (const std::size_t rule : {std::size_t{P::RuleLevelBlock}, std::size_t{P::RuleTableBlock},
                                 std::size_t{P::RuleLeavesBlock}, std::size_t{P::RuleFile}}) {
    if (starts_clause(rule, type)) return block_name(rule);
  }
  return {};
}

}  // namespace

std::string nearest_clause_start(std::size_t block_rule, std::string_view word) {
  return std::string(nearest_of(lower(word), start_texts(block_rule)));
}

std::size_t meant_clause_start(std::size_t block_rule, std::string_view word) {
  const ForeignWord* foreign = foreign_word(lower(word));
  const std::string meant = foreign != nullptr ? std::string(foreign->meant) : nearest_clause_start(block_rule, word);
  const auto& starts = clause_starts(block_rule);
  const auto found =
      std::find_if(starts.begin(), starts.end(), [&](std::size_t type) { return keyword_text(type) == meant; });
  return found == starts.end() ? 0 : *found;
}

Diagnostic describe_in_block(const Mistake& m, std::size_t block_rule) {
  const std::size_t type = m.at->getType();
  const Span span = m.places.of(m.at);
  if (type == P::SEMI) {
    return diagnostic(Code::unexpected_token, span, "unexpected `;`", "no `;` stands behind `}`, and none alone");
  }
  if (type == P::COMMA && m.before != nullptr && m.before->getType() == P::RBRACE) {
    return diagnostic(Code::unexpected_token, span, "unexpected `,`", "nothing stands behind `}`");
  }
  if (type == P::RBRACE) {
    return diagnostic(Code::unexpected_token, span, "`}` without a `{`",
                      "remove it, or look for a `}` too many above");
  }
  if (type == P::CREATE && m.after != nullptr && m.after->getType() == P::TABLE && block_rule == P::RuleFile) {
    return diagnostic(Code::clause_not_here, span, "`create table` does not stand in the top level of a file",
                      "write `table events { partition by … }`; columns stay in your own schema");
  }
  if (is_keyword(type) && !home_of(type).empty()) {
    return diagnostic(Code::clause_not_here, span,
                      fmt::format("`{}` does not stand in {}", keyword_text(type), block_name(block_rule)),
                      fmt::format("it belongs in {}; {}", home_of(type), hint_starts(block_rule)));
  }
  if (type == P::WORD) {
    const ForeignWord* foreign = foreign_word(lower(m.places.text(span)));
    const std::string near = nearest_clause_start(block_rule, m.places.text(span));
    return diagnostic(Code::unknown_word, span, fmt::format("unknown word `{}`", source_text(m)),
                      foreign != nullptr ? std::string(foreign->hint)
                      : near.empty()     ? hint_starts(block_rule)
                                         : fmt::format("did you mean `{}`?", near));
  }
  const Code code = type == P::OTHER ? Code::unexpected_character : Code::unexpected_token;
  return diagnostic(code, span, found(m), hint_starts(block_rule));
}

}  // namespace pschema
