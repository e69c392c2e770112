// Partitions of more relations than one transaction should lock: made in several, apart from the tree and under a
// marker, attached in the last. Stopped anywhere, they go on where they stopped, as long as the parent still has the
// same columns and indexes (a LIKE of another day would not attach).
#include <fmt/format.h>

#include "base/quote.h"
#include "emit/phrases.h"

namespace pschema {
namespace {

using Members = std::vector<NewPartition>;

/// As many members at a time as stay within the limit; at least one.
std::vector<Members> chunks_of(const Members& members) {
  std::vector<Members> chunks;
  int relations = 0;
  for (const NewPartition& member : members) {
    if (chunks.empty() || relations + member.relations > kMaxRelationsAtOnce) {
      chunks.emplace_back();
      relations = 0;
    }
    chunks.back().push_back(member);
    relations += member.relations;
  }
  return chunks;
}

/// What must be equal for ATTACH to accept the table, and for it to have all that a table made now would have.
std::string same_shape(const QualifiedName& parent, const QualifiedName& table) {
  const auto columns = [](const QualifiedName& of) {
    return fmt::format(
        "SELECT attname, atttypid, atttypmod, attnotnull, attgenerated FROM pg_attribute\n"
        "      WHERE attrelid = {} AND attnum > 0 AND NOT attisdropped",
        to_regclass(of));
  };
  const auto checks = [](const QualifiedName& of) {
    return fmt::format(
        "SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = {} AND contype = 'c'",
        to_regclass(of));
  };
  const auto indexes = [](const QualifiedName& of) {
    return fmt::format("(SELECT count(*) FROM pg_index WHERE indrelid = {})", to_regclass(of));
  };
  const auto equal = [](const std::string& a, const std::string& b) {
    return fmt::format("NOT EXISTS ({0}\n      EXCEPT {1})\n    AND NOT EXISTS ({1}\n      EXCEPT {0})", a, b);
  };
  return fmt::format("{}\n    AND {}\n    AND {} = {}", equal(columns(parent), columns(table)),
                     equal(checks(parent), checks(table)), indexes(parent), indexes(table));
}

std::string begin(const Operation& operation, const Create& c, StepNumbers& numbers, std::size_t parts) {
  const QualifiedName& name = c.partition.name;
  std::string text = echo(numbers.next(), fmt::format("BUILD {}, part 1 of {}", quote(name), parts));
  text +=
      comment_line(fmt::format("{} ({}): {}.", title(operation), reason_name(operation.reason), c.partition.extent));
  text += comment_line(fmt::format("Why: {}.", reason_sentence(operation.reason)));
  text +=
      comment_line(fmt::format("It has {} relations, too many for the lock table of one transaction: it is built "
                               "apart in {} parts, under a marker, and attached in the last.",
                               c.partition.relations, parts));
  text +=
      "-- Lock: ACCESS SHARE on the parent. Skipped if a partition with these bounds is there, under any name, or "
      "this part is done.\n";
  text += about_literal(name, c.parent, c.partition.bound_text);
  text += fmt::format("SELECT {} AS todo, 'pschema: building' || :'about' AS marker \\gset\n",
                      not_made_yet(c.parent, c.partition));
  text += fmt::format(
      "SELECT count(*) = 1 AS started FROM pg_class\n"
      "  WHERE oid = {} AND NOT relispartition AND {} = :'marker' \\gset\n",
      to_regclass(name), kFirstLine);
  text += "\\if :todo\n\\if :started\n";
  text += fmt::format("SELECT {} AS fits \\gset\n\\if :fits\n\\else\n", same_shape(c.like, name));
  text += stop(fmt::format("{} was half built, and the columns, constraints or indexes of {} have changed since; "
                           "drop it and run this file again",
                           quote(name), quote(c.like))) +
          "\\endif\n";
  const CreateTableLike branch{name,  c.like, c.partition.key, c.partition.access_method, c.partition.tablespace,
                               false, {}};
  return text + "\\else\nBEGIN;\n" + run({branch, CommentOnTable{name, {"marker"}}}) + "COMMIT;\n\\endif\n\\endif\n";
}

std::string part(const Create& c, const Members& members, StepNumbers& numbers, std::size_t part_number,
                 std::size_t parts) {
  const QualifiedName& name = c.partition.name;
  std::string text = echo(numbers.next(), fmt::format("BUILD {}, part {} of {}", quote(name), part_number, parts));
  text += comment_line(fmt::format("{} to {}.", members.front().extent, members.back().extent));
  text += fmt::format(
      "SELECT {}\n  AND NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid\n"
      "  WHERE inhparent = {} AND pg_get_expr(relpartbound, 0) = {}) AS todo \\gset\n",
      not_made_yet(c.parent, c.partition), to_regclass(name), readable_literal(members.back().bound_text));
  text += "\\if :todo\nBEGIN;\n";
  for (const NewPartition& member : members) text += run(build_statements(name, c.like, member));
  return text + "COMMIT;\n\\endif\n";
}

std::string finish(const Operation& operation, const Create& c, StepNumbers& numbers, const FileSettings& settings) {
  const QualifiedName& name = c.partition.name;
  std::string text = echo(numbers.next(), title(operation));
  text += comment_line(fmt::format("Lock: {}, ACCESS EXCLUSIVE on the new tables.", lock_of(operation)));
  text += fmt::format("SELECT {} AS todo, '' AS comment \\gset\n", not_made_yet(c.parent, c.partition));
  return text + "\\if :todo\nBEGIN;\n" + wait_briefly_for_several(c.other_locks, settings) +
         run({CommentOnTable{name, {"comment"}}, AttachPartition{c.parent, name, c.partition.bound}}) +
         "COMMIT;\n\\endif\n";
}

}  // namespace

std::string large_create_step(const Operation& operation, const Create& c, StepNumbers& numbers,
                              const FileSettings& settings) {
  const std::vector<Members> chunks = chunks_of(c.partition.below);
  const std::size_t parts = chunks.size() + 2;
  std::string text = begin(operation, c, numbers, parts);
  for (std::size_t i = 0; i < chunks.size(); ++i) text += "\n" + part(c, chunks[i], numbers, i + 2, parts);
  return text + "\n" + finish(operation, c, numbers, settings);
}

}  // namespace pschema
