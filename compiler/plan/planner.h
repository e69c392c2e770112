// The walk over one table's tree, shared by the files that plan one kind of level each. Internal to plan/.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "model/catalog.h"
#include "model/schema.h"
#include "plan/adopt.h"
#include "plan/naming.h"
#include "plan/operation.h"

namespace pschema {

/// A partitioned table whose partitions are planned: it exists.
struct Branch {
  const Relation& relation;
};

/// Where a partition of a range level lies.
struct RangePlace {
  enum class Kind { ours, off_grid, unbounded, unreadable, is_default };
  Kind kind = Kind::unreadable;
  Window extent;  // an open side is the end of the int64; meaningless for unreadable and is_default
};
RangePlace place_of(const Bound& bound, const Axis& axis, const KeyFormat& format);

/// Orphans by the parent that their marker names.
using OrphansByParent = std::map<QualifiedName, std::vector<const Orphan*>>;

/// Every name of a catalog, but those of half-built partitions, which are built on. Points into the catalog.
/// Most plans make little: the first questions are answered by a search, and only then are the names collected.
class UsedNames {
 public:
  explicit UsedNames(const Catalog& catalog) : catalog_(catalog) {}
  bool has(const QualifiedName& name) const;

 private:
  struct ByText {
    std::size_t operator()(const QualifiedName* name) const {
      return std::hash<std::string>()(name->name.text) ^ (std::hash<std::string>()(name->schema.text) << 1U);
    }
    bool operator()(const QualifiedName* a, const QualifiedName* b) const { return *a == *b; }
  };
  bool search(const QualifiedName& name) const;
  void collect() const;
  void add(const std::map<QualifiedName, std::vector<Relation>>& children) const;
  const Catalog& catalog_;
  mutable int asked_ = 0;
  mutable std::unordered_set<const QualifiedName*, ByText, ByText> names_;
};

struct Want;

/// `1 row`, `2 rows`.
std::string counted_rows(std::int64_t n);

struct PlacedChild;

class Planner {
 public:
  Planner(const TableSchema& schema, const Catalog& catalog, const OrphansByParent& orphans, const UsedNames& used,
          Instant now);
  TablePlan run();

  // adopt.cpp: instead of run(), what becomes of one relation from outside the tree
  struct Adoptee;
  std::variant<Adoption, AdoptRefusal> adopt(Adoptee adoptee);

 private:
  // tree.cpp
  void level(const Level& level, const Branch& branch);
  void descend(const std::vector<Level>& below, const Leaves& leaves, const Relation& member);
  void look_below(const std::vector<Level>& below, const Leaves& leaves, const Relation& member);
  const std::vector<Relation>& children(const QualifiedName& parent) const;
  void column_findings(const Level& level);
  void stale_marker(const Relation& member);
  void foreign_owner(const Relation& member);

  // subtree.cpp: what hangs below a new partition
  NewPartition new_partition(const QualifiedName& name, Bound bound, const PartitionKey& parent_key,
                             const std::vector<Level>& below, const Leaves& leaves, std::string extent);
  std::vector<NewPartition> new_members(const Level& level, const QualifiedName& parent);
  QualifiedName qualified(const Identifier& name, const QualifiedName& parent) const;
  MemberOf member_of(const QualifiedName& parent) const;

  // range.cpp
  struct RangeLevel;
  void range(const Level& level, const Branch& branch);
  void wanted(RangeLevel& r);
  void create_next(RangeLevel& r);
  void attach_or_create(RangeLevel& r, const Window& w, const Want& want);
  void create_window(RangeLevel& r, const Window& w, const Want& want);
  void look_at_children(RangeLevel& r);
  void retire(RangeLevel& r);
  void gaps(const RangeLevel& r);
  void uncovered(const RangeLevel& r);
  Detach detach_of(const RangeLevel& r, const Relation& child, const Window& extent) const;
  // into_schema.cpp
  bool move_with(const RangeLevel& r, Detach& d, const Orphan* orphan);
  void members_of(const QualifiedName& top, const Orphan* orphan, std::vector<QualifiedName>& out) const;
  bool moved_away(const RangeLevel& r, const QualifiedName& orphan) const;
  Bound window_bound(const RangeLevel& r, const Window& w) const;

  // orphans.cpp
  void orphans(RangeLevel& r);
  void one_orphan(RangeLevel& r, const Orphan& orphan);
  void reattach(RangeLevel& r, const Orphan& orphan, const Window& w);
  bool shape_fits(const Orphan& orphan);
  bool in_the_way(const RangeLevel& r, const PlacedChild& child);
  void pending_detach(RangeLevel& r, const PlacedChild& placed);

  // adopt.cpp
  bool adopts(const RangeLevel& r) const;
  void adopt_here(RangeLevel& r);
  void adopt_into(RangeLevel& r, Adoption adoption, const Window& extent);

  // hash.cpp, list.cpp
  void hash(const Level& level, const Branch& branch);
  void fill_hash(const Level& level, const Branch& branch, std::int64_t modulus, Reason reason);
  void list(const Level& level, const Branch& branch);
  void default_partition(const Level& level, const Branch& branch);

  // default_rows.cpp: rows of a DEFAULT partition that a new partition beside it would take
  const Relation* default_of(const QualifiedName& parent) const;
  std::int64_t rows_in_default(const Branch& branch, const Bound& bound) const;
  bool may_move(const Level& level, const Branch& branch, const NewPartition& partition, std::int64_t rows);
  void move(const Branch& branch, std::variant<Create, Attach> into, Reason reason, Because because,
            std::int64_t rows);
  void default_findings(const Branch& branch);
  void move_is_seen();
  std::set<Window> filled_and_kept(const RangeLevel& r) const;
  bool still_referenced(const Relation& child);

  /// Tables beside the parent that ATTACH and DETACH lock too: DEFAULT partitions and the other ends of foreign keys
  /// (postgres-facts B2).
  OtherLocks other_locks_of_attach(const Branch& branch) const;
  OtherLocks other_locks_of_detach(const Branch& branch, DetachForm form) const;

  /// Reserves a name for a new relation; false, with a finding, where something else has it.
  bool reserve(const QualifiedName& name, const QualifiedName& parent);
  /// Reserves every name of a subtree, or none.
  bool reserve_all(const NewPartition& partition, const QualifiedName& parent);
  void create(const Branch& branch, NewPartition partition, Reason reason, Because because);

  const TableSchema& schema_;
  const Catalog& catalog_;
  const OrphansByParent& orphans_;
  const Table& table_;
  Instant now_;
  const UsedNames& used_;
  std::set<QualifiedName> reserved_;
  std::map<QualifiedName, const std::vector<Relation>*> attached_again_;  // children below orphans that come back
  bool below_attached_again_ = false;                                     // what is created now comes after that
  std::vector<Operation> creations_, finalizations_, late_creations_, moves_, detaches_, drops_;
  std::map<QualifiedName, std::vector<Bound>>
      taken_or_held_;           // by DEFAULT partition: of its rows, those that a wanted partition would take
  Adoptee* adoptee_ = nullptr;  // while adopt() walks
  std::optional<std::variant<Adoption, AdoptRefusal>> adopted_;
  TablePlan out_;
};

}  // namespace pschema
