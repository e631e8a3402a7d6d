#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/actions/action.h"
#include "app/actions/key_map.h"
#include "app/panels/panel_state.h"
#include "app/platform/file_chooser.h"
#include "app/text/language.h"
#include "commands/output/font.h"
#include "document/loader.h"
#include "library/library_store.h"

namespace mmd {

/// Seconds of a clock that only goes forward.
using Clock = std::function<double()>;

/// What stands around the viewer and is swapped in tests.
struct ViewerSetup {
  LoadWork load = load_files;
  std::optional<Font> font;  ///< null: ImGui's own, with a note that Japanese cannot be shown
  /// For characters that it lacks.
  std::function<std::optional<Font>(std::span<const char32_t>)> find_font;
  std::function<void(const Diagnostic&)> report = [](const Diagnostic&) {};  ///< for the terminal
  std::function<void(const Action&)> record = [](const Action&) {};          ///< what was performed
  std::filesystem::path thumbnails;  ///< folder of the browser's pictures; empty: nowhere
  std::size_t active = 1;            ///< number of the figure that is worked on at the start
  std::vector<std::string> sample;   ///< shown if the options name no files; may be empty
  PanelState panels;  ///< as they are at the start; their language if the font has its characters
  KeyMap keys;
  Diagnostics warnings;                ///< what is to be said first
  std::filesystem::path state_folder;  ///< where unsaved poses are kept; empty: nowhere
  LibraryStore library;
  /// Shows the desktop's file dialog, on a thread; null: panels ask instead.
  std::function<DialogOutcome(const DialogQuestion&, const std::atomic<bool>& wanted)> dialog;
  std::filesystem::path expressions;  ///< the folder where they are kept; empty: nowhere
  /// For playing motions.
  Clock now = [] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  };
};

}  // namespace mmd
