#include "zonefiles/zonefiles.h"

#include <cctz/time_zone.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace pschema {
namespace {

// Where cctz looks.
std::string zone_folder() {
  const char* folder = std::getenv("TZDIR");
  return folder != nullptr && *folder != '\0' ? folder : "/usr/share/zoneinfo";
}

std::string first_line(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string line(100, '\0');
  file.read(line.data(), static_cast<std::streamsize>(line.size()));
  line.resize(static_cast<std::size_t>(file.gcount()));
  return line.substr(0, line.find_first_of("\r\n"));
}

// It goes into a file that people read: nothing but `2026f`, `2026f-dirty` and the like.
std::string checked_version(std::string_view text) {
  const auto plain = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '-' ||
           c == '_';
  };
  return std::all_of(text.begin(), text.end(), plain) ? std::string(text) : std::string();
}

}  // namespace

std::optional<Zone> load_zone(std::string_view name) {
  if (!plausible_zone_name(name)) return std::nullopt;
  if (name == "UTC") return Zone();
  cctz::time_zone rules;
  if (!cctz::load_time_zone(std::string(name), &rules)) return std::nullopt;
  return Zone(std::string(name), rules);
}

std::string zone_data_version() {
  constexpr std::string_view kHead = "# version ";
  const std::string folder = zone_folder();
  const std::string line = first_line(folder + "/tzdata.zi");
  if (line.starts_with(kHead)) {
    const std::string version = checked_version(std::string_view(line).substr(kHead.size()));
    if (!version.empty()) return version;
  }
  return checked_version(first_line(folder + "/+VERSION"));
}

std::vector<std::string> known_zone_names() {
  std::ifstream file(zone_folder() + "/tzdata.zi", std::ios::binary);
  std::vector<std::string> names;
  // `Z Asia/Bangkok 6:42:4 …` is a zone, `L Asia/Bangkok Asia/Phnom_Penh` a second name.
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string kind, name;
    words >> kind >> name;
    if (kind == "L") words >> name;
    if ((kind == "Z" || kind == "L") && plausible_zone_name(name)) names.push_back(name);
  }
  return names;
}

}  // namespace pschema
