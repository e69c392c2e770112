#include "runtime/hooks.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/diagnostic.h"
#include "base/quote.h"

namespace pschema {
namespace {

using nlohmann::json;

json name_json(const std::optional<QualifiedName>& name) {
  if (!name) return nullptr;
  return {{"schema", name->schema.text}, {"name", name->name.text}, {"sql", quote(*name)}};
}

json text_or_null(const std::string& text) { return text.empty() ? json(nullptr) : json(text); }

bool is_word(char c) { return (c >= 'a' && c <= 'z') || c == '_'; }

}  // namespace

std::string hook_name(bool before, OperationKind kind) {
  return (before ? "before_" : "after_") + std::string(operation_kind_word(kind));
}

const std::vector<std::string>& hook_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const bool before : {true, false}) {
      for (const OperationKind kind : {OperationKind::create, OperationKind::attach, OperationKind::detach,
                                       OperationKind::drop, OperationKind::move}) {
        all.push_back(hook_name(before, kind));
      }
    }
    return all;
  }();
  return names;
}

std::string hooks_fault(const Hooks& hooks) {
  const std::vector<std::string>& names = hook_names();
  for (const auto& [name, command] : hooks) {
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      const std::string_view near = nearest(name, {names.begin(), names.end()});
      return fmt::format("`{}` is no hook{}", printable(name),
                         near.empty() ? std::string() : fmt::format("; did you mean `{}`?", near));
    }
    if (command.empty() || command.front().empty()) return fmt::format("the hook {} has no command", name);
  }
  return {};
}

std::string hook_event_json(const HookEvent& e) {
  const json event = {{"version", 1},
                      {"hook", e.hook},
                      {"operation", operation_kind_word(e.operation.kind)},
                      {"table", name_json(e.operation.table)},
                      {"partition", name_json(e.operation.partition)},
                      {"from", name_json(e.operation.from)},
                      {"bounds", text_or_null(e.operation.bounds)},
                      {"reason", text_or_null(e.reason)},
                      {"file", e.file},
                      {"step", e.step},
                      {"database", e.database},
                      {"server_version", e.server_version},
                      {"at", e.at}};
  return event.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

std::string reason_in(std::string_view step_text, const StepOperation& operation) {
  const QualifiedName& about =
      operation.kind == OperationKind::move && operation.from ? *operation.from : operation.partition;
  const std::string before = quote(about) + " (";
  for (std::size_t at = step_text.find(before); at != std::string_view::npos; at = step_text.find(before, at + 1)) {
    const std::string_view rest = step_text.substr(at + before.size());
    const auto end = std::find_if_not(rest.begin(), rest.end(), is_word);
    const auto length = static_cast<std::size_t>(end - rest.begin());
    if (length > 0 && rest.substr(length).starts_with(")")) return std::string(rest.substr(0, length));
  }
  return {};
}

Child hook_child(const std::vector<std::string>& command, const HookEvent& event, std::chrono::milliseconds timeout) {
  Child child;
  child.words = command;
  child.environment = {{"PSCHEMA_EVENT", event.hook},
                       {"PSCHEMA_TABLE", event.operation.table ? quote(*event.operation.table) : std::string()},
                       {"PSCHEMA_PARTITION", quote(event.operation.partition)}};
  child.input = hook_event_json(event);
  child.timeout = timeout;
  return child;
}

}  // namespace pschema
