// Taking over a table that stands outside the tree: one that pschema lets be (kept by `drop never`, moved to another
// schema, renamed, changed, its parent gone), or one that a person or another tool detached. Pure.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "model/catalog.h"
#include "model/schema.h"
#include "plan/operation.h"

namespace pschema {

/// `parent` and `bound` are for what a marker does not say.
struct AdoptRequest {
  QualifiedName relation;
  std::optional<QualifiedName> parent = {};
  std::optional<std::string> bound = {};  // `FOR VALUES FROM (…) TO (…)`
};

/// What is done with it: attached where its window is wanted or kept, else marked as detached from now on, so that
/// the schema's grace and drop apply.
struct Adoption {
  QualifiedName table;  // the root
  QualifiedName parent;
  QualifiedName relation;
  Bound bound;
  std::string bound_text;
  std::string extent;
  std::optional<std::string> marker = {};  // the first line of its comment; none: it bears no marker
  RowsWhere rows;                          // which rows belong there
  bool foreign = false;
  std::optional<Attach> attach = {};  // none: it is marked
  std::string because;                // `kept by `keep 3 before``
  std::string then;                   // of what is marked: what becomes of it
};

/// Doubt keeps data: nothing is done.
struct AdoptRefusal {
  std::string why;  // continues the relation's name: `is attached to public.events`
  std::string hint;
};

/// `fitted` has been through `fit` with this catalog and moment. What the catalog does not know of the relation (its
/// columns, its rows) the migration file tests.
std::variant<Adoption, AdoptRefusal> adopt(const Schema& fitted, const Catalog& catalog, Instant now,
                                           const AdoptRequest& request);

}  // namespace pschema
