// What a plan does: operations, each with its reason, decided before any SQL is written.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/name.h"
#include "ddl/statement.h"
#include "migration/folder.h"
#include "model/bound.h"
#include "model/catalog.h"
#include "time/instant.h"
#include "time/step.h"

namespace pschema {

/// Why an operation is planned (design.md, Plan). The order of the first three is their precedence.
enum class Reason {
  create_ahead,
  create_until,
  create_from,
  subtree,
  hash_gap,
  hash_gap_historical_modulus,
  list_group_missing,
  default_missing,
  baseline,
  reattach,
  retention_expired,
  detach_finalize,
  grace_elapsed,
  follows_detach,
};
std::string_view reason_name(Reason reason);
/// For a reader who does not know the word: `a create clause asks for it`.
std::string_view reason_sentence(Reason reason);

/// A partition that is to be made, with everything below it.
struct NewPartition {
  QualifiedName name;
  Bound bound;
  std::string bound_text;           // as the server prints it
  std::optional<PartitionKey> key;  // of a branch
  std::string access_method;
  std::string tablespace;
  bool unlogged = false;                                     // of a leaf
  std::vector<std::pair<std::string, std::string>> storage;  // of a leaf: CreateTableLike::storage
  std::vector<Statement> from_parent;                        // of a leaf: what it takes over, before ATTACH
  std::string extent;               // for people: `2026-08-24 to 2026-08-31`, `bucket 0 of 2`
  int relations = 1;                // with everything below, indexes and TOAST: what one transaction would lock
  std::vector<NewPartition> below;
  friend bool operator==(const NewPartition&, const NewPartition&) = default;
};

/// More relations than this are not made in one transaction: each takes a place in the server's lock table, which holds 6,400 by default.
inline constexpr int kMaxRelationsAtOnce = 500;

/// What one new table brings along, by the shape of the root: itself, its indexes, TOAST with its index.
int relations_of_table(const Table& table, bool is_branch);

/// The number of tables in a subtree, without indexes and TOAST.
int table_count(const NewPartition& partition);

/// Build a partition with its subtree and attach it last.
struct Create {
  QualifiedName parent;
  QualifiedName like;  // the nearest relation above that is there already
  NewPartition partition;
  std::string other_locks;  // on tables beside the parent: `SHARE ROW EXCLUSIVE on public.ref`
};

/// Attach an orphan again. Where it does not exist (a fresh database), the window is made with its subtree instead.
struct Attach {
  QualifiedName parent;
  QualifiedName like;
  NewPartition partition;
  std::string other_locks;
};

struct Detach {
  QualifiedName parent;
  QualifiedName partition;
  std::string bound_text;
  DetachForm form = DetachForm::concurrently;  // finalize: an interrupted one is brought to its end and nothing else
  std::optional<Instant> expired_at;           // the first moment at which no `keep` clause holds; none when finalizing
  bool foreign_keys = false;                   // one enters or leaves the tree: lock_timeout stays on
  std::string extent;
  bool drops = false;                          // `drop immediately`: the drop follows in the same file
  std::optional<TimeSpan> grace;               // `drop … after detach`, for the reader
  std::string other_locks;
};

struct Drop {
  QualifiedName orphan;
  QualifiedName parent;
  std::string bound_text;
  std::optional<TimeSpan> grace;  // none: at once after the detach
  std::string extent;
};

struct Operation {
  std::variant<Create, Attach, Detach, Drop> is;
  Reason reason;
};

/// The file that an operation belongs to.
Phase phase_of(const Operation& operation);
/// The relation that an operation is about.
const QualifiedName& target_of(const Operation& operation);
/// `CREATE`, `ATTACH`, `DETACH`, `DROP`.
std::string_view verb_of(const Operation& operation);
/// What the window or bucket is, for people.
const std::string& extent_of(const Operation& operation);
/// The heaviest lock on a relation that was there before, and on which (postgres-facts B2).
std::string lock_of(const Operation& operation);
bool transactional(const Operation& operation);
bool loses_data(const Operation& operation);

/// The statements of an operation in their order, as they run where nothing was done before. Retirements also write markers, which the emitter adds.
std::vector<Statement> statements_of(const Operation& operation);
/// The statements that build a partition with its subtree and attach it to `parent`.
std::vector<Statement> build_statements(const QualifiedName& parent, const QualifiedName& like, const NewPartition& partition);

// --- Findings --------------------------------------------------------------------------------------------------------------

enum class FindingKind {
  legacy_leaf,
  legacy_branch,
  modulus_preserved,
  modulus_repaired,
  non_uniform_complete,
  non_uniform_incomplete,
  strategy_mismatch,
  column_mismatch,
  list_values_conflict,
  list_values_differ,
  list_group_unknown,
  unmanaged_partition,
  range_overlap,
  gap,
  create_ends,
  uncovered,
  unbounded_partition,
  unreadable_bound,
  foreign_partition,
  detach_pending,
  detach_limit,
  detach_never,
  retirement_held,
  name_unusable,
  grace_pending,
  orphan_shape,
  orphan_renamed,
  orphan_parent_missing,
  stale_marker,
  owner_differs,
  nullable_key,
  default_not_uuidv7,
  ledger_missing,
  pending_blocked,
  pending_conflict,
  opaque_migration,
};
std::string_view finding_name(FindingKind kind);

enum class FindingSeverity { info, warning };

/// Something seen and left alone. A warning needs a person.
struct Finding {
  FindingKind kind;
  FindingSeverity severity;
  std::string subject;   // a relation in SQL spelling, or a migration's name
  std::string sentence;  // continues the subject: `is a plain table …`
};

Finding info(FindingKind kind, const QualifiedName& subject, std::string sentence);
Finding warning(FindingKind kind, const QualifiedName& subject, std::string sentence);

// --- Plan ------------------------------------------------------------------------------------------------------------------

struct TablePlan {
  QualifiedName table;
  std::vector<Operation> operations;  // in the order in which they run
  std::vector<Finding> findings;
  std::vector<QualifiedName> stale_markers;
};

struct Plan {
  Instant at;
  std::vector<TablePlan> tables;  // in the order of their names
  std::vector<Finding> findings;  // of no single table
};

std::size_t operation_count(const Plan& plan);
bool needs_a_person(const Plan& plan);

}  // namespace pschema
