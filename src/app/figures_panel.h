#pragma once

#include "app/action.h"
#include "app/ui.h"

namespace mmd {

struct Parts;

/// The figures on the stage: which of them is worked on and which are seen; where the active one stands.
void draw_figures_panel(Ui& ui, const Parts& parts, Actions& actions);

}  // namespace mmd
