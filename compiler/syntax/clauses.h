// A text as its clauses: words, comments between them and blocks. What `format` lays out anew; knows no meaning.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pschema {

/// Comments that stand on one line of the source, one behind the other.
struct Comment {
  std::string text;           // `-- so`; a comment over several lines holds line feeds
  bool own_line = false;      // nothing stands before it on its line
  bool ends_line = false;     // nothing stands behind it on its line
  bool blank_before = false;  // an empty line stands before it
  std::size_t column = 0;     // at which it begins in the source
};

/// Where a line may be broken before a word.
enum class Break { never, may, should };

struct Word {
  std::string text;    // as it is to be written: keywords in the language's letters, all others as they were
  bool glued = false;  // no space before it
  Break before = Break::never;
  bool opens_list = false, closes_list = false;  // parentheses of a list that may be long
  bool blank_before = false;
  std::vector<Comment> comments;  // before it
};

/// What a clause is, as far as its looks depend on it.
enum class ClauseKind { statement, lifecycle, member, other };

struct Clause {
  ClauseKind kind = ClauseKind::other;
  std::vector<Word> head;  // up to `;` or `{`, which are the last word of it
  bool has_block = false;
  std::vector<Clause> body;
  Word close;  // `}`
};

struct Clauses {
  std::vector<Clause> clauses;
  std::vector<Comment> comments_at_end;
};

/// Reads a text that `parse` found nothing wrong with; without a byte order mark.
Clauses read_clauses(std::string_view text);

/// Every word of such a text as it is to be written, and every comment, in their order: what must be the same after
/// the text was laid out anew, save for the comments' place between the words. Line ends in comments are LF and
/// nothing stands behind their last visible character.
struct WordsAndComments {
  std::vector<std::string> words;
  std::vector<std::string> comments;
  friend bool operator==(const WordsAndComments&, const WordsAndComments&) = default;
};
WordsAndComments words_and_comments(std::string_view text);

}  // namespace pschema
