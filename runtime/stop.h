// A run that a signal ends: the handler sets the flag, a thread of ours cancels the statement that runs on the
// server.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "runtime/session.h"

namespace pschema {

/// Number of the signal that asked the run to end, or 0. May be set from a signal handler.
struct StopFlag {
  std::atomic<int> signal{0};
  static_assert(std::atomic<int>::is_always_lock_free);
};

/// While it lives and is armed, a raised flag cancels what the session runs, again and again until it is disarmed (a
/// cancel that arrives between two statements is lost). Disarmed, statements run in peace, so that the end can be
/// recorded.
class StopWatcher {
 public:
  StopWatcher(Session& session, const StopFlag& flag);
  ~StopWatcher();
  StopWatcher(const StopWatcher&) = delete;
  StopWatcher& operator=(const StopWatcher&) = delete;

  class Armed {
   public:
    explicit Armed(StopWatcher& watcher) : watcher_(watcher) { watcher_.set_armed(true); }
    ~Armed() { watcher_.set_armed(false); }
    Armed(const Armed&) = delete;
    Armed& operator=(const Armed&) = delete;

   private:
    StopWatcher& watcher_;
  };

 private:
  void set_armed(bool armed);
  void watch();

  Session& session_;
  const StopFlag& flag_;
  std::mutex mutex_;  // held while a cancel is under way, so that none is sent after disarming
  std::condition_variable wake_;
  bool armed_ = false;
  bool ended_ = false;
  std::thread thread_;
};

}  // namespace pschema
