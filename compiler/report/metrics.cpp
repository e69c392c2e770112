#include "report/metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/quote.h"
#include "forecast/future.h"
#include "report/tally.h"
#include "report/words.h"

namespace pschema {
namespace {

std::string escaped(std::string_view value) {
  std::string text;
  for (const char c : value) {
    if (c == '\n') {
      text += "\\n";
      continue;
    }
    if (c == '\\' || c == '"') text += '\\';
    text += c;
  }
  return text;
}

/// One family: its head, and its series in the order in which they were added.
class Family {
 public:
  Family(std::string_view name, std::string_view help, const MetricsLabels& labels)
      : name_(name), text_(fmt::format("# HELP {0} {1}\n# TYPE {0} gauge\n", name, help)), common_(labels) {}

  void add(const MetricsLabels& labels, const std::string& value) {
    std::string inside;
    for (const MetricsLabels* some : {static_cast<const MetricsLabels*>(&common_), &labels}) {
      for (const auto& [name, text] : *some)
        inside += fmt::format("{}{}=\"{}\"", inside.empty() ? "" : ",", name, escaped(text));
    }
    text_ +=
        inside.empty() ? fmt::format("{} {}\n", name_, value) : fmt::format("{}{{{}}} {}\n", name_, inside, value);
  }
  void add(const MetricsLabels& labels, std::int64_t value) { add(labels, std::to_string(value)); }
  void add(const MetricsLabels& labels, std::size_t value) { add(labels, std::to_string(value)); }

  const std::string& text() const { return text_; }

 private:
  std::string name_;
  std::string text_;
  MetricsLabels common_;
};

std::string seconds(std::int64_t micros) {
  if (micros == kNoEnd) return "+Inf";
  const std::int64_t whole = micros / kMicrosPerSecond;
  return std::to_string(micros % kMicrosPerSecond < 0 ? whole - 1 : whole);
}

std::string pending_operations(const MetricsView& view, const MetricsLabels& labels) {
  Family family("pschema_pending_operations", "Operations that are planned and not done.", labels);
  for (const TablePlan& table : view.plan.tables) {
    Tally t;
    add(t, table);
    const std::string name = quote(table.table);
    family.add({{"table", name}, {"kind", "create"}}, t.create);
    family.add({{"table", name}, {"kind", "attach"}}, t.attach);
    family.add({{"table", name}, {"kind", "detach"}}, t.detach);
    family.add({{"table", name}, {"kind", "drop"}}, t.drop);
    family.add({{"table", name}, {"kind", "move"}}, t.move);
  }
  return family.text();
}

std::string pending_files(const MetricsView& view, const MetricsLabels& labels) {
  Family family("pschema_pending_files", "Migration files of the folder of --pending that were not applied.", labels);
  family.add({}, view.pending_files);
  return family.text();
}

void add_findings(Family& family, const std::string& table, const std::vector<Finding>& findings) {
  Tally t;
  add(t, findings);
  family.add({{"table", table}, {"severity", std::string(severity_word(FindingSeverity::info))}}, t.notes);
  family.add({{"table", table}, {"severity", std::string(severity_word(FindingSeverity::warning))}}, t.warnings);
}

std::string findings(const MetricsView& view, const MetricsLabels& labels) {
  Family family("pschema_findings", "What was seen and left alone; of no single table where table is empty.", labels);
  add_findings(family, "", view.plan.findings);
  for (const TablePlan& table : view.plan.tables) add_findings(family, quote(table.table), table.findings);
  return family.text();
}

std::string refused(const MetricsView& view, const MetricsLabels& labels) {
  Family family("pschema_table_refused", "1 where the schema of a table does not fit the database.", labels);
  std::map<std::string, bool> tables;
  for (const TablePlan& table : view.plan.tables) tables[quote(table.table)] = false;
  for (const RefusedTable& table : view.plan.refused) tables[quote(table.table)] = true;
  for (const auto& [table, is_refused] : tables) family.add({{"table", table}}, std::int64_t{is_refused});
  return family.text();
}

std::string future(const MetricsView& view, const MetricsLabels& labels) {
  Family family("pschema_future_seconds",
                "For how long from the snapshot on there are partitions without a gap; not above 0 where the moment "
                "itself has none.",
                labels);
  for (const TableSchema& table : view.fitted.tables) {
    const auto left = future_left(table, view.catalog.tables.at(table.name), view.catalog.taken_at);
    if (left) family.add({{"table", quote(table.name)}}, seconds(*left));
  }
  return family.text();
}

struct Detached {
  std::size_t count = 0;
  std::int64_t oldest = 0;  // microseconds
};

/// By the root of the tree that each was detached from; by the marker's own word where that tree is not there.
std::map<QualifiedName, Detached> detached_by_table(const MetricsView& view) {
  std::map<QualifiedName, Detached> by_table;
  std::map<QualifiedName, QualifiedName> root_of;
  for (const TableSchema& table : view.fitted.tables) {
    by_table[table.name];
    root_of[table.name] = table.name;
    for (const auto& [parent, children] : view.catalog.tables.at(table.name).children) root_of[parent] = table.name;
  }
  for (const auto& [name, orphan] : view.catalog.orphans) {
    const Marker& marker = *orphan.relation.marker;
    const auto root = root_of.find(marker.parent);
    Detached& d = by_table[root == root_of.end() ? marker.parent : root->second];
    ++d.count;
    d.oldest = std::max(d.oldest, view.catalog.taken_at.us - marker.at.us);
  }
  return by_table;
}

std::string detached(const MetricsView& view, const MetricsLabels& labels) {
  Family count("pschema_detached_partitions", "Detached partitions that were not dropped.", labels);
  Family oldest("pschema_oldest_detached_seconds", "How long ago the oldest of them was detached; 0 without any.",
                labels);
  for (const auto& [table, d] : detached_by_table(view)) {
    count.add({{"table", quote(table)}}, d.count);
    oldest.add({{"table", quote(table)}}, seconds(d.oldest));
  }
  return count.text() + oldest.text();
}

std::string default_rows(const MetricsView& view, const MetricsLabels& labels) {
  Family family("pschema_default_rows", "Rows in DEFAULT partitions, where they were counted.", labels);
  for (const TableSchema& table : view.fitted.tables) {
    for (const auto& [partition, rows] : view.catalog.tables.at(table.name).default_rows)
      family.add({{"table", quote(table.name)}, {"partition", quote(partition)}}, row_count(rows));
  }
  return family.text();
}

std::string observed(const MetricsView& view, const MetricsLabels& labels) {
  Family family("pschema_snapshot_timestamp_seconds",
                "When the database was looked at, by the server's clock; all of the above is of that moment.",
                labels);
  family.add({}, seconds(view.catalog.taken_at.us));
  return family.text();
}

constexpr std::string_view kLastSuccess = "pschema_last_success_timestamp_seconds";

std::string run_text(const MetricsRun& run, const MetricsLabels& labels) {
  Family ended("pschema_last_run_timestamp_seconds", "When the last run ended.", labels);
  ended.add({}, run.ended_at);
  Family duration("pschema_last_run_duration_seconds", "How long it took.", labels);
  constexpr std::int64_t kMillis = 1000;
  duration.add({}, fmt::format("{}.{:03}", run.milliseconds / kMillis, run.milliseconds % kMillis));
  Family exit("pschema_last_run_exit_code", "Its exit code.", labels);
  exit.add({}, std::int64_t{run.exit});
  return ended.text() + duration.text() + exit.text();
}

std::string success_text(const MetricsRun& run, const MetricsLabels& labels) {
  Family family(kLastSuccess, "When the last run ended that did all that it may do.", labels);
  family.add({}, run.ended_at);
  return family.text();
}

constexpr std::string_view kHead = "# HELP ";

/// What an older text has between the heads of families, by their names in their order.
std::vector<std::pair<std::string, std::string>> families_of(std::string_view text) {
  std::vector<std::pair<std::string, std::string>> families;
  for (std::size_t at = text.find(kHead); at != std::string_view::npos;) {
    const std::size_t end = text.find("\n" + std::string(kHead), at);
    const std::string_view family = text.substr(at, end == std::string_view::npos ? end : end + 1 - at);
    const std::string_view name = family.substr(kHead.size(), family.find(' ', kHead.size()) - kHead.size());
    families.emplace_back(name, family);
    at = end == std::string_view::npos ? end : end + 1;
  }
  return families;
}

bool is_of_run(std::string_view name) { return name == kLastSuccess || name.starts_with("pschema_last_run_"); }

/// What is about the database, or about the last success.
std::string kept(std::string_view before, bool of_success) {
  std::string text;
  for (const auto& [name, family] : families_of(before)) {
    if (of_success ? name == kLastSuccess : !is_of_run(name)) text += family;
  }
  return text;
}

}  // namespace

bool usable_as_label(std::string_view name) {
  static const std::set<std::string_view> kOurs{"table", "kind", "severity", "partition"};
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto is_part = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); };
  return !name.empty() && is_letter(name.front()) && std::all_of(name.begin(), name.end(), is_part) &&
         !name.starts_with("__") && kOurs.count(name) == 0;
}

std::string metrics_text(const MetricsRun& run, const MetricsView* view, const MetricsLabels& labels,
                         std::string_view before) {
  std::string text;
  if (view) {
    for (const auto& family :
         {pending_operations, pending_files, findings, refused, future, detached, default_rows, observed})
      text += family(*view, labels);
  } else {
    text = kept(before, false);
  }
  text += run.success ? success_text(run, labels) : kept(before, true);
  return text + run_text(run, labels);
}

}  // namespace pschema
