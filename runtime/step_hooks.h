// The hooks of one file's steps: when each is due, and that none is due twice.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "migration/folder.h"
#include "runtime/hooks.h"
#include "runtime/run.h"
#include "runtime/step_operations.h"

namespace pschema {

/// A before-hook that did not leave with 0.
struct HookRefusal {
  std::string hook;
  std::string message;
};

class StepHooks {
 public:
  StepHooks(Run& run, const MigrationFile& file, const Script& script);

  /// Thrown by reaches(): the step is to be rolled back, prepare() called, and the step run again from its beginning,
  /// so that its tests judge anew after a hook that took its time.
  struct Due {
    std::size_t item;
  };

  /// Number from 1; head and foot have no hooks.
  void step_begins(int number);
  /// Is it not known yet whether hooks have to run first?
  bool may_be_due() const { return in_step_ && !prepared_; }
  /// The step is run from its beginning.
  void attempt_begins() { acted_ = untold_; }
  /// The step is done and will be run again all the same, where it finds nothing to do: what it did counts.
  void done_untold() { untold_ = acted_; }
  /// Before each SQL item that the step comes to. Throws Due.
  void reaches(std::size_t item);
  /// Outside a transaction, without locks: runs the before-hooks. Throws DatabaseError.
  std::optional<HookRefusal> prepare();
  /// Once the step is done: runs the after-hooks of what it did. Gives what went wrong.
  std::vector<std::string> step_done(bool skipped);

 private:
  bool configured(const StepOperation& operation) const;
  /// What went wrong; nullopt where nothing did.
  std::optional<std::string> run_hook(bool before, const StepOperation& operation);
  HookEvent event_of(const std::string& hook, const StepOperation& operation);
  void ask_server();

  Run& run_;
  const MigrationFile& file_;
  const Script& script_;
  std::vector<ScriptStep> steps_;
  std::optional<FileOperations> operations_;  // none where no hook is configured
  std::size_t step_ = 0;                      // from 0
  bool in_step_ = false, prepared_ = false, acted_ = false, untold_ = false;
  std::vector<StepOperation> does_;                          // the step that runs
  std::set<std::pair<OperationKind, QualifiedName>> begun_;  // before-hooks that have run
  std::map<std::pair<OperationKind, QualifiedName>, std::string> reasons_;
  std::string database_, server_version_, at_;
};

}  // namespace pschema
