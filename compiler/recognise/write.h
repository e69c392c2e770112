// Shapes as the text of a schema file.
#pragma once

#include <string>
#include <vector>

#include "recognise/level.h"
#include "recognise/shape.h"

namespace pschema {

struct TableShape {
  QualifiedName name;
  std::optional<Identifier> in_schema;
  LevelShape root;
  std::vector<std::string> notes;  // above the table
};

/// What is written differently under caution.
struct Wording {
  bool detach_never = false;
  std::string keep;  // clauses of the root's retention; empty: `keep forever`
  std::string drop;
};

std::string table_text(const Catalog& catalog, const TableShape& shape, const Wording& wording);
/// The text as a comment, line by line.
std::string commented(const std::string& text);
/// A comment of as many lines as it takes, each beginning with `indent`.
std::string comment_text(const std::string& indent, const std::string& sentence);

}  // namespace pschema
