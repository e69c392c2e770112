// Migration files as psql reads them: the closed subset of its language that our files are written in.
//
// The subset: SQL statements ended by `;`, or by `\gset` at their end; one meta-command a line, of \set NAME VALUE,
// \if ARG, \else, \endif, \echo ARG, \warn ARG, \quit and \encoding UTF8. What psql would read in another way than a
// reader expects (\; and \q in the middle of a line, `ON_ERROR_STOP off`, COPY FROM STDIN, a prefix for \gset) is
// outside, and an error.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/diagnostic.h"
#include "base/span.h"

namespace pschema {

/// A statement's text without its `;` or `\gset`, without what stands before its first word; comments inside stay.
struct SqlItem {
  std::string text;
  bool gset = false;
};
/// Arguments of meta-commands are kept as written; meta_arguments() reads them.
struct SetItem {
  std::string name;
  std::string value;
};
struct IfItem {
  std::string condition;
};
struct ElseItem {};
struct EndifItem {};
struct EchoItem {
  std::string argument;
};
struct WarnItem {
  std::string argument;
};
struct QuitItem {};
struct EncodingItem {};  // always UTF8

struct ScriptItem {
  std::variant<SqlItem, SetItem, IfItem, ElseItem, EndifItem, EchoItem, WarnItem, QuitItem, EncodingItem> is;
  Span span;
  int depth = 0;  // open \if around it; an \if and its \else and \endif count as outside
};

struct Script {
  std::vector<ScriptItem> items;  // \if and \endif are balanced
};

/// Reads a file's text. The error (PS5005) is the first one, at its place; `file` is the number that its span bears.
std::variant<Script, Diagnostic> read_script(std::string_view text, std::uint32_t file = 0);

/// The line of a place in a text, from 1.
int line_at(std::string_view text, std::size_t offset);

// --- Text of items
// ------------------------------------------------------------------------------------------------------------------

/// psql's variables. One that is not here is unset.
using Variables = std::map<std::string, std::string>;

/// Puts variables into SQL text as psql does: :name as it stands, :'name' as a string literal, :"name" as a name,
/// :{?name} as TRUE or FALSE; not inside quotes and comments; an unset one is left as written. nullopt where the
/// value of a bare :name would change how the rest is read (psql reads the value again: a `;`, a comment or an open
/// quote in it).
std::optional<std::string> interpolate(std::string_view sql, const Variables& variables);

/// The arguments of a meta-command: split at blanks, '…' unquoted ('' and backslash escapes), "…" kept with its
/// quotes, variables put in and not read again. The text is one that read_script has accepted. \echo and \warn print
/// them with one blank between, \set joins them without one.
std::vector<std::string> meta_arguments(std::string_view raw, const Variables& variables);

/// What psql takes as a boolean (true, yes, on, 1 and their beginnings, in any case); nullopt for anything else.
std::optional<bool> psql_boolean(std::string_view text);

/// The first words of a statement in upper case with one blank between, comments left out: `RESET ROLE`, `ALTER
/// TABLE`. At most `words`.
std::string leading_words(std::string_view sql, std::size_t words);

// --- Steps
// -----------------------------------------------------------------------------------------------------------------------------

/// Half-open, by number of item.
struct ItemRange {
  std::size_t begin = 0;
  std::size_t end = 0;
  friend bool operator==(const ItemRange&, const ItemRange&) = default;
};

/// What is retried as a whole. `title` is the argument of its \echo, as written.
struct ScriptStep {
  std::string title;
  ItemRange items;
};

struct ScriptSteps {
  ItemRange head;
  std::vector<ScriptStep> steps;
  ItemRange foot;
};

/// A step begins with an \echo outside any \if and ends before the next one, or before the foot, which begins with
/// the last `RESET ROLE` outside any \if. What precedes the first step is the head: everything, where there is no
/// \echo.
ScriptSteps split_steps(const Script& script);

}  // namespace pschema
