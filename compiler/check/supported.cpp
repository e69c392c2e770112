#include "check/supported.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace pschema {
namespace {

// The whole list. A feature that the planner has learnt is lifted by taking its line out.
constexpr std::pair<Feature, std::string_view> kNotYet[] = {
    {Feature::convert, "`convert`"},
    {Feature::history_reshape, "`history reshape`"},
};

}  // namespace

void require_supported(Feature feature, Span span, Diagnostics& diagnostics) {
  const auto* found =
      std::find_if(std::begin(kNotYet), std::end(kNotYet), [&](const auto& entry) { return entry.first == feature; });
  if (found == std::end(kNotYet)) return;
  diagnostics.error(Code::not_supported_yet, span, fmt::format("{} is not available in this version", found->second));
}

}  // namespace pschema
