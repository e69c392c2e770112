#include "syntax/format.h"

#include <string_view>

#include "base/internal_error.h"
#include "syntax/ast_equal.h"
#include "syntax/clauses.h"
#include "syntax/layout.h"
#include "syntax/parse.h"

namespace pschema {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::string_view without_mark(std::string_view text) {
  return text.substr(0, kByteOrderMark.size()) == kByteOrderMark ? text.substr(kByteOrderMark.size()) : text;
}

void prove(const ast::File& file, std::string_view text, const std::string& formatted) {
  SourceSet sources;
  Diagnostics diagnostics;
  const ast::File again = parse(sources, sources.add("formatted", formatted), diagnostics);
  if (diagnostics.has_errors() || !same_meaning(file, again))
    throw InternalError("a schema that was formatted would not mean the same");
  if (words_and_comments(text) != words_and_comments(formatted))
    throw InternalError("a schema that was formatted would have other words or comments");
}

}  // namespace

std::optional<std::string> format_schema(const SourceSet& sources, std::uint32_t file, Diagnostics& diagnostics) {
  Diagnostics found;
  const ast::File parsed = parse(sources, file, found);
  for (const Diagnostic& d : found.sorted()) diagnostics.add(d);
  if (found.has_errors()) return std::nullopt;
  const std::string_view text = without_mark(sources.file(file).text);
  std::string formatted = lay_out(read_clauses(text));
  prove(parsed, text, formatted);
  return formatted;
}

}  // namespace pschema
