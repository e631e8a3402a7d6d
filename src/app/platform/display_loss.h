#pragma once

namespace mmd {

/// Has the program end, with a message and the status for "no display", when the display that it has a
/// connection to goes away. Without this, libraries end it their own way. Call once SDL has its video driver.
void end_when_display_is_lost();

}  // namespace mmd
