// Why a partition is there, until when, and what happens then: the planner's own decisions, put together for one
// name. Pure; the same functions as in the planner say when it expires.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/catalog.h"
#include "model/schema.h"
#include "plan/operation.h"

namespace pschema {

/// A clause of the schema.
struct ClauseAt {
  std::string text;        // as the language writes it
  std::optional<Span> at;  // where it was written; none where nothing was
};

/// One thing to know: `expires: 2026-10-12`.
struct Fact {
  std::string name;
  std::string text;
  std::optional<ClauseAt> clause = {};
  std::optional<Instant> at = {};  // the moment that the text is about
};

enum class Explained { table, partition, orphan, planned, not_yet, gone };

struct Explanation {
  Explained what = Explained::partition;
  QualifiedName name;
  QualifiedName table;
  std::string head;                   // `is a partition of public.x`
  std::vector<Fact> facts;            // in the order in which one asks
  std::vector<Operation> operations;  // that the plan has for it
  std::vector<Finding> findings;      // that are about it
  Measured measured = {};
};

/// What is planned on; it outlives the explanation.
struct Situation {
  const Schema& fitted;
  const Catalog& catalog;
  const Plan& plan;
};

/// nullopt where nothing of that name is known, planned or in reach of a level. The name is that of a relation.
std::optional<Explanation> explain(const Situation& situation, const QualifiedName& name);

/// All names that explain knows, but for windows that nobody plans.
std::vector<QualifiedName> explained_names(const Situation& situation);

}  // namespace pschema
