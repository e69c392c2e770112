#include "recognise/list.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "recognise/names.h"
#include "time/key_number.h"

namespace pschema {
namespace {

using Values = std::set<std::optional<std::string>>;

std::optional<std::int64_t> whole_number(KeyType type, const std::optional<std::string>& text) {
  return text ? decode({Encoding::integer, type, {}, 22}, *text) : std::nullopt;
}

/// `100`, or `'100'::bigint` as the server prints it.
std::optional<std::int64_t> default_number(const std::string& expression) {
  const std::size_t quoted = expression.starts_with('\'') || expression.starts_with('(') ? 1 : 0;
  std::int64_t value = 0;
  const auto read = std::from_chars(expression.data() + quoted, expression.data() + expression.size(), value);
  return read.ec == std::errc() ? std::optional(value) : std::nullopt;
}

/// What a member's name has of its own.
std::string own_name(const std::string& name, const std::string& parent) {
  const std::size_t at = name.starts_with(parent) ? name.find_first_not_of("_-. ", parent.size()) : 0;
  return at == std::string::npos ? name : name.substr(at);
}

/// A name that is not given yet.
std::string unused(std::string name, std::set<std::string>& used) {
  if (name.empty()) name = "empty";
  const std::string stem = name;
  for (int i = 2; !used.insert(name).second; ++i) name = stem + "_" + std::to_string(i);
  return name;
}

}  // namespace

std::optional<std::int64_t> sliding_from(const Table& table, const std::vector<const Relation*>& branches,
                                         const Column& leading) {
  const auto current = default_number(leading.default_expression);
  if (!current || !fits(Encoding::integer, key_type_of(leading.type))) return std::nullopt;
  std::set<std::int64_t> values;
  for (const Relation* branch : branches) {
    for (const Relation& child : children_of(table, branch->name)) {
      const auto* list = std::get_if<ListBound>(&child.bound);
      if (!list || list->values.size() != 1) return std::nullopt;
      const auto value = whole_number(key_type_of(leading.type), list->values.front());
      if (!value) return std::nullopt;
      values.insert(*value);
    }
  }
  if (values.empty()) return std::nullopt;
  const bool whole = static_cast<std::int64_t>(values.size()) - 1 == *values.rbegin() - *values.begin();
  // The default moves on with the list; a list of tenants may well have one, too.
  const bool newest = *current == *values.rbegin() || *current - 1 == *values.rbegin();
  const bool called_so = leading.name.text.find("partition") != std::string::npos;
  return whole && (newest || called_so) ? std::optional(*values.begin()) : std::nullopt;
}

CommonGroups common_groups(const Table& table, const std::vector<const Relation*>& branches) {
  std::map<Values, std::vector<const Relation*>> by_values;
  std::vector<NamedMember> names;
  std::size_t partitions = 0;
  for (const Relation* branch : branches) {
    for (const Relation& child : children_of(table, branch->name)) {
      const auto* list = std::get_if<ListBound>(&child.bound);
      if (!list) continue;
      ++partitions;
      by_values[{list->values.begin(), list->values.end()}].push_back(&child);
      names.push_back({{table.root.name.name, branch->name.name}, child.name.name, Window{}});
    }
  }
  CommonGroups result;
  const auto joint = common_joint(names);
  if (joint && *joint != "__") result.named = template_text({{Placeholder::parent, *joint, Placeholder::group}, {}});
  if (joint && joint->empty()) result.named = "{parent}{group}";
  std::set<std::string> used;
  for (const Relation& child : children_of(table, branches.front()->name)) {
    const auto* list = std::get_if<ListBound>(&child.bound);
    if (!list) continue;
    const auto& members = by_values.at({list->values.begin(), list->values.end()});
    if (members.size() < branches.size()) continue;
    std::string name = joint ? child.name.name.text.substr(branches.front()->name.name.text.size() + joint->size())
                             : own_name(child.name.name.text, branches.front()->name.name.text);
    if (!joint && list->values.size() == 1) name = list->values.front().value_or("null");
    result.groups.push_back({unused(name, used), list->values, members});
  }
  result.others = partitions - result.groups.size() * branches.size();
  return result;
}

}  // namespace pschema
