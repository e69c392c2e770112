// The words of catalog.toml that stand for enumerated values; shared by its reader and its writer.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "model/catalog.h"

namespace pschema::catalog_words {

inline constexpr int kFormat = 2;

inline constexpr std::array kKinds = {
    RelationKind::table, RelationKind::partitioned_table, RelationKind::foreign_table,
    RelationKind::view,  RelationKind::materialized_view, RelationKind::sequence,
    RelationKind::index, RelationKind::composite_type,    RelationKind::type};

inline std::optional<RelationKind> kind_of(std::string_view word) {
  for (const RelationKind kind : kKinds) {
    if (relation_kind_text(kind) == word) return kind;
  }
  return std::nullopt;
}

inline std::string_view persistence_word(Persistence p) {
  switch (p) {
    case Persistence::permanent:
      return "permanent";
    case Persistence::unlogged:
      return "unlogged";
    case Persistence::temporary:
      return "temporary";
  }
  return {};
}

inline std::optional<Persistence> persistence_of(std::string_view word) {
  for (const Persistence p : {Persistence::permanent, Persistence::unlogged, Persistence::temporary}) {
    if (persistence_word(p) == word) return p;
  }
  return std::nullopt;
}

/// The kind that is not written: partitioned where there is a key.
inline RelationKind usual_kind(const Relation& relation) {
  return relation.key ? RelationKind::partitioned_table : RelationKind::table;
}

}  // namespace pschema::catalog_words
