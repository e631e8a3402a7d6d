#pragma once

#include "app/actions/action.h"
#include "app/panels/ui.h"

namespace mmd {

struct Parts;

/// The figures on the stage: which of them is worked on and which are seen; where the active one stands.
void draw_figures_panel(Ui& ui, const Parts& parts, Actions& actions);

}  // namespace mmd
