// Lines of code with comments behind them, which stand one below the other.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pschema {

inline constexpr std::size_t kMaxColumns = 100;

/// Columns of a text of one line: code points.
std::size_t columns(std::string_view text);

class Lines {
 public:
  /// Begins a line. `depth` is the number of blocks around it. No empty line stands before the first one of a block.
  void begin(std::size_t indent, std::size_t depth, bool blank_before);
  /// Adds to the line that was begun last.
  void put(std::string_view code);
  /// Puts a comment behind it; a second one stands on a line of its own below the first.
  void comment_behind(std::string_view comment);
  /// A comment that belongs to the one above it, and stands below it.
  void comment_below(std::string_view comment);
  /// Where the next character of the line that was begun last would stand.
  std::size_t column() const;

  std::string text();

 private:
  struct Line {
    std::size_t indent = 0, depth = 0;
    std::string code;
    std::string comment;
    bool below = false;  // its comment continues the one above
    bool blank_before = false;
  };
  void align(std::size_t begin, std::size_t end);
  static std::size_t end_of(const Line& line);

  std::vector<Line> lines_;
  std::vector<std::size_t> comment_columns_;
};

}  // namespace pschema
