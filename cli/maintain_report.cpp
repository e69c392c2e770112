#include "cli/maintain_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/apply_json.h"
#include "cli/apply_text.h"
#include "report/diagnostics_json.h"
#include "report/plan_value.h"
#include "report/tally.h"
#include "report/words.h"

namespace pschema {
namespace {

using nlohmann::json;

void say(const std::string& text) { std::fputs((text + "\n").c_str(), stderr); }

std::size_t held_for_permission(const Plan& plan) {
  std::size_t count = 0;
  for (const TablePlan& table : plan.tables) {
    count += static_cast<std::size_t>(
        std::count_if(table.operations.begin(), table.operations.end(),
                      [](const Operation& operation) { return is_destructive(phase_of(operation)); }));
  }
  return count;
}

json plan_or_null(const Look* look, const SourceSet& sources) {
  return look ? plan_value(look->planned.plan, sources) : json(nullptr);
}

}  // namespace

void say_maintained(const Maintained& m, bool allow_destructive) {
  say_what_stopped(m.run);
  if (const std::string counts = counts_text(m.run.files); !counts.empty()) say("files: " + counts);
  const Look* now = m.now();
  if (!now) return;
  const std::size_t held = allow_destructive ? 0 : held_for_permission(now->planned.plan);
  if (held > 0) {
    say(fmt::format("{} that detach, move or drop stay undone; run it with --allow-destructive",
                    counted(held, "operation")));
  }
  const std::size_t left = operation_count(now->planned.plan) - held;
  if (left > 0) say(counted(left, "operation") + " could not be done; the next run tries again");
}

std::string maintain_json(const Maintained& m, int exit, const std::vector<Diagnostic>& diagnostics,
                          const SourceSet& sources) {
  json members = run_value(m.run);
  const Look* now = m.now();
  members["plan"] = plan_or_null(m.first ? &*m.first : nullptr, sources);
  members["left"] = plan_or_null(now, sources);
  members["pending_files"] = now ? json(now->planned.pending_files) : json(nullptr);
  members["exit"] = exit;
  return document_json("maintain", std::move(members), diagnostics, sources);
}

}  // namespace pschema
