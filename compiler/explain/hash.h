// PostgreSQL's hash partitioning, for the types whose hash can be worked out without a server: Bob Jenkins' lookup3
// over the value's bytes (src/common/hashfn.c and partbounds.c say how it is seeded and combined).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pschema {

/// The extended hash of a value, seeded as partitions are; nullopt for a type that is not known here, and for a text
/// that is no value of it. `sql_type` is format_type's text. Of text it holds for deterministic collations.
std::optional<std::uint64_t> partition_hash(std::string_view sql_type, std::string_view value);

/// The hashes of a key's columns as one; NULLs are left out.
std::uint64_t combined_hash(const std::vector<std::uint64_t>& hashes);

}  // namespace pschema
