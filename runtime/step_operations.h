// What a step of a file does to partitions, read from its own statements.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/name.h"
#include "ddl/statement.h"
#include "migration/script.h"

namespace pschema {

enum class OperationKind { create, attach, detach, drop, move };
std::string_view operation_kind_word(OperationKind kind);  // `create`

struct StepOperation {
  OperationKind kind = OperationKind::create;
  std::optional<QualifiedName> table;  // the parent; a drop does not name it
  QualifiedName partition;
  std::optional<QualifiedName> from;  // of a move: the DEFAULT partition
  std::string bounds;                 // DDL; of a creation, an attach and a move
  bool ends = true;                   // false in a step of a build that goes on in later ones
};

/// One file's steps. A build of many relations is several steps and one operation.
class FileOperations {
 public:
  FileOperations(const Script& script, const std::vector<ScriptStep>& steps);

  /// Why the step (from 0) is not understood: a statement outside of the closed set. Empty where it is.
  const std::string& opaque(std::size_t step) const { return steps_.at(step).opaque; }

  /// Does this item, the first of its kind that is reached, show that the step is about to act? A statement that
  /// changes tables; or the LOCK before it, by which others would wait. A move locks before it knows what it has to
  /// do.
  bool begins_to_act(std::size_t step, std::size_t item) const;
  /// Does it change something by itself?
  bool acts(std::size_t step, std::size_t item) const;
  /// What the step does from that item on; a branch that was not taken lies before it or behind what it does.
  std::vector<StepOperation> from(std::size_t step, std::size_t item) const;

 private:
  struct Placed {
    std::size_t item;
    Statement statement;
  };
  struct Step {
    std::vector<Placed> statements;
    std::vector<std::size_t> locks;
    std::string opaque;
  };
  std::optional<StepOperation> made_by(const Step& step, std::size_t place) const;

  std::vector<Step> steps_;
  std::map<QualifiedName, AttachPartition> large_;  // the last step of each build of several
};

}  // namespace pschema
