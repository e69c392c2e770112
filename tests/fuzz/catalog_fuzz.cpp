// Any bytes as a catalog.toml. What is accepted is written back, and then reads as the same catalog.
#include <cstdint>
#include <string>

#include "fuzz.h"
#include "model/catalog_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace pschema;
  const auto read = [](const std::string& text) {
    SourceSet sources;
    Diagnostics diagnostics;
    auto catalog = read_catalog(sources, sources.add("fuzz", text), diagnostics);
    must(catalog.has_value() != diagnostics.has_errors(), "a catalog beside an error, or neither");
    render_text(diagnostics.sorted(), sources);
    return catalog;
  };
  const auto first = read({reinterpret_cast<const char*>(data), size});
  if (!first) return 0;
  const std::string written = write_catalog(*first);
  const auto second = read(written);
  must(second.has_value(), "what was written is not read back");
  must(write_catalog(*second) == written, "written twice, two texts");
  return 0;
}
