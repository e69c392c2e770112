// The terminal that standard error may be.
#pragma once

#include <cstddef>
#include <string>

namespace pschema {

/// Can a line be taken back there?
bool stderr_is_terminal();

/// One line at the bottom, drawn over itself. Nothing of it is left once it is cleared.
class TerminalLine {
 public:
  /// Cut to the width that the terminal has now.
  void draw(const std::string& text);
  void clear();

 private:
  std::string shown_;
  std::size_t columns_ = 0, width_ = 0;
};

}  // namespace pschema
