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

Identifier window_name(const NameTemplate& named, const MemberOf& of, const Axis& axis, Window w);
Identifier bucket_name(const NameTemplate& named, const MemberOf& of, const HashBound& bucket);
Identifier group_name(const NameTemplate& named, const MemberOf& of, const ListGroup& group);
/// `{parent}__default` where the schema names none.
Identifier default_name(const DefaultPartition& partition, const MemberOf& of);

/// One end of a window: `2026-08-24`, `10000`.
std::string position_text(const Axis& axis, std::int64_t position);
/// `2026-08-24 to 2026-08-31`, in the axis' zone; `10000 to 20000`.
std::string window_text(const Axis& axis, Window w);

}  // namespace pschema
