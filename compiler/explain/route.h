// Which partition a row goes to, by the bounds of the catalog, and why none where there is none. Pure; for hash
// levels whose type's hash is not known here a function of the caller asks the server.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "explain/explain.h"

namespace pschema {

/// What a user says of a row: values in the order in which key columns are asked for, or by column.
struct RowKey {
  std::vector<std::string> in_order;
  std::map<Identifier, std::string> by_column;
};
/// `col=value` is by column where the table has one of that name. `null` is NULL, and 'null' in quotes a text.
RowKey row_key(const std::vector<std::string>& words, const Table& table);

/// A column with its value as the server prints it; nullopt is NULL.
struct KeyValue {
  Column column;
  std::optional<std::string> value;
};

/// The place in `buckets` of the one that takes a row; nullopt where that is not known.
using BucketTest = std::function<std::optional<std::size_t>(const Relation& parent, const std::vector<KeyValue>& key,
                                                            const std::vector<const Relation*>& buckets)>;

enum class Routed {
  partition,       // `to` takes it
  one_of,          // one of several buckets, which is not known
  expired,         // its window is over and gone
  not_created,     // its window is not there yet, and a clause will ask for it
  never_created,   // no clause asks for its window
  not_uuidv7,      // and no window is at what its first bits say
  null_key,        // fits no bound
  no_group,        // its value is in no list partition
  missing_bucket,  // a hash partition is missing
  detach_pending,  // the partition is half detached, and lets nothing in
  not_known,       // the bounds cannot be compared with it here
};
std::string_view routed_name(Routed routed);

struct RouteStep {
  QualifiedName partition;
  std::string why;            // `2026-08-24 to 2026-08-31`, `bucket 1 of 2`, `default partition`
  std::optional<Span> level;  // that divides the table above it
};

struct Route {
  Routed end = Routed::partition;
  std::vector<RouteStep> steps;         // from the root down
  std::vector<QualifiedName> one_of;    // the buckets, of which one takes it
  QualifiedName below;                  // the last table on the way: whose partition is sought, or that takes the row
  std::string reason;                   // why it goes no further; empty where it arrived
  std::vector<Fact> facts;              // about the window that is not there
  std::vector<std::string> notes = {};  // what makes the answer less sure
};

/// What the user said cannot be a row's key: the text says what and why.
struct BadKey {
  std::string what;
};

std::variant<Route, BadKey> route(const Situation& situation, const TableSchema& schema, const RowKey& key,
                                  const BucketTest& server);

}  // namespace pschema
