#include "check/groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/quote.h"

namespace pschema {
namespace {

std::string shown(const ast::Value& value) {
  switch (value.kind) {
    case ast::ValueKind::null:
      return "null";
    case ast::ValueKind::string:
      return "'" + printable(value.text) + "'";
    case ast::ValueKind::number:
    case ast::ValueKind::boolean:
      return value.text;
  }
  return {};
}

ListValue list_value(const ast::Value& value) {
  if (value.kind == ast::ValueKind::null) return {std::nullopt, value.span};
  return {value.text, value.span};
}

void report_twice(Code code, std::string message, Span span, Span first, Diagnostics& diagnostics) {
  Diagnostic d;
  d.code = code;
  d.message = std::move(message);
  d.span = span;
  d.others.push_back({first, "it stands here already"});
  diagnostics.add(std::move(d));
}

/// Offline, values are one where their text is: '1' and 1 end as the same in every type. `fit` compares them in the
/// column's type. The answer are the places of those that stand twice.
std::set<Span> check_values(const std::vector<const ast::Group*>& groups, Diagnostics& diagnostics) {
  std::set<Span> again;
  std::map<std::optional<std::string>, Span> seen;
  for (const ast::Group* group : groups) {
    for (const ast::Value& value : group->values) {
      const auto [first, fresh] = seen.emplace(list_value(value).text, value.span);
      if (fresh) continue;
      again.insert(value.span);
      report_twice(Code::duplicate_list_value, fmt::format("{} is a value of this list twice", shown(value)),
                   value.span, first->second, diagnostics);
    }
  }
  return again;
}

bool check_group_names(const std::vector<WrittenGroup>& groups, Diagnostics& diagnostics) {
  bool good = true;
  std::map<Identifier, Span> seen;
  for (const WrittenGroup& written : groups) {
    const auto [first, fresh] = seen.emplace(written.group.name, written.group.span);
    if (fresh) continue;
    good = false;
    report_twice(Code::duplicate_group, fmt::format("two groups are called `{}`", quote(written.group.name)),
                 written.group.span, first->second, diagnostics);
  }
  return good;
}

/// A value that stands twice is one group.
void add_each(const ast::Group& group, const std::set<Span>& again, std::vector<WrittenGroup>& out,
              Diagnostics& diagnostics) {
  for (const ast::Value& value : group.values) {
    const Identifier name{value.kind == ast::ValueKind::null ? "null" : value.text};
    if (name.text.empty()) {
      diagnostics.error(Code::bad_name, value.span, "a group cannot be named by an empty value",
                        "write it as a group of its own: group nothing in ('')");
      continue;
    }
    if (again.count(value.span) > 0) continue;
    out.push_back({ListGroup{name, {list_value(value)}, {}, value.span}, &group.block});
  }
}

}  // namespace

std::vector<WrittenGroup> check_groups(const std::vector<const ast::Group*>& groups, bool& whole,
                                       Diagnostics& diagnostics) {
  const std::set<Span> again = check_values(groups, diagnostics);
  std::vector<WrittenGroup> result;
  std::vector<WrittenGroup> named;  // the damaged ones too, as far as they have names
  for (const ast::Group* group : groups) {
    if (group->damaged) {
      whole = false;
      if (group->name) named.push_back({{group->name->value, {}, {}, group->span}, &group->block});
      continue;
    }
    if (!group->name) {
      add_each(*group, again, result, diagnostics);
      continue;
    }
    ListGroup one{group->name->value, {}, {}, group->span};
    for (const ast::Value& value : group->values) one.values.push_back(list_value(value));
    result.push_back({std::move(one), &group->block});
  }
  named.insert(named.end(), result.begin(), result.end());
  std::sort(named.begin(), named.end(),
            [](const WrittenGroup& a, const WrittenGroup& b) { return a.group.span < b.group.span; });
  if (!check_group_names(named, diagnostics)) whole = false;
  return result;
}

}  // namespace pschema
