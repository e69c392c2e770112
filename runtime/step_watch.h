// A thread of ours beside a run: tells that a step goes on, and what keeps its statement waiting.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "runtime/apply.h"
#include "runtime/blockers.h"

namespace pschema {

/// When to ask who blocks. A statement that runs for less than `first` is never asked about; one that was found to
/// wait is asked about again soon, one that works is left alone for longer and longer.
struct WatchPolicy {
  std::chrono::milliseconds period{250};       // of GoesOn
  std::chrono::milliseconds first{900};        // after the statement's begin
  std::chrono::milliseconds first_again{250};  // in a step that is tried again
  std::chrono::milliseconds blocked{1000};     // doubles
  std::chrono::milliseconds most_blocked{std::chrono::seconds(10)};
  std::chrono::milliseconds working{std::chrono::seconds(5)};  // doubles
  std::chrono::milliseconds most_working{std::chrono::seconds(60)};
};

class StepWatch {
 public:
  /// Who blocks the backend of that pid; on the watch's thread. What it throws counts as: cannot be told.
  using Look = std::function<std::vector<Blocker>(const std::string& pid)>;

  /// `give_up` ends a look that is under way; called at the end, from another thread.
  StepWatch(ApplyListener tell, Look look, std::function<void()> give_up, WatchPolicy policy = {});
  ~StepWatch();
  StepWatch(const StepWatch&) = delete;
  StepWatch& operator=(const StepWatch&) = delete;

  /// The backend that runs the statements from now on.
  void set_backend(std::string pid);
  void step_begins();
  void step_tried_again();

  /// While it lives a statement of the step runs.
  class Statement {
   public:
    explicit Statement(StepWatch& watch) : watch_(watch) { watch_.statement_begins(); }
    ~Statement() { watch_.statement_ends(); }
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;

   private:
    StepWatch& watch_;
  };

 private:
  using Clock = std::chrono::steady_clock;

  void statement_begins();
  void statement_ends();
  void watch();
  void look(std::unique_lock<std::mutex>& lock);
  void note(const std::vector<Blocker>& found);

  const ApplyListener tell_;
  const Look look_;
  const std::function<void()> give_up_;
  const WatchPolicy policy_;
  std::mutex mutex_;  // held while something is told, so that nothing is told of a statement that has ended
  std::condition_variable wake_;
  bool ended_ = false;
  std::string backend_;
  Clock::time_point step_began_, statement_began_, blocked_since_, next_look_;
  std::chrono::milliseconds pause_{0};
  bool again_ = false, running_ = false, was_blocked_ = false, told_ = false;
  unsigned long statement_ = 0;  // counts them
  std::thread thread_;           // last: it uses the others
};

}  // namespace pschema
