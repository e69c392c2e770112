// The text of a schema for tables that are there, proved to ask for nothing that is not.
#pragma once

#include <string>
#include <vector>

#include "recognise/partman.h"
#include "time/zone.h"

namespace pschema {

struct ProposalInput {
  const Catalog& catalog;
  const ZoneDatabase& zones;         // with all that `candidates` has
  const ZoneCandidates& candidates;  // the database's own first
  const std::vector<PartmanTable>& partman;
};

struct Proposal {
  std::string text;
  std::vector<std::string> left_out;  // tables for which a comment stands, each with its reason
};

/// A schema that does nothing but name tables, for a snapshot before anything is known.
Schema schema_of_names(const std::vector<QualifiedName>& names);

/// From a snapshot with such a schema: one whose levels ask for the facts that a proposal needs, such as where the
/// keys of integers stand. Tables that are not recognised are named and no more.
Schema draft_schema(const ProposalInput& input);

/// The partitioned tables of the catalog that are no partitions themselves, in the order of their names. Each is
/// planned with the text that is proposed for it; where that plan does something, the proposal becomes more cautious,
/// and in the end a comment.
Proposal propose(const ProposalInput& input);

}  // namespace pschema
