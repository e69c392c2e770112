#include "migration/plain_sql.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "base/overloaded.h"
#include "migration/psql_lexer.h"

namespace pschema {
namespace {

using Kind = PsqlTokenKind;

constexpr std::string_view kPreface =
    "/* pschema sql: what a first run sends, on a database where nothing of this was done; each line has the number "
    "that it has in the file */ ";

bool is_blank(Kind kind) { return kind == Kind::space || kind == Kind::line_comment || kind == Kind::block_comment; }

/// A token that is not blank, and how many parentheses are open before it.
struct Word {
  Kind kind;
  std::string_view text;
  int depth;
};

std::vector<Word> words_of(std::string_view sql) {
  std::vector<Word> words;
  int depth = 0;
  for (std::size_t at = 0; at < sql.size();) {
    const PsqlToken t = psql_token(sql, at);
    at = t.end;
    if (is_blank(t.kind)) continue;
    if (t.kind == Kind::close_paren) --depth;
    words.push_back({t.kind, sql.substr(t.begin, t.end - t.begin), depth});
    if (t.kind == Kind::open_paren) ++depth;
  }
  return words;
}

std::string undoubled(std::string_view inside, std::string_view doubled) {
  std::string out;
  for (std::size_t i = 0; i < inside.size(); ++i) {
    out += inside[i];
    const bool twice = i + 1 < inside.size() && inside[i + 1] == inside[i];
    if (twice && doubled.find(inside[i]) != std::string_view::npos) ++i;
  }
  return out;
}

/// What a string literal says; nullopt for forms that are not needed here.
std::optional<std::string> value_of(const Word& word) {
  const std::string_view t = word.text;
  if (word.kind == Kind::string && t.front() == '\'') return undoubled(t.substr(1, t.size() - 2), "'");
  if (word.kind != Kind::dollar_string) return std::nullopt;
  const std::size_t tag = t.find('$', 1) + 1;
  return std::string(t.substr(tag, t.size() - 2 * tag));
}

/// A column of a SELECT: the value of an expression that is literals joined by `||`.
struct Column {
  std::string name;
  std::optional<std::string> value;
};

std::optional<std::string> joined(const std::vector<Word>& expression) {
  std::string out;
  std::size_t bars = 0;
  for (const Word& word : expression) {
    if (word.text == "|") {
      ++bars;
      continue;
    }
    const auto value = value_of(word);
    if (!value) return std::nullopt;
    out += *value;
  }
  if (expression.empty() || bars % 2 != 0) return std::nullopt;
  return out;
}

/// The columns `… AS name` of a SELECT, for \gset.
std::vector<Column> columns_of(std::string_view sql) {
  std::vector<Column> columns;
  std::vector<Word> expression;
  const std::vector<Word> words = words_of(sql);
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string word = words[i].depth == 0 ? leading_words(words[i].text, 1) : std::string();
    if (word == "FROM") break;
    if (word == "AS" && i + 1 < words.size()) {
      columns.push_back({std::string(words[++i].text), joined(expression)});
      expression.clear();
    } else if (word != ",") {
      expression.push_back(words[i]);
    }
  }
  return columns;
}

std::set<std::string> names_in(std::string_view sql) {
  std::set<std::string> names;
  for (const Word& w : words_of(sql)) {
    if (w.kind == Kind::variable) names.emplace(w.text.substr(1));
    if (w.kind == Kind::variable_string || w.kind == Kind::variable_name)
      names.emplace(w.text.substr(2, w.text.size() - 3));
  }
  return names;
}

std::string placeholder(const std::string& name) { return "<" + name + ">"; }

class Writer {
 public:
  Writer(std::string_view text, const Script& script, const Variables& answers)
      : text_(text), script_(script), answers_(answers) {}

  std::string write() {
    out_ = kPreface;
    for (const ScriptItem& item : script_.items) {
      between(item.span.begin);
      this->item(item);
      at_ = std::max<std::size_t>(at_, item.span.end);
      if (quit_) return out_;
    }
    between(text_.size());
    return out_;
  }

 private:
  enum class Branch { taken, left_out, both, ignored };

  bool active() const {
    return branches_.empty() || branches_.back() == Branch::taken || branches_.back() == Branch::both;
  }

  /// What stands between two items: comments and blanks. Where nothing runs, only its lines count.
  void between(std::size_t end) {
    if (end <= at_) return;
    const std::string_view gap = text_.substr(at_, end - at_);
    if (active()) {
      out_ += gap;
    } else {
      out_.append(static_cast<std::size_t>(std::count(gap.begin(), gap.end(), '\n')), '\n');
    }
    at_ = end;
  }

  void item(const ScriptItem& item) {
    const std::string_view raw = text_.substr(item.span.begin, item.span.end - item.span.begin);
    std::visit(Overloaded{
                   [&](const SqlItem& sql) { statement(sql, item.span.end); },
                   [&](const SetItem& set) {
                     if (active()) know(set.name, arguments(set.value, ""));
                     comment(raw);
                   },
                   [&](const IfItem& condition) { open(condition, raw); },
                   [&](const ElseItem&) { turn(raw); },
                   [&](const EndifItem&) {
                     branches_.pop_back();
                     comment(raw);
                   },
                   [&](const EchoItem& echo) { comment(arguments(echo.argument, " ")); },
                   [&](const WarnItem& warn) { comment("warns: " + arguments(warn.argument, " ")); },
                   [&](const QuitItem&) {
                     comment(raw);
                     quit_ = active();
                   },
                   [&](const EncodingItem&) { comment(raw); },
               },
               item.is);
  }

  void comment(std::string_view what) {
    if (!active()) return;
    out_ += "-- ";
    for (const char c : what) out_ += c == '\n' || c == '\r' ? ' ' : c;
  }

  void open(const IfItem& item, std::string_view raw) {
    if (!active()) return branches_.push_back(Branch::ignored);
    const std::optional<bool> holds = psql_boolean(arguments(item.condition, " "));
    comment(fmt::format("{}: {}", raw, holds ? (*holds ? "yes" : "no") : "not known, so both branches are here"));
    branches_.push_back(!holds ? Branch::both : *holds ? Branch::taken : Branch::left_out);
  }

  void turn(std::string_view raw) {
    Branch& branch = branches_.back();
    if (branch == Branch::ignored) return;
    if (branch == Branch::left_out) {
      branch = Branch::taken;
    } else if (branch == Branch::taken) {
      branch = Branch::left_out;
    }
    const bool shown = branch == Branch::left_out;  // the \if was, and so is its other side
    out_ += fmt::format("-- {}{}", raw, shown ? ": no" : "");
  }

  /// A value with a line feed would move the lines below it.
  void know(const std::string& name, const std::string& value) {
    const bool lines = value.find('\n') != std::string::npos;
    variables_[name] = lines ? placeholder(name) : value;
    if (lines) {
      unknown_.insert(name);
    } else {
      unknown_.erase(name);
    }
  }

  void statement(const SqlItem& sql, std::size_t end) {
    at_ = end;
    const std::size_t stop = end_of(sql, end);
    const std::string_view gap = text_.substr(end, stop - end);
    if (!active()) {
      const auto lines =
          std::count(sql.text.begin(), sql.text.end(), '\n') + std::count(gap.begin(), gap.end(), '\n');
      out_.append(static_cast<std::size_t>(lines), '\n');
    } else {
      const std::string text = interpolate(sql.text, variables_).value_or(sql.text);
      out_ += text;
      const std::string_view blank = gap.substr(0, gap.find_first_of(";\\"));
      if (blank.find('\n') != std::string_view::npos) out_ += blank;
      out_ += ';';
      explain_unknown(sql.text);
      if (sql.gset) explain_answer(text);
    }
    at_ = stop;
  }

  /// Behind the `;` or the `\gset` that ends the statement.
  std::size_t end_of(const SqlItem& sql, std::size_t at) const {
    while (at < text_.size() && is_psql_space(text_[at])) ++at;
    return at + (sql.gset ? std::string_view("\\gset").size() : 1);
  }

  void explain_unknown(std::string_view sql) {
    for (const std::string& name : names_in(sql)) {
      if (unknown_.count(name) > 0)
        out_ += fmt::format(" /* {}: what the server answered above */", placeholder(name));
    }
  }

  void explain_answer(std::string_view sql) {
    std::string told;
    for (const Column& column : columns_of(sql)) {
      if (const auto answer = answers_.find(column.name); answer != answers_.end()) {
        know(column.name, answer->second);
        told += fmt::format("{}{} = {}", told.empty() ? "" : ", ", column.name, answer->second);
      } else if (column.value) {
        know(column.name, *column.value);
      } else {
        variables_[column.name] = placeholder(column.name);
        unknown_.insert(column.name);
      }
    }
    if (!told.empty()) out_ += fmt::format(" /* answers {} */", told);
  }

  std::string arguments(std::string_view raw, std::string_view between) const {
    return fmt::format("{}", fmt::join(meta_arguments(raw, variables_), between));
  }

  std::string_view text_;
  const Script& script_;
  const Variables& answers_;
  Variables variables_;
  std::set<std::string> unknown_;
  std::vector<Branch> branches_;
  std::size_t at_ = 0;
  bool quit_ = false;
  std::string out_;
};

}  // namespace

std::string plain_sql(std::string_view text, const Script& script, const Variables& answers) {
  return Writer(text, script, answers).write();
}

}  // namespace pschema
