// Which files a failure keeps from running. All that is known of a file is its name.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/session.h"

namespace pschema {

/// Tables that reference another by a foreign key, each as (who references, who is referenced), also through others;
/// in the form that file names give tables.
using References = std::set<std::pair<std::string, std::string>>;

/// As they are in the database now, between whole trees.
References references(Session& session);
/// Adds what follows: who references a table references what that one references.
References closed(References direct);

/// Does that failure hold the file back?
/// - The ledger's file holds back everything, and any failure holds back a file of another origin, of which nobody
///   knows what it needs.
/// - A creation holds back every file of its table, and of the tables that reference it: their new rows would find
///   nothing to point to.
/// - A move, a retirement or a drop holds back those of its table, and of the tables that it references: their old
/// rows
///   are still pointed to. It holds back no creation.
/// - A file of another origin holds back what moves, retires or drops, whatever the table.
bool holds_back(std::string_view failed, std::string_view file, const References& references);

/// The first of the failures that does.
std::optional<std::string> held_back_by(const std::vector<std::string>& failed, std::string_view file,
                                        const References& references);

}  // namespace pschema
