#include "cli/metrics_file.h"

#include <fmt/format.h>

#include <filesystem>

#include "cli/exit_codes.h"
#include "cli/files.h"
#include "cli/inputs.h"

namespace pschema {

MetricsLabels metrics_labels(const std::vector<std::string>& arguments) {
  MetricsLabels labels;
  for (const std::string& argument : arguments) {
    const std::size_t equals = argument.find('=');
    const std::string name = argument.substr(0, equals);
    if (equals == std::string::npos || !usable_as_label(name)) {
      throw Exit{
          kExitUsage,
          fmt::format("pschema: --metrics-label {}: write NAME=VALUE, with a name of letters, digits and _ that "
                      "no series of pschema has (table, kind, severity, partition)\n",
                      argument)};
    }
    labels.emplace_back(name, argument.substr(equals + 1));
  }
  return labels;
}

void write_metrics(const std::string& path, const MetricsRun& run, const MetricsView* view,
                   const MetricsLabels& labels) {
  std::error_code ignored;
  const std::string before = std::filesystem::is_regular_file(path, ignored) ? read_file(path) : std::string();
  write_file(path, metrics_text(run, view, labels, before));
}

}  // namespace pschema
