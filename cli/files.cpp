#include "cli/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "migration/sum.h"

namespace pschema {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kSql = ".sql";
constexpr std::string_view kBeside = ".part";
constexpr std::size_t kMaxFileBytes = 1'000'000'000;

[[noreturn]] void fail(std::string_view what, const std::string& path, int error) {
  throw FileError(fmt::format("cannot {} {}: {}", what, path, std::generic_category().message(error)));
}

void write_all(int fd, std::string_view text, const std::string& path) {
  while (!text.empty()) {
    const ssize_t n = ::write(fd, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail("write", path, errno);
    text.remove_prefix(static_cast<std::size_t>(n));
  }
}

/// Closes a file at the end of a block.
struct Closing {
  int fd;
  ~Closing() { ::close(fd); }
};

/// What a file or a device has to give. One without an end must not take all memory.
std::string read_to_end(int fd, const std::string& path) {
  const Closing closing{fd};
  struct ::stat known {};
  const bool has_size = ::fstat(fd, &known) == 0 && S_ISREG(known.st_mode);
  std::string text;
  std::size_t filled = 0;
  for (;;) {
    // One byte more than the size, so that the end shows without another block.
    const std::size_t wanted = filled == 0 && has_size ? static_cast<std::size_t>(known.st_size) + 1 : 1U << 16U;
    if (filled == text.size()) text.resize(std::min(filled + wanted, kMaxFileBytes + 1));
    const ssize_t n = ::read(fd, text.data() + filled, text.size() - filled);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail("read", path, errno);
    filled += static_cast<std::size_t>(n);
    if (filled > kMaxFileBytes) throw FileError(fmt::format("cannot read {}: it is larger than 1 GB", path));
    if (n == 0) break;
  }
  text.resize(filled);
  return text;
}

}  // namespace

std::string read_standard_input() { return read_to_end(::dup(STDIN_FILENO), "standard input"); }

std::string read_file(const std::string& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) throw FileError(fmt::format("cannot read {}: it is a folder", path));
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) fail("read", path, errno);
  return read_to_end(fd, path);
}

namespace {

/// The rights of a file that is replaced stay as they are.
void keep_mode(int fd, const std::string& path) {
  struct ::stat old {};
  if (::stat(path.c_str(), &old) == 0 && S_ISREG(old.st_mode)) ::fchmod(fd, old.st_mode & 07777);
}

/// A text that lies beside its place, complete and on disk, until put() renames it there. Removed if that never
/// comes.
class Prepared {
 public:
  Prepared(std::string path, std::string_view text) : path_(std::move(path)), beside_(path_ + std::string(kBeside)) {
    const int fd = ::open(beside_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (fd < 0) fail("write", path_, errno);
    try {
      keep_mode(fd, path_);
      write_all(fd, text, path_);
      if (::fsync(fd) != 0) fail("write", path_, errno);
    } catch (...) {
      ::close(fd);
      ::unlink(beside_.c_str());
      throw;
    }
    if (::close(fd) != 0) {
      const int error = errno;
      ::unlink(beside_.c_str());
      fail("write", path_, error);
    }
  }
  ~Prepared() {
    if (!beside_.empty() && !left_) ::unlink(beside_.c_str());
  }
  Prepared(Prepared&& other) noexcept
      : path_(std::move(other.path_)), beside_(std::exchange(other.beside_, {})), left_(other.left_) {}
  Prepared& operator=(Prepared&&) = delete;

  void put() {
    if (::rename(beside_.c_str(), path_.c_str()) != 0) fail("write", path_, errno);
    beside_.clear();
  }

  /// It stays where it lies if put() never comes.
  void leave() { left_ = true; }

 private:
  std::string path_;
  std::string beside_;
  bool left_ = false;
};

/// A device or a pipe is written to, never replaced.
bool is_special(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

void write_special(const std::string& path, std::string_view text) {
  const int fd = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (fd < 0) fail("write", path, errno);
  try {
    write_all(fd, text, path);
  } catch (...) {
    ::close(fd);
    throw;
  }
  ::close(fd);
}

}  // namespace

void write_file(const std::string& path, std::string_view text) {
  if (is_special(path)) return write_special(path, text);
  // A link stays one, and what it leads to is replaced.
  std::error_code error;
  const bool link = fs::is_symlink(path, error) && fs::exists(path, error);
  Prepared(link ? fs::canonical(path).string() : path, text).put();
}

std::vector<std::string> schema_paths(const std::vector<std::string>& arguments) {
  std::vector<std::string> paths;
  for (const std::string& argument : arguments) {
    std::error_code error;
    if (!fs::is_directory(argument, error)) {
      paths.push_back(argument);
      continue;
    }
    std::vector<std::string> found;
    for (const auto& entry : fs::recursive_directory_iterator(argument)) {
      if (entry.is_regular_file() && entry.path().extension() == ".pschema") found.push_back(entry.path().string());
    }
    if (found.empty()) throw FileError(fmt::format("there is no .pschema file in {}", argument));
    std::sort(found.begin(), found.end());
    paths.insert(paths.end(), found.begin(), found.end());
  }
  return paths;
}

namespace {

/// A run that was stopped between the list and a file of it has left the file beside its place.
void finish_writing(const std::string& path, Folder& folder) {
  if (!folder.sum_text) return;
  for (const auto& [name, hash] : listed_hashes(*folder.sum_text)) {
    const std::string place = (fs::path(path) / name).string();
    const std::string beside = place + std::string(kBeside);
    std::error_code error;
    if (!name.ends_with(kSql) || name.find('/') != std::string::npos || fs::exists(place, error) ||
        !fs::is_regular_file(beside, error))
      continue;
    std::string text = read_file(beside);
    if (sha256_hex(text) != hash) continue;
    fs::rename(beside, place, error);  // where it may not be moved, it is read from where it is
    folder.files.push_back({name.substr(0, name.size() - kSql.size()), std::move(text)});
  }
}

}  // namespace

Folder read_folder(const std::string& path, bool may_be_missing) {
  Folder folder;
  std::error_code error;
  if (!fs::exists(path, error)) {
    if (may_be_missing) return folder;
    throw FileError(fmt::format("there is no folder {}", path));
  }
  if (!fs::is_directory(path, error)) throw FileError(fmt::format("{} is not a folder", path));
  for (const auto& entry : fs::directory_iterator(path)) {
    if (entry.is_symlink() && !entry.exists())
      throw FileError(fmt::format("cannot read {}: the link leads nowhere", entry.path().string()));
    if (!entry.is_regular_file()) {
      if (entry.path().filename() == kSumFileName)
        throw FileError(fmt::format("cannot read {}: it is no file", entry.path().string()));
      continue;
    }
    const std::string name = entry.path().filename().string();
    if (name == kSumFileName) folder.sum_text = read_file(entry.path().string());
    if (entry.path().extension() == ".sql") {
      folder.files.push_back({name.substr(0, name.size() - 4), read_file(entry.path().string())});
    }
  }
  finish_writing(path, folder);
  std::sort(folder.files.begin(), folder.files.end(),
            [](const MigrationFile& a, const MigrationFile& b) { return a.name < b.name; });
  return folder;
}

void write_folder(const std::string& path, const std::vector<MigrationFile>& files, const Folder& whole) {
  std::error_code error;
  const bool is_new = !fs::exists(path, error);
  fs::create_directories(path, error);
  if (error || !fs::is_directory(path)) {
    throw FileError(
        fmt::format("cannot make the folder {}: {}", path, error ? error.message() : "something else has its name"));
  }
  try {
    // All is written before anything is put in place, so that a full disk leaves the folder as it was. Then the list
    // comes first: from then on what it names and is not in its place is found beside it (finish_writing).
    std::vector<Prepared> prepared;
    for (const MigrationFile& file : files)
      prepared.emplace_back((fs::path(path) / (file.name + ".sql")).string(), file.text);
    Prepared(fs::path(path) / std::string(kSumFileName), write_sum(whole)).put();
    for (Prepared& file : prepared) file.leave();
    for (Prepared& file : prepared) file.put();
  } catch (const FileError&) {
    if (is_new) fs::remove(path, error);  // only if it is empty
    throw;
  }
}

}  // namespace pschema
