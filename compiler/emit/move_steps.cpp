// Steps that take rows out of a DEFAULT partition into a partition of their own.
//
// One transaction, under ACCESS EXCLUSIVE on the parent from its first statement on: ATTACH alone would let a reader
// that waited for it see neither the old place of a row nor the new one (postgres-facts F1).
#include <fmt/format.h>

#include "base/overloaded.h"
#include "base/quote.h"
#include "emit/phrases.h"
#include "emit/steps.h"

namespace pschema {
namespace {

struct Into {
  const QualifiedName& parent;
  const QualifiedName& like;
  std::string_view verb;
  bool attaches;
};

Into into_of(const Move& m) {
  return std::visit(Overloaded{[](const Create& c) {
                                 return Into{c.parent, c.like, "CREATE", false};
                               },
                               [](const Attach& a) {
                                 return Into{a.parent, a.like, "ATTACH", true};
                               }},
                    m.into);
}

std::string_view row_word(std::int64_t rows) { return rows == 1 ? "row" : "rows"; }

std::string what_lines(const Operation& operation, const Move& m, const Into& into) {
  const NewPartition& partition = target_of_move(m);
  std::string text = comment_line(
      fmt::format("{} {} ({}): {}.", into.verb, quote(partition.name), reason_name(m.into_reason), partition.extent));
  text += comment_line(fmt::format("MOVE of its rows out of {} ({}): {} {} when the snapshot was taken.",
                                   quote(m.from), reason_name(operation.reason), m.rows, row_word(m.rows)));
  text += comment_line(fmt::format("Why: {}.", reason_sentence(m.into_reason)));
  text +=
      comment_line(fmt::format("Lock: {}, from the start to COMMIT: everybody who reads or writes {} waits "
                               "meanwhile, and sees every row once.",
                               lock_of(operation), quote(into.parent)));
  text +=
      "-- The rows go in after ATTACH, so that a publication sends both halves. Triggers of the table fire for "
      "both.\n";
  text +=
      "-- Skipped if a partition with these bounds is there. Where there is no DEFAULT partition of this name, as on "
      "a fresh database, no row is moved.\n";
  return text;
}

/// The partition's own tables, and the ATTACH behind them. What comes back is whole, and so is what is made in its
/// place on a fresh database.
Build parts_of(const Move& m, const Into& into) {
  NewPartition partition = target_of_move(m);
  if (into.attaches) partition.attach_first = false;
  return build_of(into.parent, into.like, partition);
}

std::string table_text(const Move& m, const Into& into, const Build& parts) {
  const std::string build = run(parts.tables);
  if (!into.attaches) return build;
  return "\\if :ours\n" + identity_stop(target_of_move(m)) +
         run({CommentOnTable{target_of_move(m).name, {"comment"}}}) + "\\else\n" + build + "\\endif\n";
}

std::string without_rows(const Move& m, const Into& into) {
  const NewPartition& partition = target_of_move(m);
  const std::string build = run(build_statements(into.parent, into.like, partition));
  if (!into.attaches) return build;
  const std::vector<Statement> attach{CommentOnTable{partition.name, {"comment"}},
                                      AttachPartition{into.parent, partition.name, partition.bound}};
  return "\\if :ours\n" + identity_stop(partition) + run(attach) + "\\else\n" + build + "\\endif\n";
}

/// A column that was added since would lose its values.
std::string same_columns(const Move& m, const Into& into) {
  std::string names;
  for (const Identifier& column : m.columns) names += (names.empty() ? "" : ", ") + quote_literal(column.text);
  return fmt::format(
      "SELECT NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = {} AND attnum > 0 AND NOT attisdropped AND "
      "attgenerated = ''\n"
      "  AND attname <> ALL (ARRAY[{}]::name[])) AS todo,\n"
      "  'the table has other columns than when this file was written' AS verdict \\gset\n",
      to_regclass(into.parent), names);
}

/// A foreign key that came since, or whose table the file's role may not read: its action could delete rows there
/// without a word (postgres-facts F3).
std::string known_references(const Move& m, const Into& into) {
  std::string known = "false";
  for (const ForeignKey& key : m.references) {
    known += fmt::format(" OR (conname = {} AND conrelid = {})", quote_literal(key.name.text), to_regclass(key.from));
  }
  return fmt::format(
      "SELECT count(*) = 0 AS todo, 'a foreign key references the table, and this file cannot look into its rows' AS "
      "verdict\n"
      "  FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND confrelid IN (pg_partition_root({}), {})\n"
      "  AND NOT coalesce(({})\n"
      "    AND has_schema_privilege(connamespace, 'USAGE') AND has_table_privilege(conrelid, 'SELECT') AND NOT "
      "row_security_active(conrelid),\n"
      "    false) \\gset\n",
      to_regclass(into.parent), to_regclass(m.from), known);
}

/// A trigger may keep a row out, and then it would be nowhere.
std::string all_came(const Move& m) {
  return fmt::format(
      "SELECT count(*) - :'before'::bigint <> (SELECT count(*) FROM {}) AS lost FROM {} \\gset\n\\if "
      ":lost\n{}\\endif\n",
      quote(m.side), quote(target_of_move(m).name),
      stop("not every row came into the partition; does a trigger of the table keep rows out? Nothing was moved"));
}

std::string rows_text(const RowsWhere& where, const QualifiedName& from) {
  // The condition as DELETE has it, so that both always mean the same rows.
  const std::string text = sql(DeleteRows{from, where});
  constexpr std::string_view kDelete = "DELETE FROM ";
  return "(SELECT * FROM " + text.substr(kDelete.size(), text.size() - kDelete.size() - 1) + ")";
}

}  // namespace

std::string move_step(const Operation& operation, const Move& m, StepNumbers& numbers, const FileSettings& settings) {
  const NewPartition& partition = target_of_move(m);
  const Into into = into_of(m);
  const std::string what = fmt::format("MOVE {} to {}", quote(m.from), quote(partition.name));
  std::string text = echo(numbers.next(), what) + what_lines(operation, m, into);
  if (into.attaches) {
    text += about_literal(partition.name, into.parent, partition.bound_text);
    text += ask_ours(partition.name);
  }
  const std::string test =
      into.attaches ? bounds_absent(into.parent, partition) : not_made_yet(into.parent, partition);
  text += fmt::format("SELECT {} AS todo \\gset\n\\if :todo\nBEGIN;\n", test);
  text += fmt::format("LOCK TABLE ONLY {} IN ACCESS EXCLUSIVE MODE;\n", quote(into.parent)) + wait_briefly(settings);
  text += fmt::format(
      "SELECT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid\n"
      "  WHERE inhparent = {} AND oid = {} AND pg_get_expr(relpartbound, 0) = 'DEFAULT') AS moves \\gset\n",
      to_regclass(into.parent), to_regclass(m.from));
  text += "\\if :moves\n" + same_columns(m, into) + "\\if :todo\n" + known_references(m, into) + "\\endif\n";
  if (const std::string tests = reference_tests(m.references, rows_text(m.where, m.from)); !tests.empty()) {
    text += "\\if :todo\n" + tests + "\\endif\n";
  }
  const Build parts = parts_of(m, into);
  text += "\\if :todo\n" + table_text(m, into, parts);
  text += run({SetRowsAside{m.side, m.from, m.columns, m.where}, DeleteRows{m.from, m.where}}) + run(parts.attaches);
  text += fmt::format("SELECT count(*) AS before FROM {} \\gset\n", quote(partition.name));
  text += run({PutRowsBack{partition.name, m.side, m.columns}}) + all_came(m);
  text += run({DropTable{m.side}});
  text += "\\else\n" + skipped(what) + "\\endif\n\\else\n" + without_rows(m, into) + "\\endif\nCOMMIT;\n\\endif\n";
  return text;
}

}  // namespace pschema
