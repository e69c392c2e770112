#include <algorithm>
#include <numeric>

#include "base/diagnostic.h"

namespace pschema {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Insertions, deletions, replacements and swaps of neighbours, letters of either case alike.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      row[j] = std::min({row[j - 1] + 1, last[j] + 1, last[j - 1] + (same ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    before_last.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

}  // namespace

std::string_view nearest(std::string_view word, const std::vector<std::string_view>& candidates) {
  constexpr std::size_t kLongestWord = 100;  // nobody misspells a word of ours into more
  if (word.size() > kLongestWord) return {};
  std::string_view best;
  // Two edits in a word of six letters still are a slip; in a word of three they are another word.
  std::size_t allowed = std::max<std::size_t>(1, word.size() / 3);
  for (const std::string_view candidate : candidates) {
    const std::size_t longer = std::max(candidate.size(), word.size());
    if (longer - std::min(candidate.size(), word.size()) > allowed) continue;
    const std::size_t distance = edit_distance(word, candidate);
    if (distance > allowed || distance >= longer) continue;
    if (best.empty() || distance < allowed) {
      best = candidate;
      allowed = distance;
    }
  }
  return best;
}

}  // namespace pschema
