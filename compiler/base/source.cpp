#include "base/source.h"

#include <algorithm>

namespace pschema {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool continues_code_point(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

}  // namespace

std::uint32_t SourceSet::add(std::string path, std::string text) {
  std::vector<std::uint32_t> starts{text.starts_with(kByteOrderMark) ? 3U : 0U};
  for (std::size_t i = text.find('\n'); i != std::string::npos; i = text.find('\n', i + 1))
    starts.push_back(static_cast<std::uint32_t>(i + 1));
  files_.push_back({std::move(path), std::move(text)});
  line_starts_.push_back(std::move(starts));
  return static_cast<std::uint32_t>(files_.size() - 1);
}

std::size_t SourceSet::line_index(std::uint32_t file, std::uint32_t offset) const {
  const std::vector<std::uint32_t>& starts = line_starts_.at(file);
  const auto after = std::upper_bound(starts.begin(), starts.end(), offset);
  return after == starts.begin() ? 0 : static_cast<std::size_t>(after - starts.begin()) - 1;
}

LineColumn SourceSet::position(std::uint32_t file, std::uint32_t offset) const {
  const std::string_view text = files_.at(file).text;
  const std::size_t line = line_index(file, offset);
  const std::size_t start = line_starts_.at(file)[line];
  const std::size_t end = std::min<std::size_t>(offset, text.size());
  std::uint32_t column = 1;
  for (std::size_t i = start; i < end; ++i) column += continues_code_point(text[i]) ? 0 : 1;
  return {static_cast<std::uint32_t>(line + 1), column};
}

std::uint32_t SourceSet::line_start(std::uint32_t file, std::uint32_t offset) const {
  return line_starts_.at(file)[line_index(file, offset)];
}

std::string_view SourceSet::line_at(std::uint32_t file, std::uint32_t offset) const {
  const std::string_view text = files_.at(file).text;
  std::string_view line = text.substr(line_start(file, offset));
  line = line.substr(0, line.find('\n'));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

}  // namespace pschema
