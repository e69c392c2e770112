#include "cli/progress.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/quote.h"
#include "base/unicode.h"
#include "runtime/blockers.h"

namespace pschema {
namespace {

std::size_t width(std::string_view bytes, const CodePoint& c) {
  return c.valid ? static_cast<std::size_t>(display_width(c.value)) : bytes.size();
}

}  // namespace

std::string progress_line(const Progress& now) {
  // The titles of our own files begin with their number.
  const std::string number = fmt::format("{}/{} ", now.step, now.steps);
  std::string text = fmt::format("[{}/{}] {}{}", now.file, now.files, now.title.starts_with(number) ? "" : number,
                                 printable(now.title));
  text += ", " + seconds_text(std::chrono::duration_cast<std::chrono::seconds>(now.took).count());
  if (now.attempt > 1) text += fmt::format(", attempt {}", now.attempt);
  if (now.behind > 0) text += fmt::format(", {} step{} left", now.behind, now.behind == 1 ? "" : "s");
  if (!now.hook.empty()) text += ", the hook " + now.hook + " runs";
  if (!now.waits_for.empty()) text += ", waits for " + now.waits_for;
  return text;
}

std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  while (!text.empty()) {
    const CodePoint c = first_code_point(text);
    columns += width(text.substr(0, c.bytes), c);
    text.remove_prefix(c.bytes);
  }
  return columns;
}

std::string cut_to_columns(std::string_view text, std::size_t columns) {
  if (columns_of(text) <= columns) return std::string(text);
  if (columns == 0) return {};
  std::string out;
  std::size_t taken = 1;  // the sign at the end
  while (!text.empty()) {
    const CodePoint c = first_code_point(text);
    const std::string_view bytes = text.substr(0, c.bytes);
    taken += width(bytes, c);
    if (taken > columns) break;
    out += bytes;
    text.remove_prefix(c.bytes);
  }
  return out + "…";
}

std::string erasure(std::size_t drawn, std::size_t width) {
  const std::size_t rows_above = drawn == 0 || width == 0 ? 0 : (drawn - 1) / width;
  return rows_above == 0 ? "\r\x1b[K" : fmt::format("\r\x1b[{}A\x1b[J", rows_above);
}

bool WaitPace::speaks(std::chrono::milliseconds waited) {
  if (waited < next_) return false;
  next_ = waited + pause_;
  pause_ = std::min<std::chrono::milliseconds>(pause_ * 2, std::chrono::minutes(5));
  return true;
}

}  // namespace pschema
