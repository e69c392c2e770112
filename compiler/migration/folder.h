// The folder of migration files as a value, and the names in it (design.md, Migration files, Names).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/name.h"
#include "time/instant.h"

namespace pschema {

struct MigrationFile {
  std::string name;  // without .sql: the version
  std::string text;
};

struct Folder {
  std::vector<MigrationFile> files;     // by name, bytewise: the order in which they run
  std::optional<std::string> sum_text;  // of pschema.sum
};

inline constexpr std::string_view kSumFileName = "pschema.sum";
inline constexpr std::string_view kLedgerFileName = "00000000000000_0000_pschema_ledger";  // without .sql

enum class Phase { ledger, baseline, create, move, adopt, retire, drop };
std::string_view phase_word(Phase phase);  // "create"

/// Files that `pschema maintain` makes and runs at once, and that no folder has: their names begin with this.
inline constexpr std::string_view kMaintainPrefix = "maintain_";
bool is_of_maintain(std::string_view name);

/// May a file of that name lose sight of rows, or data? All but those that say at the end of their name that they
/// only create. So a file of another origin needs the same permission as one that drops.
bool is_destructive(std::string_view name);
/// Likewise one of ours, by what it holds.
bool is_destructive(Phase phase);

struct FileName {
  Instant moment;  // whole seconds, UTC
  int ordinal = 1;
  std::string table;  // as it stands in the name
  Phase phase = Phase::create;
  bool of_maintain = false;
  friend bool operator==(const FileName&, const FileName&) = default;
};

/// `20260828100000_0001_public.issue_events_create`, without .sql. The table's bytes outside A-Za-z0-9_.- stand as
/// %XX; more than 200 of them are cut and end in a hash of the whole. Fractions of a second are cut off. Years 0 to
/// 9999, ordinals 0 to 9999.
std::string file_name(Instant moment, int ordinal, const QualifiedName& table, Phase phase);

/// nullopt for a name of another form. What stands behind `maintain_` is read as any other name.
std::optional<FileName> parse_file_name(std::string_view name);

struct FileMoment {
  Instant moment;
  int ordinal = 1;
  friend bool operator==(const FileMoment&, const FileMoment&) = default;
};

/// Where the next file goes: at the moment of the plan, or at the newest file's if that is later, with the next free
/// ordinal of that moment (after 9999 the next second begins). So it sorts behind all files of our form. Those of
/// `maintain` and those of folders do not count for each other: no night moves the next file of a repository.
FileMoment next_file_moment(const Folder& folder, Instant plan_moment, bool of_maintain = false);

}  // namespace pschema
