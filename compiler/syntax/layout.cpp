#include "syntax/layout.h"

#include <algorithm>

#include "syntax/lines.h"

namespace pschema {
namespace {

constexpr std::size_t kStep = 2;          // of a block
constexpr std::size_t kContinuation = 4;  // of a clause over several lines
constexpr std::size_t kVerb = 6;          // `create` and `detach`: shorter verbs beside them are padded

bool has_comments(const Word& word) { return !word.comments.empty(); }
bool ends_line(const Comment& comment) { return comment.ends_line; }
bool ends_line_before(const Word& word) { return std::any_of(word.comments.begin(), word.comments.end(), ends_line); }

/// Does a comment continue one behind the line above? Then it begins where that one does.
bool continues(const std::vector<Comment>& all, std::size_t i) {
  for (; i > 0; --i) {
    if (!all[i].own_line || !all[i].ends_line || all[i].blank_before) return false;
    if (all[i].column != all[i - 1].column) return false;
    if (!all[i - 1].own_line) return true;
  }
  return false;
}

/// A word with the comments that stand before it on its line.
std::string text_of(const Word& word) {
  const bool punctuation = word.text == ";" || word.text == "," || word.text == ")" || word.text == ".";
  std::string text;
  for (const Comment& c : word.comments) {
    if (!c.ends_line) text += c.text + (punctuation ? "" : " ");
  }
  return text + word.text;
}

/// Words from `first` to `last` on one line.
std::string joined(const std::vector<Word>& words, std::size_t first, std::size_t last) {
  std::string text;
  for (std::size_t i = first; i < last; ++i) {
    const bool glued = words[i].glued && words[i].comments.empty();
    if (i > first && !glued) text += ' ';
    text += text_of(words[i]);
  }
  return text;
}

/// Columns up to the first line feed: a text in `$$` has its own.
std::size_t first_line(std::string_view text) { return columns(text.substr(0, text.find('\n'))); }

std::string one_line_of(const Clause& clause) {
  std::string text = joined(clause.head, 0, clause.head.size());
  if (!clause.has_block) return text;
  if (clause.body.empty()) return text + "}";
  return text + " " + one_line_of(clause.body.front()) + " }";
}

bool plain(const Clause& clause) {
  const bool comments =
      has_comments(clause.close) || std::any_of(clause.head.begin() + 1, clause.head.end(), has_comments);
  return !comments && joined(clause.head, 0, clause.head.size()).find('\n') == std::string::npos;
}

/// A block of one clause stands on the line of its head. Longer ones have a line for each clause, so that a
/// difference shows the clause that changed.
bool on_one_line(const Clause& clause) {
  if (!clause.has_block || !plain(clause)) return false;
  if (clause.body.empty()) return true;
  if (clause.body.size() > 1 || clause.kind == ClauseKind::statement) return false;
  const Clause& only = clause.body.front();
  if (has_comments(only.head.front()) || !plain(only) || only.kind == ClauseKind::member) return false;
  if (!only.has_block) return true;
  // A level below a level has lines of its own; one in a group may stand beside the group's name.
  return clause.kind == ClauseKind::member && on_one_line(only) &&
         (only.body.empty() || !only.body.front().has_block);
}

class Layout {
 public:
  std::string file(const Clauses& all) {
    for (std::size_t i = 0; i < all.clauses.size(); ++i) {
      Clause c = all.clauses[i];
      if (i > 0) set_apart(c.head.front());
      clause(c, {0, 0});
    }
    comments(all.comments_at_end, {0, 0}, Before::end);
    return lines_.text();
  }

 private:
  /// Where a line begins: its indent, and the number of blocks around it.
  struct At {
    std::size_t indent, depth;
    At inner() const { return {indent + kStep, depth + 1}; }
    At list() const { return {indent + kStep, depth}; }
    At continued() const { return {indent + kContinuation, depth}; }
  };
  /// What stands behind comments: a comment on its line belongs to a clause, but not to the end of a block.
  enum class Before { clause, word, end };

  /// An empty line stands between statements: above the comments that stand above the second.
  static void set_apart(Word& first) {
    std::vector<Comment>& all = first.comments;
    if (first.blank_before) return;
    if (std::any_of(all.begin(), all.end(), [](const Comment& c) { return c.blank_before; })) return;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!all[i].own_line || !all[i].ends_line || continues(all, i)) continue;
      all[i].blank_before = true;
      return;
    }
    first.blank_before = true;
  }

  void comments(const std::vector<Comment>& all, At at, Before before) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Comment& c = all[i];
      if (!c.ends_line && before != Before::end) continue;  // text_of writes it
      if (!c.own_line) {
        lines_.comment_behind(c.text);
      } else if (continues(all, i)) {
        lines_.comment_below(c.text);
      } else {
        begin_line(at, c.blank_before && before != Before::word);
        lines_.put(c.text);
      }
    }
  }

  void begin_line(At at, bool blank_before) { lines_.begin(at.indent, at.depth, blank_before); }

  void clause(const Clause& c, At at, bool beside_long_verbs = false) {
    comments(c.head.front().comments, at, Before::clause);
    begin_line(at, c.head.front().blank_before);
    if (on_one_line(c) && at.indent + columns(one_line_of(c)) <= kMaxColumns) return lines_.put(one_line_of(c));
    std::vector<Word> words = c.head;
    const bool pads = beside_long_verbs && c.kind == ClauseKind::lifecycle;
    if (pads) words.front().text.resize(std::max(words.front().text.size(), kVerb), ' ');
    head(words, at);
    if (c.has_block) block(c, at);
  }

  void block(const Clause& c, At at) {
    const bool long_verbs = std::any_of(c.body.begin(), c.body.end(), [](const Clause& below) {
      return below.kind == ClauseKind::lifecycle && below.head.front().text.size() == kVerb;
    });
    for (const Clause& below : c.body) clause(below, at.inner(), long_verbs);
    comments(c.close.comments, at.inner(), Before::end);
    begin_line(at, false);
    lines_.put(c.close.text);
  }

  void head(const std::vector<Word>& all, At at) {
    const bool fits = std::none_of(all.begin() + 1, all.end(), ends_line_before) &&
                      at.indent + first_line(joined(all, 0, all.size())) <= kMaxColumns;
    const auto opening = std::find_if(all.begin(), all.end(), [](const Word& w) { return w.opens_list; });
    if (fits || opening == all.end()) return words(all, 0, all.size(), at.continued(), fits);
    with_list(all, static_cast<std::size_t>(opening - all.begin()) + 1, at);
  }

  /// The members of a list on lines of their own, as many on each as it holds.
  void with_list(const std::vector<Word>& all, std::size_t first, At at) {
    const auto found = std::find_if(all.begin(), all.end(), [](const Word& w) { return w.closes_list; });
    const auto closing = static_cast<std::size_t>(found - all.begin());
    words(all, 0, first, at.continued(), false);
    comments(all[first].comments, at.list(), Before::word);
    begin_line(at.list(), false);
    words(all, first, closing, at.list(), false);
    comments(all[closing].comments, at.list(), Before::word);
    begin_line(at, false);
    words(all, closing, all.size(), at.continued(), false);
  }

  /// Words one behind the other on the line that was begun, broken where it would be too long and before what should
  /// have its own.
  void words(const std::vector<Word>& all, std::size_t first, std::size_t last, At continued, bool fits) {
    for (std::size_t i = first; i < last; ++i) {
      const Word& w = all[i];
      bool begins = i == first;
      if (!begins && ends_line_before(w)) {
        comments(w.comments, continued, Before::word);
        begins = true;
        begin_line(continued, false);
      } else if (!begins && !fits && breaks_before(all, i, last)) {
        begins = true;
        begin_line(continued, false);
      }
      if (!begins && !(w.glued && !has_comments(w))) lines_.put(" ");
      lines_.put(text_of(w));
    }
  }

  /// Where it should, or where the words up to the next place for a break would reach too far.
  bool breaks_before(const std::vector<Word>& all, std::size_t i, std::size_t last) const {
    if (all[i].before != Break::may) return all[i].before == Break::should;
    std::size_t next = i + 1;
    while (next < last && all[next].before == Break::never && !has_comments(all[next])) ++next;
    return lines_.column() + 1 + first_line(joined(all, i, next)) > kMaxColumns;
  }

  Lines lines_;
};

}  // namespace

std::string lay_out(const Clauses& clauses) { return Layout().file(clauses); }

}  // namespace pschema
