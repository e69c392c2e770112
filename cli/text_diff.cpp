#include "cli/text_diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace pschema {
namespace {

constexpr std::size_t kAround = 3;
/// Texts that differ in more lines are shown as one difference: the search takes the square of them.
constexpr std::size_t kMaxEdits = 1000;

using LinesOfText = std::vector<std::string_view>;

/// Each with its line feed.
LinesOfText lines_of(std::string_view text) {
  LinesOfText lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

/// One line of the result: of both texts (' '), of the first ('-') or of the second ('+').
struct Edit {
  char kind;
  std::string_view line;
};

/// Of the furthest reaching paths (Myers, An O(ND) difference algorithm) those of each number of edits.
using Front = std::vector<std::size_t>;

std::vector<Edit> walk_back(const LinesOfText& a, const LinesOfText& b, const std::vector<Front>& fronts) {
  std::vector<Edit> edits;
  std::size_t x = a.size(), y = b.size();
  for (std::size_t d = fronts.size(); d-- > 0;) {
    const std::size_t middle = fronts[d].size() / 2, k = middle + x - y;
    const bool down = d > 0 && (k == middle - d || (k != middle + d && fronts[d - 1][k - 1] < fronts[d - 1][k + 1]));
    const std::size_t from = d == 0 ? 0 : fronts[d - 1][down ? k + 1 : k - 1];
    const std::size_t from_x = d == 0 ? 0 : down ? from : from + 1;
    while (x > from_x && y > 0) {
      edits.push_back({' ', a[--x]});
      --y;
    }
    if (d == 0) break;
    if (down) {
      edits.push_back({'+', b[--y]});
    } else {
      edits.push_back({'-', a[--x]});
    }
  }
  std::reverse(edits.begin(), edits.end());
  return edits;
}

std::vector<Edit> all_replaced(const LinesOfText& a, const LinesOfText& b) {
  std::vector<Edit> edits;
  for (const std::string_view line : a) edits.push_back({'-', line});
  for (const std::string_view line : b) edits.push_back({'+', line});
  return edits;
}

std::vector<Edit> shortest_edits(const LinesOfText& a, const LinesOfText& b) {
  const std::size_t most = std::min(a.size() + b.size(), kMaxEdits), middle = most + 1;
  Front reach(2 * middle + 1, 0);  // x on each diagonal x - y, moved by `middle`
  std::vector<Front> fronts;
  for (std::size_t d = 0; d <= most; ++d) {
    for (std::size_t k = middle - d; k <= middle + d; k += 2) {
      const bool down = k == middle - d || (k != middle + d && reach[k - 1] < reach[k + 1]);
      std::size_t x = d == 0 ? 0 : down ? reach[k + 1] : reach[k - 1] + 1;
      std::size_t y = x + middle - k;
      while (x < a.size() && y < b.size() && a[x] == b[y]) ++x, ++y;
      reach[k] = x;
      if (x != a.size() || y != b.size()) continue;
      fronts.push_back(reach);
      return walk_back(a, b, fronts);
    }
    fronts.push_back(reach);
  }
  return all_replaced(a, b);
}

/// What both begin and end with is taken off first: most texts differ in a few lines.
std::vector<Edit> edits_between(LinesOfText a, LinesOfText b) {
  std::vector<Edit> before, after;
  std::size_t same = 0;
  while (same < a.size() && same < b.size() && a[same] == b[same]) before.push_back({' ', a[same++]});
  a.erase(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(same));
  b.erase(b.begin(), b.begin() + static_cast<std::ptrdiff_t>(same));
  while (!a.empty() && !b.empty() && a.back() == b.back()) {
    after.push_back({' ', a.back()});
    a.pop_back();
    b.pop_back();
  }
  std::vector<Edit> edits = std::move(before);
  for (const Edit& e : shortest_edits(a, b)) edits.push_back(e);
  edits.insert(edits.end(), after.rbegin(), after.rend());
  return edits;
}

std::string range_text(std::size_t before, std::size_t count) {
  if (count == 1) return std::to_string(before + 1);
  return fmt::format("{},{}", count == 0 ? before : before + 1, count);
}

/// The edits from `begin` to `end`, before which so many lines of each text stand.
std::string hunk(const std::vector<Edit>& edits, std::size_t begin, std::size_t end, std::size_t old_before,
                 std::size_t new_before) {
  std::size_t old_count = 0, new_count = 0;
  std::string lines;
  for (std::size_t i = begin; i < end; ++i) {
    const Edit& e = edits[i];
    old_count += e.kind != '+';
    new_count += e.kind != '-';
    lines += e.kind;
    lines += e.line;
    if (e.line.back() != '\n') lines += "\n\\ No newline at end of file\n";
  }
  return fmt::format("@@ -{} +{} @@\n{}", range_text(old_before, old_count), range_text(new_before, new_count),
                     lines);
}

}  // namespace

std::string unified_diff(std::string_view before, std::string_view after, const std::string& name_before,
                         const std::string& name_after) {
  if (before == after) return {};
  const std::vector<Edit> edits = edits_between(lines_of(before), lines_of(after));
  std::string text = fmt::format("--- {}\n+++ {}\n", name_before, name_after);
  std::size_t old_line = 0, new_line = 0;
  for (std::size_t i = 0; i < edits.size();) {
    std::size_t end = i;  // of the difference, with those that are near enough
    std::size_t near = i + kAround + 1;
    for (std::size_t j = i; j < std::min(near, edits.size()); ++j) {
      if (edits[j].kind == ' ') continue;
      end = j + 1;
      near = end + 2 * kAround + 1;
    }
    if (end > i) {
      const std::size_t last = std::min(end + kAround, edits.size());
      text += hunk(edits, i, last, old_line, new_line);
      for (; i < last; ++i) old_line += edits[i].kind != '+', new_line += edits[i].kind != '-';
    } else {
      ++old_line, ++new_line, ++i;
    }
  }
  return text;
}

}  // namespace pschema
