#include "syntax/common_mistakes.h"

#include <fmt/format.h>

#include "PschemaParser.h"
#include "base/quote.h"
#include "syntax/words.h"

namespace pschema {
namespace {

using P = pschema_grammar::PschemaParser;

bool has(const Mistake& m, std::size_t type) { return m.expected.contains(type); }
std::string text_of(const Mistake& m, const antlr4::Token* token) {
  return printable(m.places.text(m.places.of(token)));
}
bool is_plural_unit(std::size_t type) {
  return type == P::MINUTES || type == P::HOURS || type == P::DAYS || type == P::WEEKS || type == P::MONTHS ||
         type == P::QUARTERS || type == P::YEARS;
}

std::string in_encoding(const Mistake& m) {
  if (has(m, P::MILLISECONDS) && m.before != nullptr && m.before->getType() == P::EPOCH)
    return "say what the column counts: `seconds`, `milliseconds`, `microseconds` or `nanoseconds`";
  return {};
}

std::string in_detach(const Mistake& m) {
  switch (m.at->getType()) {
    case P::AFTER:
    case P::FOR:
    case P::WHEN:
    case P::INTEGER:
    case P::IMMEDIATELY:
      return "when a window expires is said by `keep`; it is detached in the next run after that";
    case P::TO:
      return "write `detach into schema archive`";
    default:
      return {};
  }
}

std::string in_drop(const Mistake& m) {
  if (m.at->getType() == P::AFTER) return "write `drop 7 days after detach`";
  const bool behind_a_length = has(m, P::AFTER) && m.before != nullptr;
  return behind_a_length ? "a grace counts from the detach: write `… after detach`" : std::string();
}

/// `current and 1 week after`, `current + 1`.
std::string in_current(const Mistake& m) {
  if (has(m, P::BEFORE) && m.before != nullptr) {
    return fmt::format(
        "windows are counted, or what the unit behind `current` says: `create … and {0} after`, "
        "`keep … and {0} before`",
        text_of(m, m.before));
  }
  const bool plus = m.at->getType() == P::OTHER && text_of(m, m.at) == "+";
  if (!plus || !has(m, P::AND)) return {};
  return m.rule == P::RuleKeepBody || m.rule == P::RuleKeep ? "write `current and 1 before`"
                                                            : "write `current and 1 after`";
}

std::string in_body(const Mistake& m) {
  const std::size_t type = m.at->getType();
  if (m.rule == P::RuleKeepBody && type == P::ALL && has(m, P::FOREVER)) return "write `keep forever`";
  if (m.rule == P::RuleCreateBody && type == P::DEFAULT && has(m, P::NEVER)) return "write `default;` alone";
  return in_current(m);
}

std::string in_head(const Mistake& m) {
  const std::size_t type = m.at->getType();
  if (is_plural_unit(type) && has(m, P::MONTH) && has(m, P::VALUE)) {
    const std::string text = text_of(m, m.at);
    return fmt::format("write `every {}`", text.substr(0, text.size() - 1));
  }
  if (type == P::EACH && has(m, P::EVERY)) return "write `every`";
  if (type == P::TIME && has(m, P::AT)) return "write `at time zone 'Europe/Berlin'`";
  const bool zone = m.before != nullptr && m.before->getType() == P::AT && has(m, P::TIME);
  return zone ? "write `at time zone 'Europe/Berlin'`; where windows begin is said by `starting`" : std::string();
}

}  // namespace

std::string hint_for_common_mistake(const Mistake& m) {
  if (m.before != nullptr && m.before->getType() == P::DEFAULT && m.at->getType() == P::PARTITION)
    return "write `default;`: the word alone is the DEFAULT partition";
  if (m.before != nullptr && m.before->getType() == P::SNOWFLAKE && has(m, P::STRING))
    return "say when the ids begin to count: `as snowflake '2010-11-04T01:42:54.657Z'`";
  switch (m.rule) {
    case P::RuleEncodingName:
      return in_encoding(m);
    case P::RuleDetachBody:
    case P::RuleDetach:
      return in_detach(m);
    case P::RuleDropBody:
    case P::RuleDrop:
    case P::RuleDuration:
      return in_drop(m);
    case P::RuleCreateBody:
    case P::RuleCreate:
    case P::RuleKeepBody:
    case P::RuleKeep:
    case P::RuleDirection:
      return in_body(m);
    default:
      return in_head(m);
  }
}

std::string hint_for_unit(std::string_view word) {
  if (word == "windows" || word == "window" || word == "partitions" || word == "partition")
    return "windows are counted from the current one: `current and 3 before`, `current and 3 after`";
  if (word == "seconds" || word == "second") return "the shortest unit is a minute";
  return {};
}

}  // namespace pschema
