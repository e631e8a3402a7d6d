#pragma once

#include "app/actions/parts.h"
#include "app/input/mouse.h"
#include "app/panels/scene_panel.h"
#include "app/panels/ui.h"

namespace mmd {

/// Draws the menus and all panels that are open, and what is written over the picture. Adds what they are
/// asked to do to `actions`.
void draw_panels(Ui& ui, const Parts& parts, Mouse& mouse, Actions& actions);

}  // namespace mmd
