// What a change of the schema takes away: from two schemas the changes after which a database keeps less, or for a
// shorter time, or gets partitions of another shape. Compared is what the schemas mean, so that moving a clause into
// a policy is no change. What only adds is not told.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"
#include "base/span.h"
#include "model/catalog.h"
#include "model/schema.h"

namespace pschema {

// PSCHEMA_BREAK(name, what happens to the database). The names are stable; each has an example in tests/breaking.
#define PSCHEMA_BREAKS(PSCHEMA_BREAK)                                                                              \
  PSCHEMA_BREAK(table_removed, "its partitions are not created, detached or dropped any more")                     \
  PSCHEMA_BREAK(schema_changed, "new partitions are made in another schema; those that exist stay where they are") \
  PSCHEMA_BREAK(strategy_changed,                                                                                  \
                "what is partitioned otherwise cannot be changed in place: the root is refused, "                  \
                "partitions below it are left and reported")                                                       \
  PSCHEMA_BREAK(key_changed,                                                                                       \
                "what is partitioned by another key cannot be changed in place: the root is refused, "             \
                "partitions below it are left and reported")                                                       \
  PSCHEMA_BREAK(level_added, "partitions that exist stay plain tables; only new ones are split")                   \
  PSCHEMA_BREAK(level_removed, "partitions that exist stay split; only new ones are plain tables")                 \
  PSCHEMA_BREAK(grid_moved,                                                                                        \
                "partitions that lie in one new window expire by their own end; the others are kept and "          \
                "reported, and hold back the windows that they overlap")                                           \
  PSCHEMA_BREAK(zone_changed,                                                                                      \
                "windows begin at other instants; partitions that are no window any more are kept and "            \
                "reported, and hold back the windows that they overlap")                                           \
  PSCHEMA_BREAK(encoding_changed, "the bounds of partitions that exist are read as other instants, or not at all") \
  PSCHEMA_BREAK(modulus_changed, "hash sets that exist keep their modulus; only new ones have the new one")        \
  PSCHEMA_BREAK(names_changed, "new partitions get other names; those that exist keep theirs")                     \
  PSCHEMA_BREAK(group_removed, "its partition is left and reported, and nothing below it is created or retired")   \
  PSCHEMA_BREAK(group_values_changed, "the group's partition is held until its values are those of the group")     \
  PSCHEMA_BREAK(default_removed, "the DEFAULT partition is left as it is; where there is none, inserts fail")      \
  PSCHEMA_BREAK(retention_shortened, "windows are retired earlier")                                                \
  PSCHEMA_BREAK(keep_removed, "windows that only this clause kept are retired")                                    \
  PSCHEMA_BREAK(hold_removed, "windows that were held are retired once no other clause keeps them")                \
  PSCHEMA_BREAK(create_shortened, "windows are made later: until then inserts into them fail, or go into DEFAULT") \
  PSCHEMA_BREAK(drop_sooner, "the rows of detached partitions are lost earlier")                                   \
  PSCHEMA_BREAK(detach_blocking, "a detach locks the whole table (ACCESS EXCLUSIVE) for a moment")                 \
  PSCHEMA_BREAK(detach_resumed, "expired partitions that `detach never` left attached are detached")               \
  PSCHEMA_BREAK(detach_limit_raised, "more partitions are detached at once before a person is asked")              \
  PSCHEMA_BREAK(detach_schema_changed, "detached partitions are put elsewhere")                                    \
  PSCHEMA_BREAK(leaves_unlogged, "the rows of new partitions do not survive a crash of the server")

enum class BreakKind {
#define PSCHEMA_BREAK(name, happens) name,
  PSCHEMA_BREAKS(PSCHEMA_BREAK)
#undef PSCHEMA_BREAK
};
std::string_view break_name(BreakKind kind);
/// What happens to the database.
std::string_view break_effect(BreakKind kind);
std::vector<BreakKind> break_kinds();

struct Broken {
  BreakKind kind;
  QualifiedName table;
  std::string change;        // what was, and what is: "`keep for 90 days` became `keep for 30 days`"
  Span place;                // in the new text, or in the old one where nothing is left of it there
  std::string windows = {};  // that it touches, as the level's axis has them; empty where that is not known
  /// In SQL spelling, sorted: those that would be retired, dropped, not made, or held, and with the old schema not.
  std::vector<std::string> partitions = {};
};

/// By table, then in the order of the levels. `texts` holds both schemas. Without a moment no window is named that
/// only a moment tells.
std::vector<Broken> breaking_changes(const Schema& before, const Schema& after, const SourceSet& texts,
                                     std::optional<Instant> at);

/// Names the partitions of a catalog that the changes touch, by planning with both schemas. What the new one retires
/// for no change that was found is added: nothing goes unsaid.
std::vector<Broken> with_partitions(std::vector<Broken> changes, const Schema& before, const Schema& after,
                                    const Catalog& catalog, Instant at);

}  // namespace pschema
