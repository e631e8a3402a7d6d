#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "app/actions/panel_state.h"
#include "app/platform/window.h"

namespace mmd {

/// Panels and size of a window, for the next one.
struct WindowMemory {
  std::optional<Extent> size;  ///< points; of a maximised window the size before
  PanelState panels;
  bool maximised = false;
};

/// JSON of open panels, dock sizes, language, theme, text scale, mouse scheme, key set and window size.
std::string memory_text(const PanelState& panels, const Extent& size, bool maximised = false);
/// Reads that JSON; missing and invalid values have their defaults.
WindowMemory recall(std::string_view text, const PanelState& usual);

/// `$XDG_STATE_HOME/mmdview/window.json` or its default; empty without a home folder.
std::filesystem::path window_memory_file();

}  // namespace mmd
