#pragma once

#include "app/actions/action.h"
#include "app/panels/ui.h"

namespace mmd {

struct Parts;

/// The motion: playing it, going to frames and keys, what of it plays, and its timeline. Adds what it is
/// asked to do to `actions`.
void draw_motion_panel(Ui& ui, const Parts& parts, Actions& actions);

/// Its lower part: a ruler to drag along and a row of marks for whatever has keys. The work goes by the rows
/// and the width that are seen.
void draw_timeline(Ui& ui, const Parts& parts, Actions& actions);

}  // namespace mmd
