#include "compile/adopt.h"

#include <algorithm>
#include <set>

#include "base/quote.h"
#include "migration/script.h"
#include "migration/steps.h"
#include "plan/fit.h"
#include "plan/pending.h"

namespace pschema {
namespace {

std::vector<QualifiedName> names_below(const Catalog& catalog, const Adoption& a) {
  std::vector<QualifiedName> names;
  for (const Relation& child : children_of(catalog.tables.at(a.table), a.parent)) names.push_back(child.name);
  return names;
}

/// What the file does to the catalog is what was decided: one partition more below this parent, or none.
std::optional<std::string> file_differs(const Catalog& catalog, const Adoption& a,
                                        const std::vector<MigrationFile>& files) {
  Folder folder;
  folder.files = files;
  const WithPending replayed = with_pending(catalog, folder);
  if (!replayed.findings.empty()) return replayed.findings.front().subject + " " + replayed.findings.front().sentence;
  std::vector<QualifiedName> expected = names_below(catalog, a), now = names_below(replayed.catalog, a);
  if (a.attach) expected.push_back(a.relation);
  std::sort(expected.begin(), expected.end());
  std::sort(now.begin(), now.end());
  if (expected != now) return "the file leads to another tree than the adoption of " + quote(a.relation);
  return std::nullopt;
}

bool adopts(const MigrationFile& file) {
  const auto name = parse_file_name(file.name);
  return name && name->phase == Phase::adopt;
}

std::vector<std::string> step_titles(const MigrationFile& file) {
  std::vector<std::string> titles;
  const auto script = read_script(file.text);
  if (const auto* read = std::get_if<Script>(&script)) {
    for (FileStep& step : file_steps(file, *read)) titles.push_back(std::move(step.title));
  }
  return titles;
}

/// A file that was not applied yet and adopts the same table: a second one would do nothing. A marker that waits
/// changes no tree, so that the catalog with pending files does not show it.
std::optional<std::string> waits_already(const Catalog& catalog, const Folder& folder,
                                         const std::vector<MigrationFile>& written) {
  std::set<std::string> titles;
  for (const MigrationFile& file : written) {
    if (!adopts(file)) continue;
    for (std::string& title : step_titles(file)) titles.insert(std::move(title));
  }
  for (const MigrationFile& file : folder.files) {
    if (catalog.applied.count(file.name) > 0 || !adopts(file)) continue;
    for (const std::string& title : step_titles(file)) {
      if (titles.count(title) > 0) return file.name;
    }
  }
  return std::nullopt;
}

}  // namespace

std::variant<Adopted, AdoptRefusal> compile_adoption(const Schema& schema, const Catalog& catalog,
                                                     const Folder& folder, Instant at, const CompileLimits& limits,
                                                     const AdoptRequest& request, Diagnostics& diagnostics) {
  const WithPending pending = with_pending(catalog, folder);
  const Fitted fitted = fit(schema, pending.catalog, at, limits.max_create, diagnostics);
  auto answer = adopt(fitted.schema, pending.catalog, at, request);
  if (auto* refused = std::get_if<AdoptRefusal>(&answer)) return std::move(*refused);
  Adopted adopted{std::get<Adoption>(std::move(answer)), {}, pending.files.size()};
  const Adoption& a = adopted.adoption;
  Schema one;
  std::copy_if(fitted.schema.tables.begin(), fitted.schema.tables.end(), std::back_inserter(one.tables),
               [&](const TableSchema& table) { return table.name == a.table; });
  adopted.files = emit_adoption(a, at, baselines_of(one, pending.catalog, folder), folder, pending.catalog.applied,
                                limits.settings);
  if (const auto waiting = waits_already(catalog, folder, adopted.files))
    return AdoptRefusal{"is taken over by " + *waiting + ".sql, which was not applied yet",
                        "run `pschema apply --allow-destructive`; if it is not meant, delete that file and run "
                        "`pschema sum --accept`"};
  if (const auto problem = file_differs(pending.catalog, a, adopted.files)) throw InternalError(*problem);
  return adopted;
}

}  // namespace pschema
