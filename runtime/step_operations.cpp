#include "runtime/step_operations.h"

#include <algorithm>

#include "base/overloaded.h"

namespace pschema {
namespace {

/// ALTER TABLE … SET SCHEMA to where it is: how a foreign table is locked.
bool only_locks(const Statement& statement) {
  const auto* move = std::get_if<SetTableSchema>(&statement);
  return move && move->name.schema == move->schema;
}

const QualifiedName* created(const Statement& statement) {
  if (const auto* table = std::get_if<CreateTableLike>(&statement)) return &table->name;
  if (const auto* table = std::get_if<CreateForeignTable>(&statement)) return &table->name;
  return nullptr;
}

StepOperation made(OperationKind kind, const AttachPartition& attach) {
  return {kind, attach.parent, attach.partition, {}, ddl_text(attach.bound), true};
}

}  // namespace

std::string_view operation_kind_word(OperationKind kind) {
  switch (kind) {
    case OperationKind::create:
      return "create";
    case OperationKind::attach:
      return "attach";
    case OperationKind::detach:
      return "detach";
    case OperationKind::drop:
      return "drop";
    case OperationKind::move:
      return "move";
  }
  return {};
}

FileOperations::FileOperations(const Script& script, const std::vector<ScriptStep>& steps) {
  for (const ScriptStep& range : steps) {
    Step& step = steps_.emplace_back();
    for (std::size_t i = range.items.begin; i < range.items.end; ++i) {
      const auto* sql = std::get_if<SqlItem>(&script.items[i].is);
      if (!sql) continue;
      if (leading_words(sql->text, 1) == "LOCK") {
        step.locks.push_back(i);
        continue;
      }
      std::visit(Overloaded{[&](const Statement& s) {
                              step.statements.push_back({i, s});
                            },
                            [](const NotDdl&) {}, [&](const UnknownDdl& u) { step.opaque = u.why; }},
                 read_statement(sql->text));
    }
  }
  // A build of several steps begins with one that makes a table and marks it, and ends with the ATTACH of that table.
  for (const Step& step : steps_) {
    if (step.statements.empty() || !std::holds_alternative<CommentOnTable>(step.statements.back().statement))
      continue;
    const QualifiedName* name = created(step.statements.front().statement);
    if (name) large_.emplace(*name, AttachPartition{});
  }
  for (const Step& step : steps_) {
    for (const Placed& p : step.statements) {
      const auto* attach = std::get_if<AttachPartition>(&p.statement);
      if (attach && large_.count(attach->partition) > 0) large_[attach->partition] = *attach;
    }
  }
}

bool FileOperations::acts(std::size_t step, std::size_t item) const {
  const auto& statements = steps_.at(step).statements;
  return std::any_of(statements.begin(), statements.end(),
                     [&](const Placed& p) { return p.item == item && !only_locks(p.statement); });
}

bool FileOperations::begins_to_act(std::size_t step, std::size_t item) const {
  const Step& s = steps_.at(step);
  const auto is_item = [&](const Placed& p) { return p.item == item; };
  if (std::any_of(s.statements.begin(), s.statements.end(), is_item)) return true;
  const bool moves = std::any_of(s.statements.begin(), s.statements.end(),
                                 [](const Placed& p) { return std::holds_alternative<SetRowsAside>(p.statement); });
  return !moves && std::find(s.locks.begin(), s.locks.end(), item) != s.locks.end();
}

/// The creation or the attach that the statement begins.
std::optional<StepOperation> FileOperations::made_by(const Step& step, std::size_t place) const {
  const QualifiedName* name = created(step.statements[place].statement);
  const auto* comment = std::get_if<CommentOnTable>(&step.statements[place].statement);
  if (!name && !comment) return std::nullopt;
  const QualifiedName& table = name ? *name : comment->name;
  const AttachPartition* attach = nullptr;
  for (std::size_t i = place; i < step.statements.size() && !attach; ++i) {
    const auto* a = std::get_if<AttachPartition>(&step.statements[i].statement);
    if (a && a->partition == table) attach = a;
  }
  const auto ended = large_.find(table);
  if (ended != large_.end()) {
    StepOperation whole = made(OperationKind::create, ended->second);
    whole.ends = attach != nullptr;
    return whole;
  }
  if (!attach) return std::nullopt;
  const auto part_of = large_.find(attach->parent);
  if (part_of != large_.end()) {
    StepOperation whole = made(OperationKind::create, part_of->second);
    whole.ends = false;
    return whole;
  }
  return made(name ? OperationKind::create : OperationKind::attach, *attach);
}

std::vector<StepOperation> FileOperations::from(std::size_t step, std::size_t item) const {
  const Step& s = steps_.at(step);
  std::vector<StepOperation> found;
  std::optional<QualifiedName> side;
  bool first = true;
  for (std::size_t i = 0; i < s.statements.size(); ++i) {
    const Statement& statement = s.statements[i].statement;
    if (const auto* detach = std::get_if<DetachPartition>(&statement)) {
      const bool told = !found.empty() && found.front().kind == OperationKind::detach;
      if (!told) found.push_back({OperationKind::detach, detach->parent, detach->partition, {}, {}, true});
    }
    if (s.statements[i].item < item) continue;
    const auto* aside = std::get_if<SetRowsAside>(&statement);
    if (aside && !found.empty()) {
      side = aside->side;
      StepOperation move = found.front();
      move.kind = OperationKind::move;
      move.from = aside->from;
      found.push_back(std::move(move));
    }
    const auto* drop = std::get_if<DropTable>(&statement);
    if (drop && drop->name != side)
      found.push_back(
          {OperationKind::drop, found.empty() ? std::nullopt : found.front().table, drop->name, {}, {}, true});
    if (std::exchange(first, false)) {
      if (auto operation = made_by(s, i)) found.push_back(*std::move(operation));
    }
  }
  return found;
}

}  // namespace pschema
