#include "plan/simulate.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/overloaded.h"
#include "base/quote.h"
#include "model/catalog_key.h"
#include "plan/fit.h"
#include "plan/foreign_leaf.h"
#include "plan/overlap.h"

namespace pschema {

Model::Model(Catalog catalog) : catalog_(std::move(catalog)) {
  // What is half built was never seen by anybody, and the file that makes it goes on where it stopped: as if it were
  // not there.
  std::erase_if(catalog_.orphans,
                [](const auto& entry) { return entry.second.relation.marker->state == MarkerState::building; });
  for (const auto& [name, table] : catalog_.tables) index_subtree(table.children, name, {Home::Kind::table, name});
  for (const auto& [name, orphan] : catalog_.orphans)
    index_subtree(orphan.children, name, {Home::Kind::orphan, name});
}

void Model::index_subtree(const Children& children, const QualifiedName& top, const Home& home) {
  set_home(top, home);
  const auto at = children.find(top);
  if (at == children.end()) return;
  for (const Relation& child : at->second) index_subtree(children, child.name, home);
}

void Model::begin() {
  tables_undo_.begin();
  orphans_undo_.begin();
  loose_undo_.begin();
  taken_undo_.begin();
  index_undo_.begin();
}

void Model::keep() {
  tables_undo_.keep();
  orphans_undo_.keep();
  loose_undo_.keep();
  taken_undo_.keep();
  index_undo_.keep();
  forget_loose();
}

void Model::take_back() {
  tables_undo_.take_back(catalog_.tables);
  orphans_undo_.take_back(catalog_.orphans);
  loose_undo_.take_back(loose_);
  taken_undo_.take_back(catalog_.taken);
  index_undo_.take_back(index_);
}

void Model::forget_loose() {
  for (const auto& [name, table] : loose_) {
    forget_home(name);
    for (const auto& [parent, list] : table.children) {
      for (const Relation& child : list) forget_home(child.name);
    }
  }
  loose_.clear();
}

Table& Model::table_to_change(const QualifiedName& name) {
  tables_undo_.before(catalog_.tables, name);
  return catalog_.tables.at(name);
}

std::map<QualifiedName, Orphan>& Model::orphans_to_change(const QualifiedName& name) {
  orphans_undo_.before(catalog_.orphans, name);
  return catalog_.orphans;
}

std::map<QualifiedName, Orphan>& Model::loose_to_change(const QualifiedName& name) {
  loose_undo_.before(loose_, name);
  return loose_;
}

void Model::set_home(const QualifiedName& name, const Home& home) {
  index_undo_.before(index_, name);
  index_[name] = home;
}

void Model::forget_home(const QualifiedName& name) {
  index_undo_.before(index_, name);
  index_.erase(name);
}

void Model::give_up_name(const QualifiedName& name) {
  taken_undo_.before(catalog_.taken, name);
  catalog_.taken.erase(name);
}

Model::Children& Model::children_at(const Home& home) {
  switch (home.kind) {
    case Home::Kind::table:
      return table_to_change(home.root).children;
    case Home::Kind::orphan:
      return orphans_to_change(home.root).at(home.root).children;
    case Home::Kind::loose:
      return loose_to_change(home.root).at(home.root).children;
  }
  throw std::logic_error("children_at");
}

const Model::Children& Model::children_at(const Home& home) const {
  switch (home.kind) {
    case Home::Kind::table:
      return catalog_.tables.at(home.root).children;
    case Home::Kind::orphan:
      return catalog_.orphans.at(home.root).children;
    case Home::Kind::loose:
      return loose_.at(home.root).children;
  }
  throw std::logic_error("children_at");
}

const std::vector<Column>& Model::columns_at(const Home& home) const {
  switch (home.kind) {
    case Home::Kind::table:
      return catalog_.tables.at(home.root).columns;
    case Home::Kind::orphan:
      return catalog_.orphans.at(home.root).columns;
    case Home::Kind::loose:
      return loose_.at(home.root).columns;
  }
  throw std::logic_error("columns_at");
}

const Table* Model::table_of(const Home& home) const {
  return home.kind == Home::Kind::table ? &catalog_.tables.at(home.root) : nullptr;
}

const Relation* Model::find(const QualifiedName& name) const {
  const auto at = index_.find(name);
  if (at == index_.end()) return nullptr;
  const Home& home = at->second;
  if (home.root == name) {
    switch (home.kind) {
      case Home::Kind::table:
        return &catalog_.tables.at(name).root;
      case Home::Kind::orphan:
        return &catalog_.orphans.at(name).relation;
      case Home::Kind::loose:
        return &loose_.at(name).relation;
    }
  }
  for (const auto& [parent, list] : children_at(home)) {
    for (const Relation& child : list) {
      if (child.name == name) return &child;
    }
  }
  return nullptr;
}

template <class Wanted>
const Relation* Model::partition_where(const QualifiedName& parent, Wanted wanted) const {
  const auto home = index_.find(parent);
  if (home == index_.end()) return nullptr;
  const Children& children = children_at(home->second);
  const auto list = children.find(parent);
  if (list == children.end()) return nullptr;
  const auto child = std::find_if(list->second.begin(), list->second.end(), wanted);
  return child == list->second.end() ? nullptr : &*child;
}

const Relation* Model::partition_with(const QualifiedName& parent, const Bound& bound) const {
  return partition_where(parent, [&](const Relation& r) { return !r.detach_pending && same_bound(r.bound, bound); });
}

const Relation* Model::partition_named(const QualifiedName& parent, const QualifiedName& name) const {
  return partition_where(parent, [&](const Relation& r) { return r.name == name; });
}

const Orphan* Model::orphan(const QualifiedName& name) const {
  const auto at = catalog_.orphans.find(name);
  return at == catalog_.orphans.end() ? nullptr : &at->second;
}

void Model::apply(const Statement& statement, Instant detached_at) {
  std::visit(Overloaded{
                 [&](const CreateTableLike& c) { create(c); },
                 [&](const CreateForeignTable& c) { create(c); },
                 [&](const AttachPartition& a) { attach(a); },
                 [&](const DetachPartition& d) { detach(d, detached_at); },
                 [&](const DropTable& d) { drop(d); },
                 [&](const CommentOnTable& c) { comment(c); },
                 [&](const SetTableSchema& s) { set_schema(s); },
                 [&](const SetRowsAside& s) { set_aside(s); },
                 [&](const DeleteRows& d) { delete_rows(d); },
                 [&](const PutRowsBack& p) { put_back(p); },
                 [&](const SetReplicaIdentity& s) { must_exist(s.name); },
                 [&](const SetRowSecurity& s) { must_exist(s.name); },
                 [&](const CreatePolicy& c) { must_exist(c.table); },
                 [&](const SetStatisticsTarget& s) { must_exist(s.table); },
                 [&](const SetColumnOptions& s) { must_exist(s.table); },
                 [&](const GrantOnTable& g) { must_exist(g.table); },
             },
             statement);
}

void Model::create(const CreateTableLike& c) {
  const auto like = index_.find(c.like);
  if (like == index_.end()) throw Refused(fmt::format("{} does not exist", quote(c.like)));
  Orphan made;
  made.relation.name = c.name;
  made.relation.kind = c.key ? RelationKind::partitioned_table : RelationKind::table;
  made.relation.key = c.key;
  made.relation.access_method = c.access_method;
  made.relation.tablespace = c.tablespace;
  if (c.unlogged) made.relation.persistence = Persistence::unlogged;
  made.columns = columns_at(like->second);
  make(std::move(made));
}

void Model::create(const CreateForeignTable& c) {
  Orphan made;
  made.relation.name = c.name;
  made.relation.kind = RelationKind::foreign_table;
  for (const NewColumn& column : c.columns) {
    made.columns.push_back(
        {column.name, column.type, column.not_null, column.generated, ' ', column.generated.empty() ? ' ' : 's'});
  }
  make(std::move(made));
}

void Model::make(Orphan made) {
  const QualifiedName name = made.relation.name;
  if (exists(name)) throw Refused(fmt::format("{} exists", quote(name)));
  loose_to_change(name)[name] = std::move(made);
  set_home(name, {Home::Kind::loose, name});
}

void Model::move_subtree(Children& from, const QualifiedName& top, Children& to, const Home& home) {
  set_home(top, home);
  const auto at = from.find(top);
  if (at == from.end()) return;
  std::vector<Relation> list = std::move(at->second);
  from.erase(at);
  for (const Relation& child : list) move_subtree(from, child.name, to, home);
  to[top] = std::move(list);
}

void Model::refuse_overlap(const std::vector<Relation>& siblings, const Bound& bound,
                           const std::vector<KeyType>& types) const {
  for (const Relation& sibling : siblings) {
    if (bounds_overlap(sibling.bound, bound, types)) {
      throw Refused(fmt::format("the bounds would overlap {}", quote(sibling.name)));
    }
  }
}

namespace {

/// A partition does not come in as long as the DEFAULT partition beside it has rows of it (as far as it was
/// measured).
void refuse_rows(const Table& table, const std::vector<Relation>& siblings, const Bound& bound,
                 const std::vector<KeyType>& types) {
  for (const Relation& sibling : siblings) {
    const auto measured = table.default_rows.find(sibling.name);
    if (!std::holds_alternative<DefaultBound>(sibling.bound) || measured == table.default_rows.end()) continue;
    for (const RowsAt& at : measured->second.places) {
      if (bounds_overlap(at.place, bound, types))
        throw Refused(fmt::format("{} has rows of it", quote(sibling.name)));
    }
  }
}

}  // namespace

void Model::attach(const AttachPartition& a) {
  const Relation* parent = find(a.parent);
  if (!parent || !parent->key) throw Refused(fmt::format("{} is no partitioned table", quote(a.parent)));
  const auto at = index_.find(a.partition);
  const bool free_table =
      at != index_.end() && at->second.kind != Home::Kind::table && at->second.root == a.partition;
  if (!free_table) throw Refused(fmt::format("{} is not there, or is a partition", quote(a.partition)));
  const Home from = at->second;
  const Home to = index_.at(a.parent);
  const std::vector<KeyType> types = key_types(*parent->key, columns_at(to));
  auto& siblings = children_at(to)[a.parent];
  refuse_overlap(siblings, a.bound, types);
  if (const Table* table = table_of(to)) refuse_rows(*table, siblings, a.bound, types);
  const Orphan& coming = from.kind == Home::Kind::orphan ? catalog_.orphans.at(from.root) : loose_.at(from.root);
  if (const Table* table = table_of(to); table && !table->unique_keys.empty()) {
    if (has_foreign(coming.relation, coming.children))
      throw Refused(fmt::format("a unique index forbids {}, a foreign table", quote(a.partition)));
  }
  auto& before = from.kind == Home::Kind::orphan ? orphans_to_change(from.root) : loose_to_change(from.root);
  Orphan moved = std::move(before.at(from.root));
  before.erase(from.root);
  moved.relation.bound = a.bound;
  moved.relation.bound_text = server_text(a.bound, types);
  moved.relation.marker.reset();
  const Table* above = table_of(to);
  if (above && moved.relation.owner == above->root.owner) moved.relation.owner.clear();
  const auto place = std::lower_bound(siblings.begin(), siblings.end(), moved.relation,
                                      [](const Relation& x, const Relation& y) { return x.name < y.name; });
  siblings.insert(place, moved.relation);
  move_subtree(moved.children, a.partition, children_at(to), to);
  if (to.kind == Home::Kind::table && from.kind == Home::Kind::loose)
    know_new_defaults(table_to_change(to.root), a.partition);
}

/// Partitions that were made by this plan are empty.
void Model::know_new_defaults(Table& table, const QualifiedName& top) {
  const Relation* relation = find(top);
  if (relation && std::holds_alternative<DefaultBound>(relation->bound))
    table.default_rows.emplace(top, DefaultRows{});
  for (const Relation& child : std::vector<Relation>(children_of(table, top))) know_new_defaults(table, child.name);
}

void Model::forget_facts(Table& table, const QualifiedName& top) {
  table.default_rows.erase(top);
  table.referenced_by.erase(top);
  for (const Relation& child : children_of(table, top)) forget_facts(table, child.name);
}

void Model::set_aside(const SetRowsAside& s) {
  if (exists(s.side)) throw Refused(fmt::format("{} exists", quote(s.side)));
  if (!find(s.from)) throw Refused(fmt::format("{} does not exist", quote(s.from)));
  loose_to_change(s.side)[s.side].relation.name = s.side;
  set_home(s.side, {Home::Kind::loose, s.side});
}

void Model::put_back(const PutRowsBack& p) {
  for (const QualifiedName& name : {p.to, p.side}) {
    if (!find(name)) throw Refused(fmt::format("{} does not exist", quote(name)));
  }
}

/// What stays of a place when the rows of a bound are gone: the part below it and the part above it.
void Model::delete_rows(const DeleteRows& d) {
  const auto home = index_.find(d.from);
  if (home == index_.end() || home->second.kind != Home::Kind::table)
    throw Refused(fmt::format("{} is no partition", quote(d.from)));
  Table& table = table_to_change(home->second.root);
  const auto measured = table.default_rows.find(d.from);
  if (measured == table.default_rows.end()) return;
  const std::vector<KeyType> types{column_key_type(table, d.where.column)};
  std::vector<RowsAt> left;
  for (const RowsAt& at : measured->second.places) {
    if (!bounds_overlap(at.place, d.where.bound, types)) {
      left.push_back(at);
      continue;
    }
    const auto* place = std::get_if<RangeBound>(&at.place);
    const auto* gone = std::get_if<RangeBound>(&d.where.bound);
    if (!place || !gone) continue;
    if (bounds_overlap(at.place, RangeBound{{MinValue{}}, gone->from}, types))
      left.push_back({RangeBound{place->from, gone->from}, at.rows});
    if (bounds_overlap(at.place, RangeBound{gone->to, {MaxValue{}}}, types))
      left.push_back({RangeBound{gone->to, place->to}, at.rows});
  }
  measured->second.places = std::move(left);
}

void Model::detach(const DetachPartition& d, Instant at) {
  const auto home = index_.find(d.parent);
  if (home == index_.end()) throw Refused(fmt::format("{} does not exist", quote(d.parent)));
  const Home from = home->second;
  // An interrupted detach may have ended by itself: then only the time in the marker is missing.
  if (d.form == DetachForm::finalize && catalog_.orphans.count(d.partition) > 0) {
    Marker& marker = *orphans_to_change(d.partition).at(d.partition).relation.marker;
    marker.state = MarkerState::detached;
    marker.at = at;
    return;
  }
  auto& siblings = children_at(from)[d.parent];
  const auto child =
      std::find_if(siblings.begin(), siblings.end(), [&](const Relation& r) { return r.name == d.partition; });
  if (child == siblings.end()) {
    throw Refused(fmt::format("{} is no partition of {}", quote(d.partition), quote(d.parent)));
  }
  if (child->detach_pending != (d.form == DetachForm::finalize)) {
    throw Refused(fmt::format("{} {}", quote(d.partition),
                              child->detach_pending ? "is pending detach" : "is not pending detach"));
  }
  const bool has_default = std::any_of(siblings.begin(), siblings.end(), [](const Relation& r) {
    return std::holds_alternative<DefaultBound>(r.bound);
  });
  if (d.form == DetachForm::concurrently && has_default) throw Refused("a DEFAULT partition forbids CONCURRENTLY");
  Orphan orphan;
  orphan.relation = *child;
  orphan.relation.marker = Marker{MarkerState::detached, at, d.partition, d.parent, child->bound_text};
  orphan.relation.bound = DefaultBound{};
  orphan.relation.bound_text.clear();
  orphan.relation.detach_pending = false;
  if (from.kind == Home::Kind::table) {
    Table& table = table_to_change(from.root);
    orphan.columns = table.columns;
    if (orphan.relation.owner.empty()) orphan.relation.owner = table.root.owner;
    forget_facts(table, d.partition);
  }
  siblings.erase(child);
  auto& made = orphans_to_change(d.partition)[d.partition] = std::move(orphan);
  move_subtree(children_at(from), d.partition, made.children, {Home::Kind::orphan, d.partition});
}

void Model::drop(const DropTable& d) {
  must_be(d.name, d.foreign);
  if (loose_.count(d.name) > 0 && loose_.at(d.name).children.empty()) {  // what held rows for the length of a move
    loose_to_change(d.name).erase(d.name);
    forget_home(d.name);
    return;
  }
  auto& orphans = orphans_to_change(d.name);
  const auto at = orphans.find(d.name);
  if (at == orphans.end()) throw Refused(fmt::format("{} is no detached partition", quote(d.name)));
  Children gone;
  move_subtree(at->second.children, d.name, gone, {Home::Kind::loose, d.name});
  forget_home(d.name);
  for (const auto& [parent, list] : gone) {
    for (const Relation& child : list) forget_home(child.name);
  }
  orphans.erase(at);
}

/// Every comment that pschema writes is a marker, or takes one away from what is attached; what a marker says follows
/// from ATTACH and DETACH.
void Model::comment(const CommentOnTable& c) {
  must_be(c.name, c.foreign);
  const Home& home = index_.at(c.name);
  if (home.kind != Home::Kind::table || c.text.name != "comment") return;
  if (home.root == c.name) {
    table_to_change(c.name).root.marker.reset();
    return;
  }
  for (auto& [parent, list] : children_at(home)) {
    for (Relation& child : list) {
      if (child.name == c.name) child.marker.reset();
    }
  }
}

/// DROP TABLE and COMMENT ON TABLE do not know foreign tables, nor the other way about.
void Model::must_be(const QualifiedName& name, bool foreign) {
  must_exist(name);
  if ((find(name)->kind == RelationKind::foreign_table) != foreign)
    throw Refused(fmt::format("{} is {} foreign table", quote(name), foreign ? "no" : "a"));
}

void Model::must_exist(const QualifiedName& name) {
  if (!find(name)) throw Refused(fmt::format("{} does not exist", quote(name)));
}

bool Model::moved_away(const AttachPartition& attach) const {
  return std::any_of(catalog_.orphans.begin(), catalog_.orphans.end(), [&](const auto& entry) {
    const Marker& marker = *entry.second.relation.marker;
    return entry.first.name == attach.partition.name && entry.first.schema != attach.partition.schema &&
           marker.parent == attach.parent && marker.name == entry.first && marker.state != MarkerState::adopted;
  });
}

void Model::rename_orphan(const QualifiedName& from, const QualifiedName& to) {
  orphans_to_change(to);
  auto moved = orphans_to_change(from).extract(from);
  moved.key() = to;
  moved.mapped().relation.name = to;
  moved.mapped().relation.marker->name = to;
  const Children& below = catalog_.orphans.insert(std::move(moved)).position->second.children;
  for (const auto& [parent, list] : below) {
    for (const Relation& child : list) set_home(child.name, {Home::Kind::orphan, to});
  }
}

void Model::rename_child(Children& children, const QualifiedName& from, const QualifiedName& to) {
  for (auto& [parent, list] : children) {
    const auto child = std::find_if(list.begin(), list.end(), [&](const Relation& r) { return r.name == from; });
    if (child == list.end()) continue;
    child->name = to;
    std::sort(list.begin(), list.end(), [](const Relation& x, const Relation& y) { return x.name < y.name; });
    return;  // a name stands once
  }
}

/// Only what is detached moves; what is below it moves by statements of its own.
void Model::set_schema(const SetTableSchema& s) {
  const QualifiedName to{s.schema, s.name.name};
  if (to == s.name) return;
  if (exists(to)) throw Refused(fmt::format("{} exists", quote(to)));
  must_exist(s.name);
  Home home = index_.at(s.name);
  if (home.kind != Home::Kind::orphan) throw Refused(fmt::format("{} is not detached", quote(s.name)));
  if (home.root == s.name) {
    rename_orphan(s.name, to);
    home.root = to;
  } else {
    rename_child(children_at(home), s.name, to);
  }
  Children& children = children_at(home);
  if (auto own = children.extract(s.name)) {
    own.key() = to;
    children.insert(std::move(own));
  }
  forget_home(s.name);
  set_home(to, home);
}

void simulate(Model& model, const Operation& operation, Instant now) {
  const auto* attach = std::get_if<Attach>(&operation.is);
  if (attach && !model.orphan(attach->partition.name)) {
    for (const Statement& s : build_statements(attach->parent, attach->like, attach->partition)) model.apply(s, now);
    return;
  }
  for (const Statement& s : statements_of(operation)) model.apply(s, now);
}

Catalog simulate(const Catalog& catalog, const Plan& plan) {
  Model model(catalog);
  for (const TablePlan& table : plan.tables) {
    for (const Operation& operation : table.operations) simulate(model, operation, plan.at);
  }
  return std::move(model).take();
}

}  // namespace pschema
