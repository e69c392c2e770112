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

  /// An offset past the end counts as the end. A byte order mark at the start of a text is no column of its own.
  LineColumn position(std::uint32_t file, std::uint32_t offset) const;
  /// The line that holds the offset, without its end (LF or CRLF) and without a byte order mark.
  std::string_view line_at(std::uint32_t file, std::uint32_t offset) const;
  /// The offset at which that line begins.
  std::uint32_t line_start(std::uint32_t file, std::uint32_t offset) const;

 private:
  std::size_t line_index(std::uint32_t file, std::uint32_t offset) const;

  std::vector<SourceFile> files_;
  std::vector<std::vector<std::uint32_t>> line_starts_;  // of each file, ascending
};

}  // namespace pschema
