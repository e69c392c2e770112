#include "model/clause_text.h"

#include <fmt/format.h>

#include "base/overloaded.h"
#include "base/quote.h"
#include "model/condition.h"
#include "time/step.h"

namespace pschema {
namespace {

std::string place_text(const AxisPlace& place) {
  return std::visit(Overloaded{[](const Moment& moment) {
                                 return fmt::format("'{}'", moment.absolute ? format_utc(*moment.absolute)
                                                                            : format_short(moment.local));
                               },
                               [](std::int64_t number) { return std::to_string(number); }},
                    place.value);
}

/// `month`, without a count.
std::string unit_text(TimeUnit unit) { return format_span({1, unit}).substr(2); }

/// `current year and 2 after`.
std::string current_text(const std::optional<TimeUnit>& unit, std::int64_t count, std::string_view direction) {
  std::string text = "current";
  if (unit) text += " " + unit_text(*unit);
  if (count > 0) text += fmt::format(" and {} {}", count, direction);
  return text;
}

}  // namespace

std::string clause_text(const CreateClause& clause) {
  return "create " + std::visit(Overloaded{
                                    [](const CreateCurrent& c) { return current_text(c.unit, c.after, "after"); },
                                    [](const CreateAhead& c) { return "ahead " + format_span(c.ahead); },
                                    [](const CreateFrom& c) {
                                      return "from " + place_text(c.from) +
                                             (c.to ? " to " + place_text(*c.to) : std::string());
                                    },
                                    [](const CreateUntil& c) { return "until " + place_text(c.until); },
                                    [](const CreateNext& c) { return "next when " + condition_text(c.when); },
                                },
                                clause.is);
}

std::string clause_text(const KeepClause& clause) {
  std::string text =
      std::visit(Overloaded{
                     [](const KeepCurrent& k) { return " " + current_text(k.unit, k.before, "before"); },
                     [](const KeepFor& k) { return " for " + format_span(k.age); },
                     [](const KeepBehind& k) { return fmt::format(" behind {}", k.distance); },
                     [](const KeepWhile&) { return std::string(); },
                     [](const KeepFromTo& k) { return " from " + place_text(k.from) + " to " + place_text(k.to); },
                     [](const KeepForever&) { return std::string(" forever"); },
                 },
                 clause.is);
  if (clause.only_while) text += " while " + condition_text(*clause.only_while);
  return "keep" + text;
}

std::string clause_text(const DetachClause& clause) {
  std::string text = "detach";
  switch (clause.mode) {
    case DetachMode::automatic:
      break;
    case DetachMode::concurrently:
      text += " concurrently";
      break;
    case DetachMode::blocking:
      text += " blocking";
      break;
    case DetachMode::never:
      return text + " never";
  }
  if (clause.into_schema) text += " into schema " + quote(*clause.into_schema);
  return text;
}

std::string clause_text(const DropClause& clause) {
  std::string text = std::visit(
      Overloaded{
          [](const DropNever&) { return std::string("drop never"); },
          [](const DropAfterDetach& d) { return fmt::format("drop {} after detach", format_span(d.grace)); },
          [](const DropImmediately&) { return std::string("drop immediately"); },
      },
      clause.is);
  if (clause.when) text += " when " + condition_text(*clause.when);
  return text;
}

std::string group_text(const ListGroup& group) {
  constexpr std::size_t kMost = 4;
  std::string text = fmt::format("group {} in (", quote(group.name));
  for (std::size_t i = 0; i < group.values.size(); ++i) {
    if (i > 0) text += ", ";
    if (i == kMost) {
      text += "…";
      break;
    }
    text += group.values[i].text ? quote_literal(*group.values[i].text) : "null";
  }
  return text + ")";
}

}  // namespace pschema
