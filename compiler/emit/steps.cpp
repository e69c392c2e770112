#include "emit/steps.h"

#include <fmt/format.h>

#include <stdexcept>

#include "base/overloaded.h"
#include "base/quote.h"
#include "emit/phrases.h"

namespace pschema {
namespace {

std::string create_step(const Operation& operation, const Create& c, const std::string& number) {
  if (c.partition.relations > kMaxRelationsAtOnce) return large_create_step(operation, c, number);
  std::string text = echo(number, title(operation));
  text += comment_line(fmt::format("{} ({}): {}.", title(operation), reason_name(operation.reason), c.partition.extent));
  text += comment_line(fmt::format("Why: {}.", reason_sentence(operation.reason)));
  text += comment_line(fmt::format("Lock: {}, from ATTACH to COMMIT; only ACCESS SHARE before that.", lock_of(operation)));
  text += "-- Skipped if a partition with these bounds is there, under any name.\n";
  text += fmt::format("SELECT {} AS todo \\gset\n", bounds_absent(c.parent, c.partition.bound_text));
  text += "\\if :todo\nBEGIN;\n" + run(statements_of(operation)) + "COMMIT;\n\\endif\n";
  return text;
}

std::string attach_step(const Operation& operation, const Attach& a, const std::string& number) {
  const QualifiedName& name = a.partition.name;
  std::string text = echo(number, title(operation));
  text += comment_line(fmt::format("{} ({}): {}, with the rows that it has.", title(operation),
                                   reason_name(operation.reason), a.partition.extent));
  text += comment_line(fmt::format("Why: {}.", reason_sentence(operation.reason)));
  text += comment_line(fmt::format("Lock: {}, while ATTACH looks at its rows.", lock_of(operation)));
  text += "-- Skipped if a partition with these bounds is there. Where the detached table does not exist, as on a fresh database, it is made.\n";
  text += about_literal(name, a.parent, a.partition.bound_text);
  text += fmt::format("SELECT {} AS todo \\gset\n", bounds_absent(a.parent, a.partition.bound_text));
  text += fmt::format(
      "SELECT count(*) = 1 AS ours, coalesce(max({}), '') AS comment FROM pg_class\n"
      "  WHERE oid = {} AND NOT relispartition\n"
      "    AND {} ~ '^pschema: detached at ' AND substr({}, 42) = :'about' \\gset\n",
      kOwnComment, to_regclass(name), kFirstLine, kFirstLine);
  text += "\\if :todo\nBEGIN;\n\\if :ours\n" + run(statements_of(operation)) + "\\else\n" +
          run(build_statements(a.parent, a.like, a.partition)) + "\\endif\nCOMMIT;\n\\endif\n";
  return text;
}

/// Attached under this parent, under this name, with these bounds, and expired by the server's clock.
std::string attached_and_expired(const Detach& d) {
  std::string text = fmt::format(
      "  FROM pg_inherits JOIN pg_class ON oid = inhrelid\n"
      "  WHERE inhparent = {} AND oid = {}\n"
      "    AND pg_get_expr(relpartbound, 0) = {}",
      to_regclass(d.parent), to_regclass(d.partition), readable_literal(d.bound_text));
  if (d.expired_at) {
    std::string moment = format_utc(*d.expired_at);
    text += fmt::format("\n    AND now() >= '{}'::timestamptz", moment);
  }
  return text;
}

std::string detach_comment(const Operation& operation, const Detach& d) {
  std::string text;
  if (d.expired_at) {
    text += comment_line(fmt::format("{} ({}): {}, out of every keep clause since {}.", title(operation),
                                     reason_name(operation.reason), d.extent, format_utc(*d.expired_at)));
  } else {
    text += comment_line(fmt::format("{} ({}): {}.", title(operation), reason_name(operation.reason), d.extent));
  }
  if (d.drops) {
    text += "-- It is dropped at once afterwards: its rows are lost.\n";
  } else if (d.grace) {
    text += comment_line(fmt::format(
        "Its rows leave {} and stay readable in the table itself, which a later file drops, not before {} have passed.",
        quote(d.parent), format_span(*d.grace)));
  } else {
    text += comment_line(fmt::format("Its rows leave {} and stay readable in the table itself, which is kept.",
                                     quote(d.parent)));
  }
  return text;
}

/// After the detach: the time goes into the marker, by the server's clock. Also where an earlier run stopped just before this.
std::string mark_detached(const Detach& d, std::string_view otherwise) {
  return fmt::format(
             "SELECT count(*) = 1 AS todo,\n"
             "    coalesce(max(regexp_replace(obj_description(oid, 'pg_class'), '^pschema: detaching',\n"
             "      {})), '') AS marker\n"
             "  FROM pg_class WHERE oid = {} AND NOT relispartition\n"
             "    AND {} = 'pschema: detaching' || :'about' \\gset\n",
             kDetachedAt, to_regclass(d.partition), kFirstLine) +
         "\\if :todo\n" + sql(CommentOnTable{d.partition, {"marker"}}) + "\n" + std::string(otherwise) + "\\endif\n";
}

std::string detach_concurrently(const Operation& operation, const Detach& d, const FileSettings& settings) {
  std::string text = detach_comment(operation, d);
  text += comment_line(fmt::format("Lock: {}; that only once no transaction is left that has used {}. Reads and writes go on.",
                                   lock_of(operation), quote(d.parent)));
  text += "-- Skipped unless it is attached here under this name with these bounds, has expired by the server's clock, and neither a DEFAULT\n"
          "-- partition nor another pending detach stands beside it. If it is stopped half way, its rows are hidden until it is run again.\n";
  text += about_literal(d.partition, d.parent, d.bound_text);
  text += fmt::format(
      "SELECT count(*) = 1 AS todo, coalesce(bool_or(inhdetachpending), false) AS pending,\n"
      "    coalesce(max(concat_ws(chr(10), 'pschema: detaching' || :'about',\n"
      "      nullif({}, ''))), '') AS marker\n"
      "{}\n"
      "    AND (inhdetachpending OR NOT EXISTS (SELECT FROM pg_partitioned_table WHERE partrelid = inhparent AND partdefid <> 0)\n"
      "      AND NOT EXISTS (SELECT FROM pg_inherits WHERE inhparent = {} AND inhdetachpending)) \\gset\n",
      kOwnComment, attached_and_expired(d), to_regclass(d.parent));
  text += "\\if :todo\n" + sql(CommentOnTable{d.partition, {"marker"}}) + "\n\\if :pending\n" +
          sql(DetachPartition{d.parent, d.partition, DetachForm::finalize}) + "\n\\else\n";
  const std::string detach = sql(DetachPartition{d.parent, d.partition, DetachForm::concurrently}) + "\n";
  if (d.foreign_keys) {
    text += "-- lock_timeout stays on, because a foreign key enters or leaves the tree and its other table must not queue. Where it strikes, the detach is\n"
            "-- left pending; run the file again.\n" + detach;
  } else {
    text += "-- Nothing queues behind this wait, and lock_timeout would leave the detach half done.\n"
            "SET lock_timeout = 0;\n" + detach + fmt::format("SET lock_timeout = '{}';\n", settings.lock_timeout);
  }
  text += "\\endif\n\\endif\n";
  text += mark_detached(d, "\\else\n" + skipped("detach of " + quote(d.partition),
                                              "not attached with these bounds under this name, not expired yet, held back by a "
                                              "DEFAULT partition or a pending detach, or done before"));
  return text;
}

std::string finalize_step(const Operation& operation, const Detach& d) {
  std::string text = detach_comment(operation, d);
  text += comment_line(fmt::format("Lock: {}.", lock_of(operation)));
  text += "-- Its rows are hidden already. Skipped if the detach is not pending.\n";
  text += about_literal(d.partition, d.parent, d.bound_text);
  text += fmt::format("SELECT count(*) = 1 AS todo\n{}\n    AND inhdetachpending AND {} = 'pschema: detaching' || :'about' \\gset\n",
                      attached_and_expired(d), kFirstLine);
  text += "\\if :todo\n" + sql(DetachPartition{d.parent, d.partition, DetachForm::finalize}) + "\n\\endif\n";
  return text + mark_detached(d, "");
}

/// Test, lock, test again: between the first test and the lock anything may have happened.
std::string detach_blocking(const Operation& operation, const Detach& d) {
  std::string text = detach_comment(operation, d);
  text += comment_line(fmt::format("Lock: {}, to COMMIT: everybody who reads or writes {} waits meanwhile.", lock_of(operation),
                                   quote(d.parent)));
  text += "-- Skipped unless it is attached here under this name with these bounds and has expired by the server's clock.\n";
  if (!d.drops) text += about_literal(d.partition, d.parent, d.bound_text);
  const std::string marker =
      d.drops ? std::string()
              : fmt::format(",\n    coalesce(max(concat_ws(chr(10), {} || :'about',\n      nullif({}, ''))), '') AS marker",
                            kDetachedAt, kOwnComment);
  const std::string test = fmt::format("SELECT count(*) = 1 AS todo{}\n{} AND NOT inhdetachpending \\gset\n", marker,
                                       attached_and_expired(d));
  text += "BEGIN;\n" + test + "\\if :todo\n";
  text += fmt::format("LOCK TABLE ONLY {} IN ACCESS EXCLUSIVE MODE;\n", quote(d.parent)) + test + "\\endif\n\\if :todo\n";
  text += sql(DetachPartition{d.parent, d.partition, DetachForm::blocking}) + "\n";
  text += d.drops ? sql(DropTable{d.partition}) + "\n" : sql(CommentOnTable{d.partition, {"marker"}}) + "\n";
  text += "\\else\n" +
          skipped((d.drops ? "detach and drop of " : "detach of ") + quote(d.partition),
                  "not attached with these bounds under this name, not expired yet, or done before") +
          "\\endif\nCOMMIT;\n";
  return text;
}

/// Hours and shorter, so that a day is 24 hours whatever the calendar does; months as PostgreSQL counts them.
std::string interval_literal(const TimeSpan& span) {
  switch (span.unit) {
    case TimeUnit::minute: return fmt::format("interval '{} minutes'", span.count);
    case TimeUnit::hour: return fmt::format("interval '{} hours'", span.count);
    case TimeUnit::day: return fmt::format("interval '{} hours'", span.count * 24);
    case TimeUnit::week: return fmt::format("interval '{} hours'", span.count * 168);
    case TimeUnit::month: return fmt::format("interval '{} months'", span.count);
    case TimeUnit::quarter: return fmt::format("interval '{} months'", span.count * 3);
    case TimeUnit::year: return fmt::format("interval '{} years'", span.count);
  }
  throw std::logic_error("interval_literal");
}

std::string drop_text(const Drop& d) {
  std::string text = fmt::format("Lock: ACCESS EXCLUSIVE on {} and the tables that its own foreign keys reference. ", quote(d.orphan));
  text += "Its rows are lost.";
  text = comment_line(text);
  const std::string grace = d.grace ? ", and the grace is over by the server's clock" : "";
  text += comment_line(fmt::format("Skipped unless it is detached, its marker says so with this name, parent and bounds{}.", grace));
  text += about_literal(d.orphan, d.parent, d.bound_text);
  text += fmt::format(
      "BEGIN;\n"
      "SELECT coalesce(obj_description({}, 'pg_class') ~\n"
      "    '^pschema: detached at \\d\\d\\d\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ, ', false) AS todo \\gset\n"
      "\\if :todo\n"
      "LOCK TABLE {} IN ACCESS EXCLUSIVE MODE;\n"
      "SELECT count(*) = 1 AS todo FROM pg_class\n"
      "  WHERE oid = {} AND NOT relispartition\n"
      "    AND substr({}, 42) = :'about'",
      to_regclass(d.orphan), quote(d.orphan), to_regclass(d.orphan), kFirstLine);
  if (d.grace) {
    text += fmt::format("\n    AND substr({}, 22, 20)::timestamptz + {} <= clock_timestamp()", kFirstLine,
                        interval_literal(*d.grace));
  }
  text += " \\gset\n\\endif\n\\if :todo\n" + sql(DropTable{d.orphan}) + "\n\\else\n" +
          skipped("drop of " + quote(d.orphan),
                  d.grace ? fmt::format("gone, attached, without its marker, or detached less than {} ago", format_span(*d.grace))
                          : std::string("gone, attached, or without its marker")) +
          "\\endif\nCOMMIT;\n";
  return text;
}

std::string detach_step(const Operation& operation, const Detach& d, const std::string& number,
                        const FileSettings& settings) {
  const std::string head = echo(number, title(operation));
  switch (d.form) {
    case DetachForm::finalize: return head + finalize_step(operation, d);
    case DetachForm::blocking: return head + detach_blocking(operation, d);
    case DetachForm::concurrently: {
      std::string text = head + detach_concurrently(operation, d, settings);
      if (!d.drops) return text;
      text += "\n" + echo(number, "DROP " + quote(d.partition));
      text += comment_line(fmt::format("DROP {} ({}): {}.", quote(d.partition), reason_name(Reason::follows_detach), d.extent));
      return text + drop_text(Drop{d.partition, d.parent, d.bound_text, {}, d.extent});
    }
  }
  throw std::logic_error("detach_step");
}

std::string drop_step(const Operation& operation, const Drop& d, const std::string& number) {
  std::string text = echo(number, title(operation));
  const std::string when = d.grace ? fmt::format("; detached {} ago or more", format_span(*d.grace)) : "";
  text += comment_line(fmt::format("{} ({}): {}{}.", title(operation), reason_name(operation.reason), d.extent, when));
  return text + drop_text(d);
}

}  // namespace

std::string step_text(const Operation& operation, const std::string& number, const FileSettings& settings) {
  return std::visit(Overloaded{
                        [&](const Create& c) { return create_step(operation, c, number); },
                        [&](const Attach& a) { return attach_step(operation, a, number); },
                        [&](const Detach& d) { return detach_step(operation, d, number, settings); },
                        [&](const Drop& d) { return drop_step(operation, d, number); },
                    },
                    operation.is);
}

std::string clear_marker_text(const QualifiedName& partition, const std::string& number) {
  std::string text = echo(number, "CLEAR the marker of " + quote(partition));
  text += comment_line(fmt::format("{} is attached, and its comment still says that pschema detached it.", quote(partition)));
  text += "-- Lock: SHARE UPDATE EXCLUSIVE on it alone. Skipped if it is detached, or the marker is gone.\n";
  text += fmt::format(
      "SELECT count(*) = 1 AS todo, coalesce(max({}), '') AS comment FROM pg_class JOIN pg_inherits ON inhrelid = oid\n"
      "  WHERE oid = {} AND relispartition AND NOT inhdetachpending AND {} ~ '^pschema: detach' \\gset\n",
      kOwnComment, to_regclass(partition), kFirstLine);
  return text + "\\if :todo\n" + sql(CommentOnTable{partition, {"comment"}}) + "\n\\endif\n";
}

}  // namespace pschema
