#include "plan/operation.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "base/overloaded.h"
#include "base/quote.h"

namespace pschema {

std::string_view reason_name(Reason reason) {
  switch (reason) {
    case Reason::create_ahead:
      return "create_ahead";
    case Reason::create_until:
      return "create_until";
    case Reason::create_from:
      return "create_from";
    case Reason::create_next:
      return "create_next";
    case Reason::subtree:
      return "subtree";
    case Reason::hash_gap:
      return "hash_gap";
    case Reason::hash_gap_historical_modulus:
      return "hash_gap_historical_modulus";
    case Reason::list_group_missing:
      return "list_group_missing";
    case Reason::default_missing:
      return "default_missing";
    case Reason::baseline:
      return "baseline";
    case Reason::reattach:
      return "reattach";
    case Reason::retention_expired:
      return "retention_expired";
    case Reason::detach_finalize:
      return "detach_finalize";
    case Reason::retired_into_schema:
      return "retired_into_schema";
    case Reason::grace_elapsed:
      return "grace_elapsed";
    case Reason::follows_detach:
      return "follows_detach";
    case Reason::default_rows:
      return "default_rows";
  }
  throw std::logic_error("reason_name");
}

std::string_view reason_sentence(Reason reason) {
  switch (reason) {
    case Reason::create_ahead:
      return "the schema creates windows ahead of time";
    case Reason::create_until:
      return "the schema creates windows up to a fixed moment";
    case Reason::create_from:
      return "the schema creates windows from a fixed moment on";
    case Reason::create_next:
      return "the newest partition has come to the point where the schema makes the next one";
    case Reason::subtree:
      return "it belongs to the partition above it";
    case Reason::hash_gap:
      return "a bucket is missing, and inserts that hash to it fail";
    case Reason::hash_gap_historical_modulus:
      return "a bucket is missing in a set of another modulus than the schema's, and inserts that hash to it fail";
    case Reason::list_group_missing:
      return "the schema names the group";
    case Reason::default_missing:
      return "the schema has a default partition";
    case Reason::baseline:
      return "it was there when this folder began; a fresh database needs it, others skip it";
    case Reason::reattach:
      return "the schema keeps or wants its window again";
    case Reason::retention_expired:
      return "no keep clause holds any more";
    case Reason::detach_finalize:
      return "an earlier detach was interrupted";
    case Reason::retired_into_schema:
      return "the schema moves what it detaches to another schema";
    case Reason::grace_elapsed:
      return "the schema drops it so long after its detach";
    case Reason::follows_detach:
      return "the schema drops it as soon as it is detached";
    case Reason::default_rows:
      return "the schema drains the DEFAULT partition, which holds rows of it";
  }
  throw std::logic_error("reason_sentence");
}

int relations_of_table(const Table& table, bool is_branch) {
  return 1 + table.indexes + (table.has_toast && !is_branch ? 2 : 0);
}

bool has_foreign(const NewPartition& partition) {
  return partition.foreign || std::any_of(partition.below.begin(), partition.below.end(), has_foreign);
}

int table_count(const NewPartition& partition) {
  int count = 1;
  for (const NewPartition& below : partition.below) count += table_count(below);
  return count;
}

Phase phase_of(const Operation& operation) {
  if (operation.reason == Reason::baseline) return Phase::baseline;
  return std::visit(Overloaded{
                        [](const Create&) { return Phase::create; },
                        [](const Attach&) { return Phase::create; },
                        // A finalized detach only says what readers see already, and a re-attach may need it first.
                        [](const Detach& d) {
                          if (d.form == DetachForm::finalize) return Phase::create;
                          return d.drops ? Phase::drop : Phase::retire;
                        },
                        [](const Drop&) { return Phase::drop; },
                        [](const Move&) { return Phase::move; },
                    },
                    operation.is);
}

const QualifiedName& target_of(const Operation& operation) {
  return *std::visit(Overloaded{
                         [](const Create& c) { return &c.partition.name; },
                         [](const Attach& a) { return &a.partition.name; },
                         [](const Detach& d) { return &d.partition; },
                         [](const Drop& d) { return &d.orphan; },
                         [](const Move& m) { return &target_of_move(m).name; },
                     },
                     operation.is);
}

QualifiedName name_after(const Detach& detach) {
  return {detach.into_schema.value_or(detach.partition.schema), detach.partition.name};
}

std::string_view verb_of(const Operation& operation) {
  return std::visit(Overloaded{
                        [](const Create&) { return std::string_view("CREATE"); },
                        [](const Attach&) { return std::string_view("ATTACH"); },
                        [](const Detach&) { return std::string_view("DETACH"); },
                        [](const Drop&) { return std::string_view("DROP"); },
                        [](const Move&) { return std::string_view("MOVE"); },
                    },
                    operation.is);
}

const std::string& extent_of(const Operation& operation) {
  return *std::visit(Overloaded{
                         [](const Create& c) { return &c.partition.extent; },
                         [](const Attach& a) { return &a.partition.extent; },
                         [](const Detach& d) { return &d.extent; },
                         [](const Drop& d) { return &d.extent; },
                         [](const Move& m) { return &target_of_move(m).extent; },
                     },
                     operation.is);
}

std::string lock_of(const Operation& operation) {
  const auto also = [](std::string text, const std::string& others) {
    return others.empty() ? text : text + ", " + others;
  };
  return std::visit(
      Overloaded{
          [&](const Create& c) { return also("SHARE UPDATE EXCLUSIVE on " + quote(c.parent), c.other_locks.text); },
          [&](const Attach& a) {
            return also(fmt::format("SHARE UPDATE EXCLUSIVE on {}, ACCESS EXCLUSIVE on {}", quote(a.parent),
                                    quote(a.partition.name)),
                        a.other_locks.text);
          },
          [&](const Detach& d) {
            const char* on_parent = d.form == DetachForm::blocking ? "ACCESS EXCLUSIVE" : "SHARE UPDATE EXCLUSIVE";
            return also(
                fmt::format("{} on {}, ACCESS EXCLUSIVE on {}", on_parent, quote(d.parent), quote(d.partition)),
                d.other_locks.text);
          },
          [](const Drop& d) { return "ACCESS EXCLUSIVE on " + quote(d.orphan); },
          [&](const Move& m) {
            const auto& [parent, others] =
                std::visit(Overloaded{[](const Create& c) { return std::pair(c.parent, c.other_locks.text); },
                                      [](const Attach& a) { return std::pair(a.parent, a.other_locks.text); }},
                           m.into);
            return also("ACCESS EXCLUSIVE on " + quote(parent), others);
          },
      },
      operation.is);
}

bool transactional(const Operation& operation) {
  return std::visit(Overloaded{
                        [](const Create&) { return true; },
                        [](const Attach&) { return true; },
                        [](const Detach& d) { return d.form != DetachForm::concurrently; },
                        [](const Drop&) { return true; },
                        [](const Move&) { return true; },
                    },
                    operation.is);
}

Transactions transactions_of(const Operation& operation) {
  const auto* create = std::get_if<Create>(&operation.is);
  if (create && is_large(create->partition)) return Transactions::several;
  return transactional(operation) ? Transactions::one : Transactions::none;
}

bool loses_data(const Operation& operation) {
  return std::visit(Overloaded{
                        [](const Create&) { return false; },
                        [](const Attach&) { return false; },
                        [](const Detach& d) { return d.drops; },
                        [](const Drop&) { return true; },
                        [](const Move&) { return false; },
                    },
                    operation.is);
}

const NewPartition& target_of_move(const Move& move) {
  return *std::visit(
      Overloaded{[](const Create& c) { return &c.partition; }, [](const Attach& a) { return &a.partition; }},
      move.into);
}

namespace {

void add_table(const QualifiedName& like, const NewPartition& partition, std::vector<Statement>& out) {
  if (partition.foreign) {
    out.push_back(*partition.foreign);
  } else {
    out.push_back(CreateTableLike{partition.name, like, partition.key, partition.access_method, partition.tablespace,
                                  partition.unlogged, partition.storage});
  }
  out.insert(out.end(), partition.from_parent.begin(), partition.from_parent.end());
}

void build(const QualifiedName& parent, const QualifiedName& like, const NewPartition& partition,
           std::vector<Statement>& out) {
  add_table(like, partition, out);
  for (const NewPartition& below : partition.below) build(partition.name, like, below, out);
  out.push_back(AttachPartition{parent, partition.name, partition.bound});
}

void add_tables(const QualifiedName& like, const NewPartition& partition, std::vector<Statement>& out) {
  add_table(like, partition, out);
  for (const NewPartition& below : partition.below) add_tables(like, below, out);
}

void add_attaches(const QualifiedName& parent, const NewPartition& partition, std::vector<Statement>& out) {
  out.push_back(AttachPartition{parent, partition.name, partition.bound});
  for (const NewPartition& below : partition.below) add_attaches(partition.name, below, out);
}

}  // namespace

bool is_large(const NewPartition& partition) {
  return partition.relations > kMaxRelationsAtOnce && !partition.attach_first;
}

Build build_of(const QualifiedName& parent, const QualifiedName& like, const NewPartition& partition) {
  Build result;
  if (partition.attach_first) {
    add_tables(like, partition, result.tables);
    add_attaches(parent, partition, result.attaches);
    return result;
  }
  build(parent, like, partition, result.tables);
  result.attaches.push_back(std::move(result.tables.back()));
  result.tables.pop_back();
  return result;
}

std::vector<Statement> build_statements(const QualifiedName& parent, const QualifiedName& like,
                                        const NewPartition& partition) {
  Build parts = build_of(parent, like, partition);
  parts.tables.insert(parts.tables.end(), parts.attaches.begin(), parts.attaches.end());
  return std::move(parts.tables);
}

namespace {

/// Out of the DEFAULT partition before the table comes in, which PostgreSQL would refuse otherwise; into the table
/// behind it, because a publication sends what goes into a partition, and what goes into a table outside the tree is
/// sent by nobody (postgres-facts F1).
std::vector<Statement> move_statements(const Move& m) {
  const NewPartition& partition = target_of_move(m);
  Build into = std::visit(Overloaded{[](const Create& c) { return build_of(c.parent, c.like, c.partition); },
                                     [](const Attach& a) {
                                       return Build{{CommentOnTable{a.partition.name, {"comment"}}},
                                                    {AttachPartition{a.parent, a.partition.name, a.partition.bound}}};
                                     }},
                          m.into);
  std::vector<Statement> out = std::move(into.tables);
  out.insert(out.end(), {SetRowsAside{m.side, m.from, m.columns, m.where}, DeleteRows{m.from, m.where}});
  out.insert(out.end(), into.attaches.begin(), into.attaches.end());
  out.insert(out.end(), {PutRowsBack{partition.name, m.side, m.columns}, DropTable{m.side}});
  return out;
}

}  // namespace

std::vector<Statement> statements_of(const Operation& operation) {
  return std::visit(Overloaded{
                        [](const Create& c) { return build_statements(c.parent, c.like, c.partition); },
                        [](const Attach& a) {
                          return std::vector<Statement>{
                              CommentOnTable{a.partition.name, {"comment"}, a.foreign},
                              AttachPartition{a.parent, a.partition.name, a.partition.bound}};
                        },
                        [](const Detach& d) {
                          std::vector<Statement> out{DetachPartition{d.parent, d.partition, d.form}};
                          if (d.drops) out.push_back(DropTable{d.partition, d.foreign});
                          for (const QualifiedName& name : d.moved)
                            out.push_back(SetTableSchema{name, *d.into_schema});
                          return out;
                        },
                        [](const Drop& d) {
                          return std::vector<Statement>{DropTable{d.orphan, d.foreign}};
                        },
                        [](const Move& m) { return move_statements(m); },
                    },
                    operation.is);
}

namespace {

struct FindingFacts {
  std::string_view name;
  Excuse excuses;
};

FindingFacts facts_of(FindingKind kind) {
  switch (kind) {
#define PSCHEMA_FINDING(name, excuses) \
  case FindingKind::name:              \
    return {#name, Excuse::excuses};
    PSCHEMA_FINDINGS(PSCHEMA_FINDING)
#undef PSCHEMA_FINDING
  }
  throw std::logic_error("a finding that is not in the list");
}

}  // namespace

std::string_view finding_name(FindingKind kind) { return facts_of(kind).name; }
Excuse excuse_of(FindingKind kind) { return facts_of(kind).excuses; }

Finding info(FindingKind kind, const QualifiedName& subject, std::string sentence) {
  return {kind, FindingSeverity::info, quote(subject), std::move(sentence)};
}
Finding warning(FindingKind kind, const QualifiedName& subject, std::string sentence) {
  return {kind, FindingSeverity::warning, quote(subject), std::move(sentence)};
}

std::size_t operation_count(const Plan& plan) {
  std::size_t count = 0;
  for (const TablePlan& table : plan.tables) count += table.operations.size();
  return count;
}

bool needs_a_person(const Plan& plan) {
  const auto any = [](const std::vector<Finding>& findings) {
    for (const Finding& f : findings) {
      if (f.severity == FindingSeverity::warning) return true;
    }
    return false;
  };
  if (any(plan.findings)) return true;
  for (const TablePlan& table : plan.tables) {
    if (any(table.findings)) return true;
  }
  return false;
}

}  // namespace pschema
