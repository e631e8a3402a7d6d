#pragma once

#include <string>

namespace mmd {

/// Closes the console if Windows opened it for this process alone, after a double click. A terminal's console
/// stays. Does nothing on other systems.
void close_own_console();

/// Shows a message in a dialog if the process has no console, so that nobody reads standard error.
void show_without_console(const std::string& text);

}  // namespace mmd
