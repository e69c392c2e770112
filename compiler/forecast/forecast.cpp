#include "forecast/forecast.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>

#include "base/overloaded.h"
#include "base/quote.h"
#include "forecast/time_levels.h"
#include "plan/fit.h"
#include "plan/plan.h"
#include "plan/simulate.h"

namespace pschema {
namespace {

constexpr Instant kNever{std::numeric_limits<std::int64_t>::max()};
constexpr std::int64_t kAnyNumber = std::numeric_limits<int>::max();

std::int64_t day_of(Instant t) {
  return t.us >= 0 ? t.us / kMicrosPerDay : (t.us - kMicrosPerDay + 1) / kMicrosPerDay;
}

std::int64_t leaves_of(const Table& table) {
  std::int64_t leaves = 0;
  for (const auto& [parent, children] : table.children) {
    leaves += std::count_if(children.begin(), children.end(), [](const Relation& r) { return !r.key; });
  }
  return leaves;
}

class Forecasting {
 public:
  Forecasting(const Schema& schema, const Catalog& catalog, ForecastSpan span) : schema_(schema), now_(catalog) {
    out_.span = span;
    out_.peak.at = span.from;
    for (const TableSchema& table : schema.tables) due_[table.name] = span.from;
  }

  Forecast run(Diagnostics& diagnostics) {
    const Fitted first = fit(schema_, now_, out_.span.from, kAnyNumber, diagnostics);
    for (const RefusedTable& table : first.refused) due_.erase(table.table);
    for (const TableSchema& table : first.schema.tables) note_assumptions(table);
    std::size_t runs = 0;
    for (Instant t = out_.span.from; t <= out_.span.until; t = next_run()) {
      if (++runs > kMaxForecastRuns) {
        out_.notes.push_back(fmt::format("the forecast ends at {}, after {} runs", format_utc(t), kMaxForecastRuns));
        out_.span.until = t;
        break;
      }
      one_run(t);
    }
    sort();
    return std::move(out_);
  }

 private:
  Instant next_run() const {
    Instant next = kNever;
    for (const auto& [table, at] : due_) next = std::min(next, at);
    return next;
  }

  /// The first run at or behind a moment that comes after the run at `t`.
  Instant run_at(std::optional<Instant> moment, Instant t) const {
    if (!moment || *moment > out_.span.until) return kNever;
    const std::int64_t behind = std::max(moment->us, t.us + out_.span.every_us) - out_.span.from.us;
    const std::int64_t runs = (behind + out_.span.every_us - 1) / out_.span.every_us;
    return Instant{out_.span.from.us + runs * out_.span.every_us};
  }

  void one_run(Instant t) {
    Schema due;
    for (const TableSchema& table : schema_.tables) {
      const auto at = due_.find(table.name);
      if (at != due_.end() && at->second <= t) due.tables.push_back(table);
    }
    now_.taken_at = t;
    Diagnostics ignored;
    const Fitted fitted = fit(due, now_, t, kAnyNumber, ignored);
    for (const RefusedTable& table : fitted.refused) refused(table, t);
    const Plan plan = pschema::plan(fitted.schema, now_, t);
    for (const TablePlan& table : plan.tables) record(table, t);
    now_ = simulate(now_, plan);
    for (const TableSchema& table : fitted.schema.tables) look_at(table, t);
    count(t);
  }

  void refused(const RefusedTable& table, Instant t) {
    due_.erase(table.table);
    ask({t, table.table, "refused", quote(table.table) + " is refused: " + table.errors.front().message});
  }

  void ask(Asked asked) {
    if (asked_.insert({asked.table, asked.kind}).second) out_.asked.push_back(std::move(asked));
  }

  ForecastDay& day(Instant t, const QualifiedName& table) {
    const auto key = std::make_pair(day_of(t), table);
    const auto [at, fresh] = days_.emplace(key, ForecastDay{t, table, {}, {}, {}, {}, {}});
    (void)fresh;
    return at->second;
  }

  void record(const TablePlan& table, Instant t) {
    for (const Operation& operation : table.operations) {
      ForecastDay& d = day(t, table.table);
      const std::string target = quote(target_of(operation));
      std::visit(Overloaded{
                     [&](const Create&) { d.created.push_back(target); },
                     [&](const Attach&) { d.attached.push_back(target); },
                     [&](const Detach& detach) {
                       d.detached.push_back(target);
                       if (detach.drops) d.dropped.push_back(target);
                     },
                     [&](const Drop&) { d.dropped.push_back(target); },
                     [&](const Move&) { d.moved.push_back(target); },
                 },
                 operation.is);
    }
    for (const Finding& f : table.findings) {
      if (f.severity == FindingSeverity::warning)
        ask({t, table.table, std::string(finding_name(f.kind)), f.subject + " " + f.sentence});
    }
  }

  /// What comes next for a table, and whether its partitions last until then.
  void look_at(const TableSchema& schema, Instant t) {
    forget_kept_orphans(schema);
    const Table& table = now_.tables.at(schema.name);
    const std::vector<TimeLevel> levels = time_levels(schema, table);
    const Instant next = run_at(next_change(levels, table, now_, t), t);
    due_[schema.name] = next;
    if (failing_.count(schema.name) > 0) return;
    const auto uncovered = first_uncovered(levels, table, t);
    if (!uncovered || uncovered->from >= next || uncovered->from > out_.span.until) return;
    failing_.insert(schema.name);
    out_.failing.push_back({schema.name, uncovered->parent, uncovered->from});
  }

  /// Under `drop never` nothing ever happens to them again, and ten years of them are many.
  void forget_kept_orphans(const TableSchema& schema) {
    for (const Level* level : all_levels(schema.root)) {
      if (!std::holds_alternative<DropNever>(level->lifecycle.drop.is)) return;
    }
    const Table& table = now_.tables.at(schema.name);
    std::erase_if(now_.orphans, [&](const auto& entry) {
      const Marker& marker = *entry.second.relation.marker;
      const bool ours = marker.parent == schema.name || table.children.count(marker.parent) > 0;
      return ours && marker.state == MarkerState::detached && marker.at >= out_.span.from;
    });
  }

  void count(Instant t) {
    std::int64_t all = 0;
    for (const auto& [name, at] : due_) {
      const std::int64_t leaves = leaves_of(now_.tables.at(name));
      all += leaves;
      Peak& peak = out_.peaks.emplace(name, Peak{0, t}).first->second;
      if (leaves > peak.partitions) peak = {leaves, t};
    }
    if (all > out_.peak.partitions) out_.peak = {all, t};
  }

  void note_assumptions(const TableSchema& table) {
    bool conditions = false;
    for (const Level* level : all_levels(table.root)) {
      const Lifecycle& l = level->lifecycle;
      conditions = conditions || l.drop.when || std::any_of(l.keep.begin(), l.keep.end(), [](const KeepClause& k) {
                     return k.only_while.has_value();
                   });
      const bool counts =
          std::holds_alternative<IntegerRange>(level->by) || std::holds_alternative<SlidingList>(level->by);
      if (counts) {
        out_.notes.push_back(
            fmt::format("{}: the partitions by {} follow the keys and not time, so they stay as they are",
                        quote(table.name), quote(level->key.front().value)));
      }
    }
    if (conditions) {
      out_.notes.push_back(
          fmt::format("{}: conditions stay as they were measured; of new partitions none is known, so that `while` "
                      "keeps and `when` does not drop",
                      quote(table.name)));
    }
  }

  void sort() {
    for (auto& [key, d] : days_) out_.days.push_back(std::move(d));
    std::stable_sort(out_.failing.begin(), out_.failing.end(),
                     [](const InsertsFail& a, const InsertsFail& b) { return a.from < b.from; });
  }

  const Schema& schema_;
  Catalog now_;
  std::map<QualifiedName, Instant> due_;  // the next run at which a table may have something to do
  std::map<std::pair<std::int64_t, QualifiedName>, ForecastDay> days_;
  std::set<std::pair<QualifiedName, std::string>> asked_;
  std::set<QualifiedName> failing_;
  Forecast out_;
};

}  // namespace

Forecast forecast(const Schema& schema, const Catalog& catalog, ForecastSpan span, Diagnostics& diagnostics) {
  return Forecasting(schema, catalog, span).run(diagnostics);
}

}  // namespace pschema
