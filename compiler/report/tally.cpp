#include "report/tally.h"

#include "base/overloaded.h"

namespace pschema {

void add(Tally& tally, const std::vector<Finding>& findings) {
  for (const Finding& f : findings) ++(f.severity == FindingSeverity::info ? tally.notes : tally.warnings);
}

void add(Tally& tally, const TablePlan& table) {
  add(tally, table.findings);
  for (const Operation& operation : table.operations) {
    std::visit(Overloaded{
                   [&](const Create&) { ++tally.create; },
                   [&](const Attach&) { ++tally.attach; },
                   [&](const Detach& d) {
                     ++tally.detach;
                     tally.drop += d.drops;
                   },
                   [&](const Drop&) { ++tally.drop; },
                   [&](const Move& m) {
                     ++tally.move;
                     ++(std::holds_alternative<Create>(m.into) ? tally.create : tally.attach);
                   },
               },
               operation.is);
  }
}

Tally tally_of(const Plan& plan) {
  Tally tally;
  add(tally, plan.findings);
  for (const TablePlan& table : plan.tables) add(tally, table);
  return tally;
}

}  // namespace pschema
