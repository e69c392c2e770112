// SQL names as values. They are never strings: text becomes SQL only in quote.h.
#pragma once

#include <compare>
#include <string>

namespace pschema {

/// PostgreSQL's NAMEDATALEN - 1: longer names are cut by the server with only a notice.
inline constexpr std::size_t kMaxNameBytes = 63;

/// One SQL name, as it stands in the catalog: unquoted, case kept, any bytes but NUL.
struct Identifier {
  std::string text;
  friend auto operator<=>(const Identifier&, const Identifier&) = default;
};

/// A relation's schema and name.
struct QualifiedName {
  Identifier schema;
  Identifier name;
  friend auto operator<=>(const QualifiedName&, const QualifiedName&) = default;
};

}  // namespace pschema
