#include "migration/script.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "migration/psql_lexer.h"

namespace pschema {
namespace {

using Kind = PsqlTokenKind;

/// More than any file of ours; keeps every offset within a Span.
constexpr std::size_t kMaxScriptBytes = std::size_t{256} << 20U;
constexpr int kMaxIfDepth = 100;

/// Variables by which psql itself behaves differently. Ours may only make it strict.
bool is_strict_setting(std::string_view name, std::string_view value) {
  if (name == "ON_ERROR_STOP" || name == "AUTOCOMMIT") return psql_boolean(value) == true;
  if (name == "FETCH_COUNT") return value == "0";
  return name != "ON_ERROR_ROLLBACK" && name != "SINGLELINE" && name != "SINGLESTEP" && name != "ECHO_HIDDEN";
}

std::string_view trimmed(std::string_view s) {
  while (!s.empty() && is_psql_space(s.front())) s.remove_prefix(1);
  while (!s.empty() && is_psql_space(s.back())) s.remove_suffix(1);
  return s;
}

class Reader {
 public:
  Reader(std::string_view text, std::uint32_t file) : text_(text), file_(file) {}

  std::variant<Script, Diagnostic> read() {
    if (text_.size() > kMaxScriptBytes) fail(0, 0, "the file is larger than 256 MiB");
    const std::size_t nul = text_.find('\0');
    if (!error_ && nul != std::string_view::npos) fail(nul, nul + 1, "a NUL byte");
    while (!error_ && pos_ < text_.size()) next_item();
    if (!error_ && !open_ifs_.empty())
      fail(open_ifs_.back().begin, open_ifs_.back().begin + 3, "`\\if` without `\\endif`");
    if (error_) return std::move(*error_);
    return std::move(script_);
  }

 private:
  struct OpenIf {
    std::size_t begin;
    bool else_seen = false;
  };

  void fail(std::size_t begin, std::size_t end, std::string message) {
    if (error_) return;
    error_ = Diagnostic{.code = Code::bad_migration_file,
                        .message = std::move(message),
                        .span = span(begin, end),
                        .label = {},
                        .others = {},
                        .hint = {}};
  }

  Span span(std::size_t begin, std::size_t end) const {
    return {file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  }

  template <class Item>
  void push(Item item, std::size_t begin, std::size_t end, std::size_t depth) {
    script_.items.push_back({std::move(item), span(begin, end), static_cast<int>(depth)});
  }

  void next_item() {
    const PsqlToken t = psql_token(text_, pos_);
    switch (t.kind) {
      case Kind::space:
      case Kind::line_comment:
      case Kind::block_comment:
      case Kind::semicolon:  // a statement without text does nothing
        pos_ = t.end;
        return;
      case Kind::backslash:
        meta_command(t.begin);
        return;
      default:
        statement(t.begin);
        return;
    }
  }

  // --- SQL

  void statement(std::size_t begin) {
    pos_ = begin;
    int parens = 0;
    std::size_t text_end = begin;  // past the last token that is not blank
    while (pos_ < text_.size()) {
      const PsqlToken t = psql_token(text_, pos_);
      if (t.kind == Kind::unterminated)
        return fail(t.begin, t.begin + 1, "no end of the quotes or the comment that begin here");
      if (t.kind == Kind::ambiguous) return fail(t.begin, t.end, "a number runs into letters and quotes");
      if (t.kind == Kind::backslash) return gset(begin, text_end, t.begin, parens);
      if (t.kind == Kind::semicolon) {
        if (parens > 0) return fail(t.begin, t.end, "`;` inside parentheses");
        pos_ = t.end;
        return finish_statement(begin, text_end, false);
      }
      if (t.kind == Kind::open_paren) ++parens;
      if (t.kind == Kind::close_paren && --parens < 0) return fail(t.begin, t.end, "`)` without `(`");
      if (continues_escape_string(t))
        return fail(t.begin, t.end, "a string that goes on after an E'…' on another line");
      if (t.kind != Kind::space) text_end = t.end;
      pos_ = t.end;
    }
    fail(begin, text_end, "the statement has no `;`");
  }

  /// PostgreSQL reads 'b' as the rest of E'a' where only blanks with a line end stand between; psql does not.
  bool continues_escape_string(const PsqlToken& t) {
    const bool blank = t.kind == Kind::space || t.kind == Kind::line_comment;
    const bool continues = after_escape_string_ && t.kind == Kind::string;
    if (!blank) after_escape_string_ = t.kind == Kind::escape_string;
    return continues;
  }

  void gset(std::size_t begin, std::size_t text_end, std::size_t backslash, int parens) {
    const std::size_t line_end = std::min(text_.find('\n', backslash), text_.size());
    const std::string_view command = trimmed(text_.substr(backslash, line_end - backslash));
    if (command != "\\gset") return fail(backslash, line_end, "only `\\gset`, without a prefix, may end a statement");
    if (parens != 0) return fail(backslash, line_end, "`\\gset` inside parentheses");
    pos_ = line_end;
    finish_statement(begin, text_end, true);
  }

  void finish_statement(std::size_t begin, std::size_t end, bool with_gset) {
    after_escape_string_ = false;
    std::string text(text_.substr(begin, end - begin));
    if (const char* why = refused(text)) return fail(begin, end, why);
    push(SqlItem{std::move(text), with_gset}, begin, end, open_ifs_.size());
  }

  /// Statements whose end or whose data psql finds in a way of its own.
  static const char* refused(std::string_view sql) {
    const std::string words = leading_words(sql, std::numeric_limits<std::size_t>::max());
    const std::string padded = " " + words + " ";
    const bool copy = padded.starts_with(" COPY ");
    if (copy && (padded.find(" STDIN ") != std::string::npos || padded.find(" STDOUT ") != std::string::npos)) {
      return "COPY with data in the script";
    }
    if (padded.starts_with(" CREATE ") && padded.find(" BEGIN ATOMIC ") != std::string::npos) {
      return "a function with BEGIN ATOMIC";
    }
    return nullptr;
  }

  // --- Meta-commands

  bool first_on_line(std::size_t at) const {
    while (at > 0 && text_[at - 1] != '\n') {
      if (!is_psql_space(text_[--at])) return false;
    }
    return true;
  }

  void meta_command(std::size_t begin) {
    const std::size_t line_end = std::min(text_.find('\n', begin), text_.size());
    pos_ = line_end;
    if (!first_on_line(begin)) return fail(begin, line_end, "a meta-command must stand on a line of its own");
    std::size_t word_end = begin + 1;
    while (word_end < line_end && !is_psql_space(text_[word_end])) ++word_end;
    const std::string_view word = text_.substr(begin + 1, word_end - begin - 1);
    const std::string_view raw = trimmed(text_.substr(word_end, line_end - word_end));
    if (!readable_arguments(raw))
      return fail(word_end, line_end, "an argument with an open quote, a backquote or a backslash");
    command(word, raw, begin, line_end);
  }

  void command(std::string_view word, std::string_view raw, std::size_t begin, std::size_t end) {
    const std::size_t depth = open_ifs_.size();
    if (word == "if") return open_if(raw, begin, end);
    if (word == "set") return set(raw, begin, end);
    if (word == "echo" || word == "warn") {
      if (raw == "-n" || raw.starts_with("-n ")) return fail(begin, end, "`-n` is not read");
      if (word == "echo") return push(EchoItem{std::string(raw)}, begin, end, depth);
      return push(WarnItem{std::string(raw)}, begin, end, depth);
    }
    if (word == "encoding") {
      if (raw != "UTF8") return fail(begin, end, "the encoding of a migration is UTF8");
      return push(EncodingItem{}, begin, end, depth);
    }
    if (word == "else" || word == "endif" || word == "quit") {
      if (!raw.empty()) return fail(begin, end, "`\\" + std::string(word) + "` takes no argument");
      if (word == "quit") return push(QuitItem{}, begin, end, depth);
      return word == "else" ? open_else(begin, end) : close_if(begin, end);
    }
    fail(begin, end, "a meta-command that migrations do not use");
  }

  void open_if(std::string_view raw, std::size_t begin, std::size_t end) {
    if (raw.empty()) return fail(begin, end, "`\\if` without a condition");
    if (open_ifs_.size() >= kMaxIfDepth) return fail(begin, end, "`\\if` nests too deep");
    push(IfItem{std::string(raw)}, begin, end, open_ifs_.size());
    open_ifs_.push_back({begin});
  }

  void open_else(std::size_t begin, std::size_t end) {
    if (open_ifs_.empty()) return fail(begin, end, "`\\else` without `\\if`");
    if (open_ifs_.back().else_seen) return fail(begin, end, "a second `\\else`");
    open_ifs_.back().else_seen = true;
    push(ElseItem{}, begin, end, open_ifs_.size() - 1);
  }

  void close_if(std::size_t begin, std::size_t end) {
    if (open_ifs_.empty()) return fail(begin, end, "`\\endif` without `\\if`");
    open_ifs_.pop_back();
    push(EndifItem{}, begin, end, open_ifs_.size());
  }

  void set(std::string_view raw, std::size_t begin, std::size_t end) {
    const auto name_end = std::find_if_not(raw.begin(), raw.end(), is_psql_variable_byte);
    const std::string_view name = raw.substr(0, static_cast<std::size_t>(name_end - raw.begin()));
    const std::string_view rest = raw.substr(name.size());
    if (name.empty() || (!rest.empty() && !is_psql_space(rest.front()))) {
      return fail(begin, end, "`\\set` without the plain name of a variable");
    }
    const std::string_view value = trimmed(rest);
    if (!is_strict_setting(name, value)) return fail(begin, end, "this setting changes what psql does with the file");
    push(SetItem{std::string(name), std::string(value)}, begin, end, open_ifs_.size());
  }

  /// Quotes closed, nothing that psql runs or that begins another command.
  static bool readable_arguments(std::string_view raw) {
    for (std::size_t i = 0; i < raw.size();) {
      const char c = raw[i];
      if (c == '`' || c == '\\') return false;
      if (c != '\'' && c != '"') {
        ++i;
        continue;
      }
      ++i;
      while (i < raw.size() && raw[i] != c) i += (c == '\'' && raw[i] == '\\') ? 2 : 1;
      if (i >= raw.size()) return false;
      ++i;  // a doubled quote reads as two strings side by side, which is the same here
    }
    return true;
  }

  std::string_view text_;
  std::uint32_t file_;
  std::size_t pos_ = 0;
  bool after_escape_string_ = false;
  std::vector<OpenIf> open_ifs_;
  Script script_;
  std::optional<Diagnostic> error_;
};

}  // namespace

int line_at(std::string_view text, std::size_t offset) {
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(offset, text.size()));
  return 1 + static_cast<int>(std::count(text.begin(), end, '\n'));
}

std::variant<Script, Diagnostic> read_script(std::string_view text, std::uint32_t file) {
  return Reader(text, file).read();
}

ScriptSteps split_steps(const Script& script) {
  std::size_t foot = script.items.size();
  std::vector<std::size_t> begins;
  for (std::size_t i = 0; i < script.items.size(); ++i) {
    const ScriptItem& item = script.items[i];
    if (item.depth != 0) continue;
    if (std::holds_alternative<EchoItem>(item.is)) begins.push_back(i);
    const auto* sql = std::get_if<SqlItem>(&item.is);
    if (sql != nullptr && leading_words(sql->text, 3) == "RESET ROLE") foot = i;
  }
  std::erase_if(begins, [foot](std::size_t i) { return i > foot; });
  ScriptSteps result;
  result.head = {0, begins.empty() ? foot : begins.front()};
  for (std::size_t i = 0; i < begins.size(); ++i) {
    const std::size_t end = i + 1 < begins.size() ? begins[i + 1] : foot;
    result.steps.push_back({std::get<EchoItem>(script.items[begins[i]].is).argument, {begins[i], end}});
  }
  result.foot = {foot, script.items.size()};
  return result;
}

}  // namespace pschema
