#include "emit/emit.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/overloaded.h"
#include "base/quote.h"
#include "emit/frame.h"
#include "emit/steps.h"

namespace pschema {
namespace {

std::string counted(std::size_t n, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", n, n == 1 ? one : many);
}

/// `creates 2 partitions with 4 tables below them`.
std::string creates_text(std::string_view verb, const std::vector<Operation>& operations) {
  std::size_t partitions = 0;
  std::size_t tables = 0;
  for (const Operation& operation : operations) {
    const auto* c = std::get_if<Create>(&operation.is);
    if (!c) continue;
    ++partitions;
    tables += static_cast<std::size_t>(table_count(c->partition));
  }
  if (partitions == 0) return {};
  std::string text = fmt::format("{} {}", verb, counted(partitions, "partition", "partitions"));
  if (tables > partitions) text += fmt::format(" with {} below", counted(tables - partitions, "table", "tables"));
  return text + (verb == "creates" ? ", each built apart in one transaction and attached last."
                                   : ", as they were when this folder began; where they are there, nothing happens.");
}

struct Counts {
  std::size_t attach = 0, finalize = 0, detach = 0, detach_drop = 0, drop = 0;
};

Counts count(const std::vector<Operation>& operations) {
  Counts n;
  for (const Operation& operation : operations) {
    std::visit(Overloaded{
                   [](const Create&) {},
                   [&](const Attach&) { ++n.attach; },
                   [&](const Detach& d) { ++(d.form == DetachForm::finalize ? n.finalize : d.drops ? n.detach_drop : n.detach); },
                   [&](const Drop&) { ++n.drop; },
               },
               operation.is);
  }
  return n;
}

std::vector<std::string> does_text(const std::vector<Operation>& operations, std::size_t markers) {
  std::vector<std::string> does;
  const bool is_baseline = !operations.empty() && operations.front().reason == Reason::baseline;
  const Counts n = count(operations);
  if (n.finalize) does.push_back(fmt::format("finishes {}.", counted(n.finalize, "interrupted detach", "interrupted detaches")));
  if (std::string text = creates_text(is_baseline ? "makes" : "creates", operations); !text.empty()) does.push_back(text);
  if (n.attach) does.push_back(fmt::format("attaches {} again, with their rows.", counted(n.attach, "detached partition", "detached partitions")));
  if (markers) does.push_back(fmt::format("clears {} of attached partitions.", counted(markers, "old marker", "old markers")));
  if (n.detach) does.push_back(fmt::format("detaches {}; drops nothing.", counted(n.detach, "expired partition", "expired partitions")));
  if (n.detach_drop) does.push_back(fmt::format("detaches {} and drops them.", counted(n.detach_drop, "expired partition", "expired partitions")));
  if (n.drop) does.push_back(fmt::format("drops {}.", counted(n.drop, "detached partition", "detached partitions")));
  return does;
}

FileSummary summary_of(const QualifiedName& table, Instant at, Phase phase, const std::vector<Operation>& operations,
                       std::size_t markers) {
  FileSummary s{at, table, phase, does_text(operations, markers), false, false, false};
  for (const Operation& operation : operations) {
    s.loses_data |= loses_data(operation);
    s.concurrent |= !transactional(operation);
    const auto* d = std::get_if<Detach>(&operation.is);
    s.blocks_parent |= d && d->form == DetachForm::blocking;
  }
  return s;
}

class Emitting {
 public:
  Emitting(Instant at, const Folder& folder, const FileSettings& settings)
      : at_(at), moment_(next_file_moment(folder, at)), settings_(settings) {}

  void file(const QualifiedName& table, Phase phase, const std::vector<Operation>& operations,
            const std::vector<QualifiedName>& markers) {
    if (operations.empty() && markers.empty()) return;
    const std::string name = file_name(moment_.moment, moment_.ordinal, table, phase);
    ++moment_.ordinal;
    std::string text = head_text(name, summary_of(table, at_, phase, operations, markers.size()), settings_);
    const std::size_t steps = operations.size() + markers.size();
    std::size_t number = 0;
    const auto next_number = [&] { return fmt::format("{}/{}", ++number, steps); };
    for (const Operation& operation : operations) text += "\n" + step_text(operation, next_number(), settings_);
    for (const QualifiedName& marker : markers) text += "\n" + clear_marker_text(marker, next_number());
    files_.push_back({name, text + foot_text()});
  }

  std::vector<MigrationFile> take() { return std::move(files_); }

 private:
  Instant at_;
  FileMoment moment_;
  const FileSettings& settings_;
  std::vector<MigrationFile> files_;
};

std::vector<Operation> of_phase(const TablePlan& table, Phase phase) {
  std::vector<Operation> found;
  std::copy_if(table.operations.begin(), table.operations.end(), std::back_inserter(found),
               [&](const Operation& operation) { return phase_of(operation) == phase; });
  return found;
}

}  // namespace

std::vector<MigrationFile> emit(const Plan& plan, const std::vector<Baseline>& baselines, const Folder& folder,
                                const FileSettings& settings) {
  Emitting emitting(plan.at, folder, settings);
  for (const Baseline& b : baselines) emitting.file(b.table, Phase::baseline, b.operations, {});
  for (const Phase phase : {Phase::create, Phase::retire, Phase::drop}) {
    for (const TablePlan& table : plan.tables) {
      const std::vector<Operation> operations = of_phase(table, phase);
      const bool carries_markers = phase == Phase::create && !operations.empty();
      emitting.file(table.table, phase, operations, carries_markers ? table.stale_markers : std::vector<QualifiedName>());
    }
  }
  std::vector<MigrationFile> files = emitting.take();
  const bool has_ledger = std::any_of(folder.files.begin(), folder.files.end(),
                                      [](const MigrationFile& f) { return f.name == kLedgerFileName; });
  if (!files.empty() && !has_ledger) files.insert(files.begin(), ledger_file());
  return files;
}

}  // namespace pschema
