#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "app/actions/parts.h"
#include "app/panels/panel_state.h"
#include "app/window.h"
#include "options/options.h"
#include "options/scene_file.h"

namespace mmd {

/// The settings of the scene as options.
Options options_of(const Parts& parts);
/// The scene settings: files, unsaved poses and all options.
Result<SceneFile> scene_of(const Parts& parts);

/// Notes in a backup which file the scene has.
void note_scene_file(const std::string& file, SceneFile& backup);
/// That file; empty if the scene had none.
std::string noted_scene_file(const SceneFile& backup);

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
