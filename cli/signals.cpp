#include "cli/signals.h"

#include <signal.h>

namespace pschema {
namespace {

StopFlag g_stop;

extern "C" void on_signal(int number) { g_stop.signal.store(number); }

}  // namespace

void catch_signals() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

const StopFlag& stop_flag() { return g_stop; }

}  // namespace pschema
