#include "cli/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "cli/progress.h"

namespace pschema {
namespace {

std::size_t terminal_width() {
  constexpr std::size_t kUsual = 80;
  winsize size{};
  const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : kUsual;
}

void put(const std::string& text) {
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace

bool stderr_is_terminal() {
  const char* term = std::getenv("TERM");
  const std::string_view kind = term == nullptr ? std::string_view() : term;
  return !kind.empty() && kind != "dumb" && isatty(STDERR_FILENO) == 1;
}

void TerminalLine::draw(const std::string& text) {
  const std::size_t width = terminal_width();
  // The last column stays free: a terminal that has filled it may go to the next row.
  std::string line = cut_to_columns(text, width - 1);
  if (line == shown_ && width == width_) return;
  put(erasure(columns_, width) + line);
  columns_ = columns_of(line);
  width_ = width;
  shown_ = std::move(line);
}

void TerminalLine::clear() {
  if (shown_.empty()) return;
  put(erasure(columns_, terminal_width()));
  shown_.clear();
  columns_ = 0;
}

}  // namespace pschema
