#include "runtime/selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "migration/steps.h"
#include "migration/superseded.h"

namespace pschema {
namespace {

SumProblem edited(const MigrationFile& file, std::string_view how) {
  return {Code::file_edited, file.name + ".sql", fmt::format("{}.sql {}", file.name, how)};
}

/// The done part of a file that is not done: each of its steps stands where it stood, as it was.
std::optional<SumProblem> edited_in_its_done_part(const MigrationFile& file, const LedgerFile& row) {
  if (row.ended.empty()) return std::nullopt;
  const auto read = read_script(file.text);
  const auto* script = std::get_if<Script>(&read);
  if (!script) return std::nullopt;  // told as such
  const std::vector<FileStep> steps = file_steps(file, *script);
  for (const LedgerStep& step : row.ended) {
    const auto place = static_cast<std::size_t>(step.number) - 1;
    if (place < steps.size() && steps[place].checksum == step.checksum) continue;
    return edited(file,
                  fmt::format("was stopped half-way, and step {} ({}), which is done in this database, was edited "
                              "since",
                              step.number, step.title));
  }
  return std::nullopt;
}

}  // namespace

std::vector<SumProblem> edited_since_applied(const Folder& folder, const Ledger& ledger) {
  std::vector<SumProblem> problems;
  for (const MigrationFile& file : folder.files) {
    // Each version of pschema has its own text for the ledger's file, and folders of several share a database. What
    // the folder should hold is pschema.sum's to say.
    if (file.name == kLedgerFileName) continue;
    const auto row = ledger.files.find(file.name);
    if (row == ledger.files.end()) continue;
    if (row->second.state != LedgerState::done) {
      if (auto problem = edited_in_its_done_part(file, row->second)) problems.push_back(*std::move(problem));
    } else if (row->second.checksum && *row->second.checksum != sha256_hex(file.text)) {
      problems.push_back(edited(file, "was edited after it was applied to this database"));
    }
  }
  return problems;
}

namespace {

bool makes_all_tables(const MigrationFile& file) {
  return file.name == kLedgerFileName && file.text.find("CREATE TABLE pschema.step (") != std::string::npos;
}

}  // namespace

bool brings_up_to_date(const MigrationFile& file, const Ledger& ledger) {
  return ledger.older && ledger.ours_alone && makes_all_tables(file);
}

std::string older_ledger(const Folder& folder, const Ledger& ledger) {
  const auto any = [&](const auto& is) { return std::any_of(folder.files.begin(), folder.files.end(), is); };
  if (!ledger.older || any([&](const MigrationFile& f) { return brings_up_to_date(f, ledger); })) return {};
  std::string mend = fmt::format("the next compile writes {}.sql, which adds what is missing", kLedgerFileName);
  if (any(makes_all_tables)) {
    mend = fmt::format("its owner may run {}.sql, which adds what is missing", kLedgerFileName);
  } else if (any([](const MigrationFile& f) { return f.name == kLedgerFileName; })) {
    mend = fmt::format("delete {0}.sql from the folder and run `pschema sum --accept`: {1}", kLedgerFileName, mend);
  }
  return "the ledger was made by an older pschema, so which steps are done is not recorded; " + mend;
}

std::vector<FileReport> selection(const Folder& folder, const Ledger& ledger, bool allow_destructive) {
  std::vector<FileReport> reports;
  for (const MigrationFile& file : folder.files) {
    FileReport& report = reports.emplace_back();
    report.name = file.name;
    if (brings_up_to_date(file, ledger)) continue;
    if (is_applied(ledger, file.name)) {
      report.state = FileState::applied;
    } else if (is_destructive(file.name) && !allow_destructive) {
      report.state = FileState::destructive;
    }
  }
  mark_superseded(folder, reports);
  return reports;
}

void mark_superseded(const Folder& folder, std::vector<FileReport>& reports) {
  std::set<std::string> ran;
  for (const FileReport& report : reports) {
    if (report.state == FileState::applied || report.state == FileState::done) ran.insert(report.name);
  }
  const auto superseded = superseded_files(folder, ran);
  for (FileReport& report : reports) {
    const auto by = superseded.find(report.name);
    const bool waits = report.state == FileState::destructive || report.state == FileState::not_tried;
    if (!waits || by == superseded.end()) continue;
    report.state = FileState::superseded;
    report.because_of = by->second;
  }
}

}  // namespace pschema
