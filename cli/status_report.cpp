#include "cli/status_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/quote.h"

namespace pschema {
namespace {

std::string plural(std::size_t count, std::string_view word) {
  return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

std::string duration(std::int64_t milliseconds) {
  constexpr std::int64_t kSecond = 1000, kMinute = 60 * kSecond;
  if (milliseconds < kSecond) return fmt::format("{} ms", milliseconds);
  if (milliseconds < kMinute) return fmt::format("{:.1f} s", static_cast<double>(milliseconds) / kSecond);
  return fmt::format("{} min {} s", milliseconds / kMinute, milliseconds % kMinute / kSecond);
}

std::string database_text(const DatabaseState& d) {
  std::string text = fmt::format("database {} on PostgreSQL {} at {}", printable(d.name), d.server, d.at);
  if (d.in_recovery) {
    text += ", a standby: nothing can be applied here";
  } else if (d.read_only) {
    text += ", read-only: nothing can be applied by this role";
  }
  text += "\n";
  if (!d.late_clock.empty()) text += d.late_clock + "\n";
  if (!d.lock) return text;
  text += fmt::format("a run is at work: pid {}", d.lock->pid);
  if (!d.lock->user.empty()) text += ", user " + printable(d.lock->user);
  if (!d.lock->application.empty()) text += ", " + printable(d.lock->application);
  if (!d.lock->address.empty()) text += ", from " + d.lock->address;
  if (!d.lock->since.empty()) text += ", connected since " + d.lock->since;
  return text + "\n";
}

std::string counts_text(const FolderStatus& status) {
  std::map<Standing, std::size_t> counts;
  for (const FileStatus& file : status.files) ++counts[file.standing];
  std::string text;
  for (const auto& [standing, count] : counts) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, standing_word(standing));
  }
  if (text.empty()) text = "no files";
  if (!status.ledger) text += "; there is no ledger yet";
  if (!status.elsewhere.empty()) text += fmt::format("; {} of other folders in the ledger", status.elsewhere.size());
  return text + "\n";
}

std::string state_line(const FileStatus& file) {
  const LedgerFile& row = *file.ledger;
  const bool lost = row.state == LedgerState::running;
  std::string text =
      fmt::format("{} of {} done; ", row.steps.value_or(0), plural(static_cast<std::size_t>(file.of_steps), "step"));
  if (file.standing == Standing::running) {
    text += fmt::format("began {}", row.started.value_or(row.finished));
  } else {
    text += fmt::format("{} {}", lost ? "lost, last heard of" : "failed", row.finished);
  }
  text += fmt::format(", by {}", printable(row.by_whom));
  if (row.milliseconds && file.standing != Standing::running) text += ", after " + duration(*row.milliseconds);
  if (row.attempts > 1) text += fmt::format(", {} attempts", row.attempts);
  return text;
}

std::vector<std::string> details(const FileStatus& file) {
  std::vector<std::string> lines;
  if (!file.why.empty()) lines.push_back(file.why);
  if (file.standing == Standing::superseded) lines.push_back("a later file ran: " + printable(file.because_of));
  if (file.standing != Standing::half_done && file.standing != Standing::running) return lines;
  lines.push_back(state_line(file));
  if (file.failed_step) lines.push_back(fmt::format("next: {}", printable(*file.failed_step)));
  const std::string& error = file.ledger->error;
  for (std::size_t at = 0; at < error.size();) {
    const std::size_t end = std::min(error.find('\n', at), error.size());
    lines.push_back(printable(std::string_view(error).substr(at, end - at)));
    at = end + 1;
  }
  return lines;
}

std::string file_text(const FileStatus& file, std::size_t width) {
  std::string marks;
  const bool waits = file.standing == Standing::pending || file.standing == Standing::half_done;
  if (waits && file.destructive) marks += "  destructive";
  if (file.out_of_order) marks += fmt::format("{}out of order", marks.empty() ? "  " : ", ");
  std::string text =
      fmt::format("  {:<{}}  {}{}\n", standing_word(file.standing), width, printable(file.name), marks);
  for (const std::string& line : details(file)) text += fmt::format("  {:<{}}    {}\n", "", width, line);
  return text;
}

struct Waiting {
  bool plain = false, destructive = false;
};

Waiting waiting(const FolderStatus& status) {
  Waiting waits;
  for (const FileStatus& file : status.files) {
    if (file.standing != Standing::pending && file.standing != Standing::half_done) continue;
    (file.destructive ? waits.destructive : waits.plain) = true;
  }
  return waits;
}

void advise_on(const FileStatus& file, const std::string& folder, std::vector<std::string>& advice) {
  const std::string path = shell_word((folder.ends_with('/') ? folder : folder + "/") + file.name + ".sql");
  const std::string sum = fmt::format("pschema sum {} --accept", shell_word(folder));
  if (file.standing == Standing::edited) advice.push_back("git checkout -- " + path);
  if (file.standing == Standing::missing) {
    advice.push_back("git checkout -- " + path);
    advice.push_back(fmt::format("# or, if it was deleted on purpose: {}{}", sum,
                                 file.ledger ? fmt::format("; psql -c {}", shell_word("DELETE FROM pschema.migration "
                                                                                      "WHERE name = " +
                                                                                      quote_literal(file.name)))
                                             : std::string()));
  }
  if (file.standing == Standing::superseded) advice.push_back(fmt::format("rm {} && {}", path, sum));
}

bool is_listed(const FileStatus& file) { return file.standing != Standing::applied; }

}  // namespace

std::string shell_word(const std::string& text) {
  const bool plain = !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_./%-+@:").find(c) != std::string_view::npos;
  });
  if (plain) return text;
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

// Gravest first; what cannot be done before the others is left out.
std::vector<std::string> status_advice(const FolderStatus& status, const std::string& folder) {
  std::vector<std::string> advice;
  const bool refused = exit_code(status) == 8;
  for (const FileStatus& file : status.files) advise_on(file, folder, advice);
  const bool unlisted = std::any_of(status.sum_problems.begin(), status.sum_problems.end(), [](const SumProblem& p) {
    return p.code == Code::file_unlisted || p.code == Code::bad_sum_file;
  });
  if (unlisted) advice.push_back(fmt::format("pschema sum {}", shell_word(folder)));
  const Waiting waits = waiting(status);
  if (refused || (!waits.plain && !waits.destructive)) return advice;
  if (status.database.in_recovery) {
    advice.push_back("# connect to the primary");
  } else if (status.database.read_only) {
    advice.push_back("# connect as a role whose default_transaction_read_only is off");
  } else if (status.database.lock) {
    advice.push_back(fmt::format("# wait for pid {} to end", status.database.lock->pid));
  } else {
    advice.push_back(fmt::format("pschema apply {}{}", shell_word(folder),
                                 waits.destructive && !waits.plain ? " --allow-destructive" : ""));
    if (waits.destructive && waits.plain) {
      advice.push_back(fmt::format("pschema apply {} --allow-destructive", shell_word(folder)));
    }
  }
  return advice;
}

std::string status_text(const FolderStatus& status, const std::string& folder) {
  std::string text = database_text(status.database) + counts_text(status);
  std::size_t width = 0;
  for (const FileStatus& file : status.files) {
    if (is_listed(file)) width = std::max(width, standing_word(file.standing).size());
  }
  if (width > 0) text += "\n";
  for (const FileStatus& file : status.files) {
    if (is_listed(file)) text += file_text(file, width);
  }
  for (const SumProblem& problem : status.sum_problems) {
    if (problem.code == Code::file_unlisted || problem.code == Code::bad_sum_file) text += problem.message + "\n";
  }
  const std::vector<std::string> advice = status_advice(status, folder);
  if (!advice.empty()) text += "\nwhat to do:\n";
  for (const std::string& line : advice) text += "  " + line + "\n";
  return text;
}

}  // namespace pschema
