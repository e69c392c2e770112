// From name templates to names.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/name.h"
#include "model/schema.h"

namespace pschema {

/// What a member of a level is, for its name.
struct MemberOf {
  Identifier table;   // the root's bare name
  Identifier parent;  // the bare name of the member above
};

Identifier window_name(const NameTemplate& named, const MemberOf& of, const TimeAxis& axis, Window w);
Identifier bucket_name(const NameTemplate& named, const MemberOf& of, const HashBound& bucket);
Identifier group_name(const NameTemplate& named, const MemberOf& of, const ListGroup& group);
/// `{parent}__default` where the schema names none.
Identifier default_name(const DefaultPartition& partition, const MemberOf& of);

/// `2026-08-24 to 2026-08-31`, in the axis' zone.
std::string window_text(const TimeAxis& axis, Window w);

}  // namespace pschema
