// One step of a file: a test of the catalog, and what runs where it holds. Internal to emit/.
#pragma once

#include <cstddef>
#include <string>

#include "emit/emit.h"
#include "plan/adopt.h"
#include "plan/operation.h"

namespace pschema {

/// Numbers the steps of a file, `1/2` and `2/2`: an operation may have several, and each has its own.
class StepNumbers {
 public:
  explicit StepNumbers(std::size_t of) : of_(of) {}
  std::string next();
  std::size_t given() const { return given_; }

 private:
  std::size_t given_ = 0;
  std::size_t of_;
};

/// The operation's text, from the \echo of its first step on.
std::string step_text(const Operation& operation, StepNumbers& numbers, const FileSettings& settings);

std::string create_step(const Operation& operation, const Create& create, StepNumbers& numbers,
                        const FileSettings& settings);
std::string attach_step(const Operation& operation, const Attach& attach, StepNumbers& numbers,
                        const FileSettings& settings);
std::string detach_step(const Operation& operation, const Detach& detach, StepNumbers& numbers,
                        const FileSettings& settings);
std::string move_step(const Operation& operation, const Move& move, StepNumbers& numbers,
                      const FileSettings& settings);
std::string drop_step(const Operation& operation, const Drop& drop, StepNumbers& numbers,
                      const FileSettings& settings);

/// Attaches a table that stood outside the tree, or marks it as detached from now on.
std::string adopt_step(const Adoption& adoption, StepNumbers& numbers, const FileSettings& settings);

/// Takes a marker of pschema away from a partition that is attached.
std::string clear_marker_text(const StaleMarker& marker, StepNumbers& numbers);

}  // namespace pschema
