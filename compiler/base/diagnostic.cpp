#include "base/diagnostic.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "base/quote.h"
#include "base/unicode.h"

namespace pschema {
namespace {

constexpr std::size_t kTabColumns = 4;
constexpr std::size_t kMostColumns = 100;  // of a source line that are shown
constexpr std::size_t kBeforeCaret = 40;   // of them before the caret, where a line is cut
constexpr std::string_view kCut = "…";

// One code point of a line (or one byte that is none) as it is shown.
struct Cell {
  std::size_t offset;  // in the line, bytes
  std::string shown;
  std::size_t columns;
};

Cell cell_of(std::string_view rest, std::size_t offset, const CodePoint& c) {
  if (c.valid && c.value == '\t') return {offset, std::string(kTabColumns, ' '), kTabColumns};
  const std::string_view bytes = rest.substr(0, c.bytes);
  if (c.valid && !is_control(c.value)) {
    return {offset, std::string(bytes), static_cast<std::size_t>(display_width(c.value))};
  }
  std::string escaped = printable(bytes);
  const std::size_t columns = escaped.size();
  return {offset, std::move(escaped), columns};
}

std::vector<Cell> cells_of(std::string_view line, std::size_t from, std::size_t to) {
  std::vector<Cell> cells;
  for (std::size_t at = from; at < to;) {
    const CodePoint c = first_code_point(line.substr(at));
    cells.push_back(cell_of(line.substr(at), at, c));
    at += c.bytes;
  }
  return cells;
}

// The part of a line that is shown: all of a short one, else the surroundings of the caret.
struct Excerpt {
  std::vector<Cell> cells;
  bool cut_before = false;
  bool cut_after = false;
};

std::size_t back_to_code_point(std::string_view line, std::size_t at) {
  while (at > 0 && at < line.size() && (static_cast<unsigned char>(line[at]) & 0xC0) == 0x80) --at;
  return at;
}

// Drops cells at the front until the caret stands near enough to it.
void cut_front(Excerpt& excerpt, std::size_t caret) {
  std::size_t before = 0;
  for (const Cell& cell : excerpt.cells) before += cell.offset < caret ? cell.columns : 0;
  if (before <= kMostColumns - kBeforeCaret) return;
  std::size_t dropped = 0;
  while (before > kBeforeCaret) before -= excerpt.cells[dropped++].columns;
  excerpt.cells.erase(excerpt.cells.begin(), excerpt.cells.begin() + static_cast<std::ptrdiff_t>(dropped));
  excerpt.cut_before = true;
}

void cut_back(Excerpt& excerpt) {
  std::size_t columns = 0;
  for (std::size_t i = 0; i < excerpt.cells.size(); ++i) {
    columns += excerpt.cells[i].columns;
    if (columns <= kMostColumns) continue;
    excerpt.cells.resize(i);
    excerpt.cut_after = true;
    return;
  }
}

Excerpt excerpt_of(std::string_view line, std::size_t caret) {
  // A line may have megabytes: look only at bytes that can come to be shown (at most four a column).
  const std::size_t from = back_to_code_point(line, caret - std::min(caret, 4 * kMostColumns));
  const std::size_t to = back_to_code_point(line, std::min(line.size(), caret + 4 * kMostColumns));
  Excerpt out{cells_of(line, from, to), from > 0, to < line.size()};
  cut_front(out, caret);
  cut_back(out);
  return out;
}

std::string trim_right(std::string text) {
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

// `   14 | the line` and below it the carets with the label.
std::string render_excerpt(const SourceSet& sources, const Span& span, char mark, std::string_view label) {
  const std::string_view line = sources.line_at(span.file, span.begin);
  const std::uint32_t start = sources.line_start(span.file, span.begin);
  const std::size_t begin = std::min<std::size_t>(span.begin > start ? span.begin - start : 0, line.size());
  const std::size_t end = std::clamp<std::size_t>(span.end > start ? span.end - start : 0, begin, line.size());
  const Excerpt excerpt = excerpt_of(line, begin);
  std::string shown(excerpt.cut_before ? kCut : "");
  std::size_t indent = excerpt.cut_before ? 1 : 0;
  std::size_t marks = 0;
  for (const Cell& cell : excerpt.cells) {
    shown += cell.shown;
    if (cell.offset < begin) indent += cell.columns;
    if (cell.offset >= begin && cell.offset < end) marks += cell.columns;
  }
  if (excerpt.cut_after) shown += kCut;
  const std::uint32_t number = sources.position(span.file, span.begin).line;
  const std::string below = fmt::format("{}{}", std::string(std::max<std::size_t>(marks, 1), mark),
                                        label.empty() ? "" : fmt::format(" {}", printable(label)));
  return trim_right(fmt::format("{:5} | {}", number, shown)) + '\n' +
         trim_right(fmt::format("      | {}{}", std::string(indent, ' '), below)) + '\n';
}

std::string place(const SourceSet& sources, const Span& span) {
  const LineColumn at = sources.position(span.file, span.begin);
  return fmt::format("{}:{}:{}", printable(sources.file(span.file).path), at.line, at.column);
}

std::string render_one(const Diagnostic& d, const SourceSet& sources) {
  const bool placed = d.span.file < sources.size();
  std::string out = placed ? place(sources, d.span) + ": " : std::string();
  out += fmt::format("{}[{}]: {}\n", d.severity == Severity::error ? "error" : "warning", code_text(d.code),
                     printable(d.message));
  if (placed) out += render_excerpt(sources, d.span, '^', d.label);
  for (const Label& other : d.others) {
    if (other.span.file >= sources.size()) continue;
    out += fmt::format("  {}:\n", place(sources, other.span));
    out += render_excerpt(sources, other.span, '-', other.text);
  }
  if (!d.hint.empty()) out += fmt::format("  hint: {}\n", printable(d.hint));
  return out;
}

auto order_of(const Diagnostic& d) { return std::tie(d.span, d.severity, d.code, d.message); }

}  // namespace

void Diagnostics::add(Diagnostic d) {
  if (d.severity == Severity::error) ++errors_;
  items_.push_back(std::move(d));
}

void Diagnostics::error(Code code, Span span, std::string message, std::string hint) {
  add({code, Severity::error, std::move(message), span, {}, {}, std::move(hint)});
}

void Diagnostics::warning(Code code, Span span, std::string message, std::string hint) {
  add({code, Severity::warning, std::move(message), span, {}, {}, std::move(hint)});
}

std::vector<Diagnostic> Diagnostics::sorted() const {
  std::vector<Diagnostic> out = items_;
  std::stable_sort(out.begin(), out.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return order_of(a) < order_of(b); });
  const auto same = [](const Diagnostic& a, const Diagnostic& b) { return order_of(a) == order_of(b); };
  out.erase(std::unique(out.begin(), out.end(), same), out.end());
  return out;
}

std::string render_text(const std::vector<Diagnostic>& diagnostics, const SourceSet& sources) {
  std::string out;
  for (const Diagnostic& d : diagnostics) out += render_one(d, sources);
  return out;
}

}  // namespace pschema
