// Values of key columns in the order of their type, as far as it is known without a server.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/bound.h"

namespace pschema {

/// Texts as the server prints values of that type. nullopt where their order is not known here: of text with letters
/// of both cases or beyond ASCII it depends on the collation.
std::optional<std::strong_ordering> compare_keys(KeyType type, const std::string& a, const std::string& b);

/// Does a range take the key? nullopt where that is not known.
std::optional<bool> range_takes(const RangeBound& bound, const std::vector<std::string>& key,
                                const std::vector<KeyType>& types);

}  // namespace pschema
