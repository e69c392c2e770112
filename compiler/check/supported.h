// What the language has and this version does not carry out yet.
#pragma once

#include "base/diagnostic.h"

namespace pschema {

enum class Feature {
  convert,
  history_reshape,
};

/// Reports PS2032 at `span` if the feature is on the list in supported.cpp. The clause has been parsed and checked
/// all the same.
void require_supported(Feature feature, Span span, Diagnostics& diagnostics);

}  // namespace pschema
