#include "plan/adopt.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "base/overloaded.h"
#include "base/quote.h"
#include "model/catalog_key.h"
#include "model/condition.h"
#include "plan/because.h"
#include "plan/range_level.h"

namespace pschema {

/// The relation as the walk meets it.
struct Planner::Adoptee {
  Orphan orphan;  // with the marker that it is to have; what is not known of it is as the parent has it
  QualifiedName parent;
  Bound bound;
  bool marked = false;             // the bounds are a marker's
  std::optional<std::string> was;  // that marker
};

namespace {

AdoptRefusal refusal(std::string why, std::string hint = {}) { return {std::move(why), std::move(hint)}; }

std::string drop_text(const Lifecycle& lifecycle) {
  const DropClause& drop = lifecycle.drop;
  std::string text = std::visit(
      Overloaded{
          [](const DropNever&) { return std::string("it is kept: the schema drops nothing here"); },
          [](const DropImmediately&) { return std::string("the next plan drops it"); },
          [](const DropAfterDetach& after) {
            return fmt::format("a later plan drops it, {} after this at the earliest", format_span(after.grace));
          },
      },
      drop.is);
  if (drop.when) text += fmt::format(", once this holds: {}", condition_text(*drop.when));
  return text;
}

/// Why a place is none that pschema could attach or drop. `like` is how a bound is written there.
AdoptRefusal out_of_grid(RangePlace::Kind kind, const QualifiedName& parent, const std::string& like) {
  const std::string table = quote(parent);
  switch (kind) {
    case RangePlace::Kind::unbounded:
      return refusal("would be open at one side, so that it never expires",
                     fmt::format("attach it by hand: ALTER TABLE {} ATTACH PARTITION …", table));
    case RangePlace::Kind::is_default:
      return refusal("would be a DEFAULT partition", "`default` in the schema makes one");
    case RangePlace::Kind::unreadable:
      return refusal(fmt::format("would have bounds that are no position of {}", table),
                     fmt::format("write --bound as PostgreSQL prints it in UTC, here like \"{}\"", like));
    case RangePlace::Kind::off_grid:
    case RangePlace::Kind::ours:
      break;
  }
  return refusal(fmt::format("would cover what is no window of {} and lies inside none, and pschema neither detaches "
                             "nor drops such a partition",
                             table),
                 fmt::format("a window is like \"{}\"; attach it by hand, or split it along the windows", like));
}

const Relation* attached(const Catalog& catalog, const QualifiedName& name, QualifiedName& parent) {
  for (const auto& [root, table] : catalog.tables) {
    for (const auto& [above, children] : table.children) {
      for (const Relation& child : children) {
        if (child.name != name) continue;
        parent = above;
        return &child;
      }
    }
  }
  return nullptr;
}

/// The root whose tree has the relation.
const TableSchema* table_of(const Schema& fitted, const Catalog& catalog, const QualifiedName& relation) {
  for (const TableSchema& schema : fitted.tables) {
    const Table& table = catalog.tables.at(schema.name);
    if (schema.name == relation) return &schema;
    for (const auto& [above, children] : table.children) {
      const auto is_it = [&](const Relation& child) { return child.name == relation; };
      if (std::any_of(children.begin(), children.end(), is_it)) return &schema;
    }
  }
  return nullptr;
}

/// What the request and the marker say together.
struct Said {
  QualifiedName parent;
  Bound bound;
  std::optional<std::string> was;
};

std::variant<Said, AdoptRefusal> said_by_marker(const Catalog& catalog, const Schema& fitted, const Marker& marker,
                                                const AdoptRequest& request) {
  if (marker.state == MarkerState::building)
    return refusal("is being built by a migration file", "run that file to its end");
  if (request.bound)
    return refusal(fmt::format("has bounds already, by its comment: {}", printable(marker.bound_text)),
                   "leave --bound out");
  const bool parent_there = table_of(fitted, catalog, marker.parent) != nullptr;
  if (!parent_there && !request.parent)
    return refusal(
        fmt::format("was detached from {}, which is not there or not in these schema files", quote(marker.parent)),
        "say with --parent which table it belongs to now");
  if (parent_there && request.parent && *request.parent != marker.parent)
    return refusal(fmt::format("was detached from {}, which is there", quote(marker.parent)), "leave --parent out");
  return Said{request.parent.value_or(marker.parent), parse_bound(marker.bound_text), marker_text(marker)};
}

std::variant<Said, AdoptRefusal> said(const Catalog& catalog, const Schema& fitted, const Orphan* orphan,
                                      const AdoptRequest& request) {
  if (orphan) return said_by_marker(catalog, fitted, *orphan->relation.marker, request);
  if (!request.parent || !request.bound)
    return refusal("bears no marker of pschema, so nobody knows where it belongs",
                   "say so: --parent TABLE --bound \"FOR VALUES FROM (…) TO (…)\"");
  return Said{*request.parent, parse_bound(*request.bound), {}};
}

}  // namespace

bool Planner::adopts(const RangeLevel& r) const { return adoptee_ && adoptee_->parent == r.branch.relation.name; }

/// At the range level that it belongs to, before anything else comes back there.
void Planner::adopt_here(RangeLevel& r) {
  const QualifiedName& parent = r.branch.relation.name;
  const RangePlace place = place_of(adoptee_->bound, r.axis, r.format);
  const std::vector<KeyType> types = key_types(*r.branch.relation.key, table_.columns);
  if (place.kind != RangePlace::Kind::ours) {
    adopted_ = out_of_grid(place.kind, parent, server_text(window_bound(r, r.current), types));
    return;
  }
  Orphan& orphan = adoptee_->orphan;
  const QualifiedName& name = orphan.relation.name;
  const Bound bound = adoptee_->marked ? adoptee_->bound : window_bound(r, place.extent);
  const std::string text = server_text(bound, types);
  orphan.relation.marker = Marker{MarkerState::detached, now_, name, parent, text};
  Adoption a{table_.root.name,
             parent,
             name,
             bound,
             text,
             window_text(r.axis, place.extent),
             adoptee_->was,
             {r.level.key.front().value, bound},
             orphan.relation.kind == RelationKind::foreign_table,
             {},
             {},
             {}};
  const Measured& measured = measured_of(catalog_, name);
  const bool wanted = std::any_of(r.wanted.begin(), r.wanted.end(), [&](const auto& entry) {
    return entry.first.lo < place.extent.hi && place.extent.lo < entry.first.hi;
  });
  if (wanted || r.level.lifecycle.detach.mode == DetachMode::never || r.kept(place.extent, &measured)) {
    adopt_into(r, std::move(a), place.extent);
    return;
  }
  a.then = drop_text(r.level.lifecycle);
  adopted_ = std::move(a);
}

/// By the walk's own way of bringing an orphan back, with all that it looks at.
void Planner::adopt_into(RangeLevel& r, Adoption a, const Window& extent) {
  if (!adoptee_->marked && !r.level.below.empty()) {
    adopted_ =
        refusal("would have partitions below it, and without a marker nobody knows which", "attach it by hand");
    return;
  }
  const std::size_t findings = out_.findings.size(), attaches = late_creations_.size();
  reattach(r, adoptee_->orphan, extent);
  if (late_creations_.size() > attaches) {
    Operation& operation = late_creations_[attaches];
    a.because = operation.because.detail;
    a.attach = std::get<Attach>(operation.is);
    adopted_ = std::move(a);
  } else if (out_.findings.size() > findings) {
    adopted_ = refusal(out_.findings[findings].sentence);
  } else {
    adopted_ = refusal("has rows of its window in a DEFAULT partition beside it",
                       "move those rows into it first, by hand; then adopt it");
  }
}

std::variant<Adoption, AdoptRefusal> Planner::adopt(Adoptee adoptee) {
  adoptee_ = &adoptee;
  level(schema_.root, Branch{table_.root});
  adoptee_ = nullptr;
  if (adopted_) return std::move(*adopted_);
  return refusal(
      fmt::format("would belong to {}, which the schema does not partition by windows there", quote(adoptee.parent)),
      "only windows of a range leave and come back; attach others by hand");
}

std::variant<Adoption, AdoptRefusal> adopt(const Schema& fitted, const Catalog& catalog, Instant now,
                                           const AdoptRequest& request) {
  QualifiedName above;
  if (attached(catalog, request.relation, above))
    return refusal(fmt::format("is attached to {}", quote(above)),
                   "what is attached belongs to its table already; with bounds off the grid it is left alone");
  if (catalog.tables.count(request.relation) > 0) return refusal("is a table of the schema itself");
  const auto found = catalog.orphans.find(request.relation);
  const Orphan* orphan = found == catalog.orphans.end() ? nullptr : &found->second;
  const auto answer = said(catalog, fitted, orphan, request);
  if (const auto* refused = std::get_if<AdoptRefusal>(&answer)) return *refused;
  const Said& its = std::get<Said>(answer);
  const TableSchema* schema = table_of(fitted, catalog, its.parent);
  if (!schema)
    return refusal(fmt::format("would belong to {}, which is no table of these schema files", quote(its.parent)),
                   "--parent is a partitioned table of the schema, or a branch of one");

  Planner::Adoptee adoptee;
  adoptee.parent = its.parent;
  adoptee.bound = its.bound;
  adoptee.was = its.was;
  adoptee.marked = orphan != nullptr;
  if (orphan) {
    adoptee.orphan = *orphan;
  } else {
    adoptee.orphan.relation.name = request.relation;
    const auto taken = catalog.taken.find(request.relation);
    if (taken != catalog.taken.end()) adoptee.orphan.relation.kind = taken->second;
    adoptee.orphan.relation.owner = catalog.tables.at(schema->name).root.owner;
    adoptee.orphan.columns = catalog.tables.at(schema->name).columns;
  }
  OrphansByParent orphans;
  for (const auto& [name, other] : catalog.orphans) {
    if (name != request.relation) orphans[other.relation.marker->parent].push_back(&other);
  }
  auto result = Planner(*schema, catalog, orphans, UsedNames(catalog), now).adopt(std::move(adoptee));
  const auto* adoption = std::get_if<Adoption>(&result);
  if (adoption && !adoption->attach && orphan && !orphan->changed_since_marked &&
      orphan->relation.marker->state == MarkerState::detached && orphan->relation.marker->name == request.relation &&
      orphan->relation.marker->parent == its.parent) {
    return refusal("was detached by pschema and has expired, and its comment is in order", adoption->then);
  }
  return result;
}

}  // namespace pschema
