// When a window that nobody wants yet will be wanted.
#pragma once

#include <cstdint>
#include <optional>

#include "model/schema.h"
#include "plan/lifecycle.h"

namespace pschema {

struct FirstWanted {
  std::int64_t turn = 0;   // the first place of the cursor at which it is wanted, in the unit of expires_at
  std::size_t clause = 0;  // by its number among the `create` clauses
};

/// nullopt for a window that is over, and where no clause will ever ask for it. `create next` is not counted: when
/// its condition will hold is not known.
std::optional<FirstWanted> first_wanted(const Lifecycle& lifecycle, const Axis& axis, const Cursor& cursor,
                                        const Window& w);

}  // namespace pschema
