// Any bytes as pschema.toml. What is accepted has no secret and can connect.
#include <cstdint>
#include <string>

#include "cli/configuration.h"
#include "fuzz.h"
#include "runtime/connection_text.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace pschema;
  SourceSet sources;
  Diagnostics diagnostics;
  const auto read =
      read_configuration("a/pschema.toml", {reinterpret_cast<const char*>(data), size}, sources, diagnostics);
  must(read.has_value() != diagnostics.has_errors(), "a configuration beside an error, or neither");
  render_text(diagnostics.sorted(), sources);
  if (!read) return 0;
  for (const auto& [name, target] : read->targets) {
    const ConnectionText found = look_into(target.dsn);
    must(found.readable && !found.holds_a_secret, "a target that cannot connect, or holds a secret");
  }
  for (const auto& [name, command] : read->hooks) must(!command.empty(), "a hook without a program");
  return 0;
}
