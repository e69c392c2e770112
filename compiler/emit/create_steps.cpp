// Steps that make tables visible: creation, and attaching again.
#include <fmt/format.h>

#include "base/quote.h"
#include "emit/phrases.h"
#include "emit/steps.h"

namespace pschema {
namespace {

std::string why(const Operation& operation) {
  return comment_line(fmt::format("Why: {}.", reason_sentence(operation.reason)));
}

}  // namespace

std::string create_step(const Operation& operation, const Create& c, StepNumbers& numbers,
                        const FileSettings& settings) {
  if (is_large(c.partition)) return large_create_step(operation, c, numbers, settings);
  const bool baseline = operation.reason == Reason::baseline;
  std::string text = echo(numbers.next(), title(operation));
  text +=
      comment_line(fmt::format("{} ({}): {}.", title(operation), reason_name(operation.reason), c.partition.extent));
  if (!baseline) text += why(operation);
  text += comment_line(
      fmt::format("Lock: {}, from ATTACH to COMMIT; only ACCESS SHARE before that.", lock_of(operation)));
  if (c.partition.attach_first) {
    text +=
        "-- It is attached before its parts are, because from PostgreSQL 17 on identity columns reach only what "
        "comes "
        "after; nobody sees it before COMMIT.\n";
  }
  text += baseline ? "-- Skipped if a partition with these bounds is there, or anything that has the name.\n"
                   : "-- Skipped if a partition with these bounds is there, under any name, or pschema has detached "
                     "it since.\n";
  const std::string test = baseline ? bounds_absent(c.parent, c.partition) +
                                          fmt::format("\n  AND {} IS NULL", to_regclass(c.partition.name)) +
                                          not_moved_away(c.partition)
                                    : not_made_yet(c.parent, c.partition);
  text += fmt::format("SELECT {} AS todo \\gset\n", test);
  text += "\\if :todo\nBEGIN;\n" + wait_briefly_for_several(c.other_locks, settings) + run(statements_of(operation)) +
          "COMMIT;\n\\endif\n";
  return text;
}

std::string attach_step(const Operation& operation, const Attach& a, StepNumbers& numbers,
                        const FileSettings& settings) {
  const QualifiedName& name = a.partition.name;
  std::string text = echo(numbers.next(), title(operation));
  text += comment_line(fmt::format("{} ({}): {}, with the rows that it has.", title(operation),
                                   reason_name(operation.reason), a.partition.extent));
  text += why(operation);
  text += comment_line(fmt::format("Lock: {}, while ATTACH looks at its rows.", lock_of(operation)));
  text +=
      "-- Skipped if a partition with these bounds is there. Where no detached table of this name exists, as on a "
      "fresh database, an empty one is made.\n";
  text += about_literal(name, a.parent, a.partition.bound_text);
  text += fmt::format("SELECT {} AS todo \\gset\n", bounds_absent(a.parent, a.partition));
  text += ask_ours(name);
  text += "\\if :todo\nBEGIN;\n" + wait_briefly_for_several(a.other_locks, settings) + "\\if :ours\n" +
          identity_stop(a.partition) + run(statements_of(operation)) + "\\else\n" +
          fmt::format("\\warn {}\n",
                      quote_psql_argument(fmt::format(
                          "MADE EMPTY {}: no table of this name was detached by pschema from here", quote(name)))) +
          run(build_statements(a.parent, a.like, a.partition)) + "\\endif\nCOMMIT;\n\\endif\n";
  return text;
}

std::string clear_marker_text(const StaleMarker& marker, StepNumbers& numbers) {
  const QualifiedName& partition = marker.name;
  std::string text = echo(numbers.next(), "CLEAR the marker of " + quote(partition));
  text += comment_line(
      fmt::format("{} is attached, and its comment still says that pschema detached it.", quote(partition)));
  text += "-- Lock: SHARE UPDATE EXCLUSIVE on it alone. Skipped if it is detached, or the marker is gone.\n";
  text += fmt::format(
      "SELECT count(*) = 1 AS todo, coalesce(max({}), '') AS comment FROM pg_class JOIN pg_inherits ON inhrelid = "
      "oid\n"
      "  WHERE oid = {} AND relispartition AND NOT inhdetachpending AND {} ~ '^pschema: detach' \\gset\n",
      kOwnComment, to_regclass(partition), kFirstLine);
  return text + "\\if :todo\n" + sql(CommentOnTable{partition, {"comment"}, marker.foreign}) + "\n\\endif\n";
}

}  // namespace pschema
