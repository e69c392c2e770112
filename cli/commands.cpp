#include "cli/commands.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "cli/common_options.h"

namespace pschema {

namespace {

/// --config and the like, for a command that has settings or connects.
void add_configuration(Usage& usage) {
  const auto has_setting = [](const Option& o) { return !o.setting.empty(); };
  const bool connects = usage.name == "config" || std::any_of(usage.options.begin(), usage.options.end(),
                                                              [](const Option& o) { return o.names == "--dsn"; });
  if (!connects && !usage.choice && usage.settings.empty() &&
      std::none_of(usage.options.begin(), usage.options.end(), has_setting) &&
      std::none_of(usage.arguments.begin(), usage.arguments.end(), has_setting))
    return;
  if (!usage.choice) usage.choice = std::make_shared<ConfigurationChoice>();
  usage.options = joined(std::move(usage.options), configuration_options(*usage.choice, connects));
}

}  // namespace

std::vector<Usage> all_commands() {
  // clang-format off
  std::vector<Usage> commands = {
      init_usage(),
      snapshot_usage(),
      plan_usage(),
      compile_usage(),
      check_usage(),
      explain_usage(),
      route_usage(),
      apply_usage(),
      maintain_usage(),
      status_usage(),
      sum_usage(),
      forecast_usage(),
      breaking_usage(),
      fmt_usage(),
      sql_usage(),
      config_usage(),
      adopt_usage(),
      bound_usage(),
      completion_usage(),
      manual_usage(),
  };
  // clang-format on
  std::for_each(commands.begin(), commands.end(), add_configuration);
  return commands;
}

}  // namespace pschema
