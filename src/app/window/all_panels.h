#pragma once

#include "app/input/mouse.h"
#include "app/panels/panels.h"

namespace mmd {

/// Draws menus, open panels and overlays. Panels add requested actions to `actions`.
void draw_panels(Ui& ui, const Parts& parts, Mouse& mouse, Actions& actions);

}  // namespace mmd
