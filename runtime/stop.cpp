#include "runtime/stop.h"

#include <chrono>

namespace pschema {
namespace {

/// A condition variable cannot be woken from a signal handler, so the flag is looked at this often.
constexpr std::chrono::milliseconds kPeriod{50};

}  // namespace

StopWatcher::StopWatcher(Session& session, const StopFlag& flag)
    : session_(session), flag_(flag), thread_([this] { watch(); }) {}

StopWatcher::~StopWatcher() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

void StopWatcher::set_armed(bool armed) {
  const std::lock_guard lock(mutex_);
  armed_ = armed;
}

void StopWatcher::watch() {
  std::unique_lock lock(mutex_);
  while (!ended_) {
    if (armed_ && flag_.signal.load() != 0) session_.cancel();
    wake_.wait_for(lock, kPeriod);
  }
}

}  // namespace pschema
