#pragma once

#include <string>

#include "scene/scene.h"

namespace mmd {

/// The settings that are chosen, with the bone of that name highlighted (empty or unknown: none).
RenderSettings settings_for(const RenderSettings& look, const std::string& highlight, const Model& model);

/// Whether the weights of a bone are to be shown, and none is named.
bool lacks_bone_for_weights(const RenderSettings& look, const std::string& highlight);

}  // namespace mmd
