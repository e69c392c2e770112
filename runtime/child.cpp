#include "runtime/child.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

#include "runtime/blockers.h"

extern char** environ;

namespace pschema {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;
using How = ChildEnd::How;

constexpr milliseconds kSlice{50};
constexpr std::size_t kLongestLine = 4000;

class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() { close(); }
  void close() {
    if (number_ >= 0) ::close(std::exchange(number_, -1));
  }
  int get() const { return number_; }

 private:
  int number_;
};

/// A file without a name: no pipe that the child would have to read before it leaves, and no SIGPIPE.
Descriptor file_with(std::string_view text) {
  Descriptor file(memfd_create("event", MFD_CLOEXEC));
  while (!text.empty()) {
    const ssize_t written = write(file.get(), text.data(), text.size());
    if (written <= 0 && errno == EINTR) continue;
    if (written <= 0) return Descriptor();
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  lseek(file.get(), 0, SEEK_SET);
  return file;
}

std::vector<std::string> environment_with(const std::vector<std::pair<std::string, std::string>>& more) {
  std::vector<std::string> all;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const auto is_new = [&](const auto& m) { return text.starts_with(m.first + "="); };
    if (std::none_of(more.begin(), more.end(), is_new)) all.emplace_back(text);
  }
  for (const auto& [name, value] : more) all.push_back(name + "=" + value);
  return all;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

/// A group of its own, so that it can be ended as a whole and no key of the terminal reaches it past us; signals as a
/// program expects them.
int spawn(const Child& child, int input, int output, pid_t& pid) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t how;
  posix_spawn_file_actions_init(&files);
  posix_spawnattr_init(&how);
  posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&files, output, STDERR_FILENO);
  sigset_t defaults, none;
  sigemptyset(&none);
  sigemptyset(&defaults);
  for (const int s : {SIGINT, SIGTERM, SIGPIPE, SIGHUP}) sigaddset(&defaults, s);
  posix_spawnattr_setsigdefault(&how, &defaults);
  posix_spawnattr_setsigmask(&how, &none);
  posix_spawnattr_setpgroup(&how, 0);
  posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  std::vector<std::string> words = child.words, variables = environment_with(child.environment);
  const int error =
      posix_spawnp(&pid, words.front().c_str(), &files, &how, pointers(words).data(), pointers(variables).data());
  posix_spawnattr_destroy(&how);
  posix_spawn_file_actions_destroy(&files);
  return error;
}

/// Cuts what a child writes into lines.
class Lines {
 public:
  explicit Lines(const std::function<void(std::string_view)>& says) : says_(says) {}
  void add(std::string_view more) {
    for (const char c : more) {
      if (c == '\n' || rest_.size() >= kLongestLine) end();
      if (c != '\n') rest_ += c;
    }
  }
  void end() {
    if (rest_.ends_with('\r')) rest_.pop_back();
    if (!rest_.empty()) says_(rest_);
    rest_.clear();
  }

 private:
  const std::function<void(std::string_view)>& says_;
  std::string rest_;
};

/// Waits for output for a slice. False once nobody can write any more.
bool read_some(int from, Lines& lines, milliseconds wait) {
  pollfd ready{from, POLLIN, 0};
  if (poll(&ready, 1, static_cast<int>(wait.count())) <= 0) return true;
  std::array<char, 4096> buffer{};
  const ssize_t got = read(from, buffer.data(), buffer.size());
  if (got > 0) lines.add({buffer.data(), static_cast<std::size_t>(got)});
  return got > 0 || (got < 0 && (errno == EINTR || errno == EAGAIN));
}

std::optional<ChildEnd> ended(pid_t pid) {
  int status = 0;
  const pid_t got = waitpid(pid, &status, WNOHANG);
  if (got != pid) return std::nullopt;
  if (WIFEXITED(status)) return ChildEnd{How::exited, WEXITSTATUS(status)};
  return ChildEnd{How::killed, WTERMSIG(status)};
}

/// What is in the pipe when the child has gone; whoever it has left behind may hold it open for longer.
void read_rest(int from, Lines& lines) {
  fcntl(from, F_SETFL, O_NONBLOCK);
  std::array<char, 4096> buffer{};
  for (ssize_t got = 1; got > 0;) {
    got = read(from, buffer.data(), buffer.size());
    if (got > 0) lines.add({buffer.data(), static_cast<std::size_t>(got)});
  }
  lines.end();
}

}  // namespace

std::string child_end_text(const ChildEnd& end, milliseconds timeout) {
  switch (end.how) {
    case How::exited:
      return fmt::format("left with {}", end.value);
    case How::killed:
      return fmt::format("was killed by signal {}", end.value);
    case How::timed_out:
      return "was stopped after " + seconds_text(std::chrono::duration_cast<std::chrono::seconds>(timeout).count());
    case How::stopped:
      return "was stopped with the run";
    case How::not_started:
      return fmt::format("cannot be started: {}", std::strerror(end.value));
  }
  return {};
}

ChildEnd run_child(const Child& child, const std::function<void(std::string_view)>& says,
                   const std::function<bool()>& stopped) {
  Descriptor input = file_with(child.input);
  std::array<int, 2> ends{-1, -1};
  if (input.get() < 0 || pipe2(ends.data(), O_CLOEXEC) != 0) return {How::not_started, errno};
  const Descriptor output(ends[0]);
  Descriptor theirs(ends[1]);
  pid_t pid = 0;
  if (const int error = spawn(child, input.get(), theirs.get(), pid)) return {How::not_started, error};
  theirs.close();
  Lines lines(says);
  const Clock::time_point began = Clock::now();
  std::optional<Clock::time_point> asked_to_end;
  std::optional<How> why;
  bool open = true;
  for (;;) {
    if (open) open = read_some(output.get(), lines, kSlice);
    const auto end = ended(pid);
    if (end) {
      read_rest(output.get(), lines);
      if (why) kill(-pid, SIGKILL);  // whom it has started
      return why ? ChildEnd{*why, 0} : *end;
    }
    if (!open) poll(nullptr, 0, static_cast<int>(kSlice.count()));
    if (!why && stopped()) why = How::stopped;
    if (!why && Clock::now() - began >= child.timeout) why = How::timed_out;
    if (!why) continue;
    if (!asked_to_end) {
      asked_to_end = Clock::now();
      kill(-pid, SIGTERM);
    } else if (Clock::now() - *asked_to_end >= child.patience) {
      kill(-pid, SIGKILL);
    }
  }
}

}  // namespace pschema
