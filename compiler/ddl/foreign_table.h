// CREATE FOREIGN TABLE, both ways. Internal to ddl/.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "ddl/statement.h"

namespace pschema {

/// Without its semicolon.
std::string foreign_table_text(const CreateForeignTable& create);

/// `node` is the grammar's CreateForeignTableStmt of `text`. nullopt where the text is not the one that we would
/// write.
std::optional<CreateForeignTable> foreign_table_of(const nlohmann::json& node, std::string_view text);

}  // namespace pschema
