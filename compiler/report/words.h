// Words that several reports share.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "model/catalog.h"
#include "plan/operation.h"

namespace pschema {

/// `12 GB`: at most three digits, of powers of 1024, as pg_size_pretty means them.
std::string size_text(std::int64_t bytes);
/// `3 rows`, `at least 1000 rows`.
std::string rows_text(const Measured& measured);
/// `in one transaction`, `in several transactions`, `outside a transaction`.
std::string_view transactions_text(const Operation& operation);
/// `1 row`, `2 rows`.
std::string counted(std::size_t n, std::string_view what);
/// `[warning] gap: public.x has …`, with its line feed.
std::string finding_line(const Finding& finding);
/// `info`, `warning`.
std::string_view severity_word(FindingSeverity severity);

}  // namespace pschema
