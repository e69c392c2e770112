// The threads of a run, built with ThreadSanitizer and against a real server: one runs statements, arms and disarms
// and gets new connections, the second cancels while it is armed, the third asks who blocks. test_threads.py starts
// it.
#include <pthread.h>
#include <signal.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <string>
#include <thread>

#include "runtime/session.h"
#include "runtime/step_watch.h"
#include "runtime/stop.h"

namespace {

using namespace pschema;
using std::chrono::steady_clock;

StopFlag g_stop;

extern "C" void on_signal(int number) { g_stop.signal.store(number); }

/// Whether the statement was cancelled, and soon.
bool is_cancelled(Session& session, StopWatcher& watcher) {
  const auto began = steady_clock::now();
  try {
    const StopWatcher::Armed armed(watcher);
    session.query("SELECT pg_sleep(60)");
  } catch (const DatabaseError& error) {
    return error.sqlstate() == "57014" && steady_clock::now() - began < std::chrono::seconds(20);
  }
  return false;
}

bool rounds(Session& session) {
  constexpr int kRounds = 20;
  StopWatcher watcher(session, g_stop);
  for (int i = 0; i < kRounds; ++i) {
    g_stop.signal.store(0);
    {
      const StopWatcher::Armed armed(watcher);  // nothing is cancelled while nobody asks for it
      if (session.query("SELECT 1").text(0, 0) != "1") return false;
    }
    std::thread sender([main = pthread_self(), i] {
      std::this_thread::sleep_for(std::chrono::milliseconds(i * 7 % 60));
      pthread_kill(main, i % 2 == 0 ? SIGINT : SIGTERM);
    });
    const bool cancelled = is_cancelled(session, watcher);
    sender.join();
    if (!cancelled) return false;
    // Disarmed, statements run in peace, with the flag up.
    if (session.query("SELECT pg_sleep(0.12), 2").text(0, 1) != "2") return false;
    if (i % 3 == 0) session.reconnect();
  }
  return true;
}

/// A statement waits for a lock of another session: the watch names it, and is silent once the statement has ended.
bool watched(Session& session, const std::string& dsn) {
  Session other = Session::connect(dsn);
  const std::string pid(other.query("SELECT pg_backend_pid()").text(0, 0));
  std::atomic<int> named{0}, late{0};
  std::atomic<bool> ended{false};
  const ApplyListener tell = [&](const ApplyEvent& event) {
    const auto* waits = std::get_if<Waits>(&event);
    if (waits == nullptr || waits->blockers.empty()) return;
    if (ended) ++late;
    if (waits->blockers.front().pid == pid) ++named;
  };
  constexpr WatchPolicy kSoon{std::chrono::milliseconds(1), std::chrono::milliseconds(1),
                              std::chrono::milliseconds(1), std::chrono::milliseconds(1)};
  Abandon abandon;
  StepWatch watch(
      tell, [&](const std::string& backend) { return blockers_of(session, backend, abandon); },
      [&] { abandon.now(); }, kSoon);
  for (int i = 0; i < 10; ++i) {
    watch.set_backend(std::string(session.query("SELECT pg_backend_pid()").text(0, 0)));
    watch.step_begins();
    other.query("SELECT pg_advisory_lock(4711)");
    std::thread leaver([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      other.query("SELECT pg_advisory_unlock(4711)");
    });
    ended = false;
    {
      const StepWatch::Statement statement(watch);
      session.query("SELECT pg_advisory_lock(4711)");
    }
    ended = true;
    leaver.join();
    session.query("SELECT pg_advisory_unlock(4711)");
    if (i % 3 == 0) session.reconnect();
  }
  return named > 5 && late == 0;
}

}  // namespace

int main(int, char** argv) {
  struct sigaction action {};
  action.sa_handler = on_signal;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  try {
    Session session = Session::connect(argv[1]);
    const bool cancels = rounds(session), names = watched(session, argv[1]);
    if (cancels && names) return 0;
    if (!cancels) std::fputs("a statement was not cancelled, or one that should have run in peace was\n", stderr);
    if (!names) std::fputs("who blocks was not told, or too late\n", stderr);
  } catch (const DatabaseError& error) {
    std::fprintf(stderr, "%s: %s\n", error.sqlstate().c_str(), error.what());
  }
  return 1;
}
