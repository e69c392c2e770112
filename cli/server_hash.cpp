#include "cli/server_hash.h"

#include <fmt/format.h>

#include "base/quote.h"
#include "cli/inputs.h"
#include "runtime/session.h"

namespace pschema {

BucketTest bucket_test(const std::string& dsn) {
  return [dsn](const Relation& parent, const std::vector<KeyValue>& key,
               const std::vector<const Relation*>& buckets) -> std::optional<std::size_t> {
    std::string values;
    for (const KeyValue& k : key)
      values += fmt::format(", {}::{}", k.value ? quote_literal(*k.value) : "NULL", k.column.type);
    std::string tests;
    for (const Relation* bucket : buckets) {
      const auto& bound = std::get<HashBound>(bucket->bound);
      tests += fmt::format("{}pg_catalog.satisfies_hash_partition({}::pg_catalog.regclass, {}, {}{})",
                           tests.empty() ? "" : ", ", quote_literal(quote(parent.name)), bound.modulus,
                           bound.remainder, values);
    }
    if (tests.empty()) return buckets.size();
    Session session = Session::connect(dsn);
    session.query("SET lock_timeout = '3s'");
    const Rows rows = read_only(session, "READ COMMITTED", [&] { return session.query("SELECT " + tests); });
    for (std::size_t i = 0; i < buckets.size(); ++i) {
      if (rows.is_true(0, i)) return i;
    }
    return buckets.size();
  };
}

}  // namespace pschema
