// The file of --metrics.
#pragma once

#include <string>
#include <vector>

#include "report/metrics.h"

namespace pschema {

/// `NAME=VALUE` of each --metrics-label. Throws Exit.
MetricsLabels metrics_labels(const std::vector<std::string>& arguments);

/// Writes the file beside and renames it, with what the one before has and this run does not know. An older file that
/// nobody of ours wrote lends nothing. Throws FileError.
void write_metrics(const std::string& path, const MetricsRun& run, const MetricsView* view,
                   const MetricsLabels& labels);

}  // namespace pschema
