// One step of a file: a test of the catalog, and what runs where it holds. Internal to emit/.
#pragma once

#include <string>

#include "emit/emit.h"
#include "plan/operation.h"

namespace pschema {

/// The step's text, from its \echo on. `number` is `1/2`.
std::string step_text(const Operation& operation, const std::string& number, const FileSettings& settings);

std::string create_step(const Operation& operation, const Create& create, const std::string& number);
std::string attach_step(const Operation& operation, const Attach& attach, const std::string& number);
std::string detach_step(const Operation& operation, const Detach& detach, const std::string& number,
                        const FileSettings& settings);
std::string move_step(const Operation& operation, const Move& move, const std::string& number);
std::string drop_step(const Operation& operation, const Drop& drop, const std::string& number);

/// Takes a marker of pschema away from a partition that is attached.
std::string clear_marker_text(const StaleMarker& marker, const std::string& number);

}  // namespace pschema
