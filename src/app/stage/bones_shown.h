#pragma once

#include <cstddef>

#include "scene/scene.h"

namespace mmd {

/// From no bones to those that the user moves, on to all of them, and back to none. All come only where the
/// model has others. `model`: null if there is none yet.
void show_next_bones(RenderSettings& look, const Model* model);

/// How many of the bones that are shown are not those that the user moves.
std::ptrdiff_t bones_not_operable(const Model* model);

}  // namespace mmd
