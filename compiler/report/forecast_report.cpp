#include "report/forecast_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/quote.h"
#include "report/diagnostics_json.h"

namespace pschema {
namespace {

using nlohmann::json;

/// Names up to this number are all shown; of more the first and the last.
constexpr std::size_t kShown = 3;

std::string date(Instant t) { return format_utc(t).substr(0, format_utc(t).find('T')); }

std::string every_text(std::int64_t us) {
  struct Unit {
    std::int64_t us;
    TimeUnit unit;
  };
  for (const Unit& u : {Unit{7 * kMicrosPerDay, TimeUnit::week}, Unit{kMicrosPerDay, TimeUnit::day},
                        Unit{kMicrosPerHour, TimeUnit::hour}}) {
    if (us % u.us == 0) return format_span({us / u.us, u.unit});
  }
  return format_span({us / kMicrosPerMinute, TimeUnit::minute});
}

/// `create 2: public.a, public.b`; empty where there are none.
std::string did(std::string_view verb, const std::vector<std::string>& names) {
  if (names.empty()) return {};
  std::string text = fmt::format("{} {}: ", verb, names.size());
  if (names.size() > kShown) return text + printable(names.front()) + " to " + printable(names.back());
  for (std::size_t i = 0; i < names.size(); ++i) text += (i == 0 ? "" : ", ") + printable(names[i]);
  return text;
}

std::string doings(const ForecastDay& day) {
  std::string text;
  for (const std::string& part : {did("create", day.created), did("attach", day.attached), did("move", day.moved),
                                  did("detach", day.detached), did("drop", day.dropped)}) {
    if (part.empty()) continue;
    text += (text.empty() ? "" : "; ") + part;
  }
  return text;
}

std::string table_of_days(const Forecast& f) {
  std::size_t width = 0;
  for (const ForecastDay& day : f.days) width = std::max(width, printable(quote(day.table)).size());
  std::string text;
  for (const ForecastDay& day : f.days)
    text += fmt::format("{}  {:{}}  {}\n", date(day.at), printable(quote(day.table)), width, doings(day));
  return text.empty() ? "nothing is created and nothing is retired\n" : text;
}

std::string peaks_text(const Forecast& f) {
  std::string text;
  for (const auto& [table, peak] : f.peaks)
    text += fmt::format("most partitions: {} of {} on {}\n", peak.partitions, printable(quote(table)), date(peak.at));
  if (f.peaks.size() > 1)
    text += fmt::format("most partitions: {} in all on {}\n", f.peak.partitions, date(f.peak.at));
  return text;
}

std::string failing_text(const Forecast& f) {
  std::string text;
  for (const InsertsFail& fail : f.failing) {
    text += fmt::format("inserts fail: {} has no partition for {} when that moment comes\n",
                        printable(quote(fail.parent)), format_utc(fail.from));
  }
  return text.empty() ? "inserts fail: never\n" : text;
}

std::string asked_text(const Forecast& f) {
  std::string text;
  for (const Asked& asked : f.asked)
    text += fmt::format("a person is asked: {} [{}] {}\n", date(asked.at), asked.kind, printable(asked.sentence));
  return text.empty() ? "a person is asked: never\n" : text;
}

json day_json(const ForecastDay& day) {
  return {{"day", date(day.at)},    {"at", format_utc(day.at)}, {"table", quote(day.table)}, {"create", day.created},
          {"attach", day.attached}, {"move", day.moved},        {"detach", day.detached},    {"drop", day.dropped}};
}

json peak_json(const Peak& peak) { return {{"partitions", peak.partitions}, {"at", format_utc(peak.at)}}; }

}  // namespace

std::string forecast_text(const Forecast& f) {
  std::string text = fmt::format("forecast from {} to {}, run every {}\n\n", format_utc(f.span.from),
                                 format_utc(f.span.until), every_text(f.span.every_us));
  text += table_of_days(f) + "\n" + peaks_text(f) + failing_text(f) + asked_text(f);
  for (const std::string& note : f.notes) text += "note: " + printable(note) + "\n";
  return text;
}

std::string forecast_json(const Forecast& f, const std::vector<Diagnostic>& diagnostics, const SourceSet& sources) {
  json days = json::array(), peaks = json::array(), failing = json::array(), asked = json::array();
  for (const ForecastDay& day : f.days) days.push_back(day_json(day));
  for (const auto& [table, peak] : f.peaks) {
    json one = peak_json(peak);
    one["table"] = quote(table);
    peaks.push_back(one);
  }
  for (const InsertsFail& fail : f.failing)
    failing.push_back(
        {{"table", quote(fail.table)}, {"parent", quote(fail.parent)}, {"from", format_utc(fail.from)}});
  for (const Asked& a : f.asked)
    asked.push_back(
        {{"at", format_utc(a.at)}, {"table", quote(a.table)}, {"kind", a.kind}, {"sentence", a.sentence}});
  return json_text({{"version", kJsonVersion},
                    {"command", "forecast"},
                    {"from", format_utc(f.span.from)},
                    {"until", format_utc(f.span.until)},
                    {"every_minutes", f.span.every_us / kMicrosPerMinute},
                    {"days", days},
                    {"peaks", peaks},
                    {"peak", peak_json(f.peak)},
                    {"inserts_fail", failing},
                    {"asked", asked},
                    {"notes", f.notes},
                    {"diagnostics", diagnostics_value(diagnostics, sources)}});
}

}  // namespace pschema
