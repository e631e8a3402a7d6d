#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/text/language.h"

namespace mmd {

/// Purposes of a dialog.
enum class DialogPurpose : std::uint8_t {
  open,
  add,
  open_over,
  browse,
  save_pose,
  save_frame,
  save_scene,
  save_picture,
  export_file,
  record,
  find,
  made_for,
  reference,
  background,
  sound
};

struct DialogQuestion {
  DialogPurpose purpose = DialogPurpose::open;
  std::string folder;  ///< where the dialog starts, absolute
  std::string name;    ///< proposed file name when saving; its extension is that of exported files
  Language language = Language::english;
  std::uint64_t owner = 0;  ///< window_number() of the window that the dialog belongs to; 0: none
  std::shared_ptr<std::atomic<int>> process = nullptr;  ///< gets the process group of the dialog's program
};

struct DialogOutcome {
  bool shown = false;              ///< false: no dialog could be shown
  std::vector<std::string> files;  ///< absolute paths; empty: cancelled
  DialogPurpose purpose = DialogPurpose::open;
};

/// Shows the desktop's file dialog and returns when the user has answered. Runs on a thread: when `wanted`
/// becomes false, the dialog is closed. Each system has its own implementation.
DialogOutcome show_file_dialog(const DialogQuestion& question, const std::atomic<bool>& wanted) noexcept;

// Titles and filters of file dialogs on all systems. For file_dialog*.cpp only.

/// Whether a dialog asks for a name to write to.
bool saves(DialogPurpose purpose);

std::string dialog_title(const DialogQuestion& question);

struct DialogFilter {
  std::string_view name;
  std::vector<std::string_view> extensions;  ///< "vpd"; none: every file
};

/// The first filter is active initially.
std::vector<DialogFilter> dialog_filters(const DialogQuestion& question);

}  // namespace mmd
