// Taking over a table from outside the tree: attached again, or marked as detached from now on.
//
// A catalog file knows little of such a table, so the step looks at it on the server: what is in doubt is skipped
// with the reason.
#include <fmt/format.h>

#include "base/quote.h"
#include "emit/phrases.h"
#include "emit/steps.h"
#include "model/marker.h"

namespace pschema {
namespace {

/// A column of the parent that the table lacks, or has otherwise, or one more; ATTACH would refuse most of it, and a
/// drop asks nobody.
std::string other_columns(const QualifiedName& parent) {
  return fmt::format(
      "EXISTS (SELECT FROM pg_attribute AS p WHERE p.attrelid = {0} AND p.attnum > 0 AND NOT p.attisdropped\n"
      "        AND NOT EXISTS (SELECT FROM pg_attribute AS c WHERE c.attrelid = pg_class.oid AND c.attnum > 0\n"
      "          AND c.attname = p.attname AND c.atttypid = p.atttypid AND c.atttypmod = p.atttypmod\n"
      "          AND c.attcollation = p.attcollation AND c.attgenerated = p.attgenerated AND c.attnotnull >= "
      "p.attnotnull))\n"
      "      OR (SELECT count(*) FROM pg_attribute WHERE attrelid = {0} AND attnum > 0 AND NOT attisdropped)\n"
      "        <> (SELECT count(*) FROM pg_attribute WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT "
      "attisdropped)",
      to_regclass(parent));
}

/// The comment must be what it was: whoever changed it knows more.
Objection other_comment(const Adoption& a) {
  if (!a.marker)
    return {fmt::format("{} ~ '^pschema: '", kFirstLine),
            "its comment is a marker of pschema by now (was it adopted before?)"};
  return {fmt::format("{} IS DISTINCT FROM {}", kFirstLine, readable_literal(*a.marker)),
          "its comment is not what it was when this file was written (was it adopted before?)"};
}

/// Asks for the verdict, and for what the comment is to be.
std::string ask(const Adoption& a, const std::string& comment_column) {
  const std::string parent = to_regclass(a.parent);
  const std::vector<Objection> objections{
      {"relispartition", "it is attached"},
      other_comment(a),
      {a.foreign ? "relkind <> 'f'" : "relkind NOT IN ('r', 'p')",
       a.foreign ? "it is no foreign table any more" : "it is no table, or a foreign one"},
      {"EXISTS (SELECT FROM pg_inherits WHERE inhrelid = pg_class.oid)", "it inherits from another table"},
      {fmt::format("{} IS NULL", parent), "the table that it would belong to is not there"},
      {fmt::format("relowner <> (SELECT p.relowner FROM pg_class AS p WHERE p.oid = {})", parent),
       "it belongs to another role than the table that it would belong to; ALTER TABLE … OWNER TO mends that"},
      {other_columns(a.parent), "its columns are not those of the table that it would belong to"},
  };
  return fmt::format(
      "SELECT coalesce(max({}),\n    'there is no such table') AS verdict,\n    {} FROM pg_class WHERE oid = {} "
      "\\gset\n",
      verdict_case(objections), comment_column, to_regclass(a.relation));
}

std::string what_lines(const Adoption& a) {
  std::string text = comment_line(fmt::format("ADOPT {}: {} of {}.", quote(a.relation), a.extent, quote(a.parent))) +
                     comment_line(a.marker ? "Its comment was: " + *a.marker
                                           : "It bore no marker of pschema: a person said where it belongs.");
  if (a.attach) return text + comment_line("The schema wants or keeps that window, so it is attached.");
  return text + comment_line(fmt::format(
                    "The schema does not keep that window. It is marked as detached from now on; {}.", a.then));
}

std::string attach_text(const Adoption& a, const FileSettings& settings) {
  const Attach& attach = *a.attach;
  std::string text = comment_line(
      fmt::format("Lock: {}, while ATTACH looks at its rows.", lock_of(Operation{attach, Reason::reattach})));
  text +=
      "-- Skipped if a partition with these bounds is there. Where there is no such table, as on a fresh database, "
      "an "
      "empty one is made.\n";
  text += fmt::format("SELECT {} AS todo \\gset\n\\if :todo\nBEGIN;\n", bounds_absent(a.parent, attach.partition));
  text += wait_briefly_for_several(attach.other_locks, settings);
  text += ask(a, fmt::format("coalesce(max({}), '') AS comment\n ", kOwnComment));
  text += fmt::format("SELECT :'verdict' = 'go' AS ours, {} IS NULL AS absent \\gset\n", to_regclass(a.relation));
  text +=
      "\\if :ours\n" + identity_stop(attach.partition) +
      run({CommentOnTable{a.relation, {"comment"}, a.foreign}, AttachPartition{a.parent, a.relation, a.bound}}) +
      "\\else\n\\if :absent\n" +
      fmt::format("\\warn {}\n",
                  quote_psql_argument(fmt::format("MADE EMPTY {}: there is no such table here", quote(a.relation)))) +
      run(build_statements(a.parent, attach.like, attach.partition)) + "\\else\n" +
      skipped("adoption of " + quote(a.relation)) + "\\endif\n\\endif\nCOMMIT;\n\\endif\n";
  return text;
}

/// Rows that do not belong there would be lost with it some day.
std::string foreign_rows(const Adoption& a) {
  const std::string text = sql(DeleteRows{a.relation, a.rows});
  const std::size_t where = text.find("\n  WHERE ") + std::string_view("\n  WHERE ").size();
  return fmt::format(
      "\\if :todo\nSELECT CASE WHEN EXISTS (SELECT FROM {} WHERE ({}) IS NOT TRUE)\n"
      "    THEN 'it has rows outside of these bounds' ELSE 'go' END AS verdict \\gset\n"
      "SELECT :'verdict' = 'go' AS todo \\gset\n\\endif\n",
      quote(a.relation), text.substr(where, text.size() - where - 1));
}

std::string mark_text(const Adoption& a) {
  std::string text = comment_line(
      fmt::format("Lock: SHARE UPDATE EXCLUSIVE on {} alone, while its comment is written.", quote(a.relation)));
  text += about_literal(a.relation, a.parent, a.bound_text);
  text +=
      ask(a, fmt::format("coalesce(max(concat_ws(chr(10), {} || :'about',\n      nullif({}, ''))), '') AS marker\n ",
                         kDetachedAt, kOwnComment));
  text += "SELECT :'verdict' = 'go' AS todo \\gset\n" + foreign_rows(a);
  return text + "\\if :todo\n" + run({CommentOnTable{a.relation, {"marker"}, a.foreign}}) + "\\else\n" +
         skipped("adoption of " + quote(a.relation)) + "\\endif\n";
}

}  // namespace

std::string adopt_step(const Adoption& a, StepNumbers& numbers, const FileSettings& settings) {
  return echo(numbers.next(), "ADOPT " + quote(a.relation)) + what_lines(a) +
         (a.attach ? attach_text(a, settings) : mark_text(a));
}

}  // namespace pschema
