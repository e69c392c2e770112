// The one place where names and values become SQL text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/name.h"

namespace pschema {

/// The name as SQL reads it back: bare where it is a lower-case word that no version of PostgreSQL from 14 to 18 has
/// as a keyword of any kind but "unreserved" (as the server's own quote_ident decides), else quoted; in the U&"..."
/// form where it holds a control character, so that no name can end a line.
std::string quote(const Identifier& name);
std::string quote(const QualifiedName& name);
/// Is the text what quote() gives for the name? The text was read as that name before.
bool reads_as_written(const QualifiedName& name, std::string_view text);

/// A string literal: '...' with quotes doubled, or U&'...' where it holds a control character or a backslash. Where
/// standard_conforming_strings is off, PostgreSQL refuses the second form (0A000) and never misreads it. The text
/// holds no NUL.
std::string quote_literal(std::string_view text);

/// Text for the inside of a `--` comment or a message: control characters as \xNN, invalid UTF-8 likewise.
std::string printable(std::string_view text);

/// An argument of a psql meta-command in single quotes: quotes doubled, backslashes doubled, control characters as
/// \xNN.
std::string quote_psql_argument(std::string_view text);

/// Reads `schema.name` with SQL quoting ("..." and U&"..." with \XXXX escapes) as `quote(QualifiedName)` wrote it; a
/// bare name may also hold capitals (A to Z fold, as in SQL), `$` after the first character, and bytes above 0x7F.
/// nullopt where the text is not exactly one such name.
std::optional<QualifiedName> parse_qualified_name(std::string_view text);
std::optional<Identifier> parse_identifier(std::string_view text);
/// The same at the front of a text, which is then moved behind the name; untouched where there is none.
std::optional<QualifiedName> take_qualified_name(std::string_view& text);
std::optional<Identifier> take_identifier(std::string_view& text);

}  // namespace pschema
