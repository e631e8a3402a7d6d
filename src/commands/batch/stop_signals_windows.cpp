// Requests to stop on Windows: Ctrl-C, Ctrl-Break, a closed console, logging off, shutting down.
#include <atomic>

#include "base/windows_api.h"
#include "commands/batch/batch_run.h"

namespace mmd {
namespace {

std::atomic<bool> asked{false};
static_assert(std::atomic<bool>::is_always_lock_free);

constexpr UINT status_interrupted = 130;

/// Windows calls this on a thread of its own, and ends the process when it returns from a request that cannot
/// be refused; or a few seconds later.
BOOL WINAPI note_or_end(DWORD request) {
  const bool is_again = asked.exchange(true);
  if (request == CTRL_C_EVENT || request == CTRL_BREAK_EVENT) {
    if (is_again) TerminateProcess(GetCurrentProcess(), status_interrupted);
    return TRUE;
  }
  // The process ends once started pictures are finished.
  Sleep(INFINITE);
  return TRUE;
}

}  // namespace

void note_stop_signals() {
  SetConsoleCtrlHandler(note_or_end, TRUE);
}

bool stop_was_asked() {
  return asked;
}

}  // namespace mmd
