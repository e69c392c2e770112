#include "explain/route.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/overloaded.h"
#include "base/quote.h"
#include "explain/compare.h"
#include "explain/facts.h"
#include "explain/hash.h"
#include "explain/locate.h"
#include "model/list_value.h"
#include "plan/cursor.h"
#include "plan/fit.h"
#include "plan/naming.h"
#include "plan/planner.h"

namespace pschema {

std::string_view routed_name(Routed routed) {
  switch (routed) {
    case Routed::partition:
      return "partition";
    case Routed::one_of:
      return "one_of";
    case Routed::expired:
      return "expired";
    case Routed::not_created:
      return "not_created";
    case Routed::never_created:
      return "never_created";
    case Routed::not_uuidv7:
      return "not_uuidv7";
    case Routed::null_key:
      return "null_key";
    case Routed::no_group:
      return "no_group";
    case Routed::missing_bucket:
      return "missing_bucket";
    case Routed::detach_pending:
      return "detach_pending";
    case Routed::not_known:
      return "not_known";
  }
  return {};
}

RowKey row_key(const std::vector<std::string>& words, const Table& table) {
  RowKey key;
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    const auto name = equals == std::string::npos ? std::nullopt : parse_identifier(word.substr(0, equals));
    const bool letters = equals != std::string::npos && find_column(table, Identifier{word.substr(0, equals)});
    if (letters) {
      key.by_column[Identifier{word.substr(0, equals)}] = word.substr(equals + 1);
    } else if (name && find_column(table, *name)) {
      key.by_column[*name] = word.substr(equals + 1);
    } else {
      key.in_order.push_back(word);
    }
  }
  return key;
}

namespace {

bool is_null(std::string_view text) {
  return text.size() == 4 &&
         std::equal(text.begin(), text.end(), "null", [](char a, char b) { return (a | 0x20) == b; });
}

class Routing {
 public:
  Routing(const Situation& s, const TableSchema& schema, const RowKey& key, const BucketTest& server)
      : s_(s), schema_(schema), table_(s.catalog.tables.at(schema.name)), key_(key), server_(server) {}

  std::variant<Route, BadKey> run() {
    const Relation* at = &table_.root;
    const Level* level = &schema_.root;
    while (at && at->key) {
      route_.below = at->name;
      const Relation* next = step(level, *at);
      if (bad_) return *bad_;
      if (!next) return std::move(route_);
      const std::vector<Level>* below = level ? below_of(*level, table_, next->bound) : nullptr;
      level = below ? dividing(*below, *next) : nullptr;
      at = next;
    }
    if (used_ < key_.in_order.size())
      return BadKey{fmt::format("nothing on the way to {} asks for `{}`", quote(at->name), key_.in_order[used_])};
    route_.below = at->name;
    return std::move(route_);
  }

 private:
  const Relation* step(const Level* level, const Relation& parent) {
    std::vector<KeyValue> key;
    for (const KeyPart& part : parent.key->parts) {
      if (!part.expression.empty())
        return stop(Routed::not_known, "its key is an expression: " + printable(part.expression));
      if (!add_value(level, part.column, key)) return nullptr;
    }
    const std::vector<Relation>& children = children_of(table_, parent.name);
    switch (parent.key->strategy) {
      case Strategy::range:
        return range(level, parent, children, key);
      case Strategy::list:
        return list(level, children, key);
      case Strategy::hash:
        return hash(level, parent, children, key);
    }
    return nullptr;
  }

  // --- Values

  /// What the user said of the column, as the server prints it.
  bool add_value(const Level* level, const Identifier& name, std::vector<KeyValue>& key) {
    const Column* column = find_column(table_, name);
    if (!column) return fail(fmt::format("the snapshot does not have the column {}", quote(name)));
    auto said = said_.find(name);
    if (said == said_.end()) {
      const auto named = key_.by_column.find(name);
      if (named == key_.by_column.end() && used_ == key_.in_order.size())
        return fail(fmt::format("partition key column {} has no value: say {}=…", quote(name), name.text));
      said = said_.emplace(name, named == key_.by_column.end() ? key_.in_order[used_++] : named->second).first;
    }
    std::string text = said->second;
    if (is_null(text)) {
      key.push_back({*column, std::nullopt});
      return true;
    }
    if (text.size() >= 2 && text.starts_with('\'') && text.ends_with('\'')) text = text.substr(1, text.size() - 2);
    const auto value = list_value_text(column->type, zone_of(level), text);
    if (!value) return fail(fmt::format("`{}` is no value of {}, which is {}", text, quote(name), column->type));
    key.push_back({*column, *value});
    return true;
  }

  static Zone zone_of(const Level* level) {
    if (!level) return {};
    if (const auto* time = std::get_if<TimeRange>(&level->by)) return time->axis.zone;
    if (const auto* list = std::get_if<ListGroups>(&level->by)) return list->zone;
    return {};
  }

  bool fail(std::string what) {
    bad_ = BadKey{std::move(what)};
    return false;
  }

  // --- Steps

  const Relation* stop(Routed end, std::string reason) {
    route_.end = end;
    route_.reason = std::move(reason);
    return nullptr;
  }

  const Relation* take(const Level* level, const Relation& child, std::string why) {
    route_.steps.push_back({child.name, std::move(why), level ? std::optional(level->span) : std::nullopt});
    if (child.detach_pending)
      return stop(Routed::detach_pending, "it is half detached: its rows are hidden, and it takes no new ones");
    return &child;
  }

  static const Relation* default_among(const std::vector<Relation>& children) {
    const auto at = std::find_if(children.begin(), children.end(),
                                 [](const Relation& r) { return std::holds_alternative<DefaultBound>(r.bound); });
    return at == children.end() ? nullptr : &*at;
  }

  const Relation* range(const Level* level, const Relation& parent, const std::vector<Relation>& children,
                        const std::vector<KeyValue>& key) {
    const Relation* rest = default_among(children);
    std::vector<std::string> values;
    std::vector<KeyType> types;
    for (const KeyValue& k : key) {
      if (!k.value && rest) return take(level, *rest, "default partition, because the key is NULL");
      if (!k.value)
        return stop(Routed::null_key, fmt::format("{} is NULL, which no range takes", quote(k.column.name)));
      values.push_back(*k.value);
      types.push_back(key_type_of(k.column.type));
    }
    bool known = true;
    for (const Relation& child : children) {
      const auto* bound = std::get_if<RangeBound>(&child.bound);
      const auto takes = bound ? range_takes(*bound, values, types) : std::optional(rest == &child ? false : true);
      if (!bound && rest != &child) known = false;
      if (bound && !takes) known = false;
      if (bound && takes == std::optional(true)) return take(level, child, range_why(level, child, key));
    }
    if (!known) return stop(Routed::not_known, "the order of such values is the server's to know");
    if (rest) return take(level, *rest, "default partition, because no other takes it");
    return no_window(level, parent, key);
  }

  std::string range_why(const Level* level, const Relation& child, const std::vector<KeyValue>& key) {
    if (level && not_version_7(*level, key)) {
      route_.notes.push_back(
          fmt::format("{} is no version 7 uuid: where its first bits lie is chance", *key.front().value));
    }
    const auto keys = level ? range_axis(*level, table_) : std::nullopt;
    const RangePlace at = keys ? place_of(child.bound, keys->axis, keys->format) : RangePlace{};
    const bool bounded = keys && (at.kind == RangePlace::Kind::ours || at.kind == RangePlace::Kind::off_grid);
    return bounded ? window_text(keys->axis, at.extent) : printable(child.bound_text);
  }

  static bool not_version_7(const Level& level, const std::vector<KeyValue>& key) {
    const auto* time = std::get_if<TimeRange>(&level.by);
    return time && time->encoding == Encoding::uuidv7 && uuid_version(*key.front().value) != std::optional('7');
  }

  /// No partition takes it: which window would, and what is or was with that?
  const Relation* no_window(const Level* level, const Relation& parent, const std::vector<KeyValue>& key) {
    const auto keys = level ? range_axis(*level, table_) : std::nullopt;
    const auto position = keys ? decode_key(keys->format, *key.front().value) : std::nullopt;
    const auto w = position ? window_at(keys->axis, *position) : std::nullopt;
    if (!w) return stop(Routed::never_created, "no window of the level can hold it");
    const Cursor cursor = cursor_of(s_.catalog, table_, *level, parent.name, s_.plan.at);
    const Place place{schema_, table_, *level, parent.name};
    window_facts(*keys, cursor, *w, route_.facts);
    const auto gone = orphan_of(parent.name, *keys, *position);
    const Measured* measured = gone ? &measured_of(s_.catalog, gone->relation.name) : nullptr;
    if (gone)
      route_.facts.push_back(
          {"detached", printable(quote(gone->relation.name)) + ", " + detached_text(*gone->relation.marker), {}, {}});
    const bool uuid = not_version_7(*level, key);
    if (expired(level->lifecycle, keys->axis, *w, cursor, measured)) {
      end_facts(place, *keys, cursor, *w, nullptr, measured, route_.facts);
      if (uuid) return stop_not_uuidv7(*key.front().value);
      return stop(Routed::expired, "its window has expired");
    }
    Fact wanted = will_be_wanted_fact(*level, *keys, cursor, *w);
    const bool comes = wanted.clause.has_value();
    route_.facts.push_back(std::move(wanted));
    if (uuid) return stop_not_uuidv7(*key.front().value);
    return comes ? stop(Routed::not_created, "its window is not there yet")
                 : stop(Routed::never_created, "its window is not there, and no `create` clause asks for it");
  }

  const Relation* stop_not_uuidv7(const std::string& key) {
    return stop(Routed::not_uuidv7,
                fmt::format("{} is no version 7 uuid, and its first bits lie in no partition", key));
  }

  const Orphan* orphan_of(const QualifiedName& parent, const RangeAxis& keys, std::int64_t position) const {
    for (const auto& [name, orphan] : s_.catalog.orphans) {
      if (orphan.relation.marker->parent != parent) continue;
      const RangePlace at = place_of(parse_bound(orphan.relation.marker->bound_text), keys.axis, keys.format);
      if (at.kind == RangePlace::Kind::ours && at.extent.lo <= position && position < at.extent.hi) return &orphan;
    }
    return nullptr;
  }

  const Relation* list(const Level* level, const std::vector<Relation>& children, const std::vector<KeyValue>& key) {
    const KeyValue& k = key.front();
    const KeyType type = key_type_of(k.column.type);
    const auto wanted = comparable_value(type, k.value);
    for (const Relation& child : children) {
      const auto* bound = std::get_if<ListBound>(&child.bound);
      if (!bound) continue;
      const bool has = std::any_of(bound->values.begin(), bound->values.end(),
                                   [&](const auto& value) { return comparable_value(type, value) == wanted; });
      if (has) return take(level, child, list_why(level, type, *bound, child));
    }
    if (has_other_spellings(k.column.type))
      return stop(Routed::not_known, fmt::format("{} has several spellings for one value", k.column.type));
    if (const Relation* rest = default_among(children))
      return take(level, *rest, "default partition, because no other takes it");
    return stop(Routed::no_group,
                fmt::format("no list partition has {}", k.value ? quote_literal(*k.value) : "NULL"));
  }

  static std::string list_why(const Level* level, KeyType type, const ListBound& bound, const Relation& child) {
    const auto* groups = level ? std::get_if<ListGroups>(&level->by) : nullptr;
    const ListGroup* group = groups ? group_of(*groups, type, bound) : nullptr;
    return group ? "group " + printable(quote(group->name)) : printable(child.bound_text);
  }

  const Relation* hash(const Level* level, const Relation& parent, const std::vector<Relation>& children,
                       const std::vector<KeyValue>& key) {
    std::vector<const Relation*> buckets;
    for (const Relation& child : children) {
      if (std::holds_alternative<HashBound>(child.bound)) buckets.push_back(&child);
    }
    const auto why = [](const Relation& bucket) {
      const auto& bound = std::get<HashBound>(bucket.bound);
      return fmt::format("bucket {} of {}", bound.remainder, bound.modulus);
    };
    if (server_) {
      const auto at = server_(parent, key, buckets);
      if (at && *at < buckets.size()) return take(level, *buckets[*at], why(*buckets[*at]));
      if (at) return stop(Routed::missing_bucket, "the hash partition for it is missing");
    }
    const auto hash = hash_here(key);
    if (!hash) {
      for (const Relation* bucket : buckets) route_.one_of.push_back(bucket->name);
      return stop(Routed::one_of, "which bucket takes it is the server's to know: give --dsn");
    }
    for (const Relation* bucket : buckets) {
      const auto& bound = std::get<HashBound>(bucket->bound);
      const auto modulus = static_cast<std::uint64_t>(bound.modulus);
      if (bound.modulus > 0 && *hash % modulus == static_cast<std::uint64_t>(bound.remainder))
        return take(level, *bucket, why(*bucket));
    }
    return stop(Routed::missing_bucket, "the hash partition for it is missing");
  }

  std::optional<std::uint64_t> hash_here(const std::vector<KeyValue>& key) {
    std::vector<std::uint64_t> hashes;
    for (const KeyValue& k : key) {
      if (!k.value) continue;
      const auto hash = partition_hash(k.column.type, *k.value);
      if (!hash) return std::nullopt;
      hashes.push_back(*hash);
      if (key_type_of(k.column.type) == KeyType::text)
        route_.notes.push_back(fmt::format("{} counts by its bytes, as under every deterministic collation",
                                           printable(quote(k.column.name))));
    }
    return combined_hash(hashes);
  }

  const Situation& s_;
  const TableSchema& schema_;
  const Table& table_;
  const RowKey& key_;
  const BucketTest& server_;
  std::map<Identifier, std::string> said_;  // by column, once it was asked for
  std::size_t used_ = 0;                    // of key_.in_order
  std::optional<BadKey> bad_;
  Route route_;
};

}  // namespace

std::variant<Route, BadKey> route(const Situation& situation, const TableSchema& schema, const RowKey& key,
                                  const BucketTest& server) {
  return Routing(situation, schema, key, server).run();
}

}  // namespace pschema
