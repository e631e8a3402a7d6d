#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "app/actions/parts.h"
#include "app/panels/panel_state.h"
#include "app/window.h"
#include "options/state_file.h"

namespace mmd {

/// What was arranged: files, the pose if it is not as a file has it, and all that options say.
Result<StateFile> window_state(const Parts& parts);

/// The number of the figure that is worked on first: of a state whose files are the options', as it says.
std::size_t active_figure_at_start(const Options& options);

/// What a window looked like, for the next one.
struct WindowMemory {
  std::optional<Extent> size;  ///< points
  PanelState panels;
};

/// As JSON: which panels are open, the docks' sizes, language, theme, scale of the text, the window's size.
std::string memory_text(const PanelState& panels, const Extent& size);
/// What such a text says; of what it does not say, or says wrongly, what is usual.
WindowMemory recall(std::string_view text, const PanelState& usual);

/// `$XDG_STATE_HOME/mmdview/window.json`, or where that is by default; empty: there is no home.
std::filesystem::path window_memory_file();

}  // namespace mmd
