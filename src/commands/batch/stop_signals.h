#pragma once

namespace mmd {

/// From now on the first interrupt or request to end (SIGINT, SIGTERM, or SIGHUP: the terminal is gone) is
/// only noted; a second one, but for SIGHUP, ends the process at once, with status 130. What the process was
/// told to ignore at its start stays ignored.
void note_stop_signals();
/// Whether there was one.
bool stop_was_asked();

}  // namespace mmd
