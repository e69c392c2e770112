// Any bytes as pschema.sum, and as names of files.
#include <cstdint>
#include <string>

#include "fuzz.h"
#include "migration/sum.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace pschema;
  const std::string text(reinterpret_cast<const char*>(data), size);
  Folder folder{{{"20260828100000_0001_public.t_create", "SELECT 1;\n"}, {"20260828100000_0002_public.t_drop", ""}},
                text};
  const bool clean = check_sum(folder).empty();
  must(clean == (write_sum(folder) == text),
       "a pschema.sum that is accepted, and is not the one that would be written");
  if (const auto name = parse_file_name(text)) {
    must(parse_file_name(text)->table == name->table, "one name, two readings");
    is_destructive(text);
  }
  folder.files.push_back({text, "x"});
  write_sum(folder);
  next_file_moment(folder, Instant{});
  return 0;
}
