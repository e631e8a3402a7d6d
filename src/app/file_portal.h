#pragma once

// The desktop's portal for files, org.freedesktop.portal.FileChooser on the session's bus: what desktops
// offer to every program, and the only way to their files for one in a sandbox.

#include <atomic>
#include <chrono>
#include <optional>
#include <string>

#include "app/desktop_dialog.h"

namespace mmd {

/// What was chosen; nullopt: there is no such portal, it lacks what is asked for, or it came to no end that
/// it knows. `parent`: the window, as portals name it, or empty. Waits until someone has chosen or it is not
/// wanted any longer; `patience`: for each of the portal's own answers.
std::optional<DialogOutcome> ask_portal(const DialogQuestion& question, const std::string& parent,
                                        const std::atomic<bool>& wanted,
                                        std::chrono::milliseconds patience = std::chrono::seconds(5));

}  // namespace mmd
