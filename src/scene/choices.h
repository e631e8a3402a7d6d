#pragma once

// What a person chooses about evaluation, camera and light, as plain values; the choices about the picture
// are RenderSettings (scene.h). The options of the command line hold one of each, and so do the window's
// panels.

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

/// Which parts of the evaluation run, and on top of which morph weights.
struct EvaluationChoice {
  bool append = true, ik = true, morphs = true;
  /// By the morph's name; laid over poses and motions.
  std::vector<std::pair<std::string, float>> morph_weights;
  SkinLevel skin_level = SkinLevel::full;
  std::vector<std::int32_t> hidden_materials;  ///< of the document's model, ascending

  bool operator==(const EvaluationChoice& other) const = default;
};

/// Whether and how rigid bodies are simulated (semantics, "Physics").
struct PhysicsChoice {
  std::optional<bool> on;  ///< unset: as the command has it
  PhysicsSettings settings;
  /// Steps over which a held pose is reached from rest; 0: at once.
  int warm_up_steps = 120;
  /// Seconds for which it is held then.
  float settle_seconds = 3.0f;
  /// Instead of these seconds: all steps, those of the warm-up among them.
  std::optional<int> steps;
  /// Of a motion, from which bodies are played along; unset: from its start, in the window from where it is.
  std::optional<double> first_frame;
  bool shared = false;  ///< one world for all models of a scene

  /// All steps that a held pose takes.
  int total_steps() const;
};

/// Whether and how a motion is baked (export/bake.h).
struct BakeChoice {
  bool on = false;
  double rate = 30.0;   ///< samples a second, from 1; a motion of MMD's has no more than 30 frames
  float error = 1e-3f;  ///< how far keys that are left out may take a bone, MMD units; 0: none is left out
};

/// Where the picture is taken from.
struct CameraChoice {
  std::optional<View> view;  ///< unset: the motion's camera, or View::fit without one
  /// Eye and target in MMD's left-handed space; goes before `view`.
  std::optional<std::array<float, 6>> eye_and_target;
  std::optional<float> fov_degrees;  ///< vertical; unset: the motion's, or default_fov_degrees
  bool orthographic = false;
  std::optional<float> roll_degrees;  ///< unset: as the view or the motion has it

  /// Whether a motion's camera is taken where there is one.
  bool follows_motion() const { return !view && !eye_and_target; }
};

/// In pixels.
struct PictureSize {
  int width = 1024, height = 1024;
  float aspect() const { return static_cast<float>(width) / static_cast<float>(height); }
};

/// The light, where it is not to be the motion's or MMD's own.
struct LightChoice {
  std::optional<vec3> direction;  ///< where it shines to, in MMD's left-handed space, not zero
  std::optional<vec3> colour;     ///< 0-1

  bool operator==(const LightChoice& other) const = default;
};

}  // namespace mmd
