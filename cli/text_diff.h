// What differs between two texts, as `diff -u` shows it.
#pragma once

#include <string>
#include <string_view>

namespace pschema {

/// Empty where they are the same. Three lines around each difference; `\ No newline at end of file` where that is so.
/// `patch` and `git apply` take it.
std::string unified_diff(std::string_view before, std::string_view after, const std::string& name_before,
                         const std::string& name_after);

}  // namespace pschema
