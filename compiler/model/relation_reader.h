// Relations and their trees out of a snapshot file.
#pragma once

#include <map>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "model/catalog.h"
#include "model/toml_input.h"

namespace pschema {

class RelationReader {
 public:
  explicit RelationReader(TomlInput& in) : in_(in) {}

  /// The root of a tree, from its [[table]] or [[orphan]], which has a name. A new tree begins with it.
  Relation root(const toml::table& table);

  /// What hangs below that root: lists by the name of their parent. Every list is reached from the root.
  std::map<QualifiedName, std::vector<Relation>> below(const toml::table& table, const Relation& root,
                                                       const std::vector<Column>& columns);

 private:
  /// A partitioned table whose list is still to be read.
  struct Parent {
    QualifiedName name;
    std::vector<KeyType> types;  // of its key's columns
  };

  void list(const toml::array& rows, const Parent& parent, std::vector<Relation>& siblings);
  bool partition(const toml::node& node, const std::vector<KeyType>& types, Relation& r);
  void unusual(const toml::table& table, Relation& r);
  bool claim(const toml::node& node, std::string_view name);
  std::optional<PartitionKey> key(const toml::table& table);

  TomlInput& in_;
  std::unordered_set<std::string_view> claimed_;                   // views of the TOML's own strings
  std::unordered_map<std::string_view, PartitionKey> known_keys_;  // a tree has few, each many times
};

}  // namespace pschema
