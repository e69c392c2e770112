// What all files of one run share.
#pragma once

#include <algorithm>
#include <chrono>

#include "runtime/apply.h"
#include "runtime/session.h"
#include "runtime/step_watch.h"
#include "runtime/stop.h"

namespace pschema {

struct Run {
  Session& session;
  const ApplyOptions& options;
  const Pacing& pacing;
  const ApplyListener& tell;
  const StopFlag& flag;
  StopWatcher watcher;
  StepWatch watch;
  int steps_behind = 0;  // in the files behind the one that runs
  bool alone = true;     // nobody else can have run anything since the ledger was read

  bool stopped() const { return flag.signal.load() != 0; }

  /// In slices, so that a signal ends it.
  void pause(std::chrono::milliseconds length) const {
    constexpr std::chrono::milliseconds kSlice{50};
    while (length > std::chrono::milliseconds::zero() && !stopped()) {
      pacing.sleep(std::min(length, kSlice));
      length -= std::min(length, kSlice);
    }
  }
};

}  // namespace pschema
