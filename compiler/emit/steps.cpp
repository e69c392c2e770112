#include "emit/steps.h"

#include <fmt/format.h>

#include "base/overloaded.h"

namespace pschema {

std::string StepNumbers::next() { return fmt::format("{}/{}", ++given_, of_); }

std::string step_text(const Operation& operation, StepNumbers& numbers, const FileSettings& settings) {
  return std::visit(Overloaded{
                        [&](const Create& c) { return create_step(operation, c, numbers, settings); },
                        [&](const Attach& a) { return attach_step(operation, a, numbers, settings); },
                        [&](const Detach& d) { return detach_step(operation, d, numbers, settings); },
                        [&](const Drop& d) { return drop_step(operation, d, numbers, settings); },
                        [&](const Move& m) { return move_step(operation, m, numbers, settings); },
                    },
                    operation.is);
}

}  // namespace pschema
