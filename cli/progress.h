// The line that says what a run does now. Pure.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

namespace pschema {

struct Progress {
  bool in_step = false;
  int file = 0, files = 0;
  int step = 0, steps = 0;
  std::string title;
  int behind = 0;  // steps
  std::chrono::milliseconds took{0};
  int attempt = 1;
  std::string hook;       // that runs now
  std::string waits_for;  // empty where it does not
};

/// `[1/3] 2/5 CREATE public.x, 4 s, 11 steps left, waits for pid 4711 (alice, psql): SELECT …`. Control characters
/// are shown as escapes.
std::string progress_line(const Progress& now);

/// As much of a text as so many columns show; where something is cut off, `…` stands at its end.
std::string cut_to_columns(std::string_view text, std::size_t columns);
std::size_t columns_of(std::string_view text);

/// What takes a line of so many columns away from a terminal that is now so wide: it stands on more than one row
/// where the terminal has become narrower.
std::string erasure(std::size_t drawn, std::size_t width);

/// When a line about a wait is due where lines cannot be taken back: after a second and a half, then rarely.
class WaitPace {
 public:
  bool speaks(std::chrono::milliseconds waited);

 private:
  std::chrono::milliseconds next_{1500};
  std::chrono::milliseconds pause_{std::chrono::seconds(30)};
};

}  // namespace pschema
