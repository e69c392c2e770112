// What a run of migration files says to a person, on standard error.
#pragma once

#include "runtime/apply.h"

namespace pschema {

void tell_apply(const ApplyEvent& event);
/// At the end: what did not run, and why; the counts.
void say_summary(const ApplyReport& report);

}  // namespace pschema
