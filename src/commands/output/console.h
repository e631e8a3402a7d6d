#pragma once

#include <string>

namespace mmd {

/// Closes the console that Windows opened for this process alone: one that was started by a double click. The
/// window needs none. A terminal's console stays. Other systems open none.
void close_own_console();

/// Shows a message in a dialog if close_own_console() closed a console, or found none that it could close:
/// nobody reads standard error then.
void show_without_console(const std::string& text);

}  // namespace mmd
