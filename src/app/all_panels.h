#pragma once

#include "app/mouse.h"
#include "app/parts.h"
#include "app/scene_panel.h"
#include "app/ui.h"

namespace mmd {

/// Draws the menus and all panels that are open, and what is written over the picture. Adds what they are
/// asked to do to `actions`.
void draw_panels(Ui& ui, const Parts& parts, Mouse& mouse, Actions& actions);

}  // namespace mmd
