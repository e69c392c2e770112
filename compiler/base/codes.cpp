#include "base/codes.h"

#include <fmt/format.h>

namespace pschema {

std::string code_text(Code code) { return fmt::format("PS{:04}", static_cast<int>(code)); }

std::string code_name(Code code) {
  switch (code) {
#define PSCHEMA_CODE(number, name) \
  case Code::name:                 \
    return #name;
    PSCHEMA_CODES(PSCHEMA_CODE)
#undef PSCHEMA_CODE
  }
  return {};
}

}  // namespace pschema
