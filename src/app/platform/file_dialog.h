#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "app/text/language.h"

namespace mmd {

/// What a dialog is for.
enum class DialogPurpose : std::uint8_t { open, add, browse, save_pose, save_frame };

struct DialogQuestion {
  DialogPurpose purpose = DialogPurpose::open;
  std::string folder;  ///< where the dialog starts, absolute
  std::string name;    ///< proposed file name when saving
  Language language = Language::english;
};

struct DialogOutcome {
  bool shown = false;              ///< false: no dialog could be shown
  std::vector<std::string> files;  ///< absolute paths; empty: cancelled
  DialogPurpose purpose = DialogPurpose::open;
};

/// Shows the desktop's file dialog and returns when the user has answered. Runs on a thread: when `wanted`
/// becomes false, the dialog is closed. Each system has its own implementation.
DialogOutcome show_file_dialog(const DialogQuestion& question, const std::atomic<bool>& wanted) noexcept;

}  // namespace mmd
