// Phrases that several kinds of steps are made of. Internal to emit/.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ddl/statement.h"
#include "emit/steps.h"
#include "plan/operation.h"

namespace pschema {

/// A comment that stays on its line whatever a name holds.
std::string comment_line(std::string_view text);
/// The line that begins a step.
std::string echo(const std::string& number, std::string_view what);
/// `CREATE public.x`.
std::string title(const Operation& operation);
/// Statements, a line feed behind each.
std::string run(const std::vector<Statement>& statements);
/// Says that a step did nothing, and why: the psql variable `verdict` has the reason.
std::string skipped(std::string_view what);
/// A case of a verdict, in SQL.
struct Objection {
  std::string when;
  std::string text;
};
/// SQL: `go`, or the text of the first objection that holds.
std::string verdict_case(const std::vector<Objection>& objections);

/// An error with a text of ours, which stops psql and apply alike.
std::string stop(std::string_view text);
/// In front of the ATTACH of a detached branch of a table with an identity column: a plan made for a server before 17
/// may meet a later one, which would leave the tables below it without identity. Empty for anything else.
std::string identity_stop(const NewPartition& partition);

/// Is there a partition with these bounds below this parent, under any name? Lists are compared as sets.
std::string bounds_are(const std::string& bound_text);
std::string bounds_absent(const QualifiedName& parent, const NewPartition& partition);
/// Behind another test: and pschema has not moved it to the schema of what is detached. Empty where nothing moves.
std::string not_moved_away(const NewPartition& partition);
/// bounds_absent, and no table of this name that pschema has detached: what was made and has left since counts as
/// done.
std::string not_made_yet(const QualifiedName& parent, const NewPartition& partition);
/// Puts the part of the marker that stays into the variable `about`.
std::string about_literal(const QualifiedName& partition, const QualifiedName& parent, const std::string& bound_text);

/// Puts into `ours` whether a table of this name was detached by pschema as :'about' says, and into `comment` the
/// user's own comment on it.
std::string ask_ours(const QualifiedName& table);

/// SQL over pg_class: the first line of the table's comment; the user's own comment, without a marker; `pschema:
/// detached at NOW`.
inline constexpr std::string_view kFirstLine = "split_part(obj_description(oid, 'pg_class'), chr(10), 1)";
inline constexpr std::string_view kOwnComment =
    R"(regexp_replace(obj_description(oid, 'pg_class'), '^pschema: (detaching|detached at [^,]*|building|adopted), [^\n]* of [^\n]*\n?', ''))";
inline constexpr std::string_view kDetachedAt =
    R"(to_char(clock_timestamp(), '"pschema: detached at "YYYY-MM-DD"T"HH24:MI:SS"Z"'))";

/// Inside `\\if :todo`: takes `todo` back, with a verdict, where rows of another table reference rows of `rows` (a
/// table, or a SELECT in parentheses). A table that the file's role may not read is not looked into, and PostgreSQL
/// decides.
std::string reference_tests(const std::vector<ForeignKey>& keys, const std::string& rows);

/// Behind the first lock that others queue behind: what is waited for from then on, they wait for too, on top of what
/// they have waited. Shorter than the server's deadlock_timeout, so that a deadlock is never theirs.
std::string wait_briefly(const FileSettings& settings);
/// The same where one statement locks several tables that others use, one after the other.
std::string wait_briefly_for_several(const OtherLocks& locks, const FileSettings& settings);
/// How long that is: half a second, or lock_timeout if that is less.
std::string brief_timeout(const FileSettings& settings);

/// A creation of more relations than one transaction should make.
std::string large_create_step(const Operation& operation, const Create& create, StepNumbers& numbers,
                              const FileSettings& settings);

}  // namespace pschema
