#include "recognise/names.h"

#include <algorithm>
#include <map>

#include "base/overloaded.h"
#include "check/naming.h"

namespace pschema {
namespace {

/// Placeholders that may stand next, in the order in which they are tried.
using Next = std::vector<Placeholder>;

Next after(const std::optional<Placeholder>& last, const LevelBy& by) {
  using P = Placeholder;
  if (std::holds_alternative<IntegerRange>(by)) return last ? Next{} : Next{P::start};
  if (std::holds_alternative<SlidingList>(by)) return last ? Next{} : Next{P::value};
  if (std::holds_alternative<HashBuckets>(by)) return last ? Next{} : Next{P::remainder};
  const auto* time = std::get_if<TimeRange>(&by);
  if (!time) return {};
  if (!last) {
    const bool weeks = time->axis.segments.back().step.unit == TimeUnit::week;
    return weeks ? Next{P::start, P::iyyy, P::yyyy} : Next{P::start, P::yyyy};
  }
  switch (*last) {
    case P::yyyy:
      return {P::mm, P::q};
    case P::mm:
      return {P::dd};
    case P::dd:
      return {P::hh};
    case P::hh:
      return {P::mi};
    case P::iyyy:
      return {P::ww};
    default:
      return {};
  }
}

Identifier name_by(const NameTemplate& named, const NamedMember& member, const Axis& axis) {
  return std::visit(Overloaded{[&](const Window& w) { return window_name(named, member.of, axis, w); },
                               [&](const HashBound& bucket) { return bucket_name(named, member.of, bucket); }},
                    member.is);
}

std::string value_of(Placeholder p, const NamedMember& member, const Axis& axis) {
  return name_by({{p}, {}}, member, axis).text;
}

void add_text(NameTemplate& named, char c) {
  auto* text = named.parts.empty() ? nullptr : std::get_if<std::string>(&named.parts.back());
  if (text) {
    *text += c;
  } else {
    named.parts.emplace_back(std::string(1, c));
  }
}

bool digit(char c) { return c >= '0' && c <= '9'; }

/// A quarter is one digit, and may only be read where a letter before it says so.
bool may_stand(Placeholder p, const std::string& name, std::size_t at) {
  return p != Placeholder::q || (at > 0 && (name[at - 1] == 'q' || name[at - 1] == 'Q'));
}

/// The member's name as a template: whose name it begins with, then its parts in their order.
NameTemplate template_of(const NamedMember& member, const LevelBy& by, const Axis& axis) {
  NameTemplate named;
  const std::string& name = member.name.text;
  std::size_t at = 0;
  for (const auto& [p, prefix] : {std::pair{Placeholder::parent, &member.of.parent.text},
                                  std::pair{Placeholder::table, &member.of.table.text}}) {
    if (!name.starts_with(*prefix) || prefix->empty()) continue;
    named.parts.emplace_back(p);
    at = prefix->size();
    break;
  }
  std::optional<Placeholder> last;
  while (at < name.size()) {
    const Next next = after(last, by);
    const auto found = std::find_if(next.begin(), next.end(), [&](Placeholder p) {
      const std::string value = value_of(p, member, axis);
      const bool whole = name.compare(at, value.size(), value) == 0;
      // A number as a whole, not the beginning of a longer one.
      const bool number = !std::holds_alternative<TimeRange>(by);
      const std::size_t end = at + value.size();
      return whole && may_stand(p, name, at) && !(number && end < name.size() && digit(name[end])) &&
             !(number && at > 0 && digit(name[at - 1]));
    });
    if (found == next.end()) {
      add_text(named, name[at++]);
      continue;
    }
    named.parts.emplace_back(*found);
    last = *found;
    at += value_of(*found, member, axis).size();
  }
  return named;
}

std::size_t matching(const NameTemplate& named, const Axis& axis, const std::vector<NamedMember>& members) {
  return static_cast<std::size_t>(std::count_if(
      members.begin(), members.end(), [&](const NamedMember& m) { return name_by(named, m, axis) == m.name; }));
}

}  // namespace

RecognisedNames recognise_names(const LevelBy& by, const Axis& axis, const std::vector<NamedMember>& members,
                                bool below_root) {
  RecognisedNames result{{}, matching(default_template(by), axis, members)};
  // Each template once: partitions of one level mostly share it.
  std::map<std::string, std::size_t> seen;
  for (const NamedMember& member : members) {
    if (result.matching * 2 > members.size() && result.named.empty()) return result;
    const NameTemplate named = template_of(member, by, axis);
    const std::string text = template_text(named);
    if (seen.size() > 20 || !seen.emplace(text, 0).second) continue;
    Diagnostics ignored;
    if (!check_template(named, by, true, below_root, ignored)) continue;
    const std::size_t count = matching(named, axis, members);
    if (count > result.matching && count * 2 >= members.size()) result = {text, count};
  }
  return result;
}

std::optional<std::string> common_joint(const std::vector<NamedMember>& members) {
  std::optional<std::string> joint;
  for (const NamedMember& member : members) {
    const std::string& parent = member.of.parent.text;
    if (!member.name.text.starts_with(parent)) return std::nullopt;
    const std::string rest = member.name.text.substr(parent.size());
    const std::size_t end = std::min(rest.find_first_not_of("_-. "), rest.size());
    const std::string own = rest.substr(0, end);
    if (end == rest.size() || (joint && *joint != own)) return std::nullopt;
    joint = own;
  }
  return joint;
}

std::optional<std::string> default_partition_name(const MemberOf& of, const Identifier& name) {
  if (name.text == of.parent.text + "__default") return std::string();
  for (const auto& [p, prefix] :
       {std::pair{Placeholder::parent, &of.parent.text}, std::pair{Placeholder::table, &of.table.text}}) {
    if (!name.text.starts_with(*prefix)) continue;
    NameTemplate named{{p}, {}};
    const std::string rest = name.text.substr(prefix->size());
    if (rest.empty()) continue;
    named.parts.emplace_back(rest);
    return template_text(named);
  }
  return std::nullopt;
}

}  // namespace pschema
