#include "emit/emit.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

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
std::string creates_text(const std::vector<Operation>& operations) {
  std::size_t partitions = 0, tables = 0;
  bool baseline = false, large = false, first = false;
  for (const Operation& operation : operations) {
    const auto* c = std::get_if<Create>(&operation.is);
    const auto* m = std::get_if<Move>(&operation.is);
    if (m) c = std::get_if<Create>(&m->into);
    if (!c) continue;
    ++partitions;
    tables += static_cast<std::size_t>(table_count(c->partition));
    baseline |= operation.reason == Reason::baseline;
    large |= is_large(c->partition);
    first |= c->partition.attach_first;
  }
  if (partitions == 0) return {};
  std::string text = "creates " + counted(partitions, "partition", "partitions");
  if (tables > partitions) text += fmt::format(" with {} below", counted(tables - partitions, "table", "tables"));
  if (baseline) return text + " as they were when this folder was started; skips those that exist.";
  const char* each = partitions == 1 ? "" : "each ";
  if (first) return text + fmt::format(", {}in one transaction, at whose end it appears.", each);
  return text + fmt::format(", {}built apart {} and attached last.", each,
                            large ? "in one or more transactions" : "in one transaction");
}

struct Counts {
  std::size_t attach = 0, finalize = 0, detach = 0, detach_drop = 0, drop = 0, move = 0;
};

Counts count(const std::vector<Operation>& operations) {
  Counts n;
  for (const Operation& operation : operations) {
    std::visit(Overloaded{
                   [](const Create&) {},
                   [&](const Attach&) { ++n.attach; },
                   [&](const Detach& d) {
                     ++(d.form == DetachForm::finalize ? n.finalize : d.drops ? n.detach_drop : n.detach);
                   },
                   [&](const Drop&) { ++n.drop; },
                   [&](const Move& m) {
                     ++n.move;
                     n.attach += std::holds_alternative<Attach>(m.into);
                   },
               },
               operation.is);
  }
  return n;
}

std::vector<std::string> does_text(const std::vector<Operation>& operations, std::size_t markers) {
  std::vector<std::string> does;
  const Counts n = count(operations);
  const auto them = [](std::size_t count, std::string_view one, std::string_view many) {
    return count == 1 ? one : many;
  };
  if (std::string text = creates_text(operations); !text.empty()) does.push_back(text);
  if (n.finalize)
    does.push_back(fmt::format("finishes {}.", counted(n.finalize, "interrupted detach", "interrupted detaches")));
  if (n.attach) {
    does.push_back(fmt::format("attaches {} again, with the rows that {}.",
                               counted(n.attach, "detached partition", "detached partitions"),
                               them(n.attach, "it has", "they have")));
  }
  if (n.move)
    does.push_back("moves into it what a DEFAULT partition holds of it, each partition in one transaction.");
  if (markers)
    does.push_back(
        fmt::format("clears {} of pschema from attached partitions.", counted(markers, "old marker", "old markers")));
  if (n.detach)
    does.push_back(
        fmt::format("detaches {}; drops nothing.", counted(n.detach, "expired partition", "expired partitions")));
  if (n.detach_drop) {
    does.push_back(fmt::format("detaches {} and drops {}.",
                               counted(n.detach_drop, "expired partition", "expired partitions"),
                               them(n.detach_drop, "it", "them")));
  }
  if (n.drop) does.push_back(fmt::format("drops {}.", counted(n.drop, "detached partition", "detached partitions")));
  return does;
}

/// What a file says of the tables beside the parent that it locks, each once.
class Mentioned {
 public:
  void add(const std::string& what) {
    if (what.empty() || !seen_.insert(what).second) return;
    text_ += (text_.empty() ? "" : ", ") + what;
  }
  const std::string& text() const { return text_; }

 private:
  std::set<std::string> seen_;
  std::string text_;
};

/// A table of contents, so that a reviewer sees what goes without reading every step. Cut where it would be longer
/// than the steps of most files.
std::vector<std::string> step_lines(const std::vector<Operation>& operations) {
  constexpr std::size_t kMost = 40;
  std::vector<std::string> lines;
  for (const Operation& operation : operations) {
    if (lines.size() == kMost) {
      lines.push_back(fmt::format("and {} more", operations.size() - kMost));
      break;
    }
    lines.push_back(fmt::format("{} {}: {}", verb_of(operation), quote(target_of(operation)), extent_of(operation)));
  }
  return lines;
}

bool drops_foreign(const Operation& operation) {
  const auto* detach = std::get_if<Detach>(&operation.is);
  const auto* drop = std::get_if<Drop>(&operation.is);
  return (detach && detach->foreign) || (drop && drop->foreign);
}

FileSummary summary_of(const QualifiedName& table, Instant at, Phase phase, const std::vector<Operation>& operations,
                       std::size_t markers) {
  FileSummary s{at, table, phase, does_text(operations, markers), step_lines(operations), false, false,
                {}, {},    false};
  Mentioned blocked, others;
  for (const Operation& operation : operations) {
    s.loses_data |= loses_data(operation);
    s.foreign_only &= !loses_data(operation) || drops_foreign(operation);
    s.concurrent |= !transactional(operation);
    std::visit(Overloaded{
                   [&](const Create& c) {
                     others.add(c.other_locks.text);
                     s.large |= is_large(c.partition);
                   },
                   [&](const Attach& a) { others.add(a.other_locks.text); },
                   [&](const Detach& d) {
                     others.add(d.other_locks.text);
                     if (d.form == DetachForm::blocking) blocked.add(quote(d.parent));
                   },
                   [](const Drop&) {},
                   [&](const Move& m) {
                     std::visit(Overloaded{[&](const Create& c) { blocked.add(quote(c.parent)); },
                                           [&](const Attach& a) { blocked.add(quote(a.parent)); }},
                                m.into);
                   },
               },
               operation.is);
  }
  s.blocked = blocked.text();
  s.others = others.text();
  return s;
}

class Emitting {
 public:
  Emitting(Instant at, const Folder& folder, const FileSettings& settings, bool of_maintain = false)
      : at_(at),
        moment_(next_file_moment(folder, at, of_maintain)),
        prefix_(of_maintain ? kMaintainPrefix : std::string_view()),
        settings_(settings) {}

  void file(const QualifiedName& table, Phase phase, const std::vector<Operation>& operations,
            const std::vector<StaleMarker>& markers) {
    if (operations.empty() && markers.empty()) return;
    const std::string name = std::string(prefix_) + file_name(moment_.moment, moment_.ordinal, table, phase);
    ++moment_.ordinal;
    std::string text = head_text(name, summary_of(table, at_, phase, operations, markers.size()), settings_);
    // Written once to count them: how many steps an operation has is known where it is written.
    StepNumbers counted(0);
    steps_text(operations, markers, counted);
    StepNumbers numbers(counted.given());
    files_.push_back({name, text + steps_text(operations, markers, numbers) + foot_text()});
  }

  void adoption(const Adoption& a) {
    const std::string name = file_name(moment_.moment, moment_.ordinal, a.table, Phase::adopt);
    FileSummary s{at_, a.table, Phase::adopt, {}, {}, false, false, {}, {}, false};
    s.marks = !a.attach;
    s.others = a.attach ? a.attach->other_locks.text : std::string();
    s.does.push_back(a.attach ? "attaches a table that stands outside the tree, with the rows that it has."
                              : "marks a table as detached from now on; attaches and drops nothing.");
    s.steps.push_back(fmt::format("ADOPT {}: {}", quote(a.relation), a.extent));
    StepNumbers numbers(1);
    files_.push_back({name, head_text(name, s, settings_) + "\n" + adopt_step(a, numbers, settings_) + foot_text()});
  }

  std::vector<MigrationFile> take() { return std::move(files_); }

 private:
  std::string steps_text(const std::vector<Operation>& operations, const std::vector<StaleMarker>& markers,
                         StepNumbers& numbers) const {
    std::string text;
    for (const Operation& operation : operations) text += "\n" + step_text(operation, numbers, settings_);
    for (const StaleMarker& marker : markers) text += "\n" + clear_marker_text(marker, numbers);
    return text;
  }

  Instant at_;
  FileMoment moment_;
  std::string_view prefix_;
  const FileSettings& settings_;
  std::vector<MigrationFile> files_;
};

std::vector<Operation> of_phase(const TablePlan& table, Phase phase) {
  std::vector<Operation> found;
  std::copy_if(table.operations.begin(), table.operations.end(), std::back_inserter(found),
               [&](const Operation& operation) { return phase_of(operation) == phase; });
  return found;
}

Folder with_names(Folder folder, const std::set<std::string>& applied) {
  for (const std::string& name : applied) folder.files.push_back({name, ""});
  return folder;
}

std::vector<MigrationFile> behind_ledger(std::vector<MigrationFile> files, const Folder& folder) {
  const bool has_ledger = std::any_of(folder.files.begin(), folder.files.end(),
                                      [](const MigrationFile& f) { return f.name == kLedgerFileName; });
  if (!files.empty() && !has_ledger) files.insert(files.begin(), ledger_file());
  return files;
}

void add_plan(Emitting& emitting, const Plan& plan) {
  // The plan's order is that of creations: what is referenced comes first, and goes last.
  for (const TablePlan& table : plan.tables)
    emitting.file(table.table, Phase::create, of_phase(table, Phase::create), table.stale_markers);
  for (const TablePlan& table : plan.tables)
    emitting.file(table.table, Phase::move, of_phase(table, Phase::move), {});
  for (const Phase phase : {Phase::retire, Phase::drop}) {
    for (auto table = plan.tables.rbegin(); table != plan.tables.rend(); ++table)
      emitting.file(table->table, phase, of_phase(*table, phase), {});
  }
}

}  // namespace

std::string step_of(const TablePlan& table, std::size_t operation, const FileSettings& settings) {
  const Phase phase = phase_of(table.operations.at(operation));
  StepNumbers counted(0);
  for (const Operation& o : of_phase(table, phase)) step_text(o, counted, settings);
  if (phase == Phase::create) {
    for (const StaleMarker& marker : table.stale_markers) clear_marker_text(marker, counted);
  }
  StepNumbers numbers(counted.given());
  for (std::size_t i = 0; i < operation; ++i) {
    if (phase_of(table.operations[i]) == phase) step_text(table.operations[i], numbers, settings);
  }
  return step_text(table.operations[operation], numbers, settings);
}

std::vector<MigrationFile> emit_adoption(const Adoption& adoption, Instant at, const std::vector<Baseline>& baselines,
                                         const Folder& folder, const std::set<std::string>& applied,
                                         const FileSettings& settings) {
  Emitting emitting(at, with_names(folder, applied), settings);
  for (const Baseline& b : baselines) emitting.file(b.table, Phase::baseline, b.operations, {});
  emitting.adoption(adoption);
  return behind_ledger(emitting.take(), folder);
}

std::vector<MigrationFile> emit(const Plan& plan, const std::vector<Baseline>& baselines, const Folder& folder,
                                const std::set<std::string>& applied, const FileSettings& settings) {
  Emitting emitting(plan.at, with_names(folder, applied), settings);
  for (const Baseline& b : baselines) emitting.file(b.table, Phase::baseline, b.operations, {});
  add_plan(emitting, plan);
  return behind_ledger(emitting.take(), folder);
}

std::vector<MigrationFile> emit_to_run(const Plan& plan, bool has_ledger, const std::set<std::string>& taken,
                                       const FileSettings& settings) {
  Emitting emitting(plan.at, with_names({}, taken), settings, true);
  add_plan(emitting, plan);
  std::vector<MigrationFile> files = emitting.take();
  return has_ledger ? files : behind_ledger(std::move(files), {});
}

}  // namespace pschema
