#include "runtime/status.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "migration/lock.h"
#include "migration/script.h"
#include "migration/steps.h"
#include "migration/superseded.h"
#include "runtime/obstacles.h"
#include "runtime/selection.h"

namespace pschema {
namespace {

constexpr std::string_view kInstant = R"('YYYY-MM-DD"T"HH24:MI:SS"Z"')";

std::optional<LockHolder> lock_holder(Session& session) {
  const Rows rows = session.query(fmt::format(
      "SELECT l.pid, coalesce(a.usename::text, ''), coalesce(a.application_name, ''), coalesce(host(a.client_addr), "
      "''), coalesce(to_char(a.backend_start, {}), '') FROM pg_locks l LEFT JOIN pg_stat_activity a ON a.pid = l.pid"
      " WHERE {} LIMIT 1",
      kInstant, is_advisory_lock()));
  if (rows.size() == 0) return std::nullopt;
  return LockHolder{std::string(rows.text(0, 0)), std::string(rows.text(0, 1)), std::string(rows.text(0, 2)),
                    std::string(rows.text(0, 3)), std::string(rows.text(0, 4))};
}

/// Steps of the files that are not done; their titles and how many there are.
std::vector<FileStep> steps_of(const MigrationFile& file) {
  const auto read = read_script(file.text);
  const auto* script = std::get_if<Script>(&read);
  return script ? file_steps(file, *script) : std::vector<FileStep>();
}

std::optional<std::string> table_of(const std::string& name) {
  const auto parsed = parse_file_name(name);
  return parsed ? std::optional(parsed->table) : std::nullopt;
}

class Judgement {
 public:
  Judgement(const Folder& folder, const Ledger& ledger, const FolderStatus& so_far)
      : ledger_(ledger), locked_(so_far.database.lock.has_value()) {
    for (const SumProblem& problem : so_far.sum_problems) problems_.emplace(problem.file, problem);
    for (const SumProblem& problem : edited_since_applied(folder, ledger)) {
      problems_.insert_or_assign(problem.file, problem);
    }
    superseded_ = superseded_files(folder, applied_names(ledger));
    for (const MigrationFile& file : folder.files) {
      if (is_applied(ledger, file.name)) last_ = file.name;
    }
  }

  FileStatus of(const MigrationFile& file) const {
    FileStatus status;
    status.name = file.name;
    status.destructive = is_destructive(file.name);
    const auto row = ledger_.files.find(file.name);
    if (row != ledger_.files.end()) status.ledger = row->second;
    const auto problem = problems_.find(file.name + ".sql");
    const auto by = superseded_.find(file.name);
    const std::vector<FileStep> steps = steps_of(file);
    status.of_steps = static_cast<int>(steps.size());
    if (problem != problems_.end() && problem->second.code == Code::file_edited) {
      status.standing = Standing::edited;
      status.why = problem->second.message;
    } else if (brings_up_to_date(file, ledger_)) {
      status.standing = Standing::pending;
      return status;
    } else if (is_applied(ledger_, file.name)) {
      status.standing = Standing::applied;
    } else if (by != superseded_.end()) {
      status.standing = Standing::superseded;
      status.because_of = by->second;
    } else if (status.ledger) {
      const bool now = status.ledger->state == LedgerState::running && locked_;
      status.standing = now ? Standing::running : Standing::half_done;
      const auto next = static_cast<std::size_t>(status.ledger->steps.value_or(0));
      if (next < steps.size()) status.failed_step = steps[next].title;
    }
    const bool waits = status.standing == Standing::pending || status.standing == Standing::half_done;
    status.out_of_order = waits && file.name < last_;
    return status;
  }

 private:
  const Ledger& ledger_;
  bool locked_;
  std::map<std::string, SumProblem> problems_;  // by file
  std::map<std::string, std::string> superseded_;
  std::string last_;  // the newest file of the folder that ran
};

/// In the ledger, or listed in pschema.sum, and not in the folder. Several folders may share a ledger: a file of a
/// table that this one has nothing of is none of its own.
void add_missing(const Folder& folder, const Ledger& ledger, FolderStatus& status) {
  std::map<std::string, std::string> missing;  // name, why
  std::set<std::string> names, tables;
  for (const MigrationFile& file : folder.files) {
    names.insert(file.name);
    if (const auto table = table_of(file.name)) tables.insert(*table);
  }
  for (const SumProblem& problem : status.sum_problems) {
    if (problem.code != Code::file_missing) continue;
    const std::string name = problem.file.substr(0, problem.file.size() - std::string_view(".sql").size());
    missing.emplace(name, problem.message);
    if (const auto table = table_of(name)) tables.insert(*table);
  }
  for (const auto& [name, row] : ledger.files) {
    if (names.count(name) > 0 || is_of_maintain(name)) continue;
    const auto table = table_of(name);
    if (table && tables.count(*table) == 0) {
      status.elsewhere.push_back(name);
    } else {
      missing.emplace(name, "ran in this database, and is not in the folder");
    }
  }
  for (const auto& [name, why] : missing) {
    FileStatus file;
    file.name = name;
    file.standing = Standing::missing;
    file.destructive = is_destructive(name);
    const auto row = ledger.files.find(name);
    if (row != ledger.files.end()) file.ledger = row->second;
    file.why = why;
    status.files.push_back(std::move(file));
  }
}

}  // namespace

std::string_view standing_word(Standing standing) {
  switch (standing) {
    case Standing::applied:
      return "applied";
    case Standing::pending:
      return "pending";
    case Standing::half_done:
      return "half-done";
    case Standing::running:
      return "running";
    case Standing::superseded:
      return "superseded";
    case Standing::edited:
      return "edited";
    case Standing::missing:
      return "missing";
  }
  return {};
}

DatabaseState database_state(Session& session) {
  const Rows rows = session.query(fmt::format(
      "SELECT current_database(), split_part(current_setting('server_version'), ' ', 1), to_char(clock_timestamp(), "
      "{}), pg_is_in_recovery(), current_setting('transaction_read_only') = 'on'",
      kInstant));
  return {std::string(rows.text(0, 0)), std::string(rows.text(0, 1)), std::string(rows.text(0, 2)),
          rows.is_true(0, 3),           rows.is_true(0, 4),           {},
          lock_holder(session)};
}

// The lock is looked at on both sides of the ledger: a run that ends between must not look as if it had been lost.
FolderStatus status(Session& session, const Folder& folder) {
  const DatabaseState before = database_state(session);
  const Ledger ledger = read_ledger(session);
  DatabaseState state = database_state(session);
  if (!state.lock) state.lock = before.lock;
  state.late_clock = late_clock(session, folder);
  return judge(folder, ledger, std::move(state));
}

FolderStatus judge(const Folder& folder, const Ledger& ledger, DatabaseState database) {
  FolderStatus status;
  status.database = std::move(database);
  status.ledger = ledger.exists;
  status.sum_problems = check_sum(folder);
  const Judgement judgement(folder, ledger, status);
  for (const MigrationFile& file : folder.files) status.files.push_back(judgement.of(file));
  add_missing(folder, ledger, status);
  std::stable_sort(status.files.begin(), status.files.end(),
                   [](const FileStatus& a, const FileStatus& b) { return a.name < b.name; });
  return status;
}

int exit_code(const FolderStatus& status) {
  const auto any = [&](Standing standing) {
    return std::any_of(status.files.begin(), status.files.end(),
                       [standing](const FileStatus& f) { return f.standing == standing; });
  };
  if (!status.sum_problems.empty() || any(Standing::edited) || any(Standing::missing)) return 8;
  if (any(Standing::superseded)) return 3;
  return any(Standing::pending) || any(Standing::half_done) || any(Standing::running) ? 2 : 0;
}

}  // namespace pschema
