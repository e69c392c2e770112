// The first line of a relation's comment, by which pschema knows its own orphans (design.md, Migration files,
// Markers).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/name.h"
#include "model/bound.h"
#include "time/instant.h"

namespace pschema {

enum class MarkerState {
  detaching,  // written before the detach; allows nothing
  detached,   // the detach is known to have happened at `at`; alone allows a drop and a re-attach
  building,   // under construction over several transactions
  adopted,    // taken over by a person
};

/// What a marker says: `pschema: detached at 2026-10-02T03:00:00Z, NAME of PARENT FOR VALUES FROM (…) TO (…)`.
struct Marker {
  MarkerState state = MarkerState::detaching;
  Instant at;  // `detached` only; whole seconds
  QualifiedName name;
  QualifiedName parent;
  std::string bound_text;  // as the server prints it
  friend bool operator==(const Marker&, const Marker&) = default;
};

/// `, NAME of PARENT FOR VALUES …`: the part that stays while the state changes. Migration files compare with it byte
/// by byte.
std::string marker_about(const QualifiedName& name, const QualifiedName& parent, std::string_view bound_text);
std::string marker_text(const Marker& marker);

/// Reads the first line of a comment. nullopt where it is not a marker, or a damaged one (then it allows nothing).
std::optional<Marker> parse_marker(std::string_view comment);

}  // namespace pschema
