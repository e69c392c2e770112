// The template that the names of a level's partitions follow.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "plan/naming.h"
#include "recognise/shape.h"

namespace pschema {

/// A partition whose name is looked at: where it belongs, what it is called, and what it is.
struct NamedMember {
  MemberOf of;
  Identifier name;
  std::variant<Window, HashBound> is;
};

struct RecognisedNames {
  std::string named;         // empty: the default template
  std::size_t matching = 0;  // of the members' names
};

/// The template that most of the names follow, the default one where it serves as well. At most half of them may
/// differ, else it is the default one all the same, with as many as match that.
RecognisedNames recognise_names(const LevelBy& by, const Axis& axis, const std::vector<NamedMember>& members,
                                bool below_root);

/// What stands between the parent's name and a member's own, where that is so for all: `__`, `_p_`.
std::optional<std::string> common_joint(const std::vector<NamedMember>& members);

/// The template of a DEFAULT partition; empty where it bears the name that it would get, nullopt where its name holds
/// neither the parent's nor the table's.
std::optional<std::string> default_partition_name(const MemberOf& of, const Identifier& name);

}  // namespace pschema
