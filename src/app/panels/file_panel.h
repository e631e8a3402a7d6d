#pragma once

#include <string>

#include "app/actions/action.h"
#include "app/panels/ui.h"

namespace mmd {

struct Parts;

/// The models that were opened last, and the files of a folder or archive to choose from: what is typed
/// searches them, Up and Down mark one, Enter opens it, Backspace goes up.
void draw_file_panel(Ui& ui, const Parts& parts, Actions& actions);

/// What a model that was opened is called in a list: its file, and the archive or folder that it is in.
std::string recent_name(const std::string& file);

}  // namespace mmd
