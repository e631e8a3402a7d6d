#pragma once

#include <optional>
#include <string>

#include "base/diagnostic.h"
#include "scene/scene.h"

namespace mmd {

/// The settings that are chosen, with the bone of that name highlighted (empty or unknown: none).
RenderSettings settings_for(const RenderSettings& look, const std::string& highlight, const Model& model);

/// What a highlighted bone or Shading::weights asks for and the model or the choice lacks; nullopt if nothing
/// is missing.
std::optional<Diagnostic> highlight_warning(const RenderSettings& look, const std::string& highlight,
                                            const Model& model);

}  // namespace mmd
