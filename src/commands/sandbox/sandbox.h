#pragma once

// For `thumbnail`, which file managers start for files of strangers: a process of its own that reads them,
// and what is left to that process should such a file take it over.

#include <functional>

#include "base/byte_io.h"
#include "base/result.h"

namespace mmd {

struct ChildResult {
  int status = 0;  ///< as `work` returned it
  Bytes output;    ///< as `work` left it
};

/// Runs `work` in a child process and waits for it. `processor_seconds`: of all its threads together, fewer
/// if the system allows less already. To be called before there are other threads. Errors: no process can be
/// started, it used up its time (`too_slow`), or a signal ended it. On Windows the child is the program
/// started once more, so what was done before this call is done twice. Without a sandbox (Linux without
/// MMDVIEW_SANDBOX) `work` runs in this process, without a limit.
Result<ChildResult> run_in_child(const std::function<int(Bytes& output)>& work, unsigned processor_seconds,
                                 const Diagnostic& too_slow);

/// What has to be set before the first driver is loaded in a process that will call enter_sandbox(): no
/// display, and shaders are kept apart from those of other programs.
void prepare_sandbox();

/// Refuses this process, with all its threads and for good: sockets, other programs and processes, files that
/// are opened for writing, made, renamed or removed (SECURITY.md has all of it). Refused calls fail with
/// EPERM or ENOSYS. Files that are open stay so. Windows refuses to write to files, registry keys and
/// processes of others, by a low integrity level, and other processes, by the job of run_in_child(); it does
/// not refuse sockets. Error: the system has no filters of system calls.
Result<void> enter_sandbox();

}  // namespace mmd
