// Values of lists in the type of the column that they are compared in.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "time/encoding.h"
#include "time/zone.h"

namespace pschema {

/// A value as PostgreSQL prints it in a bound of a column of that type (`format_type`'s text), under the pinned
/// settings and without quotes. An instant without an offset is local to `zone`. nullopt where the value does not fit
/// the type, or would be changed by more than its spelling (a fraction in an integer, a time of day in a date). Of a
/// type that is not known here the text itself.
std::optional<std::string> list_value_text(std::string_view sql_type, const Zone& zone, std::string_view written);

/// May two texts be one value of that type, in a way that is not known here (`10:00` and `10:00:00` of a time)?
bool has_other_spellings(std::string_view sql_type);

/// Equal for two texts of the server that are one value: `1.5` and `1.50` of a numeric column.
std::string comparable_value(KeyType type, std::string_view server_text);
std::optional<std::string> comparable_value(KeyType type, const std::optional<std::string>& server_text);

}  // namespace pschema
