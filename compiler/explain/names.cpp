#include "explain/names.h"

#include <algorithm>

#include "base/quote.h"
#include "model/facts.h"
#include "plan/cursor.h"
#include "plan/naming.h"

namespace pschema {
namespace {

/// As many windows before and after the current one are looked at by name.
constexpr int kNear = 520;

void add_children(const std::map<QualifiedName, std::vector<Relation>>& children, std::vector<QualifiedName>& names) {
  for (const auto& [parent, list] : children) {
    for (const Relation& child : list) names.push_back(child.name);
  }
}

}  // namespace

std::vector<QualifiedName> known_names(const Catalog& catalog) {
  std::vector<QualifiedName> names;
  for (const auto& [name, table] : catalog.tables) {
    names.push_back(name);
    add_children(table.children, names);
  }
  for (const auto& [name, orphan] : catalog.orphans) {
    names.push_back(name);
    add_children(orphan.children, names);
  }
  return names;
}

std::vector<QualifiedName> meant_by(std::string_view text, const std::vector<QualifiedName>& names) {
  std::vector<QualifiedName> meant;
  const auto take = [&](const auto& matches) {
    if (!meant.empty()) return;
    for (const QualifiedName& name : names) {
      if (matches(name) && std::find(meant.begin(), meant.end(), name) == meant.end()) meant.push_back(name);
    }
  };
  const auto qualified = parse_qualified_name(text);
  const auto bare = parse_identifier(text);
  take([&](const QualifiedName& name) { return qualified && name == *qualified; });
  take([&](const QualifiedName& name) { return bare && name.name == *bare; });
  // A name in capitals that was not quoted.
  take([&](const QualifiedName& name) { return name.schema.text + "." + name.name.text == text; });
  take([&](const QualifiedName& name) { return name.name.text == text; });
  return meant;
}

std::vector<FutureWindow> windows_near(const Schema& fitted, const Catalog& catalog, Instant now) {
  std::vector<FutureWindow> found;
  for (const TableSchema& schema : fitted.tables) {
    const Table& table = catalog.tables.at(schema.name);
    each_branch(schema, table, [&](const Level& level, const Relation& branch) {
      const auto keys = range_axis(level, table);
      if (!keys) return;
      const Cursor cursor = cursor_of(catalog, table, level, branch.name, now);
      const auto current = window_at(keys->axis, cursor.position);
      if (!current) return;
      std::optional<Window> w = advance(keys->axis, *current, -kNear);
      for (int i = 0; i <= 2 * kNear && w; ++i, w = next(keys->axis, *w)) {
        const MemberOf of{schema.name.name, branch.name.name};
        const Identifier name = window_name(level.named, of, keys->axis, *w);
        found.push_back({schema.name, branch.name, {schema.in_schema.value_or(branch.name.schema), name}, *w});
      }
    });
  }
  return found;
}

}  // namespace pschema
