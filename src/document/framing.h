#pragma once

// The framing of a picture: placement of models, camera, light, render settings and background.

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

/// A single view, or one picture of a turn around the model.
enum class Framing : std::uint8_t { still, turntable };

/// The chosen camera for an evaluated scene; without a chosen one, the motion's camera in `state` if there is
/// one. `aspect`: width / height of the picture. With Framing::turntable, a fitted camera fits every angle.
Camera camera_for(const CameraChoice& choice, const PosedState& state, const Scene& scene, float aspect,
                  Framing framing = Framing::still);

/// Whether camera_for() fits the camera to the scene's content.
bool is_fitted(const CameraChoice& choice, const PosedState& state);

/// Rotates a camera about the vertical axis through its target. `angle`: radians, counter-clockwise from
/// above.
Camera turned(Camera camera, float angle);

/// The chosen light, else the motion's light in `state`, else MMD's default.
Light light_for(const LightChoice& choice, const PosedState& state);
/// A usual direction of the light's rays, MMD's left-handed space, and its name for `--light`.
struct NamedLight {
  std::string_view name;
  vec3 direction;
};
std::span<const NamedLight> named_lights();
/// The angle in radians by which a light is turned that follows the camera: 0 for one that looks along MMD's
/// +Z, or straight up or down.
float light_turn(const Camera& camera);
/// A direction turned about the vertical axis by that angle.
vec3 turned(const vec3& direction, float angle);
/// The light, turned with the camera if it follows it: about the vertical axis, so that it stays above.
Light light_for(const LightChoice& choice, const PosedState& state, const Camera& camera);

/// A place for another model, in scene space and MMD units: to the right of all actors as seen from the
/// front, far enough that outstretched arms do not overlap. The origin for an empty scene.
vec3 place_beside(const Scene& scene, const Model& model);

/// The nearest camera that sees everything that all given cameras see. They must share view direction and
/// field of view, and there must be at least one. It is the static camera for cameras that were each fitted
/// to one frame. `aspect`: width / height.
Camera covering_camera(std::span<const Camera> cameras, float aspect);

/// Copies the settings and highlights the named bone; an empty or unknown name highlights none.
RenderSettings settings_for(const RenderSettings& look, const std::string& highlight, const Model& model);
/// The bone that `--depth-of-field` names, for "face" that of an eye or of the head; none: the model lacks
/// it.
std::int32_t bone_in_focus(const Model& model, const std::string& name);

/// Whether the shading shows bone weights but no bone is named.
bool lacks_bone_for_weights(const RenderSettings& look, const std::string& highlight);

/// Reads and decodes a picture in any texture format, reduced to fit the texture memory limit. Errors name
/// the file: it cannot be read, is not a picture or is too large.
Result<std::shared_ptr<const BackgroundPicture>> load_background_picture(const std::string& file);

/// Loads the picture that the settings name unless it is loaded already.
Result<void> load_background_picture(RenderSettings& look);

/// Whether a file name has the extension of a picture.
bool has_picture_extension(std::string_view file);

}  // namespace mmd
