#include "runtime/apply.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <random>
#include <set>
#include <utility>

#include "migration/script.h"
#include "migration/steps.h"
#include "runtime/file_run.h"
#include "runtime/held_back.h"
#include "runtime/ledger.h"
#include "runtime/run.h"
#include "runtime/selection.h"

namespace pschema {
namespace {

using std::chrono::milliseconds;

/// Back to the state in which a file begins, whatever the last one left behind.
void reset_session(Session& session) {
  session.query("RESET SESSION AUTHORIZATION");
  session.query("RESET ROLE");
  session.query("RESET ALL");
}

std::string error_text(const FileReport& report) {
  if (report.failure) return failure_text(*report.failure, report.of_steps);
  if (report.state == FileState::left) return "the file ended itself (\\quit) before its end";
  return report.state == FileState::stopped ? "stopped by a signal" : "";
}

/// A file whose end cannot be recorded has failed: without its row it would run again, unseen by the next plan.
void conclude_in_ledger(Session& session, FileReport& report, const MigrationFile& file, const std::string& started) {
  const LedgerState state = report.state == FileState::done ? LedgerState::done : LedgerState::failed;
  try {
    record_end(session, {file.name, sha256_hex(file.text), state, report.steps, started, error_text(report)});
  } catch (const DatabaseError& error) {
    if (error.problem() != DatabaseProblem::server) throw;
    if (report.state != FileState::done) return;
    report.state = FileState::failed;
    FileFailure& f = report.failure.emplace();
    f.step = report.of_steps + 1;
    f.sqlstate = error.sqlstate();
    f.message = std::string("the ledger was not written: ") + error.what();
    f.state = "every step of the file is done";
    f.advice = "mend the ledger (its owner, its rights), then run `pschema apply` again";
  }
}

/// After a loss: a new session under the lock. The server may be starting, and a session whose client is gone keeps
/// its lock until its statement ends, so this is tried for a while; false where it was in vain.
bool resume(Run& run) {
  constexpr RetryPolicy kPatience{std::chrono::seconds(10), milliseconds(50), std::chrono::seconds(1)};
  const milliseconds began = run.pacing.elapsed();
  for (int attempt = 1;; ++attempt) {
    try {
      run.session.reconnect();
      run.alone = false;
      if (try_advisory_lock(run.session)) return true;
    } catch (const DatabaseError&) {  // tried again below
    }
    const auto pause = next_pause(kPatience, attempt, run.pacing.elapsed() - began, run.pacing.chance());
    if (!pause || run.stopped()) return false;
    run.pause(*pause);
  }
}

/// What belongs to no file and may be done twice. Where the connection is lost in it, it is done again on a new one;
/// false where there is none to be had, or none that lasts.
template <class Work>
bool insist(Run& run, const Work& work) {
  constexpr int kMost = 5;
  for (int attempt = 1; attempt <= kMost; ++attempt) {
    try {
      work();
      return true;
    } catch (const DatabaseError& error) {
      if (error.problem() == DatabaseProblem::server) throw;
      if (!resume(run)) return false;
    }
  }
  return false;
}

/// What became of a file, or of the run before it.
enum class Way {
  ran,
  others_ran_it,  // while the lock was away
  lock_lost,
  gone,  // the connection, for good
};

/// A file of another origin may give the lock back (DISCARD ALL, pg_advisory_unlock).
Way see_to_lock(Run& run, const MigrationFile& file) {
  const LockFound found = hold_advisory_lock(run.session);
  if (found == LockFound::elsewhere) return Way::lock_lost;
  if (found == LockFound::taken_again) {
    run.alone = false;
    run.tell(
        Warned{"the run did not hold its lock any more, because a file before this one gave it back; it is taken "
               "again"});
  }
  return !run.alone && is_applied_now(run.session, file.name) ? Way::others_ran_it : Way::ran;
}

/// One file from a clean session to its row in the ledger.
Way run_file(Run& run, const MigrationFile& file, const Script& script, FileReport& report) {
  const milliseconds since = run.pacing.elapsed();
  std::string started;
  Way way = Way::ran;
  const bool began = insist(run, [&] {
    run.session.pin();
    way = see_to_lock(run, file);
    if (way != Way::ran) return;
    run.watch.set_backend(std::string(run.session.query("SELECT pg_backend_pid()").text(0, 0)));
    started = server_time(run.session);
    record_begin(run.session, {file.name, sha256_hex(file.text), LedgerState::running, 0, started, {}});
    reset_session(run.session);
  });
  if (!began) return Way::gone;
  if (way == Way::others_ran_it) report.state = FileState::applied;
  if (way != Way::ran) return way;
  report = run_items(run, file, script);
  report.took = run.pacing.elapsed() - since;
  if (report.failure && report.failure->connection_lost && !resume(run)) return Way::gone;
  const bool recorded = insist(run, [&] {
    reset_session(run.session);
    run.session.pin();
    const bool done_before = report.state == FileState::left && is_applied(read_ledger(run.session), file.name);
    if (done_before) {
      report.state = FileState::applied;
    } else {
      conclude_in_ledger(run.session, report, file, started);
    }
  });
  return recorded ? Way::ran : Way::gone;
}

/// Reads all files beforehand, so that nothing runs where one cannot be read.
std::vector<Script> read_all(const std::vector<const MigrationFile*>& files, std::vector<SumProblem>& unreadable) {
  std::vector<Script> scripts;
  for (const MigrationFile* file : files) {
    auto result = read_script(file->text);
    if (const auto* error = std::get_if<Diagnostic>(&result)) {
      const std::string place = file->name + ".sql:" + std::to_string(line_at(file->text, error->span.begin));
      unreadable.push_back({error->code, file->name + ".sql", place + ": " + error->message});
    } else {
      scripts.push_back(std::get<Script>(std::move(result)));
    }
  }
  return scripts;
}

int steps_in(const Script& script) { return static_cast<int>(split_steps(script).steps.size()); }

/// Found before anything runs, so that it stands beside a file that then does not even begin.
void fail_before_start(FileReport& report, const std::vector<Obstacle>& obstacles, const Script& script) {
  report.state = FileState::failed;
  report.of_steps = steps_in(script);
  FileFailure& f = report.failure.emplace();
  f.line = 1;
  f.sqlstate = obstacles.front().sqlstate;
  for (const Obstacle& o : obstacles) {
    f.message += (f.message.empty() ? "" : "; ") + o.what;
    f.advice += (f.advice.empty() ? "" : " ") + o.mend;
  }
  f.state = "nothing of the file ran";
}

/// What runs now, and what is known about it.
struct Chosen {
  std::vector<std::size_t> files;  // by their places in the folder
  std::vector<Script> scripts;     // one for each of them
  std::map<std::string, std::vector<Obstacle>> obstacles;
  References references;
};

void run_chosen(Run& run, const Folder& folder, const Chosen& chosen, ApplyReport& report) {
  std::vector<std::string> failed;
  run.steps_behind = 0;
  for (const Script& script : chosen.scripts) run.steps_behind += steps_in(script);
  for (std::size_t i = 0; i < chosen.files.size() && !run.stopped(); ++i) {
    const MigrationFile& file = folder.files[chosen.files[i]];
    FileReport& entry = report.files[chosen.files[i]];
    run.steps_behind -= steps_in(chosen.scripts[i]);
    const auto obstacles = chosen.obstacles.find(file.name);
    const auto by = held_back_by(failed, file.name, chosen.references);
    if (by && obstacles == chosen.obstacles.end()) {
      entry.state = FileState::blocked;
      entry.because_of = *by;
      failed.push_back(file.name);  // whatever depends on it waits as well
      continue;
    }
    run.tell(FileBegins{file.name, static_cast<int>(i + 1), static_cast<int>(chosen.files.size())});
    if (obstacles != chosen.obstacles.end()) {
      fail_before_start(entry, obstacles->second, chosen.scripts[i]);
      conclude_in_ledger(run.session, entry, file, server_time(run.session));
    } else {
      const Way way = run_file(run, file, chosen.scripts[i], entry);
      report.ended_early = way == Way::gone;
      report.lock_lost = way == Way::lock_lost;
    }
    run.tell(FileEnds{entry});
    if (report.ended_early || report.lock_lost) return;
    if (entry.state == FileState::failed || entry.state == FileState::left) failed.push_back(file.name);
  }
}

void apply_under_lock(Run& run, const Folder& folder, ApplyReport& report) {
  Session& session = run.session;
  const bool makes_ledger =
      std::any_of(folder.files.begin(), folder.files.end(), [](const auto& f) { return f.name == kLedgerFileName; });
  report.obstacles = ledger_obstacles(session, makes_ledger);
  if (!report.obstacles.empty()) return;
  settle_lost_runs(session);
  const Ledger ledger = read_ledger(session);
  report.sum_problems = edited_since_applied(folder, ledger);
  if (!report.sum_problems.empty()) return;
  report.files = selection(folder, ledger, run.options.allow_destructive);
  Chosen chosen;
  std::vector<const MigrationFile*> files;
  for (std::size_t i = 0; i < report.files.size(); ++i) {
    if (report.files[i].state != FileState::not_tried) continue;
    chosen.files.push_back(i);
    files.push_back(&folder.files[i]);
  }
  chosen.scripts = read_all(files, report.unreadable);
  if (!report.unreadable.empty() || files.empty()) return;
  if (const std::string late = late_clock(session, folder); !late.empty()) run.tell(Warned{late});
  if (const std::string older = older_ledger(folder, ledger); !older.empty()) run.tell(Warned{older});
  std::vector<PendingFile> pending;
  for (std::size_t i = 0; i < files.size(); ++i) pending.push_back({files[i], &chosen.scripts[i]});
  chosen.obstacles = file_obstacles(session, pending);
  chosen.references = references(session);
  run_chosen(run, folder, chosen, report);
  mark_superseded(folder, report.files);
}

}  // namespace

Pacing real_pacing() {
  auto generator = std::make_shared<std::mt19937>(std::random_device{}());
  return {
      .elapsed =
          [] {
            return std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now().time_since_epoch());
          },
      .sleep = [](milliseconds length) { std::this_thread::sleep_for(length); },
      .chance = [generator] { return std::uniform_real_distribution<double>(0, 1)(*generator); },
  };
}

ApplyReport apply_held(Session& session, const Folder& folder, const ApplyOptions& options, const Pacing& pacing,
                       const ApplyListener& listener, const StopFlag& flag) {
  ApplyReport report;
  std::mutex telling;
  const ApplyListener tell = [&](const ApplyEvent& event) {
    const std::lock_guard lock(telling);
    listener(event);
  };
  session.on_notice([&tell](std::string_view text) { tell(Noticed{std::string(text)}); });
  {
    Abandon abandon;
    const auto look = [&](const std::string& pid) { return blockers_of(session, pid, abandon); };
    Run run{session, options, pacing, tell, flag, StopWatcher(session, flag), StepWatch(tell, look, [&abandon] {
              abandon.now();
            })};
    apply_under_lock(run, folder, report);
  }
  session.on_notice({});
  report.signal = flag.signal.load();  // last, so that none is lost
  return report;
}

ApplyReport apply(Session& session, const Folder& folder, const ApplyOptions& options, const Pacing& pacing,
                  const ApplyListener& listener, const StopFlag& flag) {
  ApplyReport report;
  report.sum_problems = check_sum(folder);
  if (!report.sum_problems.empty()) return report;
  session.pin();
  report.obstacles = database_obstacles(session);
  if (!report.obstacles.empty()) return report;
  if (!try_advisory_lock(session)) {
    report.lock_held_by_another = true;
    return report;
  }
  report = apply_held(session, folder, options, pacing, listener, flag);
  if (!report.ended_early) release_advisory_lock(session);
  report.signal = flag.signal.load();
  return report;
}

}  // namespace pschema
