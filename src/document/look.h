#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "scene/scene.h"

namespace mmd {

/// The settings that are chosen, with the bone of that name highlighted (empty or unknown: none).
RenderSettings settings_for(const RenderSettings& look, const std::string& highlight, const Model& model);

/// Whether the weights of a bone are to be shown, and none is named.
bool lacks_bone_for_weights(const RenderSettings& look, const std::string& highlight);

/// Reads and decodes a picture of any format that textures have. Applies the limit on texture memory. Errors:
/// the file cannot be read, is no picture or too large a one; they name the file.
Result<std::shared_ptr<const BackgroundPicture>> load_background_picture(const std::string& file);

/// Loads the one that the settings name, if they name one that is not loaded.
Result<void> load_background_picture(RenderSettings& look);

/// Whether a file is called like a picture.
bool is_called_picture(std::string_view file);

}  // namespace mmd
