#pragma once

// Titles and filters of file dialogs on all systems. For file_dialog*.cpp only.

#include <string>
#include <string_view>
#include <vector>

#include "app/platform/file_chooser.h"

namespace mmd {

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
