// Tokens of SQL text as psql cuts it (PostgreSQL sources, fe_utils/psqlscan.l), with standard_conforming_strings on.
#pragma once

#include <cstddef>
#include <string_view>

namespace pschema {

enum class PsqlTokenKind {
  space,         // a run of blanks and line ends
  line_comment,  // -- to the end of the line
  block_comment,
  string,         // '…' with any prefix that does not change its end
  escape_string,  // E'…', where a backslash hides a quote
  quoted_name,    // "…"
  dollar_string,
  word,
  number,
  variable,         // :name
  variable_string,  // :'name'
  variable_name,    // :"name"
  variable_test,    // :{?name}
  semicolon,
  open_paren,
  close_paren,
  backslash,     // a meta-command begins
  other,         // one other byte, or `::` or `:=`
  unterminated,  // a string, name or comment without its end
  ambiguous,     // versions of psql cut it in different places: a number that runs into letters and a dollar sign
};

struct PsqlToken {
  PsqlTokenKind kind = PsqlTokenKind::other;
  std::size_t begin = 0;
  std::size_t end = 0;  // > begin
};

/// The token that begins at `at`, which is less than the text's size.
PsqlToken psql_token(std::string_view text, std::size_t at);

/// A byte of which psql's variable names are made.
bool is_psql_variable_byte(char c);

/// What psql takes as blank.
bool is_psql_space(char c);

}  // namespace pschema
