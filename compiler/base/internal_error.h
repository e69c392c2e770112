// A fault of pschema, found by itself.
#pragma once

#include <stdexcept>

namespace pschema {

/// Something that was made does not prove: a plan, or a text. Nothing of it may be written.
struct InternalError : std::logic_error {
  using std::logic_error::logic_error;
};

}  // namespace pschema
