// The model of a database, and what statements do to it: PostgreSQL's rules for partition trees, as far as pschema's
// closed set of statements goes. Used to prove plans, and to count pending migrations as done.
#pragma once

#include <map>
#include <stdexcept>
#include <string>

#include "ddl/statement.h"
#include "model/catalog.h"
#include "plan/operation.h"
#include "plan/undo.h"

namespace pschema {

/// The time in the marker of a detach that was simulated and has not run: its grace is never over.
inline constexpr Instant kDetachTimeUnknown{kMaxMicros};

/// A statement that PostgreSQL would refuse.
struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Model {
 public:
  explicit Model(Catalog catalog);

  /// Throws Refused. `detached_at` goes into the marker of what is detached.
  void apply(const Statement& statement, Instant detached_at);

  bool exists(const QualifiedName& name) const { return index_.count(name) > 0 || catalog_.taken.count(name) > 0; }
  /// The partition of a parent with that bound, detach not pending; nullptr where there is none.
  const Relation* partition_with(const QualifiedName& parent, const Bound& bound) const;
  const Relation* partition_named(const QualifiedName& parent, const QualifiedName& name) const;
  /// Was a partition of that name detached from this parent and moved to another schema?
  bool moved_away(const AttachPartition& attach) const;
  const Orphan* orphan(const QualifiedName& name) const;
  /// A table of that name, of which no more is known, is about to become a partition.
  void give_up_name(const QualifiedName& name);

  /// Calls `change`, which applies statements. If it throws, the model is as it was before. Tables that were made and
  /// not attached do not outlive it.
  template <class Change>
  void all_or_nothing(Change change) {
    begin();
    try {
      change();
    } catch (...) {
      take_back();
      throw;
    }
    keep();
  }

  /// The catalog as it stands. Tables that were made and never attached are left out.
  const Catalog& catalog() const { return catalog_; }
  Catalog take() && { return std::move(catalog_); }

 private:
  /// Where a relation hangs: below a table's root, below an orphan, or below a table that is still loose.
  struct Home {
    enum class Kind { table, orphan, loose } kind;
    QualifiedName root;
  };
  using Children = std::map<QualifiedName, std::vector<Relation>>;

  void create(const CreateTableLike& c);
  void create(const CreateForeignTable& c);
  void make(Orphan made);
  void attach(const AttachPartition& a);
  void detach(const DetachPartition& d, Instant at);
  void drop(const DropTable& d);
  void comment(const CommentOnTable& c);
  void set_schema(const SetTableSchema& s);
  void set_aside(const SetRowsAside& s);
  void delete_rows(const DeleteRows& d);
  void put_back(const PutRowsBack& p);
  void forget_facts(Table& table, const QualifiedName& top);
  void know_new_defaults(Table& table, const QualifiedName& top);
  void must_exist(const QualifiedName& name);
  void must_be(const QualifiedName& name, bool foreign);
  void rename_orphan(const QualifiedName& from, const QualifiedName& to);
  static void rename_child(Children& children, const QualifiedName& from, const QualifiedName& to);

  void begin();
  void keep();
  void take_back();
  void forget_loose();
  // Every change of a map goes through one of these.
  Table& table_to_change(const QualifiedName& name);
  std::map<QualifiedName, Orphan>& orphans_to_change(const QualifiedName& name);
  std::map<QualifiedName, Orphan>& loose_to_change(const QualifiedName& name);
  void set_home(const QualifiedName& name, const Home& home);
  void forget_home(const QualifiedName& name);

  Children& children_at(const Home& home);
  const Children& children_at(const Home& home) const;
  template <class Wanted>
  const Relation* partition_where(const QualifiedName& parent, Wanted wanted) const;
  const std::vector<Column>& columns_at(const Home& home) const;
  const Relation* find(const QualifiedName& name) const;
  const Table* table_of(const Home& home) const;
  void move_subtree(Children& from, const QualifiedName& top, Children& to, const Home& home);
  void refuse_overlap(const std::vector<Relation>& siblings, const Bound& bound,
                      const std::vector<KeyType>& types) const;
  void index_subtree(const Children& children, const QualifiedName& top, const Home& home);

  Catalog catalog_;
  std::map<QualifiedName, Orphan> loose_;  // made and not attached: an orphan without a marker
  std::map<QualifiedName, Home> index_;
  Undo<std::map<QualifiedName, Table>> tables_undo_;
  Undo<std::map<QualifiedName, Orphan>> orphans_undo_, loose_undo_;
  Undo<std::map<QualifiedName, RelationKind>> taken_undo_;
  Undo<std::map<QualifiedName, Home>> index_undo_;
};

/// Applies an operation to a model. Throws Refused.
void simulate(Model& model, const Operation& operation, Instant now);
/// Applies a whole plan: the catalog that it leads to.
Catalog simulate(const Catalog& catalog, const Plan& plan);

}  // namespace pschema
