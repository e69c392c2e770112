// What a run of `pschema maintain` leaves for Prometheus (docs/metrics.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/catalog.h"
#include "model/schema.h"
#include "plan/operation.h"

namespace pschema {

/// What was seen of the database last: after everything that the run has done.
struct MetricsView {
  const Schema& fitted;
  const Catalog& catalog;  // as it is, without pending files
  const Plan& plan;        // what is left
  std::size_t pending_files = 0;
};

struct MetricsRun {
  std::int64_t ended_at = 0;  // seconds since 1970, by the clock of the machine that runs pschema
  std::int64_t milliseconds = 0;
  int exit = 0;
  bool success = false;  // it did all that it may do: what is left needs a permission or a person
};

using MetricsLabels = std::vector<std::pair<std::string, std::string>>;

/// Is it one that a label of Prometheus may bear, and that no series of ours has?
bool usable_as_label(std::string_view name);

/// The text format of Prometheus, version 0.0.4: families and series in one order, each with `labels`. What the run
/// did not get to know (`view` is nullptr: it did not come so far) is taken from `before`, the text of the run
/// before, and so is the last success of a run that was none.
std::string metrics_text(const MetricsRun& run, const MetricsView* view, const MetricsLabels& labels,
                         std::string_view before);

}  // namespace pschema
