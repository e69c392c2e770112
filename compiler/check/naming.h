// `named '…'`: templates, their defaults, and whether they give each member of a level a name of its own.
#pragma once

#include <optional>

#include "base/diagnostic.h"
#include "check/head.h"
#include "model/schema.h"
#include "syntax/ast.h"

namespace pschema {

/// Splits `{table}_{yyyy}` into its parts; `{{` and `}}` are braces. PS2025.
std::optional<NameTemplate> parse_template(const ast::Text& text, Diagnostics& diagnostics);

/// The value of an option of a foreign table, in which `{name}` alone is a placeholder. PS2025.
std::optional<OptionValue> parse_option_value(const ast::Text& text, Diagnostics& diagnostics);

/// What language.md, Levels, gives a level without `named`.
NameTemplate default_template(const LevelBy& by);

/// PS2025 for a placeholder that a member of this level has no value for; PS2026 where two members, or members of two
/// parents, would share a name. `below_root`: the level has parents that differ. Without its steps windows are not
/// told apart. False where something was reported.
bool check_template(const NameTemplate& named, const LevelBy& by, bool steps_known, bool below_root,
                    Diagnostics& diagnostics);
/// The same for the name of a DEFAULT partition.
bool check_default_template(const NameTemplate& named, bool below_root, Diagnostics& diagnostics);

}  // namespace pschema
