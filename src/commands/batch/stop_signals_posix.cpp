// Requests to stop on POSIX: signals.
#include <initializer_list>

#include <signal.h>
#include <unistd.h>

#include "commands/batch/batch_run.h"

namespace mmd {
namespace {

volatile sig_atomic_t asked = 0;

constexpr int status_interrupted = 130;

/// A closed terminal can send SIGHUP twice, itself and through the shell.
extern "C" void note_or_end(int signal) {
  if (asked != 0 && signal != SIGHUP) ::_exit(status_interrupted);
  asked = 1;
}

}  // namespace

void note_stop_signals() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before {};
    if (::sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_IGN) continue;
    struct sigaction action {};
    action.sa_handler = note_or_end;
    action.sa_flags = SA_RESTART;
    ::sigemptyset(&action.sa_mask);
    ::sigaction(signal, &action, nullptr);
  }
}

bool stop_was_asked() {
  return asked != 0;
}

}  // namespace mmd
