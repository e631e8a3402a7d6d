#pragma once

// Sandbox of `thumbnail`, which file managers start for files of strangers: a child process reads the file,
// and restrictions limit the harm if a file takes the process over.

#include <functional>

#include "base/byte_io.h"
#include "base/result.h"

namespace mmd {

struct ChildResult {
  int status = 0;  ///< return value of `work`
  Bytes output;    ///< output of `work`
};

/// Runs `work` in a child process and waits for it. `processor_seconds`: limit for all threads of the child
/// together; a lower limit of the system stays. Call before starting threads. Errors: the process cannot
/// start, exceeds its time (`too_slow`), or is killed by a signal. Without MMDVIEW_SANDBOX, as on Windows,
/// `work` runs in this process without a limit.
Result<ChildResult> run_in_child(const std::function<int(Bytes& output)>& work, unsigned processor_seconds,
                                 const Diagnostic& too_slow);

/// Call before loading a driver in a process that will call enter_sandbox(): removes the display and
/// separates the shader cache from other programs'.
void prepare_sandbox();

/// Permanently restricts this process and all its threads: no sockets, no other programs and processes, no
/// opening for writing, creating, renaming or removing of files (full list: SECURITY.md). Refused calls fail
/// with EPERM or ENOSYS. Open files stay open. Error: the system cannot filter system calls.
Result<void> enter_sandbox();

}  // namespace mmd
