#include "runtime/blockers.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/quote.h"

namespace pschema {
namespace {

constexpr std::int64_t kMinute = 60, kHour = 3600;

std::optional<std::string> text_or_none(const Rows& rows, std::size_t row, std::size_t column) {
  return rows.is_null(row, column) ? std::nullopt : std::optional(std::string(rows.text(row, column)));
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool speaks_of_a_password(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), lower);
  return text.find("password") != std::string::npos;
}

/// Line feeds and runs of blanks become one blank.
std::string one_line(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!blank) out += c;
    if (blank && !out.empty() && out.back() != ' ') out += ' ';
  }
  while (out.ends_with(' ')) out.pop_back();
  return printable(out);
}

std::string query_text(const Blocker& b) {
  if (!b.query) return "what it runs is not shown to this role";
  if (b.query->empty()) return "no query yet";
  if (speaks_of_a_password(*b.query)) return "its query speaks of a password and is not shown";
  return one_line(*b.query);
}

}  // namespace

std::vector<Blocker> blockers_of(const Session& session, const std::string& pid, Abandon& abandon) {
  // Of the sessions of others a role without pg_read_all_stats sees neither state nor query.
  const Rows rows = session.ask_beside(
      "SELECT b.pid, a.usename::text, nullif(a.application_name, ''), a.state,"
      " CASE WHEN a.state IS NOT NULL THEN left(a.query, 4000) END,"
      " greatest(0, extract(epoch FROM clock_timestamp() - a.xact_start))::bigint"
      " FROM (SELECT DISTINCT unnest(pg_blocking_pids(" +
          pid +
          "))) AS b (pid) LEFT JOIN pg_stat_activity AS a ON a.pid = b.pid ORDER BY a.xact_start NULLS LAST, b.pid",
      abandon);
  std::vector<Blocker> found;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Blocker b{std::string(rows.text(i, 0)), text_or_none(rows, i, 1), text_or_none(rows, i, 2),
              text_or_none(rows, i, 3),     text_or_none(rows, i, 4), {}};
    if (!rows.is_null(i, 5)) b.seconds = std::stoll(std::string(rows.text(i, 5)));
    found.push_back(std::move(b));
  }
  return found;
}

std::string seconds_text(std::int64_t seconds) {
  if (seconds < kMinute) return fmt::format("{} s", seconds);
  if (seconds < kHour) return fmt::format("{} min {} s", seconds / kMinute, seconds % kMinute);
  return fmt::format("{} h {} min", seconds / kHour, seconds % kHour / kMinute);
}

std::string blocker_text(const Blocker& b) {
  if (b.pid == "0") return "a prepared transaction (pg_prepared_xacts)";
  std::string who = b.user.value_or("");
  if (b.application) who += (who.empty() ? "" : ", ") + *b.application;
  std::string text = "pid " + b.pid;
  if (!who.empty()) text += " (" + one_line(who) + ")";
  if (b.state && *b.state != "active") text += ", " + one_line(*b.state);
  if (b.seconds) text += (b.state && *b.state != "active" ? " for " : ", for ") + seconds_text(*b.seconds);
  return text + ": " + query_text(b);
}

std::string blockers_text(const std::vector<Blocker>& blockers) {
  if (blockers.empty()) return {};
  const std::string more = blockers.size() > 1 ? fmt::format("{} others and ", blockers.size() - 1) : "";
  return more + blocker_text(blockers.front());
}

}  // namespace pschema
