#include "compile/compile.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/quote.h"
#include "plan/fit.h"
#include "plan/pending.h"
#include "plan/plan.h"
#include "plan/simulate.h"
#include "plan/validate.h"

namespace pschema {
namespace {

std::int64_t created(const TablePlan& table) {
  return std::count_if(table.operations.begin(), table.operations.end(), [](const Operation& o) {
    const auto* move = std::get_if<Move>(&o.is);
    return std::holds_alternative<Create>(o.is) || (move && std::holds_alternative<Create>(move->into));
  });
}

/// The limit is the plan's, so it refuses the plan, and not a table. False, with an error, where it does.
bool few_enough(const Plan& plan, const Schema& fitted, std::int64_t limit, Diagnostics& diagnostics) {
  std::int64_t count = 0, most = 0;
  std::size_t greediest = 0;
  for (std::size_t i = 0; i < plan.tables.size(); ++i) {
    const std::int64_t of_table = created(plan.tables[i]);
    count += of_table;
    if (of_table <= most) continue;
    most = of_table;
    greediest = i;
  }
  if (count <= limit) return true;
  diagnostics.error(Code::too_many_creations, fitted.tables.at(greediest).name_span,
                    fmt::format("the plan would create {} partitions, more than {}, {} of them for `{}`", count,
                                limit, most, quote(fitted.tables.at(greediest).name)),
                    fmt::format("say --max-create {} if that is meant", count));
  return false;
}

/// What belongs to a tree, or did before it was detached.
std::set<QualifiedName> relations_of(const Catalog& catalog, const QualifiedName& root) {
  std::set<QualifiedName> names{root};
  const auto table = catalog.tables.find(root);
  if (table == catalog.tables.end()) return names;
  for (const auto& [parent, children] : table->second.children) {
    for (const Relation& child : children) names.insert(child.name);
  }
  for (const auto& [name, orphan] : catalog.orphans) {
    if (names.count(orphan.relation.marker->parent) > 0) names.insert(name);
  }
  return names;
}

/// Pending retirements that the schema, as it is now, would not plan: somebody has changed his mind, and the files do
/// not know. What the schema wants of a table that was refused is not known, so that its files contradict nothing.
std::vector<Finding> pending_conflicts(const Schema& schema, const WithPending& pending, Instant at,
                                       std::int64_t max_create) {
  std::vector<Finding> findings;
  if (!pending.created) return findings;
  Catalog base = *pending.created;
  // What a creation file brings to its end (an interrupted detach) counts as done at this moment, as in the plan that
  // wrote the files.
  for (auto& [name, orphan] : base.orphans) {
    if (orphan.relation.marker->at == kDetachTimeUnknown) orphan.relation.marker->at = at;
  }
  Diagnostics ignored;
  const Fitted fitted = fit(schema, base, at, max_create, ignored);
  const Plan now = plan(fitted.schema, base, at);
  std::set<QualifiedName> unknown;
  for (const RefusedTable& table : fitted.refused) unknown.merge(relations_of(base, table.table));
  std::map<QualifiedName, bool> retired;
  for (const TablePlan& table : now.tables) {
    for (const Operation& operation : table.operations) {
      const bool retires = std::holds_alternative<Detach>(operation.is) || std::holds_alternative<Drop>(operation.is);
      if (retires) retired[target_of(operation)] |= loses_data(operation);
    }
  }
  for (const PendingRetirement& r : pending.retirements) {
    const auto planned = retired.find(r.relation);
    if (unknown.count(r.relation) > 0) continue;
    if (planned != retired.end() && planned->second >= r.drops) continue;
    findings.push_back(warning(
        FindingKind::pending_conflict, r.relation,
        fmt::format("is {} by {}.sql, which was not applied yet, and the schema does not ask for that any more; "
                    "delete that file and run `pschema sum --accept`",
                    r.drops ? "dropped" : "detached", printable(r.file))));
  }
  return findings;
}

std::vector<QualifiedName> half_detached(const Catalog& catalog) {
  std::vector<QualifiedName> names;
  for (const auto& [name, table] : catalog.tables) {
    for (const auto& [parent, children] : table.children) {
      for (const Relation& child : children) {
        if (child.detach_pending) names.push_back(child.name);
      }
    }
  }
  return names;
}

/// Half-done detaches that a pending file will finish: until then rows are hidden and inserts fail, which must not be
/// silent.
std::vector<Finding> finished_by_pending(const std::vector<QualifiedName>& half_detached, const Catalog& later) {
  std::vector<Finding> findings;
  for (const QualifiedName& name : half_detached) {
    if (later.orphans.count(name) == 0) continue;
    findings.push_back(info(FindingKind::detach_pending, name,
                            "is half detached: its rows are hidden and inserts into its range fail until a pending "
                            "file is applied, which finishes it"));
  }
  return findings;
}

Folder with_files(Folder folder, const std::vector<MigrationFile>& files) {
  folder.files.insert(folder.files.end(), files.begin(), files.end());
  std::sort(folder.files.begin(), folder.files.end(),
            [](const MigrationFile& a, const MigrationFile& b) { return a.name < b.name; });
  return folder;
}

/// Detach times aside, and with markers of attached partitions that the files clear.
Catalog comparable(Catalog catalog) {
  for (auto& [name, orphan] : catalog.orphans) orphan.relation.marker->at = Instant{};
  for (auto& [name, table] : catalog.tables) {
    for (auto it = table.children.begin(); it != table.children.end();) {
      for (Relation& child : it->second) child.marker.reset();
      it = it->second.empty() ? table.children.erase(it) : std::next(it);
    }
  }
  return catalog;
}

}  // namespace

std::vector<Baseline> baselines_of(const Schema& fitted, const Catalog& catalog, const Folder& folder) {
  std::vector<Baseline> baselines;
  for (const TableSchema& table : fitted.tables) {
    const std::string own = parse_file_name(file_name(Instant{}, 1, table.name, Phase::create))->table;
    const bool known = std::any_of(folder.files.begin(), folder.files.end(), [&](const MigrationFile& file) {
      const auto parsed = parse_file_name(file.name);
      return parsed && parsed->table == own;
    });
    if (!known) baselines.push_back({table.name, baseline(table, catalog)});
  }
  return baselines;
}

std::optional<std::string> files_differ_from_plan(const Catalog& catalog, const Plan& plan, const Folder& written) {
  // Nothing planned and nothing written: both sides are the catalog, which is large.
  if (written.files.empty() && operation_count(plan) == 0) return std::nullopt;
  WithPending replayed = with_pending(catalog, written);
  if (!replayed.findings.empty()) {
    return fmt::format("{} {}", replayed.findings.front().subject, replayed.findings.front().sentence);
  }
  // Both as the model has them, for which half-built partitions are not there; without a file nothing was replayed.
  if (comparable(Model(std::move(replayed.catalog)).take()) != comparable(simulate(catalog, plan)))
    return "the files lead to another tree than the plan";
  return std::nullopt;
}

namespace {

/// Written files, once they are known to say what the plan says.
std::vector<MigrationFile> proved(const Catalog& catalog, const Plan& plan, std::vector<MigrationFile> files) {
  if (const auto problem = files_differ_from_plan(catalog, plan, with_files({}, files)))
    throw InternalError(*problem);
  return files;
}

/// Of a plan that is proved.
std::vector<MigrationFile> emit_for_folder(const Schema& fitted, const Catalog& catalog, const Plan& plan,
                                           const Folder& folder, const FileSettings& settings) {
  return proved(catalog, plan, emit(plan, baselines_of(fitted, catalog, folder), folder, catalog.applied, settings));
}

}  // namespace

std::vector<MigrationFile> prove_and_emit(const Schema& fitted, const Catalog& catalog, const Plan& plan,
                                          const Folder& folder, const FileSettings& settings) {
  if (const auto problem = disprove(fitted, catalog, plan)) throw InternalError(*problem);
  return emit_for_folder(fitted, catalog, plan, folder, settings);
}

std::vector<MigrationFile> prove_and_emit_to_run(const Catalog& catalog, const Plan& plan,
                                                 const std::set<std::string>& taken, const FileSettings& settings) {
  return proved(catalog, plan, emit_to_run(plan, catalog.has_ledger, taken, settings));
}

std::optional<Planned> plan_with_pending(const Schema& schema, Catalog catalog, const Folder& folder, Instant at,
                                         std::int64_t max_create, Diagnostics& diagnostics) {
  const std::vector<QualifiedName> unfinished = half_detached(catalog);
  WithPending pending = with_pending(std::move(catalog), folder);
  Fitted fitted = fit(schema, pending.catalog, at, max_create, diagnostics);
  Planned planned;
  planned.fitted = std::move(fitted.schema);
  planned.plan = plan(planned.fitted, pending.catalog, at);
  planned.plan.refused = std::move(fitted.refused);
  if (!few_enough(planned.plan, planned.fitted, max_create, diagnostics)) return std::nullopt;
  if (const auto problem = disprove(planned.fitted, pending.catalog, planned.plan)) throw InternalError(*problem);

  // After the proof, which they must not excuse anything from.
  auto& findings = planned.plan.findings;
  for (const auto& more : {pending.findings, pending_conflicts(schema, pending, at, max_create),
                           finished_by_pending(unfinished, pending.catalog)}) {
    findings.insert(findings.end(), more.begin(), more.end());
  }
  planned.pending_files = pending.files.size();
  planned.catalog = std::move(pending.catalog);
  return planned;
}

std::optional<Compiled> compile(const Schema& schema, Catalog catalog, const Folder& folder, Instant at,
                                const CompileLimits& limits, Diagnostics& diagnostics) {
  auto planned = plan_with_pending(schema, std::move(catalog), folder, at, limits.max_create, diagnostics);
  if (!planned) return std::nullopt;
  std::vector<MigrationFile> files =
      emit_for_folder(planned->fitted, planned->catalog, planned->plan, folder, limits.settings);
  return Compiled{std::move(planned->plan), planned->pending_files, std::move(files), std::move(planned->catalog)};
}

}  // namespace pschema
