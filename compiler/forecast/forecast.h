// The lifecycle run ahead: what plans would do at the moments to come, each on the catalog that the one before leads
// to. Time alone moves; rows, keys and sizes stay as they are known.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "model/catalog.h"
#include "model/schema.h"
#include "plan/operation.h"

namespace pschema {

struct ForecastSpan {
  Instant from;                           // the first run
  Instant until;                          // the last one is not behind it
  std::int64_t every_us = kMicrosPerDay;  // how often pschema is run
};

/// What the runs of one day (in UTC) do to one table, by name, in the order in which they do it.
struct ForecastDay {
  Instant at;  // of the first run that does something
  QualifiedName table;
  std::vector<std::string> created, attached, detached, dropped, moved;
};

/// The greatest number of tables that hold rows, and when there were so many first.
struct Peak {
  std::int64_t partitions = 0;
  Instant at;
};

/// From a moment on rows have no partition, because pschema was not run again before.
struct InsertsFail {
  QualifiedName table;
  QualifiedName parent;  // the table, or a branch of it
  Instant from;
};

/// The first run at which a table has a warning of this kind.
struct Asked {
  Instant at;
  QualifiedName table;
  std::string kind;      // a finding's, or `refused`
  std::string sentence;  // with its subject
};

struct Forecast {
  ForecastSpan span;
  std::vector<ForecastDay> days;  // by day, then by table
  std::map<QualifiedName, Peak> peaks;
  Peak peak;                         // of all tables together
  std::vector<InsertsFail> failing;  // by moment; of each table the first
  std::vector<Asked> asked;          // by moment
  std::vector<std::string> notes;    // what was taken for granted
};

/// Runs longer than this are cut off, with a note: `span.until` is then the last run.
inline constexpr std::size_t kMaxForecastRuns = 50'000;

/// Errors are those of `fit` at the first run; the tables that have some are left out.
Forecast forecast(const Schema& schema, const Catalog& catalog, ForecastSpan span, Diagnostics& diagnostics);

/// A catalog in which every table of the schema is there and has no partition; keys are of the types that they
/// usually have.
Catalog made_up_catalog(const Schema& schema, Instant taken_at);

}  // namespace pschema
