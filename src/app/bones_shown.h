#pragma once

#include <string>

#include "scene/scene.h"

namespace mmd {

/// From no bones to those that the user moves, on to all of them, and back to none. All come only where the
/// model has others. `model`: null if there is none yet.
void show_next_bones(RenderSettings& look, const Model* model);

/// Which bones are shown, in words.
std::string bones_shown(const RenderSettings& look, const Model* model);

}  // namespace mmd
