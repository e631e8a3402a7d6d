#pragma once

// A user's choices about evaluation, physics, camera and light, for command line and window. RenderSettings
// (scene.h) has those about the picture.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/math.h"
#include "physics/physics_world.h"
#include "scene/camera.h"
#include "skin/skin_level.h"

namespace mmd {

/// Parts of the evaluation that run, for all models.
struct Evaluation {
  bool append = true, ik = true, morphs = true;
  SkinLevel skin_level = SkinLevel::full;

  bool operator==(const Evaluation& other) const = default;
};

/// Weights by the morphs' names.
using NamedMorphs = std::vector<std::pair<std::string, float>>;

/// Whether and how rigid bodies are simulated (semantics, "Beginning, and a held pose").
struct PhysicsChoice {
  std::optional<bool> on;  ///< unset: the command's default
  PhysicsSettings settings;
  /// Steps over which the bones move from rest to a held pose; 0: at once.
  int warm_up_steps = 120;
  /// Simulated seconds for which the pose is then held.
  float settle_seconds = 3.0f;
  /// Total steps including the warm-up, in place of settle_seconds.
  std::optional<int> steps;
  /// The frame of a motion at which simulation starts; unset: its beginning, in the window the current frame.
  std::optional<double> first_frame;
  bool shared = false;  ///< one world for all models of a scene

  /// Total steps for a held pose.
  int total_steps() const;
};

/// Whether and how a motion is baked (export/bake.h).
struct BakeChoice {
  bool on = false;
  double rate = 30.0;   ///< samples per second, at least 1; a VMD has at most 30
  float error = 1e-3f;  ///< largest error of a bone from dropped keys, MMD units; 0: drops none
};

/// The camera of a picture.
struct CameraChoice {
  std::optional<View> view;  ///< unset: the motion's camera, or View::fit without one
  /// Eye and target in MMD's left-handed space, MMD units; overrides `view`.
  std::optional<std::array<float, 6>> eye_and_target;
  std::optional<float> fov_degrees;  ///< vertical; unset: the motion's, or default_fov_degrees
  bool orthographic = false;
  std::optional<float> roll_degrees;  ///< unset: the view's or the motion's

  /// Whether to use a motion's camera, if it has one.
  bool follows_motion() const { return !view && !eye_and_target; }
};

/// In pixels.
struct PictureSize {
  int width = 1024, height = 1024;
  float aspect() const { return static_cast<float>(width) / static_cast<float>(height); }
};

/// What a figure looks at, and how much head and neck turn with the eyes.
struct LookAt {
  enum class At : std::uint8_t { camera, bone, point };
  At at = At::camera;
  std::size_t model = 1;  ///< number of the model with the bone
  std::string bone;
  vec3 point{0.0f};                ///< MMD's left-handed space, MMD units
  float head = 0.0f, neck = 0.0f;  ///< shares of the whole angle, 0-1

  bool operator==(const LookAt& other) const = default;
};

/// The light; unset values are the motion's or MMD's.
struct LightChoice {
  std::optional<vec3> direction;  ///< of the light's rays, MMD's left-handed space, not zero
  std::optional<vec3> colour;     ///< 0-1
  bool follows_camera = false;    ///< the direction is for a camera that looks along +Z, and turns with it

  bool operator==(const LightChoice& other) const = default;
};

}  // namespace mmd
