#include "runtime/step_watch.h"

#include <algorithm>
#include <utility>

namespace pschema {
namespace {

using std::chrono::duration_cast;
using std::chrono::milliseconds;

}  // namespace

StepWatch::StepWatch(ApplyListener tell, Look look, std::function<void()> give_up, WatchPolicy policy)
    : tell_(std::move(tell)),
      look_(std::move(look)),
      give_up_(std::move(give_up)),
      policy_(policy),
      step_began_(Clock::now()),
      thread_([this] { watch(); }) {}

StepWatch::~StepWatch() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  wake_.notify_all();
  give_up_();
  thread_.join();
}

void StepWatch::set_backend(std::string pid) {
  const std::lock_guard lock(mutex_);
  backend_ = std::move(pid);
}

void StepWatch::step_begins() {
  const std::lock_guard lock(mutex_);
  step_began_ = Clock::now();
  again_ = was_blocked_ = false;
}

void StepWatch::step_tried_again() {
  const std::lock_guard lock(mutex_);
  again_ = true;
}

void StepWatch::statement_begins() {
  const std::lock_guard lock(mutex_);
  ++statement_;
  running_ = true;
  pause_ = milliseconds::zero();
  statement_began_ = Clock::now();
  next_look_ = statement_began_ + (again_ ? policy_.first_again : policy_.first);
}

void StepWatch::statement_ends() {
  const std::lock_guard lock(mutex_);
  running_ = false;
  if (std::exchange(told_, false)) tell_(Waits{});
}

void StepWatch::watch() {
  std::unique_lock lock(mutex_);
  while (!ended_) {
    wake_.wait_for(lock, policy_.period);
    if (ended_) return;
    tell_(GoesOn{duration_cast<milliseconds>(Clock::now() - step_began_)});
    if (running_ && !backend_.empty() && Clock::now() >= next_look_) look(lock);
  }
}

/// The question takes its time, and the statement may be another one afterwards.
void StepWatch::look(std::unique_lock<std::mutex>& lock) {
  const unsigned long asked_about = statement_;
  const std::string pid = backend_;
  lock.unlock();
  std::vector<Blocker> found;
  try {
    found = look_(pid);
  } catch (const DatabaseError&) {  // no connection is to be had: the step shall not suffer from that
  }
  lock.lock();
  if (running_ && statement_ == asked_about) note(found);
}

void StepWatch::note(const std::vector<Blocker>& found) {
  const bool blocked = !found.empty();
  if (blocked != told_) pause_ = milliseconds::zero();
  const milliseconds first = blocked ? policy_.blocked : policy_.working;
  pause_ = std::min(std::max(pause_ * 2, first), blocked ? policy_.most_blocked : policy_.most_working);
  next_look_ = Clock::now() + pause_;
  if (blocked && !std::exchange(was_blocked_, true)) blocked_since_ = statement_began_;
  if (blocked || told_) tell_(Waits{found, duration_cast<milliseconds>(Clock::now() - blocked_since_)});
  told_ = blocked;
}

}  // namespace pschema
