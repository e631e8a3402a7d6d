#pragma once

#include <optional>
#include <string_view>

namespace mmd {

/// What "Xft.dpi" says in X resources, a "name: value" each line: where desktops write how large text is to
/// be. nullopt: nothing sensible.
std::optional<float> dpi_of_resources(std::string_view resources);

/// Dots per inch that text is to be drawn for.
struct DesktopDpi {
  std::optional<float> wanted;    ///< what the desktop says
  std::optional<float> measured;  ///< of the whole screen, which may be a guess of the display server's
};
/// Empty where there is nobody to ask.
DesktopDpi desktop_dpi();

/// Has the program end, with a message and the status for "no display", when the display that it has a
/// connection to goes away. Without this, libraries end it their own way. Call once SDL has its video driver.
void end_when_display_is_lost();

}  // namespace mmd
