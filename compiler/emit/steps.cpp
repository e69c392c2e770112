#include "emit/steps.h"

#include "base/overloaded.h"

namespace pschema {

std::string step_text(const Operation& operation, const std::string& number, const FileSettings& settings) {
  return std::visit(Overloaded{
                        [&](const Create& c) { return create_step(operation, c, number); },
                        [&](const Attach& a) { return attach_step(operation, a, number); },
                        [&](const Detach& d) { return detach_step(operation, d, number, settings); },
                        [&](const Drop& d) { return drop_step(operation, d, number); },
                        [&](const Move& m) { return move_step(operation, m, number); },
                    },
                    operation.is);
}

}  // namespace pschema
