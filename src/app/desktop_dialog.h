#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/child_process.h"
#include "app/language.h"

namespace mmd {

/// What a dialog is for.
enum class DialogPurpose : std::uint8_t { open, add, browse, save_pose, save_frame };
/// Whether it asks for a name to write to.
constexpr bool saves(DialogPurpose purpose) {
  return purpose == DialogPurpose::save_pose || purpose == DialogPurpose::save_frame;
}

struct DialogQuestion {
  DialogPurpose purpose = DialogPurpose::open;
  std::string folder;  ///< to begin in, absolute
  std::string name;    ///< that is proposed for what is saved
  Language language = Language::english;
};

/// What a dialog ended with.
struct DialogOutcome {
  bool shown = false;              ///< else there is none here, or none that works
  std::vector<std::string> files;  ///< empty: nothing was chosen
  std::string refused;             ///< chosen as well, but no file of this machine
  DialogPurpose purpose = DialogPurpose::open;
};

/// What its title says.
std::string_view dialog_title(const DialogQuestion& question);

/// A line of what a dialog lists.
struct DialogFilter {
  std::string_view name;
  std::vector<std::string> patterns;  ///< "*.pmx"
};
/// The first is what is asked for.
std::vector<DialogFilter> dialog_filters(const DialogQuestion& question);

/// The programs that show the desktop's own dialog, the likeliest first: kdialog goes before zenity where the
/// desktop is KDE's. `desktop`: as XDG_CURRENT_DESKTOP has it.
std::vector<ProgramCall> dialog_programs(std::string_view desktop, const DialogQuestion& question);

/// Runs the first that can be. A line of what it writes is a file. Does not throw.
DialogOutcome run_dialog(const std::vector<ProgramCall>& programs, const std::atomic<bool>& wanted) noexcept;

/// By the desktop's portal, or else by one of these programs, as found now. `parent`: the window, as portals
/// name it. Waits until someone has chosen or it is not wanted any longer. Does not throw.
DialogOutcome ask_desktop(const DialogQuestion& question, const std::string& parent,
                          const std::atomic<bool>& wanted) noexcept;

}  // namespace mmd
