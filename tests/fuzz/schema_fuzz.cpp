// Any bytes as a `.pschema` file: parsed, formatted, checked, reported. Every place that is reported lies within the
// text, and what was formatted stays as it is.
#include <cstdint>
#include <string>

#include "check/check.h"
#include "fuzz.h"
#include "syntax/format.h"
#include "syntax/parse.h"
#include "zonefiles/zonefiles.h"

namespace {

using namespace pschema;

const ZoneDatabase& zones() {
  static const ZoneDatabase database = [] {
    ZoneDatabase z;
    for (const char* name : {"Europe/Berlin", "Asia/Bangkok", "America/Sao_Paulo"}) z.add(load_zone(name).value());
    return z;
  }();
  return database;
}

void format_twice(const SourceSet& sources) {
  Diagnostics diagnostics;
  const auto once = format_schema(sources, 0, diagnostics);  // throws where the meaning would change
  if (!once) return;
  SourceSet again;
  must(format_schema(again, again.add("fuzz", *once), diagnostics) == once, "formatted twice is not formatted once");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  SourceSet sources;
  Diagnostics diagnostics;
  const std::vector<ast::File> files{parse(sources, sources.add("fuzz", text), diagnostics)};
  format_twice(sources);
  zone_names(files);
  const Schema schema = check(files, zones(), diagnostics);
  if (!diagnostics.has_errors()) {
    for (const TableSchema& table : schema.tables) name_patterns(table);
  }
  for (const Diagnostic& d : diagnostics.sorted()) {
    must(d.span.begin <= d.span.end && d.span.end <= text.size(), "a span outside the text");
  }
  render_text(diagnostics.sorted(), sources);
  return 0;
}
