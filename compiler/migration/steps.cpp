#include "migration/steps.h"

#include <algorithm>

#include "migration/sum.h"

namespace pschema {
namespace {

std::string title_of(std::string_view raw) {
  std::string title;
  for (const std::string& word : meta_arguments(raw, {})) title += (title.empty() ? "" : " ") + word;
  return title;
}

}  // namespace

std::vector<FileStep> file_steps(const MigrationFile& file, const Script& script) {
  const auto begin_of = [&](std::size_t item) -> std::size_t {
    return item < script.items.size() ? script.items[item].span.begin : file.text.size();
  };
  std::vector<FileStep> steps;
  for (const ScriptStep& step : split_steps(script).steps) {
    const std::size_t begin = begin_of(step.items.begin), end = std::max(begin, begin_of(step.items.end));
    steps.push_back({title_of(step.title), sha256_hex(std::string_view(file.text).substr(begin, end - begin))});
  }
  return steps;
}

}  // namespace pschema
