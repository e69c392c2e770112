#include "cli/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

#include "migration/sum.h"

namespace pschema {
namespace fs = std::filesystem;
namespace {

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

}  // namespace

std::string read_file(const std::string& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) throw FileError(fmt::format("cannot read {}: it is a folder", path));
  std::ifstream in(path, std::ios::binary);
  if (!in) fail("read", path, errno);
  std::ostringstream text;
  text << in.rdbuf();
  if (in.bad()) fail("read", path, errno);
  return text.str();
}

void write_file(const std::string& path, std::string_view text) {
  const std::string beside = path + ".part";
  const int fd = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (fd < 0) fail("write", path, errno);
  try {
    write_all(fd, text, path);
    if (::fsync(fd) != 0) fail("write", path, errno);
  } catch (...) {
    ::close(fd);
    ::unlink(beside.c_str());
    throw;
  }
  if (::close(fd) != 0 || ::rename(beside.c_str(), path.c_str()) != 0) {
    const int error = errno;
    ::unlink(beside.c_str());
    fail("write", path, error);
  }
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

Folder read_folder(const std::string& path, bool may_be_missing) {
  Folder folder;
  std::error_code error;
  if (!fs::exists(path, error)) {
    if (may_be_missing) return folder;
    throw FileError(fmt::format("there is no folder {}", path));
  }
  if (!fs::is_directory(path, error)) throw FileError(fmt::format("{} is not a folder", path));
  for (const auto& entry : fs::directory_iterator(path)) {
    if (!entry.is_regular_file()) continue;
    const std::string name = entry.path().filename().string();
    if (name == kSumFileName) folder.sum_text = read_file(entry.path().string());
    if (entry.path().extension() == ".sql") {
      folder.files.push_back({name.substr(0, name.size() - 4), read_file(entry.path().string())});
    }
  }
  std::sort(folder.files.begin(), folder.files.end(),
            [](const MigrationFile& a, const MigrationFile& b) { return a.name < b.name; });
  return folder;
}

void write_folder(const std::string& path, const std::vector<MigrationFile>& files, const Folder& whole) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) throw FileError(fmt::format("cannot make the folder {}: {}", path, error.message()));
  for (const MigrationFile& file : files) write_file((fs::path(path) / (file.name + ".sql")).string(), file.text);
  write_file((fs::path(path) / std::string(kSumFileName)).string(), write_sum(whole));
}

}  // namespace pschema
