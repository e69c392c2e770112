#include "syntax/lines.h"

#include <algorithm>

namespace pschema {
namespace {

/// Lines that are longer do not push the comments of others away.
constexpr std::size_t kMaxAligned = 80;

}  // namespace

std::size_t columns(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

void Lines::begin(std::size_t indent, std::size_t depth, bool blank_before) {
  const bool first = lines_.empty() || lines_.back().depth < depth;
  lines_.push_back({indent, depth, {}, {}, false, blank_before && !first});
}

void Lines::put(std::string_view code) { lines_.back().code += code; }

void Lines::comment_behind(std::string_view comment) {
  if (!lines_.back().comment.empty()) return comment_below(comment);
  lines_.back().comment = comment;
}

void Lines::comment_below(std::string_view comment) {
  const Line above = lines_.back();
  lines_.push_back({above.indent, above.depth, {}, std::string(comment), true, false});
}

std::size_t Lines::end_of(const Line& line) {
  const std::size_t feed = line.code.rfind('\n');
  if (feed == std::string::npos) return line.indent + columns(line.code);
  return columns(std::string_view(line.code).substr(feed + 1));
}

std::size_t Lines::column() const { return end_of(lines_.back()); }

/// The lines from `begin` on belong to one block and to one another.
void Lines::align(std::size_t begin, std::size_t end) {
  std::size_t widest = 0;
  for (std::size_t i = begin; i < end; ++i) {
    const bool counts = !lines_[i].comment.empty() && !lines_[i].below && end_of(lines_[i]) <= kMaxAligned;
    if (counts) widest = std::max(widest, end_of(lines_[i]));
  }
  for (std::size_t i = begin; i < end; ++i) {
    const bool same_as_above = lines_[i].below && i > begin;
    comment_columns_[i] = same_as_above ? comment_columns_[i - 1] : std::max(widest, end_of(lines_[i])) + 2;
  }
}

std::string Lines::text() {
  comment_columns_.assign(lines_.size(), 0);
  for (std::size_t begin = 0; begin < lines_.size();) {
    std::size_t end = begin + 1;
    while (end < lines_.size() && lines_[end].depth == lines_[begin].depth && !lines_[end].blank_before) ++end;
    align(begin, end);
    begin = end;
  }
  std::string text;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    const Line& line = lines_[i];
    if (line.blank_before) text += '\n';
    if (!line.code.empty()) text += std::string(line.indent, ' ') + line.code;
    if (!line.comment.empty()) {
      const std::size_t from = line.code.empty() ? 0 : end_of(line);
      text += std::string(comment_columns_[i] - from, ' ') + line.comment;
    }
    text += '\n';
  }
  return text;
}

}  // namespace pschema
