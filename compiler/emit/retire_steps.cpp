// Steps that take tables away: detach, finalize, drop.
//
// Each asks for a verdict first: `go`, or why not. What is in doubt is skipped with the reason, and the next plan
// sees it.
#include <fmt/format.h>

#include <stdexcept>

#include "base/quote.h"
#include "emit/condition_sql.h"
#include "emit/phrases.h"
#include "emit/steps.h"
#include "model/condition.h"
#include "model/marker.h"

namespace pschema {
namespace {

std::string verb_title(std::string_view verb, const QualifiedName& name) {
  return fmt::format("{} {}", verb, quote(name));
}

/// SQL: where the cursor stands on this server.
std::string cursor_now(const CursorTest& c) {
  if (c.newest_member) {
    return fmt::format(
        "coalesce((SELECT max(substring(pg_get_expr(relpartbound, 0) from $re$^FOR VALUES IN "
        "\\('?(-?\\d+)(?:\\.0+)?'?\\)$re$)::numeric)\n"
        "      FROM pg_inherits JOIN pg_class ON oid = inhrelid WHERE inhparent = {} AND NOT inhdetachpending), {})",
        regclass(c.branch), c.starting);
  }
  return fmt::format(
      "coalesce(greatest(\n"
      "      (SELECT max({}) FROM {} WHERE tableoid NOT IN (SELECT relid FROM pg_partition_tree(\n"
      "        (SELECT partdefid FROM pg_partitioned_table WHERE partrelid = {})))),\n"
      "      pg_sequence_last_value(pg_get_serial_sequence({}, {})::regclass)), {})",
      quote(c.column), quote(c.branch), regclass(c.branch), quote_literal(quote(c.root)),
      quote_literal(c.column.text), c.starting);
}

/// One more objection, looked at only where there was none so far.
std::string further_verdict(const Objection& objection) {
  return fmt::format(
      "SELECT CASE WHEN {}\n    THEN {} ELSE 'go' END AS verdict \\gset\n"
      "SELECT :'verdict' = 'go' AS todo \\gset\n",
      objection.when, quote_literal(objection.text));
}

constexpr std::string_view kAnswer = "current_setting('pschema.holds', true)";

/// Keep clauses that do not hold any more because of their condition: asked again.
std::string keep_verdicts(const Detach& d) {
  std::string text;
  for (const KeepAgain& again : d.unless) {
    const std::string words = condition_text(again.condition);
    std::string when = fmt::format("{} IS DISTINCT FROM 'false'", kAnswer);
    if (again.until && d.cursor) when = fmt::format("{} < {} AND {}", cursor_now(*d.cursor), *again.until, when);
    if (again.until && !d.cursor)
      when = fmt::format("now() < '{}'::timestamptz AND {}", format_utc(Instant{*again.until}), when);
    text += "\\if :todo\n" +
            comment_line("Let be where the condition of a keep clause holds again, or cannot be told: " + words) +
            ask_condition(again.condition, d.partition, d.references) +
            further_verdict({when, "a keep clause holds, or its condition cannot be told: " + words}) + "\\endif\n";
  }
  return text;
}

/// Where the cursor stands, on the server: asked once the partition is known to be there, for its parent need not
/// exist on another database.
std::string cursor_verdict(const Detach& d) {
  if (!d.cursor) return {};
  const Objection early{
      fmt::format("{} < {}", cursor_now(*d.cursor), d.cursor->reached),
      fmt::format("by the keys on this server it has not expired; it does once they reach {}", d.cursor->reached)};
  return "\\if :todo\n" + further_verdict(early) + "\\endif\n";
}

/// A verdict on the partition as it is attached: under this parent, under this name, with these bounds.
std::string attached_verdict(const Detach& d, const std::vector<Objection>& objections,
                             const std::string& more_columns) {
  return fmt::format(
             "SELECT coalesce(max({}),\n"
             "    'it is not attached here under this name with these bounds, or was detached before') AS verdict{}\n"
             "  FROM pg_inherits JOIN pg_class ON oid = inhrelid\n"
             "  WHERE inhparent = {} AND oid = {}\n"
             "    AND {} \\gset\n"
             "SELECT :'verdict' = 'go' AS todo \\gset\n",
             verdict_case(objections), more_columns, to_regclass(d.parent), to_regclass(d.partition),
             bounds_are(d.bound_text)) +
         cursor_verdict(d) + keep_verdicts(d);
}

/// From PostgreSQL 17 on; made by a version of it that leaves identity columns out of what is attached with a branch.
void add_identity_objection(const Detach& d, std::vector<Objection>& objections) {
  if (!d.identity_below) return;
  objections.push_back({fmt::format("current_setting('server_version_num')::int >= 170000 AND EXISTS (SELECT FROM\n"
                                    "        pg_partition_tree({}) AS t JOIN pg_attribute AS above ON above.attrelid "
                                    "= t.parentrelid AND above.attidentity <> ''\n"
                                    "        JOIN pg_attribute AS part ON part.attrelid = t.relid AND part.attname = "
                                    "above.attname AND part.attidentity = '')",
                                    to_regclass(d.partition)),
                        "a table below it lacks the identity of its column, so that PostgreSQL would refuse (55000); "
                        "detach the tables below it and attach them again, by hand"});
}

std::vector<Objection> expiry_objections(const Detach& d) {
  if (!d.expired_at) return {};
  const std::string moment = format_utc(*d.expired_at);
  return {{fmt::format("now() < '{}'::timestamptz", moment),
           fmt::format("by this server's clock it has not expired; it does at {}", moment)}};
}

std::string marker_column(std::string_view beginning) {
  return fmt::format(",\n    coalesce(max(concat_ws(chr(10), {} || :'about',\n      nullif({}, ''))), '') AS marker",
                     beginning, kOwnComment);
}

/// A move that cannot succeed must not begin: the detach would stand without its time. Indexes and sequences move
/// along.
void add_move_objections(const Detach& d, std::vector<Objection>& objections) {
  if (!d.into_schema) return;
  const std::string schema = quote(*d.into_schema);
  const std::string literal = quote_literal(schema);
  objections.push_back({fmt::format("to_regnamespace({}) IS NULL", literal),
                        fmt::format("there is no schema {} to move it to", schema)});
  objections.push_back({fmt::format("NOT has_schema_privilege(to_regnamespace({}), 'CREATE')", literal),
                        fmt::format("its owner may not create tables in schema {}", schema)});
  objections.push_back(
      {fmt::format("EXISTS (SELECT FROM pg_partition_tree({0}) JOIN pg_class AS part ON part.oid = relid\n"
                   "        JOIN pg_class AS there ON there.relnamespace = to_regnamespace({1})\n"
                   "        WHERE part.relnamespace <> there.relnamespace AND (there.relname = part.relname OR "
                   "there.relname IN\n"
                   "          (SELECT i.relname FROM pg_index JOIN pg_class AS i ON i.oid = indexrelid WHERE "
                   "indrelid = part.oid)))",
                   to_regclass(d.partition), literal),
       fmt::format("something in schema {} has its name already, or that of a table below it or of an index",
                   schema)});
}

/// The moves, each a statement.
std::string moves(const Detach& d) {
  std::string text;
  for (const QualifiedName& name : d.moved) text += sql(SetTableSchema{name, *d.into_schema}) + "\n";
  return text;
}

std::string what_line(const Operation& operation, const Detach& d, std::string_view verb) {
  std::string since = d.expired_at ? fmt::format("; expired since {}", format_utc(*d.expired_at)) : "";
  if (d.cursor) since = fmt::format("; no keep clause holds once the keys have reached {}", d.cursor->reached);
  return comment_line(
      fmt::format("{} ({}): {}{}.", verb_title(verb, d.partition), reason_name(operation.reason), d.extent, since));
}

std::string rows_line(const Detach& d) {
  const std::string leave =
      fmt::format("Its rows leave {}, and inserts into that range fail from then on (or go to a DEFAULT partition). ",
                  quote(d.parent));
  if (d.into_schema) {
    return comment_line(
        leave +
        fmt::format(
            "They stay readable in the table itself, which moves to schema {} with all below it ({}){}.",
            quote(*d.into_schema), reason_name(Reason::retired_into_schema),
            d.grace ? fmt::format("; a later file may drop it, {} after this at the earliest", format_span(*d.grace))
                    : std::string()));
  }
  if (d.drops && d.foreign)
    return comment_line(leave + "The foreign table is dropped right afterwards; its server keeps the rows.");
  if (d.drops) return comment_line(leave + "The table is dropped right afterwards: its rows are LOST.");
  if (d.grace) {
    return comment_line(
        leave +
        fmt::format(
            "They stay readable in the table itself, which a later file may drop, {} after this at the earliest.",
            format_span(*d.grace)));
  }
  return comment_line(leave + "They stay readable in the table itself, which is kept.");
}

/// After the detach: the time goes into the marker, by the server's clock. Also where an earlier run stopped just
/// before this.
std::string mark_detached(const Detach& d, std::string_view otherwise) {
  if (d.into_schema) {
    const QualifiedName there = name_after(d);
    return fmt::format("SELECT {} AS about_there \\gset\n",
                       readable_literal(marker_about(there, d.parent, d.bound_text))) +
           fmt::format(
               "SELECT count(*) = 1 AS detached,\n"
               "    coalesce(max(concat_ws(chr(10), {} || :'about_there',\n      nullif({}, ''))), '') AS marker\n"
               "  FROM pg_class WHERE oid = {} AND NOT relispartition\n"
               "    AND {} = 'pschema: detaching' || :'about' \\gset\n",
               kDetachedAt, kOwnComment, to_regclass(d.partition), kFirstLine) +
           "\\if :detached\nBEGIN;\n" + moves(d) + sql(CommentOnTable{there, {"marker"}, d.foreign}) + "\nCOMMIT;\n" +
           std::string(otherwise) + "\\endif\n";
  }
  return fmt::format(
             "SELECT count(*) = 1 AS detached,\n"
             "    coalesce(max(regexp_replace(obj_description(oid, 'pg_class'), '^pschema: detaching',\n"
             "      {})), '') AS marker\n"
             "  FROM pg_class WHERE oid = {} AND NOT relispartition\n"
             "    AND {} = 'pschema: detaching' || :'about' \\gset\n",
             kDetachedAt, to_regclass(d.partition), kFirstLine) +
         "\\if :detached\n" + sql(CommentOnTable{d.partition, {"marker"}, d.foreign}) + "\n" +
         std::string(otherwise) + "\\endif\n";
}

std::string concurrent_lock_lines(const Operation& operation, const Detach& d) {
  std::string text = comment_line(fmt::format("Lock: {}.", lock_of(operation)));
  text +=
      comment_line(fmt::format("First it waits until every transaction that has used {} has ended; reads and writes "
                               "of {} go on meanwhile, other DDL on it waits.",
                               quote(d.parent), quote(d.parent)));
  if (d.foreign_keys) {
    text +=
        "-- Tables at the other end of foreign keys are locked too: who reads or writes them waits, up to "
        "lock_timeout each time.\n";
  }
  text += comment_line(
      "If it is stopped during that wait, the detach is half done: the rows are gone from the parent already, "
      "inserts into that range fail, and "
      "no other partition of this parent can be detached concurrently, until this file is run again and finishes "
      "it.");
  return text;
}

/// PostgreSQL refuses to detach what is referenced; the file skips it instead, before it writes a marker.
std::string references_text(const Detach& d) {
  const std::string tests = reference_tests(d.references, quote(d.partition));
  return tests.empty() ? tests : "\\if :todo\n" + tests + "\\endif\n";
}

/// Statements outside a transaction that lock several tables, one after the other.
std::string briefly(const std::string& statements, const FileSettings& settings) {
  return fmt::format(
      "-- Several tables are locked, one after the other, and others queue behind each: it waits briefly, and gives "
      "way.\nSET lock_timeout = '{}';\n{}SET lock_timeout = '{}';\n",
      brief_timeout(settings), statements, settings.lock_timeout);
}

std::string detach_concurrently(const Operation& operation, const Detach& d, const FileSettings& settings) {
  std::string text = what_line(operation, d, "DETACH") + rows_line(d) + concurrent_lock_lines(operation, d);
  text += about_literal(d.partition, d.parent, d.bound_text);
  std::vector<Objection> objections = expiry_objections(d);
  objections.push_back(
      {"NOT inhdetachpending AND EXISTS (SELECT FROM pg_partitioned_table WHERE partrelid = inhparent AND partdefid "
       "<> 0)",
       "a DEFAULT partition stands beside it, which forbids a concurrent detach"});
  objections.push_back(
      {fmt::format(
           "NOT inhdetachpending AND EXISTS (SELECT FROM pg_inherits WHERE inhparent = {} AND inhdetachpending)",
           to_regclass(d.parent)),
       "another detach on this parent is pending"});
  add_identity_objection(d, objections);
  add_move_objections(d, objections);
  text += attached_verdict(
      d, objections,
      ", coalesce(bool_or(inhdetachpending), false) AS pending" + marker_column("'pschema: detaching'"));
  text += references_text(d);
  const bool several = d.other_locks.tables > 1;
  text += "\\if :todo\n" + sql(CommentOnTable{d.partition, {"marker"}, d.foreign}) + "\n";
  std::string detaches =
      "\\if :pending\n" + sql(DetachPartition{d.parent, d.partition, DetachForm::finalize}) + "\n\\else\n";
  const std::string detach = sql(DetachPartition{d.parent, d.partition, DetachForm::concurrently}) + "\n";
  if (d.foreign_keys) {
    detaches +=
        "-- lock_timeout stays on here, so that nobody queues for longer at the other end of a foreign key. Where it "
        "strikes, run the file again.\n" +
        detach;
  } else {
    detaches += fmt::format(
        "-- Off for this wait: readers and writers do not queue behind it, and lock_timeout would leave the detach "
        "half done.\n"
        "SET lock_timeout = 0;\n{}SET lock_timeout = '{}';\n",
        detach, settings.lock_timeout);
  }
  detaches += "\\endif\n";
  text += (several ? briefly(detaches, settings) : detaches) + "\\endif\n";
  return text + mark_detached(d, "\\else\n" + skipped("detach of " + quote(d.partition)));
}

std::string finalize_step(const Operation& operation, const Detach& d, const FileSettings& settings) {
  std::string text = what_line(operation, d, "FINALIZE the detach of");
  text += comment_line(fmt::format("Why: {}. Its rows are hidden from {} already.", reason_sentence(operation.reason),
                                   quote(d.parent)));
  text +=
      comment_line(fmt::format("Lock: {}, held while it waits for every older snapshot in the database to end; who "
                               "reads the partition itself waits.",
                               lock_of(operation)));
  text += about_literal(d.partition, d.parent, d.bound_text);
  text += attached_verdict(
      d,
      {{"NOT inhdetachpending", "its detach is not pending"},
       {fmt::format("{} IS DISTINCT FROM 'pschema: detaching' || :'about'", kFirstLine), "it has lost its marker"}},
      "");
  const std::string finalize = sql(DetachPartition{d.parent, d.partition, DetachForm::finalize}) + "\n";
  text += "\\if :todo\n" + (d.other_locks.tables > 1 ? briefly(finalize, settings) : finalize) + "\\endif\n";
  return text + mark_detached(d, "");
}

/// Test, lock, test again: between the first test and the lock anything may have happened.
std::string detach_blocking(const Operation& operation, const Detach& d, const FileSettings& settings) {
  std::string text = what_line(operation, d, d.drops ? "DETACH and DROP" : "DETACH") + rows_line(d);
  text += comment_line(fmt::format("Lock: {}, to COMMIT: everybody who reads or writes {} waits meanwhile.",
                                   lock_of(operation), quote(d.parent)));
  if (!d.drops) text += about_literal(name_after(d), d.parent, d.bound_text);
  std::vector<Objection> objections = expiry_objections(d);
  add_identity_objection(d, objections);
  add_move_objections(d, objections);
  objections.push_back({"inhdetachpending", "a concurrent detach of it is pending"});
  const std::string test = attached_verdict(d, objections, d.drops ? std::string() : marker_column(kDetachedAt));
  text += "BEGIN;\n" + test + "\\if :todo\n";
  text += fmt::format("LOCK TABLE ONLY {} IN ACCESS EXCLUSIVE MODE;\n", quote(d.parent)) + wait_briefly(settings) +
          test + references_text(d) + "\\endif\n\\if :todo\n";
  text += sql(DetachPartition{d.parent, d.partition, DetachForm::blocking}) + "\n";
  text += d.drops ? sql(DropTable{d.partition, d.foreign}) + "\n"
                  : moves(d) + sql(CommentOnTable{name_after(d), {"marker"}, d.foreign}) + "\n";
  text += "\\else\n" + skipped((d.drops ? "detach and drop of " : "detach of ") + quote(d.partition)) +
          "\\endif\nCOMMIT;\n";
  return text;
}

/// Hours and shorter, so that a day is 24 hours whatever the calendar does; months as PostgreSQL counts them.
std::string interval_literal(const TimeSpan& span) {
  switch (span.unit) {
    case TimeUnit::minute:
      return fmt::format("interval '{} minutes'", span.count);
    case TimeUnit::hour:
      return fmt::format("interval '{} hours'", span.count);
    case TimeUnit::day:
      return fmt::format("interval '{} hours'", span.count * 24);
    case TimeUnit::week:
      return fmt::format("interval '{} hours'", span.count * 168);
    case TimeUnit::month:
      return fmt::format("interval '{} months'", span.count);
    case TimeUnit::quarter:
      return fmt::format("interval '{} months'", span.count * 3);
    case TimeUnit::year:
      return fmt::format("interval '{} years'", span.count);
  }
  throw std::logic_error("interval_literal");
}

/// The verdict on an orphan. A table whose pg_class row is younger than its comment was changed after pschema marked
/// it: attached and detached by hand, perhaps to save it.
std::string orphan_verdict(const Drop& d) {
  std::vector<Objection> objections{
      {"relispartition", "it is attached"},
      {fmt::format("{} !~ '^pschema: detached at \\d\\d\\d\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ, '\n      OR "
                   "substr({}, 42) <> :'about'",
                   kFirstLine, kFirstLine),
       "its comment does not say that pschema detached this table from this parent"},
      {fmt::format("{} IS NULL", to_regclass(d.parent)), "the table that it was detached from is not there"},
      {"age(pg_class.xmin) < (SELECT age(d.xmin) FROM pg_description AS d\n      WHERE d.objoid = oid AND d.classoid "
       "= "
       "'pg_class'::regclass AND d.objsubid = 0)",
       "it was changed after pschema had marked it; to let it go, drop it by hand"}};
  if (d.grace) {
    objections.push_back(
        {fmt::format("substr({}, 22, 20)::timestamptz + {} > clock_timestamp()", kFirstLine,
                     interval_literal(*d.grace)),
         fmt::format("it was detached less than {} ago, by this server's clock", format_span(*d.grace))});
  }
  // obj_description is NULL without a comment; then no objection would be true.
  return fmt::format(
      "SELECT coalesce(max(CASE WHEN obj_description(oid, 'pg_class') IS NULL THEN 'it has no marker of pschema' "
      "ELSE\n"
      "    {} END), 'there is no such table') AS verdict\n"
      "  FROM pg_class WHERE oid = {} \\gset\n"
      "SELECT :'verdict' = 'go' AS todo \\gset\n",
      verdict_case(objections), to_regclass(d.orphan));
}

std::string lock_text(const Drop& d) {
  if (!d.foreign) return fmt::format("LOCK TABLE {} IN ACCESS EXCLUSIVE MODE;\n", quote(d.orphan));
  return "-- LOCK TABLE does not know foreign tables. This changes nothing and takes the same lock.\n" +
         sql(SetTableSchema{d.orphan, d.orphan.schema}) + "\n";
}

std::string drop_text(const Drop& d, const FileSettings& settings) {
  std::string text = comment_line(fmt::format(
      "{} Lock: ACCESS EXCLUSIVE on {}{}.",
      d.foreign ? "It is a foreign table: its server keeps the rows." : "Its rows are LOST.", quote(d.orphan),
      d.foreign ? "" : " with all below it, and on the tables that its own foreign keys reference"));
  text += comment_line(fmt::format(
      "Dropped only if it is detached and its comment says that pschema detached this very table from this parent{}.",
      d.grace ? fmt::format(" at least {} ago", format_span(*d.grace)) : std::string()));
  text += about_literal(d.orphan, d.parent, d.bound_text);
  std::string verdict = orphan_verdict(d);
  if (d.when) {
    verdict += "\\if :todo\n" + comment_line("Dropped only where this holds: " + condition_text(*d.when)) +
               ask_condition(*d.when, d.orphan, {}) +
               further_verdict({fmt::format("{} IS DISTINCT FROM 'true'", kAnswer),
                                "this does not hold: " + condition_text(*d.when)}) +
               "\\endif\n";
  }
  text += "BEGIN;\n" + verdict + "\\if :todo\n" + lock_text(d) +
          (d.other_tables > 1 ? wait_briefly(settings) : std::string()) + verdict + "\\endif\n\\if :todo\n" +
          sql(DropTable{d.orphan, d.foreign}) + "\n\\else\n" + skipped("drop of " + quote(d.orphan)) +
          "\\endif\nCOMMIT;\n";
  return text;
}

}  // namespace

std::string detach_step(const Operation& operation, const Detach& d, StepNumbers& numbers,
                        const FileSettings& settings) {
  switch (d.form) {
    case DetachForm::finalize:
      return echo(numbers.next(), verb_title("FINALIZE", d.partition)) + finalize_step(operation, d, settings);
    case DetachForm::blocking:
      return echo(numbers.next(), verb_title("DETACH", d.partition)) + detach_blocking(operation, d, settings);
    case DetachForm::concurrently: {
      std::string text =
          echo(numbers.next(), verb_title("DETACH", d.partition)) + detach_concurrently(operation, d, settings);
      if (!d.drops) return text;
      text += "\n" + echo(numbers.next(), verb_title("DROP", d.partition));
      text += comment_line(fmt::format("{} ({}): {}.", verb_title("DROP", d.partition),
                                       reason_name(Reason::follows_detach), d.extent));
      return text +
             drop_text(Drop{d.partition, d.parent, d.bound_text, {}, d.extent, {}, d.foreign, d.other_locks.tables},
                       settings);
    }
  }
  throw std::logic_error("detach_step");
}

std::string drop_step(const Operation& operation, const Drop& d, StepNumbers& numbers, const FileSettings& settings) {
  std::string text = echo(numbers.next(), verb_title("DROP", d.orphan));
  text += comment_line(
      fmt::format("{} ({}): {}.", verb_title("DROP", d.orphan), reason_name(operation.reason), d.extent));
  return text + drop_text(d, settings);
}

}  // namespace pschema
