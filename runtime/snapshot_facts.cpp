#include "runtime/snapshot_facts.h"

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <map>
#include <optional>

#include "base/quote.h"
#include "model/facts.h"
#include "runtime/row_facts.h"

namespace pschema {
namespace {

/// One statement in a short transaction of its own, in a role if one is named.
Rows ask(Session& session, const std::string& sql, const std::string& role = {}) {
  session.query("BEGIN READ ONLY");
  try {
    session.query("SET LOCAL lock_timeout = '10s'");
    session.query("SET LOCAL statement_timeout = '60s'");
    if (!role.empty()) session.query("SET LOCAL ROLE " + quote(Identifier{role}));
    Rows rows = session.query(sql);
    session.query("COMMIT");
    return rows;
  } catch (const DatabaseError& error) {
    if (error.problem() == DatabaseProblem::server) session.query("ROLLBACK");
    throw;
  }
}

/// A whole number; what 64 bits cannot hold counts as their end. NaN and infinity are no keys that a sequence of
/// windows could reach.
std::optional<std::int64_t> whole_number(const Rows& rows, std::size_t column) {
  if (rows.size() == 0 || rows.is_null(0, column)) return std::nullopt;
  const std::string_view text = rows.text(0, column);
  std::int64_t value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec == std::errc::result_out_of_range) {
    return text.starts_with('-') ? std::numeric_limits<std::int64_t>::min()
                                 : std::numeric_limits<std::int64_t>::max();
  }
  return read.ec == std::errc() ? std::optional(value) : std::nullopt;
}

// The same question as in the files that retire (emit/retire_steps.cpp).
std::string highest_key(const CursorWish& wish) {
  return fmt::format(
      "SELECT floor(max({0})::numeric)::text FROM {1} WHERE tableoid NOT IN (SELECT relid FROM pg_partition_tree("
      "(SELECT partdefid FROM pg_partitioned_table WHERE partrelid = {2}::regclass)))",
      quote(wish.column), quote(wish.branch), quote_literal(quote(wish.branch)));
}

std::string own_sequence(const CursorWish& wish) {
  return fmt::format("SELECT pg_sequence_last_value(pg_get_serial_sequence({}, {})::regclass)",
                     quote_literal(quote(wish.root)), quote_literal(wish.column.text));
}

/// The answer, or nothing where the question fails: what is not known keeps (language.md, Conditions).
std::optional<std::string> ask_or_nothing(Session& session, const std::string& sql) {
  try {
    const Rows rows = ask(session, sql);
    if (rows.size() != 1 || rows.columns() != 1 || rows.is_null(0, 0)) return std::nullopt;
    return std::string(rows.text(0, 0));
  } catch (const DatabaseError& error) {
    if (error.problem() != DatabaseProblem::server) throw;
    return std::nullopt;
  }
}

std::optional<std::int64_t> ask_number(Session& session, const std::string& sql) {
  const auto text = ask_or_nothing(session, sql);
  std::int64_t value = 0;
  if (!text || std::from_chars(text->data(), text->data() + text->size(), value).ec != std::errc())
    return std::nullopt;
  return value;
}

std::string total_size(const QualifiedName& name) {
  return fmt::format(
      "SELECT coalesce((SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree({0}::regclass)), "
      "pg_total_relation_size({0}::regclass))",
      quote_literal(quote(name)));
}

std::string count_up_to(const QualifiedName& name, std::int64_t limit) {
  return fmt::format("SELECT count(*) FROM (SELECT FROM {} LIMIT {}) AS counted", quote(name), limit);
}

/// A superuser takes the role of the relation's owner, as the files do: the query may call functions of others.
/// Empty: he is none.
std::string role_for_query(Session& session, const QualifiedName& name) {
  return ask_or_nothing(session,
                        fmt::format("SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = to_regclass({})"
                                    " AND current_setting('is_superuser') = 'on'",
                                    quote_literal(quote(name))))
      .value_or("");
}

/// Run by EXECUTE, which cannot end the read-only transaction whatever the text holds.
std::optional<bool> ask_user(Session& session, const std::string& query, const std::string& role) {
  const std::string body = fmt::format(
      "DECLARE holds boolean; BEGIN EXECUTE {} INTO STRICT holds; PERFORM set_config('pschema.holds', "
      "coalesce(holds::text, 'unknown'), false); END",
      quote_literal(query));
  try {
    ask(session, "DO " + quote_literal(body), role);
  } catch (const DatabaseError& error) {
    if (error.problem() != DatabaseProblem::server) throw;
    return std::nullopt;
  }
  const auto word = ask_or_nothing(session, "SELECT current_setting('pschema.holds')");
  if (word == "true") return true;
  return word == "false" ? std::optional(false) : std::nullopt;
}

Measured measure(Session& session, const QualifiedName& name, const Questions& questions) {
  Measured measured;
  if (questions.bytes) measured.bytes = ask_number(session, total_size(name));
  if (questions.rows) {
    measured.rows = ask_number(session, count_up_to(name, *questions.rows));
    measured.more_rows = measured.rows == questions.rows;
  }
  const std::string role = questions.sql.empty() ? std::string() : role_for_query(session, name);
  for (const std::string& sql : questions.sql) {
    measured.sql[sql] = ask_user(session, "SELECT (" + condition_query(sql, name) + ")", role);
  }
  return measured;
}

/// The table in whose tree each partition is. What is detached is in none: no foreign key reaches it.
std::map<QualifiedName, const Table*> trees_of(const Catalog& catalog) {
  std::map<QualifiedName, const Table*> trees;
  for (const auto& [name, table] : catalog.tables) {
    for (const auto& [parent, children] : table.children) {
      for (const Relation& child : children) trees.emplace(child.name, &table);
    }
  }
  return trees;
}

}  // namespace

void measure_facts(Session& session, const Schema& schema, Catalog& catalog) {
  for (const CursorWish& wish : cursors_wanted(schema, catalog)) {
    CursorFact fact;
    if (wish.highest) fact.highest = whole_number(ask(session, highest_key(wish)), 0);
    if (wish.branch == wish.root) fact.sequence = whole_number(ask(session, own_sequence(wish)), 0);
    catalog.cursors[{wish.branch, wish.column}] = fact;
  }
  const std::map<QualifiedName, const Table*> trees = trees_of(catalog);
  for (const auto& [name, questions] : questions_wanted(schema, catalog)) {
    Measured measured = measure(session, name, questions);
    if (questions.referenced) {
      const auto tree = trees.find(name);
      measured.referenced = tree == trees.end() ? std::optional(false) : is_referenced(session, *tree->second, name);
    }
    catalog.measured[name] = std::move(measured);
  }
}

}  // namespace pschema
