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
#include "app/actions/panel_state.h"
#include "app/platform/file_dialog.h"
#include "app/stage/redraw.h"
#include "app/text/language.h"
#include "commands/output/font.h"
#include "document/loader.h"
#include "library/library_store.h"

namespace mmd {

/// Dependencies of the viewer, which tests replace.
struct ViewerSetup {
  LoadWork load = load_files;
  std::optional<Font> font;   ///< null: ImGui's own, with a warning that Japanese is missing
  std::optional<Font> icons;  ///< icons.h; null: buttons have names instead
  /// Finds a font for characters that `font` lacks.
  std::function<std::optional<Font>(std::span<const char32_t>)> find_font;
  std::function<void(const Diagnostic&)> report = [](const Diagnostic&) {};  ///< for the terminal
  std::function<void(const Action&)> record = [](const Action&) {};  ///< called for each performed action
  std::string program;               ///< this program's file, UTF-8, which records motions
  std::filesystem::path pictures;    ///< folder of saved pictures; empty: the current one
  std::filesystem::path thumbnails;  ///< cache folder of thumbnails; empty: no cache
  /// Shown if the options name no files and there are no recent models; may be empty.
  std::vector<std::string> sample;
  /// Whether the window begins with grid and axes if the options ask for neither.
  bool guides = false;
  PanelState panels;  ///< initial panels; their language needs a font with its characters
  KeyMap keys;
  Diagnostics warnings;                ///< shown at the start
  std::filesystem::path state_folder;  ///< folder of backups; empty: no backups
  LibraryStore library;
  /// Shows the desktop's file dialog, on a thread; null: panels ask instead.
  std::function<DialogOutcome(const DialogQuestion&, const std::atomic<bool>& wanted)> dialog;
  /// Keeps panels and settings for the next window.
  std::function<void(const PanelState&)> remember = [](const PanelState&) {};
  std::filesystem::path expressions;  ///< folder of expressions; may be empty
  std::filesystem::path hands;        ///< folder of own hand poses; may be empty
  std::filesystem::path bone_names;   ///< folder of chosen names of bones, by model; may be empty
  std::filesystem::path effects;      ///< folder of own effects; may be empty
  /// The clock for playback.
  Clock now = [] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  };
};

}  // namespace mmd
