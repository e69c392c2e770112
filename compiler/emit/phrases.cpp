#include "emit/phrases.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <optional>
#include <system_error>

#include "base/quote.h"
#include "model/marker.h"

namespace pschema {

std::string comment_line(std::string_view text) { return "-- " + printable(text) + "\n"; }

std::string echo(const std::string& number, std::string_view what) {
  return fmt::format("\\echo {}\n", quote_psql_argument(fmt::format("{} {}", number, what)));
}

std::string title(const Operation& operation) {
  return fmt::format("{} {}", verb_of(operation), quote(target_of(operation)));
}

std::string run(const std::vector<Statement>& statements) {
  std::string text;
  for (const Statement& s : statements) text += sql(s) + "\n";
  return text;
}

std::string skipped(std::string_view what) {
  return fmt::format("\\warn {} :verdict\n", quote_psql_argument(fmt::format("SKIPPED {}:", what)));
}

std::string verdict_case(const std::vector<Objection>& objections) {
  std::string text = "CASE";
  for (const Objection& o : objections) {
    text += fmt::format("\n    WHEN {}\n      THEN {}", o.when, quote_literal(o.text));
  }
  return text + "\n    ELSE 'go' END";
}

std::string stop(std::string_view text) {
  return fmt::format("DO $$BEGIN RAISE EXCEPTION {}; END$$;\n", quote_literal(fmt::format("STOP: {}", text)));
}

std::string identity_stop(const NewPartition& partition) {
  if (!partition.attach_first) return {};
  return "SELECT current_setting('server_version_num')::int >= 170000 AS misfit \\gset\n\\if :misfit\n" +
         stop(
             "PostgreSQL 17 and later would leave the tables below it without identity as it comes back; detach its "
             "parts, attach it, and attach them again, by hand") +
         "\\endif\n";
}

namespace {

/// PostgreSQL's spelling of a time: `3s`, `200ms`, `200`; none for anything else, and for 0, which is no limit.
std::optional<std::int64_t> milliseconds_of(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || number <= 0) return std::nullopt;
  const std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
  if (unit.empty() || unit == "ms") return number;
  if (unit == "s") return number * 1000;
  return std::nullopt;
}

}  // namespace

std::string brief_timeout(const FileSettings& settings) {
  constexpr std::int64_t kBrief = 500;
  const auto limit = milliseconds_of(settings.lock_timeout);
  return limit && *limit < kBrief ? settings.lock_timeout : fmt::format("{}ms", kBrief);
}

std::string wait_briefly(const FileSettings& settings) {
  return "-- Others queue behind that lock: for the next ones this waits briefly, and gives way.\n" +
         fmt::format("SET LOCAL lock_timeout = '{}';\n", brief_timeout(settings));
}

std::string wait_briefly_for_several(const OtherLocks& locks, const FileSettings& settings) {
  if (locks.tables < 2) return {};
  return "-- ATTACH locks several tables, one after the other, and others queue behind each: it waits briefly, and "
         "gives way.\n" +
         fmt::format("SET LOCAL lock_timeout = '{}';\n", brief_timeout(settings));
}

std::string bounds_are(const std::string& bound_text) {
  // One value has one spelling; several may stand in any order.
  if (!bound_text.starts_with("FOR VALUES IN (") || bound_text.find(',') == std::string::npos) {
    return fmt::format("pg_get_expr(relpartbound, 0) = {}", readable_literal(bound_text));
  }
  const auto values = [](std::string_view of) {
    return fmt::format("ARRAY(SELECT v[1] FROM regexp_matches({}, $$('([^']|'')*'|[^ ,()]+)$$, 'g') AS v ORDER BY 1)",
                       of);
  };
  return fmt::format("{}\n      = {}", values("pg_get_expr(relpartbound, 0)"), values(readable_literal(bound_text)));
}

namespace {

/// Numbers have many texts: 1.5, 1.50. Their order counts in a range and not in a list.
std::string numbers_are(const std::string& bound_text) {
  const char* order = bound_text.starts_with("FOR VALUES IN (") ? " ORDER BY 1" : "";
  const auto values = [&](std::string_view of) {
    return fmt::format(
        "ARRAY(SELECT CASE WHEN v[1] ~ '[0-9]' THEN trim_scale(v[1]::numeric)::text ELSE v[1] END\n"
        "      FROM regexp_matches({}, $$(-?[0-9][0-9.e+-]*|'NaN'|'-?Infinity'|NULL|MINVALUE|MAXVALUE|DEFAULT)$$, "
        "'g') AS v{})",
        of, order);
  };
  return fmt::format("{}\n      = {}", values("pg_get_expr(relpartbound, 0)"), values(readable_literal(bound_text)));
}

}  // namespace

std::string bounds_absent(const QualifiedName& parent, const NewPartition& partition) {
  return fmt::format(
      "NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid\n"
      "  WHERE inhparent = {} AND NOT inhdetachpending\n"
      "    AND {})",
      regclass(parent), partition.by_value ? numbers_are(partition.bound_text) : bounds_are(partition.bound_text));
}

namespace {

std::string not_detached(const QualifiedName& name) {
  return fmt::format(
      "\n  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = {} AND NOT relispartition\n"
      "    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%')",
      to_regclass(name));
}

}  // namespace

std::string not_moved_away(const NewPartition& partition) {
  return partition.away ? not_detached({*partition.away, partition.name.name}) : std::string();
}

std::string not_made_yet(const QualifiedName& parent, const NewPartition& partition) {
  return bounds_absent(parent, partition) + not_detached(partition.name) + not_moved_away(partition);
}

std::string reference_tests(const std::vector<ForeignKey>& keys, const std::string& rows) {
  std::string text;
  for (const ForeignKey& key : keys) {
    if (key.columns.empty()) continue;
    text += fmt::format(
        "SELECT count(*) > 0 AS readable FROM pg_constraint WHERE contype = 'f' AND conname = {}\n"
        "  AND conrelid = {} AND confrelid = {}\n"
        "  AND has_schema_privilege(connamespace, 'USAGE') AND has_table_privilege(conrelid, 'SELECT')\n"
        "  AND NOT row_security_active(conrelid) \\gset\n",
        quote_literal(key.name.text), to_regclass(key.from), to_regclass(key.to));
    text += fmt::format("\\if :readable\nSELECT EXISTS ({}) AS referenced \\gset\n", referencing_rows(key, rows));
    text += fmt::format("\\if :referenced\nSELECT {} AS verdict, false AS todo \\gset\n\\endif\n\\endif\n",
                        quote_literal(fmt::format("rows of {} still reference it", quote(key.from))));
  }
  return text;
}

std::string about_literal(const QualifiedName& partition, const QualifiedName& parent,
                          const std::string& bound_text) {
  return fmt::format("SELECT {} AS about \\gset\n", readable_literal(marker_about(partition, parent, bound_text)));
}

std::string ask_ours(const QualifiedName& table) {
  return fmt::format(
      "SELECT count(*) = 1 AS ours, coalesce(max({}), '') AS comment FROM pg_class\n"
      "  WHERE oid = {} AND NOT relispartition\n"
      "    AND {} ~ '^pschema: detached at ' AND substr({}, 42) = :'about' \\gset\n",
      kOwnComment, to_regclass(table), kFirstLine, kFirstLine);
}

}  // namespace pschema
