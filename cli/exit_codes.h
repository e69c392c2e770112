// What the exit status of pschema means (docs/commands.md).
#pragma once

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

}  // namespace pschema
