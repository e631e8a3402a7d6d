#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace mmd {

/// "Xft.dpi" of X resources (lines "name: value"), the text resolution of the desktop. nullopt if missing or
/// invalid.
std::optional<float> dpi_of_resources(std::string_view resources);

/// Text resolution in dots per inch.
struct DesktopDpi {
  std::optional<float> wanted;    ///< setting of the desktop
  std::optional<float> measured;  ///< of the screen; the display server may guess it
};
/// Empty without a display.
DesktopDpi desktop_dpi();

/// Whether Shift is held, also while another window has the keyboard, as in a drag from a file manager.
bool shift_is_held();

/// Opens a folder in the desktop's file manager. False: no program for it.
bool show_folder(const std::filesystem::path& folder);

/// Ends the program with a message and the exit status for "no display" when the display connection is lost.
/// Without this call, libraries would end it in their own way. Call after SDL has chosen its video driver.
void end_when_display_is_lost();

}  // namespace mmd
