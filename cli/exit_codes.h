// What the exit status of pschema means (docs/commands.md).
#pragma once

#include <string_view>

namespace pschema {

inline constexpr int kExitDone = 0;
inline constexpr int kExitUnexpected = 1;
inline constexpr int kExitPending = 2;
inline constexpr int kExitPerson = 3;
inline constexpr int kExitSchema = 4;
inline constexpr int kExitConnection = 5;
inline constexpr int kExitLocked = 6;
inline constexpr int kExitStep = 7;
inline constexpr int kExitEdited = 8;
inline constexpr int kExitUsage = 64;

struct ExitMeaning {
  std::string_view codes;
  std::string_view meaning;
};
inline constexpr ExitMeaning kExitMeanings[] = {
    {"0", "Done, nothing pending."},
    {"1", "Unexpected: a fault in pschema."},
    {"2", "Something is pending."},
    {"3", "A warning needs a person; files are written all the same. Outranks 2."},
    {"4", "The schema is wrong, does not fit the catalog, or an input cannot be read. Outranks 3."},
    {"5", "The database cannot be reached."},
    {"6", "Another run holds the lock."},
    {"7", "A step or a hook failed, or the budget of retries is spent."},
    {"8", "A migration file was edited, or is missing."},
    {"64", "Wrong usage."},
    {"130, 143", "Stopped by SIGINT or SIGTERM, after cleaning up."},
};

}  // namespace pschema
