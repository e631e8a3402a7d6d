#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/child_process.h"
#include "app/language.h"
#include "document/background_task.h"

namespace mmd {

/// The programs that show the desktop's own dialog for opening files, the likeliest first: kdialog goes
/// before zenity where the desktop is KDE's. `desktop`: as XDG_CURRENT_DESKTOP has it; `folder`: to begin in.
std::vector<ProgramCall> dialog_programs(std::string_view desktop, const std::string& folder,
                                         Language language);
/// The same of this desktop.
std::vector<ProgramCall> desktop_dialogs(const std::string& folder, Language language);

/// What a dialog ended with.
struct DialogOutcome {
  bool shown = false;              ///< else none of the programs is there, or works
  std::vector<std::string> files;  ///< empty: nothing was chosen
};
/// Runs the first that can be. A line of what it writes is a file. Does not throw.
DialogOutcome run_dialog(const std::vector<ProgramCall>& programs, const std::atomic<bool>& wanted) noexcept;

}  // namespace mmd
