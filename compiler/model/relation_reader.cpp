#include "model/relation_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/quote.h"
#include "model/catalog_key.h"
#include "model/catalog_words.h"

namespace pschema {
namespace {

void sort_by_name(std::vector<Relation>& siblings) {
  const auto by_name = [](const Relation& a, const Relation& b) { return a.name < b.name; };
  if (!std::is_sorted(siblings.begin(), siblings.end(), by_name))
    std::sort(siblings.begin(), siblings.end(), by_name);
}

const toml::table kNothingUnusual;

}  // namespace

Relation RelationReader::root(const toml::table& table) {
  claimed_.clear();
  Relation r;
  const toml::node& name = *table.get("name");
  r.name = in_.qualified(name);
  r.bound_text = in_.string_in(table, "bound");
  if (!r.bound_text.empty()) r.bound = checked_bound(r.bound_text, {});
  unusual(table, r);
  if (!r.name.name.text.empty()) claim(name, name.ref<std::string>());
  return r;
}

std::map<QualifiedName, std::vector<Relation>> RelationReader::below(const toml::table& table, const Relation& root,
                                                                     const std::vector<Column>& columns) {
  std::map<QualifiedName, std::vector<Relation>> children;
  const toml::table* lists = in_.section_in(table, "partitions");
  if (lists == nullptr) return children;
  std::vector<Parent> open;
  const auto follow = [&](const Relation& r) {
    if (r.key) open.push_back({r.name, key_types(*r.key, columns)});
  };
  follow(root);
  std::size_t count = 1;
  for (const auto& [key, rows] : *lists) count += rows.is_array() ? rows.as_array()->size() : 0;
  claimed_.reserve(count);
  std::size_t reached = 0;
  while (!open.empty() && !in_.hopeless()) {
    const Parent parent = std::move(open.back());
    open.pop_back();
    const std::string key = quote(parent.name);
    if (!lists->contains(key)) continue;
    ++reached;
    const toml::array* rows = in_.array_in(*lists, key);
    if (rows == nullptr) continue;
    std::vector<Relation>& siblings = children[parent.name];
    list(*rows, parent, siblings);
    std::for_each(siblings.begin(), siblings.end(), follow);
  }
  if (reached == lists->size() || in_.hopeless()) return children;
  for (const auto& [key, rows] : *lists) {
    const auto name = parse_qualified_name(key.str());
    if (!name || children.count(*name) == 0 || quote(*name) != key.str())
      in_.report(key.source(), Code::bad_snapshot,
                 fmt::format("`{}` is not a partitioned table of this tree", printable(key.str())));
  }
  return children;
}

/// A big tree is mostly memory, so each relation is made where it stays.
void RelationReader::list(const toml::array& rows, const Parent& parent, std::vector<Relation>& siblings) {
  if (rows.empty()) in_.wrong(rows, "a list without a partition");
  siblings.reserve(rows.size());
  for (const toml::node& node : rows) {
    if (in_.hopeless()) return;
    if (!partition(node, parent.types, siblings.emplace_back())) siblings.pop_back();
  }
  sort_by_name(siblings);
}

/// `"name bound"`, or `["name bound", { what is unusual }]`. False where its name does not read, or is taken: such a
/// one is not followed down.
bool RelationReader::partition(const toml::node& node, const std::vector<KeyType>& types, Relation& r) {
  const toml::array* row = node.is_array() ? in_.row_of(node, 1) : nullptr;
  if (node.is_array() && row == nullptr) return false;
  const toml::node& line = row == nullptr ? node : *row->get(0);
  const std::string* text = in_.string_of(line);
  if (text == nullptr) return false;
  std::string_view bound = *text;
  std::optional<QualifiedName> name = in_.qualified_before_space(line, bound);
  if (!name) return false;
  r.name = std::move(*name);
  r.bound_text = bound;
  r.bound = checked_bound(r.bound_text, types);
  const toml::table& braces = row == nullptr ? kNothingUnusual : TomlInput::braces_of(*row, 1);
  in_.allow_only(
      braces, {"partition_by", "kind", "owner", "pending", "persistence", "tablespace", "access_method", "marker"});
  unusual(braces, r);
  return claim(line, std::string_view(*text).substr(0, text->size() - bound.size() - 1));
}

/// What the writer's unusual() writes.
void RelationReader::unusual(const toml::table& table, Relation& r) {
  if (!table.empty()) r.key = key(table);
  r.kind = catalog_words::usual_kind(r);
  if (table.empty()) return;
  if (const toml::node* node = table.get("kind")) {
    if (const auto kind = catalog_words::kind_of(in_.string_in(table, "kind")))
      r.kind = *kind;
    else
      in_.wrong(*node, "not a kind of relation");
  }
  if (const toml::node* node = table.get("persistence")) {
    if (const auto p = catalog_words::persistence_of(in_.string_in(table, "persistence")))
      r.persistence = *p;
    else
      in_.wrong(*node, "`permanent`, `unlogged` or `temporary` is wanted here");
  }
  if (const toml::node* node = table.get("marker")) {
    r.marker = parse_marker(in_.string_in(table, "marker"));
    if (!r.marker) in_.wrong(*node, "not a marker of pschema");
  }
  r.owner = in_.string_in(table, "owner");
  r.detach_pending = in_.flag_in(table, "pending");
  r.tablespace = in_.string_in(table, "tablespace");
  r.access_method = in_.string_in(table, "access_method");
}

std::optional<PartitionKey> RelationReader::key(const toml::table& table) {
  const toml::node* node = table.get("partition_by");
  const std::string* text = node == nullptr ? nullptr : in_.string_of(*node);
  if (text == nullptr) return std::nullopt;
  const auto known = known_keys_.find(*text);
  if (known != known_keys_.end()) return known->second;
  std::optional<PartitionKey> key = parse_key_text(*text);
  if (key && key_text(*key) == *text) return known_keys_.emplace(*text, std::move(*key)).first->second;
  in_.wrong(*node, fmt::format("`{}` is not a partition key: `range (column)`", printable(*text)));
  return std::nullopt;
}

/// A relation stands once in a tree. (A partition may also be a root, where a schema names it wrongly as a table.)
/// `name` is a view of the node's own string.
bool RelationReader::claim(const toml::node& node, std::string_view name) {
  if (claimed_.insert(name).second) return true;
  in_.wrong(node, fmt::format("`{}` stands twice", printable(name)));
  return false;
}

}  // namespace pschema
