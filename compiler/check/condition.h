// Conditions of `while` and `when`.
#pragma once

#include "model/schema.h"
#include "syntax/ast.h"

namespace pschema {

/// The same tree in the model's types. SQL stays as text: the server judges it.
Condition model_condition(const ast::Condition& condition);

}  // namespace pschema
