// Wordings that people try first: what to write instead, where the list of what could stand there would not tell.
#pragma once

#include <string>

#include "syntax/mistakes.h"

namespace pschema {

/// A hint, or empty where the mistake is none of these.
std::string hint_for_common_mistake(const Mistake& mistake);
/// For a word in the place of a unit of time.
std::string hint_for_unit(std::string_view word);

}  // namespace pschema
