#pragma once

#include "app/actions/action.h"
#include "app/panels/ui.h"

namespace mmd {

struct Parts;

/// The bones in a list, to select them, and the active one's numbers.
void draw_bones_panel(Ui& ui, const Parts& parts, Actions& actions);

}  // namespace mmd
