// The texts of a run, for diagnostics.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/span.h"

namespace pschema {

struct SourceFile {
  std::string path;  // as the user named it
  std::string text;  // bytes; may be invalid UTF-8 until a parser has looked
};

struct LineColumn {
  std::uint32_t line = 1;    // from 1
  std::uint32_t column = 1;  // from 1, in code points
};

class SourceSet {
 public:
  /// Registers a text and gives its number, to be used as `Span::file`.
  std::uint32_t add(std::string path, std::string text);

  const SourceFile& file(std::uint32_t id) const { return files_.at(id); }
  std::size_t size() const { return files_.size(); }

  LineColumn position(std::uint32_t file, std::uint32_t offset) const;
  /// The line that holds the offset, without its end.
  std::string_view line_at(std::uint32_t file, std::uint32_t offset) const;

 private:
  std::vector<SourceFile> files_;
};

}  // namespace pschema
