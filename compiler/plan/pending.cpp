#include "plan/pending.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/overloaded.h"
#include "base/quote.h"
#include "migration/script.h"
#include "migration/superseded.h"
#include "plan/simulate.h"

namespace pschema {
namespace {

/// A file with a statement outside the closed set.
struct Opaque {
  std::string why;
};

std::vector<Statement> statements_of_step(const Script& script, const ItemRange& range) {
  std::vector<Statement> statements;
  for (std::size_t i = range.begin; i < range.end; ++i) {
    const auto* item = std::get_if<SqlItem>(&script.items[i].is);
    if (!item) continue;
    std::visit(Overloaded{
                   [&](const Statement& s) { statements.push_back(s); },
                   [](const NotDdl&) {},
                   [](const UnknownDdl& u) { throw Opaque{u.why}; },
               },
               read_statement(item->text));
  }
  return statements;
}

void apply_all(Model& model, const std::vector<Statement>& statements, std::size_t from) {
  for (std::size_t i = from; i < statements.size(); ++i) model.apply(statements[i], kDetachTimeUnknown);
}

/// The bounds are there, or pschema has detached the table of that name since: the test of every creation.
bool made_before(const Model& model, const AttachPartition& attach) {
  if (model.partition_with(attach.parent, attach.bound)) return true;
  const Orphan* orphan = model.orphan(attach.partition);
  return (orphan && orphan->relation.marker->state != MarkerState::adopted) || model.moved_away(attach);
}

/// The ATTACH of the table that a build makes first: what is below it may be attached before it or after it.
const AttachPartition* own_attach(const std::vector<Statement>& statements, std::size_t from) {
  if (from >= statements.size()) return nullptr;
  const auto* table = std::get_if<CreateTableLike>(&statements[from]);
  const auto* foreign = std::get_if<CreateForeignTable>(&statements[from]);
  if (!table && !foreign) return nullptr;
  const QualifiedName& name = table ? table->name : foreign->name;
  for (std::size_t i = from; i < statements.size(); ++i) {
    const auto* attach = std::get_if<AttachPartition>(&statements[i]);
    if (attach && attach->partition == name) return attach;
  }
  return nullptr;
}

/// Build and attach: nothing where that was done before.
void replay_build(Model& model, const std::vector<Statement>& statements, std::size_t from) {
  const AttachPartition* attach = own_attach(statements, from);
  if (!attach || !std::holds_alternative<AttachPartition>(statements.back()))
    throw Opaque{"a creation that does not end with ATTACH"};
  if (!made_before(model, *attach)) apply_all(model, statements, from);
}

/// Attach the orphan where it is there, else build.
void replay_attach(Model& model, const std::vector<Statement>& statements) {
  const auto& attach = std::get<AttachPartition>(statements.at(1));
  const Orphan* orphan = model.orphan(attach.partition);
  const bool ours = orphan && orphan->relation.marker->parent == attach.parent;
  // Without a second branch it ends a build of several steps.
  if (!ours && statements.size() > 2) return replay_build(model, statements, 2);
  if (!model.partition_with(attach.parent, attach.bound)) model.apply(attach, kDetachTimeUnknown);
}

void replay_detach(Model& model, const std::vector<Statement>& statements, const DetachPartition& detach) {
  const Relation* partition = model.partition_named(detach.parent, detach.partition);
  const Orphan* orphan = model.orphan(detach.partition);
  const bool unfinished = orphan && orphan->relation.marker->state == MarkerState::detaching;
  // A step that only finishes leaves alone what is attached, perhaps again.
  const bool begins = std::any_of(statements.begin(), statements.end(), [](const Statement& s) {
    const auto* d = std::get_if<DetachPartition>(&s);
    return d && d->form != DetachForm::finalize;
  });
  if (unfinished || (partition && (begins || partition->detach_pending))) {
    const bool finalize = unfinished || partition->detach_pending;
    model.apply(
        DetachPartition{detach.parent, detach.partition, finalize ? DetachForm::finalize : DetachForm::blocking},
        kDetachTimeUnknown);
  }
  for (const Statement& s : statements) {
    const auto* move = std::get_if<SetTableSchema>(&s);
    if (move && model.exists(move->name)) model.apply(*move, kDetachTimeUnknown);
  }
  const auto* drop = std::get_if<DropTable>(&statements.back());
  if (drop && model.orphan(drop->name)) model.apply(*drop, kDetachTimeUnknown);
}

/// A creation or an attach that takes rows out of a DEFAULT partition along (emit/move_steps.cpp): the table (an
/// orphan, or made), the rows aside, ATTACH, the rows back; behind that the same without rows, for where there is no
/// such DEFAULT partition.
struct MoveParts {
  std::vector<Statement> table, rows, without;
};

MoveParts move_parts(const std::vector<Statement>& statements) {
  const auto is_aside = [](const Statement& s) { return std::holds_alternative<SetRowsAside>(s); };
  const auto begin = std::find_if(statements.begin(), statements.end(), is_aside);
  // The rows aside, DELETE, ATTACH (also of what is below), the rows back, DROP.
  const auto is_attach = [](const Statement& s) { return std::holds_alternative<AttachPartition>(s); };
  if (statements.end() - begin < 5) throw Opaque{"a move that does not end"};
  const auto back = std::find_if_not(begin + 2, statements.end(), is_attach);
  const bool whole = std::holds_alternative<DeleteRows>(begin[1]) && back - begin > 2 &&
                     statements.end() - back >= 2 && std::holds_alternative<PutRowsBack>(back[0]) &&
                     std::holds_alternative<DropTable>(back[1]);
  if (!whole || begin == statements.begin()) throw Opaque{"a move of another form"};
  const auto end = back + 2;
  return {{statements.begin(), begin}, {begin, end}, {end, statements.end()}};
}

void replay_move(Model& model, const MoveParts& parts) {
  const auto& attach = std::get<AttachPartition>(parts.rows.at(2));
  if (model.partition_with(attach.parent, attach.bound)) return;
  const bool or_orphan = std::holds_alternative<CommentOnTable>(parts.table.front());
  const Orphan* orphan = model.orphan(attach.partition);
  if (or_orphan && orphan && orphan->relation.marker->parent == attach.parent) {
    model.apply(parts.table.front(), kDetachTimeUnknown);
  } else {
    apply_all(model, parts.table, or_orphan ? 1 : 0);
  }
  apply_all(model, parts.rows, 0);
}

/// Builds of several steps whose bounds are there already: none of their steps does anything.
using Skipped = std::set<QualifiedName>;

void replay_part(Model& model, const std::vector<Statement>& statements, const Skipped& skipped) {
  const AttachPartition* attach = own_attach(statements, 0);
  if (attach && skipped.count(attach->parent) > 0) return;
  replay_build(model, statements, 0);
}

void replay_step(Model& model, const std::vector<Statement>& statements, const Skipped& skipped) {
  if (statements.empty()) return;
  for (const Statement& s : statements) {
    if (const auto* aside = std::get_if<SetRowsAside>(&s)) {
      const MoveParts parts = move_parts(statements);
      const Relation* rest = model.partition_with(std::get<AttachPartition>(parts.rows.at(2)).parent, DefaultBound{});
      const bool moves = rest && rest->name == aside->from;
      return moves ? replay_move(model, parts) : replay_step(model, parts.without, skipped);
    }
    if (const auto* detach = std::get_if<DetachPartition>(&s)) return replay_detach(model, statements, *detach);
  }
  std::visit(
      Overloaded{
          [&](const CreateTableLike& c) {
            if (std::holds_alternative<CommentOnTable>(statements.back())) {
              if (skipped.count(c.name) == 0) apply_all(model, statements, 0);
              return;
            }
            replay_part(model, statements, skipped);
          },
          [&](const CreateForeignTable&) { replay_part(model, statements, skipped); },
          [&](const CommentOnTable& c) {
            const bool attaches = statements.size() > 1 && std::holds_alternative<AttachPartition>(statements[1]);
            if (attaches) return replay_attach(model, statements);
            if (model.exists(c.name)) model.apply(c, kDetachTimeUnknown);
          },
          [&](const DropTable& d) {
            if (model.orphan(d.name)) model.apply(d, kDetachTimeUnknown);
          },
          [](const AttachPartition&) { throw Opaque{"ATTACH of a table that the step did not make"}; },
          [](const DetachPartition&) {},
          [&](const SetTableSchema& s) {
            if (s.name.schema != s.schema) throw Opaque{"SET SCHEMA outside a detach"};
            replay_step(model, {statements.begin() + 1, statements.end()}, skipped);  // it only locks
          },
          [](const SetRowsAside&) {},  // replay_move has it
          [](const DeleteRows&) { throw Opaque{"DELETE outside a move"}; },
          [](const PutRowsBack&) { throw Opaque{"INSERT outside a move"}; },
          [](const SetReplicaIdentity&) { throw Opaque{"REPLICA IDENTITY of a table that the step did not make"}; },
          [](const SetRowSecurity&) { throw Opaque{"ROW LEVEL SECURITY of a table that the step did not make"}; },
          [](const SetStatisticsTarget&) { throw Opaque{"SET STATISTICS on a table that the step did not make"}; },
          [](const SetColumnOptions&) { throw Opaque{"options of a column of a table that the step did not make"}; },
          [](const CreatePolicy&) { throw Opaque{"CREATE POLICY on a table that the step did not make"}; },
          [](const GrantOnTable&) { throw Opaque{"GRANT on a table that the step did not make"}; },
      },
      statements.front());
}

Skipped builds_to_skip(const Model& model, const std::vector<std::vector<Statement>>& steps) {
  Skipped large, skipped;
  for (const auto& statements : steps) {
    const auto* create = statements.empty() ? nullptr : std::get_if<CreateTableLike>(&statements.front());
    if (create && std::holds_alternative<CommentOnTable>(statements.back())) large.insert(create->name);
  }
  for (const auto& statements : steps) {
    for (const Statement& s : statements) {
      const auto* attach = std::get_if<AttachPartition>(&s);
      if (attach && large.count(attach->partition) > 0 && made_before(model, *attach))
        skipped.insert(attach->partition);
    }
  }
  return skipped;
}

/// The statements of a file, step by step.
using Steps = std::vector<std::vector<Statement>>;

Steps steps_of(const MigrationFile& file) {
  const auto read = read_script(file.text);
  if (const auto* error = std::get_if<Diagnostic>(&read)) throw Opaque{error->message};
  const auto& script = std::get<Script>(read);
  const ScriptSteps parts = split_steps(script);
  if (!statements_of_step(script, parts.head).empty() || !statements_of_step(script, parts.foot).empty()) {
    throw Opaque{"a statement that changes tables outside a step"};
  }
  Steps steps;
  for (const ScriptStep& step : parts.steps) steps.push_back(statements_of_step(script, step.items));
  return steps;
}

/// A step of a baseline leaves alone whatever has the name.
bool name_is_there(const Model& model, const std::vector<Statement>& statements) {
  const AttachPartition* attach = own_attach(statements, 0);
  return attach && model.exists(attach->partition);
}

/// A step of an adoption writes a marker, which changes no tree, or attaches a table of which the model may know
/// nothing but its name; behind that stands its build, for a database that does not have it.
void replay_adoption(Model& model, const std::vector<Statement>& statements) {
  if (!statements.empty() && !std::holds_alternative<CommentOnTable>(statements.front()))
    throw Opaque{"an adoption of another form"};
  if (statements.size() < 2) return;
  const auto* attach = std::get_if<AttachPartition>(&statements[1]);
  if (!attach) throw Opaque{"an adoption of another form"};
  if (model.partition_with(attach->parent, attach->bound)) return;
  if (model.orphan(attach->partition)) return model.apply(*attach, kDetachTimeUnknown);
  model.give_up_name(attach->partition);
  apply_all(model, statements, 2);
}

void replay(Model& model, const Steps& steps, Phase phase) {
  const bool baseline = phase == Phase::baseline;
  if (phase == Phase::adopt) {
    for (const auto& statements : steps) replay_adoption(model, statements);
    return;
  }
  const Skipped skipped = builds_to_skip(model, steps);
  for (const auto& statements : steps) {
    if (!baseline || !name_is_there(model, statements)) replay_step(model, statements, skipped);
  }
}

struct Replayed {
  Steps steps;
  Phase phase = Phase::create;
};

/// A file that cannot succeed leaves nothing behind.
void replay_into(Model& model, const Replayed& file) {
  model.all_or_nothing([&] { replay(model, file.steps, file.phase); });
}

/// What cannot succeed here was reported, or needs what another file takes away.
Catalog replay_creations(Catalog catalog, const std::vector<Replayed>& files) {
  if (files.empty()) return catalog;
  Model model(std::move(catalog));
  for (const Replayed& file : files) {
    try {
      replay_into(model, file);
    } catch (const Opaque&) {
    } catch (const Refused&) {
    }
  }
  return std::move(model).take();
}

/// One entry for each relation that a file detaches or drops; a concurrent detach has its FINALIZE and its drop
/// beside it.
std::vector<PendingRetirement> retirements_of(const std::string& file, const Steps& steps) {
  std::map<QualifiedName, bool> drops;
  for (const auto& statements : steps) {
    for (const Statement& s : statements) {
      if (const auto* detach = std::get_if<DetachPartition>(&s)) drops.emplace(detach->partition, false);
      if (const auto* drop = std::get_if<DropTable>(&s)) drops[drop->name] = true;
    }
  }
  std::vector<PendingRetirement> retirements;
  for (const auto& [relation, dropped] : drops) retirements.push_back({file, relation, dropped});
  return retirements;
}

/// File names hold the table's name with other bytes escaped; so the catalog's names are compared in that form.
std::set<std::string> tables_in_file_names(const Catalog& catalog) {
  std::set<std::string> names;
  for (const auto& [name, table] : catalog.tables) {
    names.insert(parse_file_name(file_name(Instant{}, 1, name, Phase::create)).value().table);
  }
  return names;
}

/// The files of the folder that will run, in the order of their names.
std::vector<const MigrationFile*> files_to_run(const Catalog& catalog, const Folder& folder) {
  std::vector<const MigrationFile*> files;
  const std::set<std::string> tables = tables_in_file_names(catalog);
  const auto superseded = superseded_files(folder, catalog.applied);
  for (const MigrationFile& file : folder.files) {
    if (file.name == kLedgerFileName || catalog.applied.count(file.name) > 0) continue;
    if (superseded.count(file.name) > 0) continue;
    const auto parsed = parse_file_name(file.name);
    if (!parsed || tables.count(parsed->table) > 0) files.push_back(&file);
  }
  return files;
}

}  // namespace

WithPending with_pending(Catalog catalog, const Folder& folder) {
  const std::vector<const MigrationFile*> files = files_to_run(catalog, folder);
  if (files.empty()) return {std::move(catalog), {}, {}, {}, {}};
  const bool any_destructive =
      std::any_of(files.begin(), files.end(), [](const MigrationFile* file) { return is_destructive(file->name); });
  std::optional<Catalog> before;
  if (any_destructive) before = catalog;
  WithPending result;
  std::vector<Replayed> creations;
  Model model(std::move(catalog));
  for (const MigrationFile* file : files) {
    const std::string& name = file->name;
    result.files.push_back(name);
    const auto find = [&](FindingKind kind, std::string sentence) {
      result.findings.push_back({kind, FindingSeverity::warning, printable(name), std::move(sentence)});
    };
    try {
      const auto parsed = parse_file_name(name);
      Replayed read{steps_of(*file), parsed ? parsed->phase : Phase::create};
      const bool destructive = is_destructive(name);
      if (any_destructive && !destructive) creations.push_back(read);
      replay_into(model, read);
      const auto retirements = destructive ? retirements_of(name, read.steps) : std::vector<PendingRetirement>();
      result.retirements.insert(result.retirements.end(), retirements.begin(), retirements.end());
    } catch (const Opaque& opaque) {
      find(FindingKind::opaque_migration,
           fmt::format("is pending and has {}; nothing in it counts as done", printable(opaque.why)));
    } catch (const Refused& refused) {
      find(FindingKind::pending_blocked,
           fmt::format("is pending and cannot succeed on this catalog: {}; nothing in it counts as done",
                       refused.what()));
    }
  }
  result.catalog = std::move(model).take();
  if (!result.retirements.empty()) result.created = replay_creations(std::move(*before), creations);
  return result;
}

}  // namespace pschema
