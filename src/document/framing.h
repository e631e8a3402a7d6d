#pragma once

// What a picture of a scene needs: where models stand, camera, light, settings and background.

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "document/pose_sampler.h"
#include "scene/camera.h"
#include "scene/choices.h"
#include "scene/scene.h"

namespace mmd {

/// Whether the picture is one of a row that goes around the model.
enum class Framing : std::uint8_t { still, turntable };

/// The camera that is chosen, on the evaluated scene: the motion's at `state` unless a view or a camera was
/// asked for. `aspect`: width / height of the picture. For a turntable a fitted camera leaves room for all
/// its pictures.
Camera camera_for(const CameraChoice& choice, const PosedState& state, const Scene& scene, float aspect,
                  Framing framing = Framing::still);

/// Whether that camera goes by what is there.
bool is_fitted(const CameraChoice& choice, const PosedState& state);

/// Carries a camera around the vertical through its target, radians, counter-clockwise seen from above.
Camera turned(Camera camera, float angle);

/// The light that is chosen, or the motion's at `state`, or MMD's own.
Light light_for(const LightChoice& choice, const PosedState& state);

/// Where another model stands free of those in the scene, both with their arms stretched out: to the right of
/// them all, as one sees them from the front. The origin, if there are none.
vec3 place_beside(const Scene& scene, const Model& model);

/// The nearest camera that sees all that these see, which look the same way with the same field of view: one
/// that stands still where each of them was fitted to one frame. At least one. `aspect`: width / height.
Camera covering_camera(std::span<const Camera> cameras, float aspect);

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
