#include "runtime/step_hooks.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/quote.h"
#include "model/marker.h"

namespace pschema {
namespace {

/// The server's clock, in UTC.
constexpr std::string_view kNow = "to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')";

}  // namespace

StepHooks::StepHooks(Run& run, const MigrationFile& file, const Script& script)
    : run_(run), file_(file), script_(script) {
  if (run.options.hooks.commands.empty() || file.name == kLedgerFileName) return;
  steps_ = split_steps(script).steps;
  operations_.emplace(script, steps_);
}

void StepHooks::step_begins(int number) {
  in_step_ = operations_.has_value() && number > 0 && number <= static_cast<int>(steps_.size());
  prepared_ = acted_ = untold_ = false;
  does_.clear();
  if (!in_step_) return;
  step_ = static_cast<std::size_t>(number) - 1;
  if (operations_->opaque(step_).empty()) return;
  in_step_ = false;
  run_.tell(Warned{fmt::format("no hook runs for step {}: it has a statement that pschema does not write ({})",
                               number, operations_->opaque(step_))});
}

bool StepHooks::configured(const StepOperation& operation) const {
  const Hooks& hooks = run_.options.hooks.commands;
  return hooks.count(hook_name(true, operation.kind)) > 0 || hooks.count(hook_name(false, operation.kind)) > 0;
}

void StepHooks::reaches(std::size_t item) {
  if (!in_step_) return;
  if (prepared_) {
    acted_ = acted_ || operations_->acts(step_, item);
    return;
  }
  if (!operations_->begins_to_act(step_, item)) return;
  does_ = operations_->from(step_, item);
  const auto hooked = [&](const StepOperation& operation) { return configured(operation); };
  if (std::any_of(does_.begin(), does_.end(), hooked)) throw Due{item};
  in_step_ = false;  // nothing is configured for what this step does
}

/// What the catalog knows: of a partition its bounds, of a detached one its marker's.
void StepHooks::ask_server() {
  // The server may wait for a long time now.
  run_.session.query("SET idle_session_timeout = 0");
  for (StepOperation& operation : does_) {
    const std::string oid = to_regclass(operation.partition);
    const Rows rows = run_.session.query(
        fmt::format("SELECT current_database(), split_part(current_setting('server_version'), ' ', 1),"
                    " {1},"
                    " (SELECT pg_get_expr(relpartbound, 0) FROM pg_class WHERE oid = {0} AND relispartition),"
                    " split_part(obj_description({0}, 'pg_class'), chr(10), 1)",
                    oid, kNow));
    database_ = rows.text(0, 0);
    server_version_ = rows.text(0, 1);
    at_ = rows.text(0, 2);
    if (operation.bounds.empty()) operation.bounds = rows.text(0, 3);
    const auto marker = parse_marker(rows.text(0, 4));
    if (!marker) continue;
    if (operation.bounds.empty()) operation.bounds = marker->bound_text;
    if (!operation.table) operation.table = marker->parent;
  }
}

std::optional<HookRefusal> StepHooks::prepare() {
  prepared_ = true;
  ask_server();
  for (const StepOperation& operation : does_) {
    if (!begun_.emplace(operation.kind, operation.partition).second) continue;
    if (auto wrong = run_hook(true, operation)) {
      begun_.erase({operation.kind, operation.partition});
      return HookRefusal{hook_name(true, operation.kind), *std::move(wrong)};
    }
  }
  return std::nullopt;
}

std::vector<std::string> StepHooks::step_done(bool skipped) {
  std::vector<std::string> wrong;
  if (!acted_ || skipped || run_.stopped()) return wrong;
  for (auto operation = does_.rbegin(); operation != does_.rend(); ++operation) {
    if (!operation->ends) continue;
    try {
      at_ = run_.session.query(fmt::format("SELECT {}", kNow)).text(0, 0);
    } catch (const DatabaseError&) {  // the step is done all the same; the next statement will tell
    }
    if (auto failure = run_hook(false, *operation)) wrong.push_back(*std::move(failure));
  }
  return wrong;
}

HookEvent StepHooks::event_of(const std::string& hook, const StepOperation& operation) {
  HookEvent event;
  event.hook = hook;
  event.operation = operation;
  const std::size_t begin = script_.items[steps_[step_].items.begin].span.begin;
  const std::size_t end = script_.items[steps_[step_].items.end - 1].span.end;
  event.reason = reason_in(std::string_view(file_.text).substr(begin, end - begin), operation);
  // A build of several steps says it in the first.
  std::string& reason = reasons_[{operation.kind, operation.partition}];
  if (event.reason.empty()) event.reason = reason;
  reason = event.reason;
  event.file = file_.name;
  event.step = static_cast<int>(step_) + 1;
  event.database = database_;
  event.server_version = server_version_;
  event.at = at_;
  return event;
}

std::optional<std::string> StepHooks::run_hook(bool before, const StepOperation& operation) {
  const HookOptions& options = run_.options.hooks;
  const std::string hook = hook_name(before, operation.kind);
  const auto command = options.commands.find(hook);
  if (command == options.commands.end()) return std::nullopt;
  run_.tell(HookRuns{hook, command->second.front()});
  const Child child = hook_child(command->second, event_of(hook, operation), options.timeout);
  const ChildEnd end = run_child(
      child,
      [&](std::string_view line) {
        run_.tell(HookSays{hook, std::string(line)});
      },
      [&] { return run_.stopped(); });
  const bool well = end.how == ChildEnd::How::exited && end.value == 0;
  std::optional<std::string> wrong;
  if (!well) {
    wrong = fmt::format("the hook {} ({}) {}, for {}", hook, printable(command->second.front()),
                        child_end_text(end, options.timeout), quote(operation.partition));
  }
  run_.tell(HookEnds{hook});
  return wrong;
}

}  // namespace pschema
