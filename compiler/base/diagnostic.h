// Mistakes in what the user wrote, as data. A pass takes `Diagnostics&`, reports all it finds and returns; the caller
// stops between passes when there are errors. A bug throws instead.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/codes.h"
#include "base/source.h"
#include "base/span.h"

namespace pschema {

enum class Severity { error, warning };

struct Label {
  Span span;
  std::string text;
};

/// Messages: lower case, no full stop, names in backticks, what was found before what is wanted.
struct Diagnostic {
  Code code;
  Severity severity = Severity::error;
  std::string message;
  Span span;                  // the guilty datum
  std::string label;          // under the caret; may be empty
  std::vector<Label> others;  // places that the message is also about
  std::string hint;           // what to write instead; may be empty, never the only content
};

class Diagnostics {
 public:
  void add(Diagnostic d);
  /// An error with a hint, the usual case.
  void error(Code code, Span span, std::string message, std::string hint = {});
  void warning(Code code, Span span, std::string message, std::string hint = {});

  bool has_errors() const { return errors_ > 0; }
  bool empty() const { return items_.empty(); }
  /// By place, errors and warnings mixed, each once.
  std::vector<Diagnostic> sorted() const;

 private:
  std::vector<Diagnostic> items_;
  std::size_t errors_ = 0;
};

/// The terminal form: place, code, message, the line with a caret, labels and hint. No colours. Ends with a line
/// feed.
std::string render_text(const std::vector<Diagnostic>& diagnostics, const SourceSet& sources);

/// The candidate nearest to a misspelt word by edit distance, or empty where none is near.
std::string_view nearest(std::string_view word, const std::vector<std::string_view>& candidates);

}  // namespace pschema
