#pragma once

// What is shown, as plain values, without OpenGL: models with their pose, camera, light and switches.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "assets/image.h"
#include "model/model.h"
#include "pose/morphs.h"
#include "pose/pose.h"
#include "scene/camera.h"
#include "skeleton/bone_manager.h"

namespace mmd {

/// Decoded pictures by texture index of the model; null where a texture is missing or unreadable (drawn as
/// white).
using TextureSet = std::vector<std::shared_ptr<const Image>>;

enum class Shading : std::uint8_t { mmd, normals, wire };

/// What is drawn and how (cli.md "Picture options").
struct RenderSettings {
  Shading shading = Shading::mmd;
  bool edge = true, toon = true, sphere = true;
  bool skeleton = false;          ///< bones drawn over the mesh
  std::int32_t highlight = none;  ///< bone that stands out in the skeleton overlay
  vec4 background{0.0f};          ///< straight alpha, 0-1; all zero is transparent
};

/// Light as MMD starts with (semantics, "The MMD look"); direction is where it shines to, right-handed, unit.
struct Light {
  vec3 colour{154.0f / 255.0f};
  vec3 direction = glm::vec3(-0.40824829f, -0.81649658f, -0.40824829f);
};

/// One model in the scene: what does not change (model, textures), what the user sets (pose, switches), and
/// what follows from it (palette, morphed positions).
class Actor {
 public:
  Actor(std::shared_ptr<const Model> model, std::shared_ptr<const TextureSet> textures);

  const Model& model() const { return *model_; }
  const std::shared_ptr<const Model>& shared_model() const { return model_; }
  const TextureSet& textures() const { return *textures_; }
  const std::shared_ptr<const TextureSet>& shared_textures() const { return textures_; }

  Pose pose;
  EvaluationSwitches switches;
  bool morphs_enabled = true;

  /// Brings everything below up to date with pose and switches.
  void evaluate();

  const BoneManager& bones() const { return bones_; }
  std::span<const Affine> palette() const { return bones_.palette(); }
  /// Rest positions after vertex morphs; `positions_version` changes whenever they do.
  std::span<const vec3> positions() const { return positions_; }
  std::uint64_t positions_version() const { return positions_version_; }
  std::span<const float> morph_weights() const { return morphs_.effective(); }
  /// Box of the skinned vertices that faces use; computed when first asked for after an evaluation.
  Bounds posed_bounds() const;
  /// The skinned positions themselves, all vertices; computed and kept together with the bounds.
  std::span<const vec3> posed_positions() const;
  /// Model-space position of the head bone (頭), if the model has one.
  std::optional<vec3> head_position() const;

 private:
  std::shared_ptr<const Model> model_;
  std::shared_ptr<const TextureSet> textures_;
  BoneManager bones_;
  MorphState morphs_;
  std::vector<float> applied_weights_, zero_weights_;
  std::vector<vec3> positions_;
  std::uint64_t positions_version_ = 1;
  mutable std::optional<Bounds> bounds_;
  mutable std::vector<vec3> posed_positions_, posed_normals_;
};

struct Scene {
  std::vector<std::unique_ptr<Actor>> actors;
  Camera camera;
  Light light;
  RenderSettings settings;

  /// Box of all actors; a unit box around the origin when there is nothing.
  Bounds posed_bounds() const;
};

/// The camera that `view` names on the posed first actor of the scene (camera_for with its vertices and
/// head).
Camera fitted_camera(const Scene& scene, View view, float aspect, float fov_degrees);

}  // namespace mmd
