// Clauses of a lifecycle as the language writes them, each on one line and in one spelling: `keep for 90 days`.
#pragma once

#include <string>

#include "model/schema.h"

namespace pschema {

std::string clause_text(const CreateClause& clause);
std::string clause_text(const KeepClause& clause);
std::string clause_text(const DetachClause& clause);
std::string clause_text(const DropClause& clause);
/// `group eu in ('de', 'fr')`; of many values the first few.
std::string group_text(const ListGroup& group);

}  // namespace pschema
