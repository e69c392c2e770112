#include "cli/maintain.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "cli/exit_codes.h"
#include "runtime/ledger.h"
#include "runtime/obstacles.h"
#include "runtime/snapshot.h"
#include "zonefiles/zonefiles.h"

namespace pschema {
namespace {

struct Walk {
  Session& session;
  const Schema& schema;
  const Folder& pending;
  const MaintainOptions& options;
  const MaintainListener& listener;
  const StopFlag& flag;
  Diagnostics& diagnostics;
};

std::optional<Look> look(const Walk& walk, Diagnostics& diagnostics) {
  Look found;
  {
    StopWatcher watcher(walk.session, walk.flag);
    const StopWatcher::Armed armed(watcher);
    found.catalog = take_snapshot(walk.session, walk.schema);
  }
  found.catalog.zone_data = zone_data_version();
  auto planned = plan_with_pending(walk.schema, found.catalog, walk.pending, found.catalog.taken_at,
                                   walk.options.limits.max_create, diagnostics);
  if (!planned) return std::nullopt;
  found.planned = std::move(*planned);
  return found;
}

/// A signal that came while nothing of the run was under way only ends the look.
std::optional<Look> look_again(const Walk& walk) {
  Diagnostics told_already;
  try {
    return look(walk, told_already);
  } catch (const DatabaseError&) {
    if (walk.flag.signal.load() == 0) throw;
    return std::nullopt;
  }
}

bool has_stale_markers(const Plan& plan) {
  return std::any_of(plan.tables.begin(), plan.tables.end(),
                     [](const TablePlan& table) { return !table.stale_markers.empty(); });
}

Folder files_to_run(const Walk& walk, const Planned& seen) {
  if (operation_count(seen.plan) == 0 && !has_stale_markers(seen.plan)) return {};
  std::vector<MigrationFile> files =
      prove_and_emit_to_run(seen.catalog, seen.plan, names_of_maintain(walk.session), walk.options.limits.settings);
  return allowed_files(std::move(files), walk.options.apply.allow_destructive);
}

void add(ApplyReport& whole, ApplyReport round) {
  std::move(round.files.begin(), round.files.end(), std::back_inserter(whole.files));
  std::move(round.unreadable.begin(), round.unreadable.end(), std::back_inserter(whole.unreadable));
  whole.obstacles = std::move(round.obstacles);
  whole.ended_early = round.ended_early;
  whole.lock_lost = round.lock_lost;
  whole.signal = round.signal;
}

/// False where there was nothing that may run.
bool run_round(const Walk& walk, const Look& seen, ApplyReport& whole) {
  const Folder files = files_to_run(walk, seen.planned);
  if (files.files.empty()) return false;
  add(whole, apply_held(walk.session, files, walk.options.apply, real_pacing(), walk.listener.run, walk.flag));
  return true;
}

void walk_under_lock(const Walk& walk, Maintained& out) {
  out.first = look(walk, walk.diagnostics);
  if (!out.first) return;
  walk.listener.planned(out.first->planned.plan);
  if (!run_round(walk, *out.first, out.run)) return;
  if (out.run.ended_early || out.run.lock_lost || out.run.signal != 0) return;
  out.last = look_again(walk);
  if (!out.last || exit_code(out.run) != kExitDone) return;
  const Plan more = new_operations(out.last->planned.plan, out.first->planned.plan);
  if (operation_count(more) == 0 || !run_round(walk, *out.last, out.run)) return;
  if (out.run.ended_early || out.run.lock_lost || out.run.signal != 0) return;
  out.last = look_again(walk);
}

}  // namespace

Maintained maintain(Session& session, const Schema& schema, const Folder& pending, const MaintainOptions& options,
                    const MaintainListener& listener, const StopFlag& flag, Diagnostics& diagnostics) {
  Maintained out;
  out.run.obstacles = database_obstacles(session);
  if (!out.run.obstacles.empty()) return out;
  out.run.lock_held_by_another = !try_advisory_lock(session);
  if (out.run.lock_held_by_another) return out;
  walk_under_lock({session, schema, pending, options, listener, flag, diagnostics}, out);
  if (!out.run.ended_early && !out.run.lock_lost) release_advisory_lock(session);
  out.run.signal = flag.signal.load();
  return out;
}

int exit_code(const Maintained& m) {
  const int of_run = exit_code(m.run);
  if (m.run.signal != 0 || of_run == kExitLocked || of_run == kExitStep) return of_run;
  const Look* now = m.now();
  if (!now || !now->planned.plan.refused.empty()) return kExitSchema;
  if (needs_a_person(now->planned.plan)) return kExitPerson;
  const bool pending =
      operation_count(now->planned.plan) > 0 || now->planned.pending_files > 0 || of_run != kExitDone;
  return pending ? kExitPending : kExitDone;
}

Folder allowed_files(std::vector<MigrationFile> files, bool allow_destructive) {
  if (!allow_destructive) {
    files.erase(std::remove_if(files.begin(), files.end(),
                               [](const MigrationFile& file) { return is_destructive(file.name); }),
                files.end());
  }
  const bool only_ledger = files.size() == 1 && files.front().name == kLedgerFileName;
  if (only_ledger) files.clear();
  return {std::move(files), std::nullopt};
}

Plan new_operations(const Plan& now, const Plan& before) {
  std::set<std::pair<std::string_view, QualifiedName>> known;
  for (const TablePlan& table : before.tables) {
    for (const Operation& operation : table.operations) known.emplace(verb_of(operation), target_of(operation));
  }
  Plan more = now;
  for (TablePlan& table : more.tables) {
    auto& operations = table.operations;
    operations.erase(std::remove_if(operations.begin(), operations.end(),
                                    [&](const Operation& o) {
                                      return known.count({verb_of(o), target_of(o)}) > 0;
                                    }),
                     operations.end());
  }
  return more;
}

}  // namespace pschema
