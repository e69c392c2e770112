#include "runtime/held_back.h"

#include <algorithm>

#include "migration/folder.h"
#include "time/instant.h"

namespace pschema {
namespace {

std::string in_file_names(std::string_view schema, std::string_view name) {
  const QualifiedName table{{std::string(schema)}, {std::string(name)}};
  return parse_file_name(file_name(Instant{}, 1, table, Phase::create)).value().table;
}

}  // namespace

References references(Session& session) {
  const Rows rows = session.query(
      "SELECT DISTINCT n.nspname, c.relname, m.nspname, d.relname FROM pg_constraint f"
      " JOIN pg_class c ON c.oid = coalesce(pg_partition_root(f.conrelid), f.conrelid)"
      " JOIN pg_namespace n ON n.oid = c.relnamespace"
      " JOIN pg_class d ON d.oid = coalesce(pg_partition_root(f.confrelid), f.confrelid)"
      " JOIN pg_namespace m ON m.oid = d.relnamespace"
      " WHERE f.contype = 'f' AND f.conparentid = 0");
  References direct;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    direct.emplace(in_file_names(rows.text(i, 0), rows.text(i, 1)), in_file_names(rows.text(i, 2), rows.text(i, 3)));
  }
  return closed(std::move(direct));
}

References closed(References direct) {
  for (bool grown = true; grown;) {
    References more = direct;
    for (const auto& [from, over] : direct) {
      for (auto to = direct.lower_bound({over, {}}); to != direct.end() && to->first == over; ++to) {
        more.emplace(from, to->second);
      }
    }
    grown = more.size() > direct.size();
    direct = std::move(more);
  }
  return direct;
}

bool holds_back(std::string_view failed, std::string_view file, const References& references) {
  const auto its = parse_file_name(failed), other = parse_file_name(file);
  if (!other || (its && its->phase == Phase::ledger)) return true;
  if (!its) return is_destructive(file);
  const bool same = its->table == other->table;
  if (!is_destructive(failed)) return same || references.count({other->table, its->table}) > 0;
  if (!is_destructive(file)) return false;
  return same || references.count({its->table, other->table}) > 0;
}

std::optional<std::string> held_back_by(const std::vector<std::string>& failed, std::string_view file,
                                        const References& references) {
  const auto by = std::find_if(failed.begin(), failed.end(),
                               [&](const std::string& f) { return holds_back(f, file, references); });
  return by == failed.end() ? std::nullopt : std::optional(*by);
}

}  // namespace pschema
