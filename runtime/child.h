// One program of the user's, run to its end: its own process group, no shell, no descriptor of ours but the three.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pschema {

struct ChildEnd {
  enum class How { exited, killed, timed_out, stopped, not_started };
  How how = How::exited;
  int value = 0;  // exit status, signal, or errno of the start
};
/// `left with 3`, `was killed by signal 9`, `was stopped after 10 min 0 s`.
std::string child_end_text(const ChildEnd& end, std::chrono::milliseconds timeout);

struct Child {
  std::vector<std::string> words;  // the program, sought in PATH where it has no slash, and its arguments
  std::vector<std::pair<std::string, std::string>> environment;  // beside our own
  std::string input;                                             // on its standard input; it need not read it
  std::chrono::milliseconds timeout{0};
  std::chrono::milliseconds patience{std::chrono::seconds(5)};  // between SIGTERM and SIGKILL
};

/// `says` gets each line of its standard output and error, as it comes. Once `stopped` says so, or the time is over,
/// its process group gets SIGTERM, and SIGKILL if that does not help.
ChildEnd run_child(const Child& child, const std::function<void(std::string_view)>& says,
                   const std::function<bool()>& stopped);

}  // namespace pschema
