#pragma once

#include <optional>
#include <string>

#include "base/diagnostic.h"
#include "scene/scene.h"

namespace mmd {

/// The settings that are chosen, with the bone of that name highlighted (empty or unknown: none).
RenderSettings settings_for(const RenderSettings& look, const std::string& highlight, const Model& model);

/// The warning that weights are to be shown and no bone is named; nullopt if one is, or none is needed.
std::optional<Diagnostic> weights_warning(const RenderSettings& look, const std::string& highlight);

}  // namespace mmd
