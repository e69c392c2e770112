// What a plan does: operations, each with its reason, decided before any SQL is written.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/diagnostic.h"
#include "base/name.h"
#include "ddl/statement.h"
#include "migration/folder.h"
#include "model/bound.h"
#include "model/catalog.h"
#include "model/schema.h"
#include "time/instant.h"
#include "time/step.h"

namespace pschema {

/// Why an operation is planned (design.md, Plan). The order of the first three is their precedence.
enum class Reason {
  create_ahead,
  create_until,
  create_from,
  create_next,
  subtree,
  hash_gap,
  hash_gap_historical_modulus,
  list_group_missing,
  default_missing,
  baseline,
  reattach,
  retention_expired,
  detach_finalize,
  retired_into_schema,
  grace_elapsed,
  follows_detach,
  default_rows,
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
  bool by_value = false;  // the key is numeric, where 1.5 and 1.50 are one value with two texts
  bool unlogged = false;  // of a leaf
  std::vector<std::pair<std::string, std::string>> storage;  // of a leaf: CreateTableLike::storage
  std::vector<Statement> from_parent;                        // of a leaf: what it takes over, before ATTACH
  std::string extent;  // for people: `2026-08-24 to 2026-08-31`, `bucket 0 of 2`
  int relations = 1;   // with everything below, indexes and TOAST: what one transaction would lock
  std::vector<NewPartition> below;
  std::optional<Identifier> away = {};             // the schema into which it moves when it is detached
  std::optional<CreateForeignTable> foreign = {};  // of a leaf that is a foreign table: instead of all the above
  bool attach_first = false;                       // a branch of a table with an identity column: see build_of
  friend bool operator==(const NewPartition&, const NewPartition&) = default;
};

/// More relations than this are not made in one transaction: each takes a place in the server's lock table, which
/// holds 6,400 by default.
inline constexpr int kMaxRelationsAtOnce = 500;

/// Is a partition made in several transactions? Not where the order of attaching forbids it (build_of).
bool is_large(const NewPartition& partition);

/// What one new table brings along, by the shape of the root: itself, its indexes, TOAST with its index.
int relations_of_table(const Table& table, bool is_branch);

/// Is it a foreign table, or has one below it?
bool has_foreign(const NewPartition& partition);

/// The number of tables in a subtree, without indexes and TOAST.
int table_count(const NewPartition& partition);

/// What a statement locks beside the parent and the partition: DEFAULT partitions, and what foreign keys lead to or
/// come from.
struct OtherLocks {
  std::string text;
  int tables = 0;
  friend bool operator==(const OtherLocks&, const OtherLocks&) = default;
};

/// Build a partition with its subtree and attach it last.
struct Create {
  QualifiedName parent;
  QualifiedName like;  // the nearest relation above that is there already
  NewPartition partition;
  OtherLocks other_locks;  // on tables beside the parent: `SHARE ROW EXCLUSIVE on public.ref`
};

/// Attach an orphan again. Where it does not exist (a fresh database), the window is made with its subtree instead.
struct Attach {
  QualifiedName parent;
  QualifiedName like;
  NewPartition partition;
  OtherLocks other_locks;
  bool foreign = false;  // the orphan is a foreign table
};

/// On an integer axis and on a sliding list the file measures the cursor again, on the server, and compares.
struct CursorTest {
  QualifiedName branch;
  QualifiedName root;  // whose column the key's own sequence belongs to
  Identifier column;
  std::int64_t starting = 0;   // where there are no keys and no sequence
  std::int64_t reached = 0;    // the first place of the cursor at which no `keep` clause holds
  bool newest_member = false;  // of a sliding list: the cursor is the greatest value that is attached
  friend bool operator==(const CursorTest&, const CursorTest&) = default;
};

/// A keep clause whose condition does not hold any more. The file asks again, and lets the partition be where it
/// holds or is not known.
struct KeepAgain {
  std::optional<std::int64_t> until;  // the end of what the clause holds on to, as expires_at counts; none: for ever
  Condition condition;
};

struct Detach {
  QualifiedName parent;
  QualifiedName partition;
  std::string bound_text;
  DetachForm form = DetachForm::concurrently;  // finalize: an interrupted one is brought to its end and nothing else
  std::optional<Instant> expired_at;  // the first moment at which no `keep` clause holds; none when finalizing
  bool foreign_keys = false;          // one enters or leaves the tree: lock_timeout stays on
  std::string extent;
  bool drops = false;             // `drop immediately`: the drop follows in the same file
  std::optional<TimeSpan> grace;  // `drop … after detach`, for the reader
  OtherLocks other_locks;
  std::optional<CursorTest> cursor = {};  // instead of expired_at
  std::vector<KeepAgain> unless = {};
  std::vector<ForeignKey> references = {};     // incoming: no row may point into the partition
  bool identity_below = false;                 // it has parts, and the table an identity column
  std::optional<Identifier> into_schema = {};  // it moves there once it is detached, with everything below it
  std::vector<QualifiedName> moved = {};       // what moves: itself first
  bool foreign = false;                        // it is a foreign table
};

struct Drop {
  QualifiedName orphan;
  QualifiedName parent;
  std::string bound_text;
  std::optional<TimeSpan> grace;  // none: at once after the detach
  std::string extent;
  std::optional<Condition> when = {};  // the file asks again
  bool foreign = false;                // it is a foreign table
  int other_tables = 0;                // that its own foreign keys lead to: DROP locks them
};

/// Make a partition, or attach one again, and take along the rows that a DEFAULT partition holds for it.
struct Move {
  std::variant<Create, Attach> into;
  Reason into_reason = Reason::create_ahead;
  QualifiedName from;  // the DEFAULT partition
  RowsWhere where;
  std::vector<Identifier> columns;     // all that are not generated
  std::int64_t rows = 0;               // as measured
  QualifiedName side;                  // a table for the length of the transaction
  std::vector<ForeignKey> references;  // incoming: none may point at these rows
};

/// What was known when an operation was decided, for whoever reads or explains it. No file holds it.
struct Because {
  std::string detail = {};             // behind the extent: `wanted by `create current and 1 after``
  std::string clause = {};             // the clause that decides, as the language writes it; empty where none does
  std::optional<Span> clause_at = {};  // where it stands
  Measured measured = {};              // of the relation, where it is there
};

struct Operation {
  std::variant<Create, Attach, Detach, Drop, Move> is;
  Reason reason;
  Because because = {};
};

/// The file that an operation belongs to.
Phase phase_of(const Operation& operation);
/// The relation that an operation is about.
const QualifiedName& target_of(const Operation& operation);
/// What a detached partition is called once it has moved, or as before where it stays.
QualifiedName name_after(const Detach& detach);
/// `CREATE`, `ATTACH`, `DETACH`, `DROP`, `MOVE`.
std::string_view verb_of(const Operation& operation);
/// What the window or bucket is, for people.
const std::string& extent_of(const Operation& operation);
/// The heaviest lock on a relation that was there before, and on which (postgres-facts B2).
std::string lock_of(const Operation& operation);
/// The partition that a move makes or attaches.
const NewPartition& target_of_move(const Move& move);
/// In how many transactions an operation runs as a whole; `none` where PostgreSQL forbids one around its statement.
enum class Transactions { none, one, several };
Transactions transactions_of(const Operation& operation);
bool transactional(const Operation& operation);
bool loses_data(const Operation& operation);

/// The statements of an operation in their order, as they run where nothing was done before. Retirements also write
/// markers, which the emitter adds.
std::vector<Statement> statements_of(const Operation& operation);
/// The statements that build a partition with its subtree, up to its own ATTACH, and from that on. A branch is whole
/// before it is attached; but from PostgreSQL 17 on ATTACH gives identity columns to the branch alone and not to what
/// is below it already, and such a branch can never be detached again (55000). So where the table has one, the branch
/// comes first and its parts after it, and all of that is one transaction, in which nobody sees it half done.
struct Build {
  std::vector<Statement> tables;
  std::vector<Statement> attaches;  // that of the partition itself first
};
Build build_of(const QualifiedName& parent, const QualifiedName& like, const NewPartition& partition);
/// Both in one.
std::vector<Statement> build_statements(const QualifiedName& parent, const QualifiedName& like,
                                        const NewPartition& partition);

// --- Findings
// --------------------------------------------------------------------------------------------------------------

/// May something be missing after the plan, or be there too long, because of a finding?
enum class Excuse { none, missing, staying };

// PSCHEMA_FINDING(name, what it excuses). docs/findings/NAME.md says what each means, and a golden case shows it.
#define PSCHEMA_FINDINGS(PSCHEMA_FINDING)          \
  PSCHEMA_FINDING(legacy_leaf, none)               \
  PSCHEMA_FINDING(legacy_branch, none)             \
  PSCHEMA_FINDING(modulus_preserved, none)         \
  PSCHEMA_FINDING(modulus_repaired, none)          \
  PSCHEMA_FINDING(non_uniform_complete, none)      \
  PSCHEMA_FINDING(non_uniform_incomplete, missing) \
  PSCHEMA_FINDING(strategy_mismatch, none)         \
  PSCHEMA_FINDING(column_mismatch, none)           \
  PSCHEMA_FINDING(list_values_conflict, missing)   \
  PSCHEMA_FINDING(list_values_differ, missing)     \
  PSCHEMA_FINDING(list_group_unknown, none)        \
  PSCHEMA_FINDING(unmanaged_partition, none)       \
  PSCHEMA_FINDING(range_overlap, missing)          \
  PSCHEMA_FINDING(gap, none)                       \
  PSCHEMA_FINDING(create_ends, none)               \
  PSCHEMA_FINDING(uncovered, none)                 \
  PSCHEMA_FINDING(unbounded_partition, none)       \
  PSCHEMA_FINDING(unreadable_bound, missing)       \
  PSCHEMA_FINDING(foreign_partition, none)         \
  PSCHEMA_FINDING(detach_pending, missing)         \
  PSCHEMA_FINDING(detach_limit, staying)           \
  PSCHEMA_FINDING(detach_never, staying)           \
  PSCHEMA_FINDING(referenced, staying)             \
  PSCHEMA_FINDING(default_holds_rows, missing)     \
  PSCHEMA_FINDING(default_rows, none)              \
  PSCHEMA_FINDING(default_unmeasured, none)        \
  PSCHEMA_FINDING(move_is_seen, none)              \
  PSCHEMA_FINDING(retirement_held, staying)        \
  PSCHEMA_FINDING(name_unusable, missing)          \
  PSCHEMA_FINDING(grace_pending, none)             \
  PSCHEMA_FINDING(orphan_changed, none)            \
  PSCHEMA_FINDING(drop_deferred, none)             \
  PSCHEMA_FINDING(orphan_shape, missing)           \
  PSCHEMA_FINDING(orphan_renamed, none)            \
  PSCHEMA_FINDING(orphan_parent_missing, none)     \
  PSCHEMA_FINDING(stale_marker, none)              \
  PSCHEMA_FINDING(owner_differs, staying)          \
  PSCHEMA_FINDING(nullable_key, none)              \
  PSCHEMA_FINDING(default_not_uuidv7, none)        \
  PSCHEMA_FINDING(ledger_missing, none)            \
  PSCHEMA_FINDING(pending_blocked, none)           \
  PSCHEMA_FINDING(pending_conflict, missing)       \
  PSCHEMA_FINDING(opaque_migration, none)

enum class FindingKind {
#define PSCHEMA_FINDING(name, excuses) name,
  PSCHEMA_FINDINGS(PSCHEMA_FINDING)
#undef PSCHEMA_FINDING
};
std::string_view finding_name(FindingKind kind);
Excuse excuse_of(FindingKind kind);

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

// --- Plan
// ------------------------------------------------------------------------------------------------------------------

/// An attached partition whose comment still says that it was detached.
struct StaleMarker {
  QualifiedName name;
  bool foreign = false;
  friend bool operator==(const StaleMarker&, const StaleMarker&) = default;
};

struct TablePlan {
  QualifiedName table;
  std::vector<Operation> operations;  // in the order in which they run
  std::vector<Finding> findings;
  std::vector<StaleMarker> stale_markers;
};

/// A table for which nothing is planned, because its schema does not fit the database.
struct RefusedTable {
  QualifiedName table;
  std::vector<Diagnostic> errors;
};

struct Plan {
  Instant at;
  std::vector<TablePlan> tables;  // as they are created: each behind those that it references
  std::vector<Finding> findings;  // of no single table
  std::vector<RefusedTable> refused = {};
};

std::size_t operation_count(const Plan& plan);
bool needs_a_person(const Plan& plan);

}  // namespace pschema
