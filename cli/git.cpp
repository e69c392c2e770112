#include "cli/git.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "base/quote.h"
#include "cli/files.h"

extern char** environ;

namespace pschema {
namespace fs = std::filesystem;
namespace {

struct Ran {
  int status = 0;
  std::string out;
};

/// The exit code; 128 and more where a signal ended it.
int wait_for(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::string read_all(int fd) {
  std::string text;
  std::array<char, 1 << 16> block;
  for (;;) {
    const ssize_t n = ::read(fd, block.data(), block.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return text;
    text.append(block.data(), static_cast<std::size_t>(n));
  }
}

/// Runs git with these words, without a shell; what it says on standard error goes nowhere.
Ran git(std::vector<std::string> words) {
  words.insert(words.begin(), "git");
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    throw FileError(fmt::format("cannot run git: {}", std::generic_category().message(errno)));
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  pid_t child = 0;
  const int failed = ::posix_spawnp(&child, "git", &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  Ran ran;
  if (failed == 0) {
    ran.out = read_all(ends[0]);
    ran.status = wait_for(child);
  }
  ::close(ends[0]);
  constexpr int kNotFound = 127;
  if (failed == ENOENT || ran.status == kNotFound)
    throw FileError("--against names no file, so it is a commit, and there is no git to ask");
  if (failed != 0) throw FileError(fmt::format("cannot run git: {}", std::generic_category().message(failed)));
  return ran;
}

/// Where git is asked, and about what: `.` or the name of a file there.
struct Place {
  std::string folder;
  std::string name;
};

Place place_of(const std::string& argument) {
  std::error_code error;
  if (fs::is_directory(argument, error)) return {argument, "."};
  const fs::path path(argument);
  const std::string folder = path.parent_path().string();
  return {folder.empty() ? "." : folder, "./" + path.filename().string()};
}

/// The whole name of the commit, which no option can be mistaken for.
std::string commit_of(const std::string& ref, const std::string& folder) {
  if (git({"-C", folder, "rev-parse", "--git-dir"}).status != 0)
    throw FileError(
        fmt::format("--against {} names no file, and {} is in no git repository", printable(ref), printable(folder)));
  const Ran found = git({"-C", folder, "rev-parse", "--verify", "--quiet", "--end-of-options", ref + "^{commit}"});
  if (found.status != 0)
    throw FileError(fmt::format("--against {} is no file, and no commit, branch or tag either", printable(ref)));
  return found.out.substr(0, found.out.find('\n'));
}

std::vector<std::string> names_at(const std::string& commit, const Place& place) {
  const Ran listed = git({"-C", place.folder, "ls-tree", "-r", "-z", "--name-only", commit, "--", place.name});
  if (listed.status != 0) throw FileError(fmt::format("git ls-tree failed in {}", printable(place.folder)));
  std::vector<std::string> names;
  for (std::size_t at = 0; at < listed.out.size();) {
    const std::size_t end = listed.out.find('\0', at);
    names.push_back(listed.out.substr(at, end - at));
    at = end + 1;
  }
  return names;
}

}  // namespace

std::vector<OldFile> schemas_at(const std::string& ref, const std::vector<std::string>& arguments) {
  std::vector<OldFile> files;
  for (const std::string& argument : arguments) {
    const Place place = place_of(argument);
    const std::string commit = commit_of(ref, place.folder);
    for (const std::string& name : names_at(commit, place)) {
      const bool wanted = place.name != "." || fs::path(name).extension() == ".pschema";
      if (!wanted) continue;
      Ran shown = git({"-C", place.folder, "show", commit + ":./" + name});
      if (shown.status != 0)
        throw FileError(fmt::format("git show failed for {} of {}", printable(name), printable(ref)));
      files.push_back({fmt::format("{}:{}", ref, (fs::path(place.folder) / name).lexically_normal().string()),
                       std::move(shown.out)});
    }
  }
  if (files.empty()) throw FileError(fmt::format("none of the schema files is in {}", printable(ref)));
  return files;
}

}  // namespace pschema
