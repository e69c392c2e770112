#include "report/plan_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/overloaded.h"
#include "base/quote.h"
#include "report/tally.h"
#include "report/words.h"

namespace pschema {
namespace {

std::string indent(int depth) { return std::string(static_cast<std::size_t>(depth) * 2, ' '); }

std::string line(int depth, std::string_view verb, const QualifiedName& name, std::string_view reason,
                 std::string_view extent) {
  std::string text = indent(depth) + fmt::format("{} {} ({})", verb, printable(quote(name)), reason);
  if (!extent.empty()) text += fmt::format(": {}", extent);
  return text + "\n";
}

/// What stands behind the reason: the extent, what was measured, and why.
std::string about(const Operation& operation) {
  std::string text = printable(extent_of(operation));
  const Measured& measured = operation.because.measured;
  if (measured.bytes) text += ", " + size_text(*measured.bytes);
  if (measured.rows) text += ", " + rows_text(measured);
  if (!operation.because.detail.empty()) text += (text.empty() ? "" : "; ") + operation.because.detail;
  return text;
}

/// Below its operation, so that what is copied still runs.
std::string indented(const std::string& sql) {
  std::string text;
  for (std::size_t at = 0; at < sql.size();) {
    const std::size_t end = std::min(sql.find('\n', at), sql.size());
    if (end > at) text += indent(3) + sql.substr(at, end - at);
    text += "\n";
    at = end + 1;
  }
  return text;
}

std::string lock_line(const Operation& operation) {
  return indent(2) + fmt::format("lock: {}; {}\n", printable(lock_of(operation)), transactions_text(operation));
}

std::string subtree_lines(const NewPartition& partition, int depth) {
  std::string text;
  for (const NewPartition& below : partition.below) {
    text += line(depth, "CREATE", below.name, reason_name(Reason::subtree), below.extent) +
            subtree_lines(below, depth + 1);
  }
  return text;
}

/// What a move makes or attaches, and below it the move.
std::string move_lines(const Operation& operation, const Move& m) {
  const NewPartition& partition = target_of_move(m);
  const bool makes = std::holds_alternative<Create>(m.into);
  std::string text =
      line(1, makes ? "CREATE" : "ATTACH", partition.name, reason_name(m.into_reason), about(operation)) +
      lock_line(operation);
  if (makes) text += subtree_lines(partition, 2);
  return text + line(2, "MOVE", m.from, reason_name(Reason::default_rows),
                     fmt::format("{} {}", m.rows, m.rows == 1 ? "row" : "rows"));
}

std::string operation_lines(const Operation& operation) {
  if (const auto* m = std::get_if<Move>(&operation.is)) return move_lines(operation, *m);
  std::string text =
      line(1, verb_of(operation), target_of(operation), reason_name(operation.reason), about(operation)) +
      lock_line(operation);
  return text +
         std::visit(Overloaded{
                        [](const Create& c) { return subtree_lines(c.partition, 2); },
                        [](const Attach&) { return std::string(); },
                        [](const Detach& d) {
                          if (d.into_schema) {
                            return line(2, "SET SCHEMA", name_after(d), reason_name(Reason::retired_into_schema), "");
                          }
                          return d.drops ? line(2, "DROP", d.partition, reason_name(Reason::follows_detach), "")
                                         : std::string();
                        },
                        [](const Drop&) { return std::string(); },
                        [](const Move&) { return std::string(); },
                    },
                    operation.is);
}

/// Why nothing is planned for a table: whoever reads only the plan must not take it for one with nothing to do.
std::string refused_lines(const RefusedTable& table) {
  std::string text;
  for (const Diagnostic& error : table.errors) {
    text += fmt::format("[refused] {}: {} {}\n", printable(quote(table.table)), code_text(error.code),
                        printable(error.message));
  }
  return text;
}

std::string nothing_text(const Plan& plan) {
  if (plan.refused.empty()) return "nothing to do";
  if (plan.tables.empty()) return "nothing planned";
  return fmt::format("nothing to do for {}", counted(plan.tables.size(), "table"));
}

std::string count_line(const Plan& plan) {
  const Tally t = tally_of(plan);
  std::string text;
  if (operation_count(plan) == 0) {
    text = nothing_text(plan);
  } else {
    text = fmt::format("{} to create, {} to attach, {} to detach, {} to drop", t.create, t.attach, t.detach, t.drop);
    if (t.move > 0) text += fmt::format(", {} to move", t.move);
  }
  if (!plan.refused.empty()) text += fmt::format("; {} refused", counted(plan.refused.size(), "table"));
  return fmt::format("{}; {}, {}\n", text, counted(t.warnings, "warning"), counted(t.notes, "note"));
}

}  // namespace

std::string plan_text(const Plan& plan, const StepText& sql) {
  std::string text = count_line(plan);
  for (const RefusedTable& table : plan.refused) text += refused_lines(table);
  for (const Finding& f : plan.findings) text += finding_line(f);
  for (const TablePlan& table : plan.tables) {
    text += fmt::format("\nplan for {} at {}\n", printable(quote(table.table)), format_plan_moment(plan.at));
    for (std::size_t i = 0; i < table.operations.size(); ++i) {
      text += operation_lines(table.operations[i]);
      if (sql) text += indented(sql(table, i));
    }
    for (const Finding& f : table.findings) text += "  " + finding_line(f);
    if (table.operations.empty() && table.findings.empty()) text += "  nothing to do\n";
  }
  return text;
}

}  // namespace pschema
