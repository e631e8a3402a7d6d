#pragma once

// A scene as plain values, without OpenGL: models with poses, camera, light and switches. Right-handed, MMD
// units.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "assets/image.h"
#include "base/diagnostic.h"
#include "model/model.h"
#include "model/vertex_range.h"
#include "pose/morphs.h"
#include "pose/pose.h"
#include "pose/vertex_morphs.h"
#include "scene/attachment.h"
#include "scene/background_picture.h"
#include "scene/bone_bounds.h"
#include "scene/camera.h"
#include "scene/effects.h"
#include "scene/material_state.h"
#include "skeleton/bone_manager.h"
#include "skin/skin_level.h"
#include "skin/skinning.h"

namespace mmd {

/// Decoded pictures by the model's texture index; null: missing or unreadable (drawn as white).
using TextureSet = std::vector<std::shared_ptr<const Image>>;

/// flat: textures and material colours without light, toon, sphere and specular; weights: of the highlighted
/// bone; bone_index: a colour per strongest bone; deform: a colour per weight type; uv: checker.
enum class Shading : std::uint8_t { mmd, normals, wire, flat, weights, bone_index, deform, uv, count };

/// Skinning by the vertex shader or by the CPU before drawing, equal up to rounding. automatic: the CPU for
/// software drivers, which then need not compile the skinning.
enum class Skinning : std::uint8_t { automatic, gpu, cpu };

/// Settings for drawing (docs/user/options.md).
struct RenderSettings {
  Shading shading = Shading::mmd;
  bool edge = true, toon = true, sphere = true;
  bool ground_shadow = true, self_shadow = true;  ///< for materials with these flags
  float ground_shadow_brightness = 1.0f;          ///< factor of its colour, which is the light's
  bool opaque_ground_shadow = false;              ///< translucent materials throw opaque shadows too
  /// MMD's modes of self shadow: 1 with soft outlines, 2 with sharp ones.
  std::uint8_t self_shadow_mode = 1;
  int self_shadow_size = 0;  ///< texels along each side of a shadow map; 0: chosen by the picture's size
  Skinning skinning = Skinning::automatic;
  bool skeleton = false;        ///< draw bones over the mesh
  bool operable_bones = false;  ///< only bones that the user can pose
  bool bodies = false;          ///< draw rigid bodies and joints over the mesh
  bool grid = false;            ///< draw lines on the ground, behind all models
  bool axes = false;            ///< draw the scene's axes, behind all models
  /// The subject's bone that is highlighted and whose weights are shown.
  std::int32_t highlight = none;
  Effects effects;
  std::int32_t focus = none;  ///< the subject's bone that Effects::depth_of_field names
  vec4 background{0.0f};      ///< straight alpha, 0-1; all zero is transparent
  std::shared_ptr<const BackgroundPicture> background_picture;  ///< over `background`; null: none

  /// Whether the background is opaque everywhere.
  bool has_opaque_background() const {
    return background.a >= 1.0f ||
           (background_picture && background_picture->image && !background_picture->image->has_alpha);
  }
  bool operator==(const RenderSettings& other) const = default;
};

/// MMD's initial light (semantics, "The MMD look"); `direction` is that of the rays, right-handed, unit.
struct Light {
  vec3 colour{0.6f};
  vec3 direction = glm::vec3(-0.40824829f, -0.81649658f, -0.40824829f);
};

/// The state of an actor's vertex stream, for copies of it: a copy of `version` is up to date, one of
/// `previous` needs only the vertices `changed`, any other needs all. 0 is the model's own stream; other
/// versions are unique among all actors.
struct StreamState {
  std::uint64_t version = 0, previous = 0;
  VertexRange changed;
};

/// Width of an edge of size 1 per unit of distance to the eye (measured on MMD's pictures; semantics, "The
/// MMD look").
inline constexpr float edge_width_per_distance = 0.00087f;

/// One model in the scene: its constants (model, textures), the user's settings (pose, switches) and the
/// results of evaluate() (palette, morphed positions). Not thread-safe.
class Actor {
 public:
  /// Starts visible, at rest and evaluated.
  Actor(std::shared_ptr<const Model> model, std::shared_ptr<const TextureSet> textures);

  const Model& model() const { return *model_; }
  const std::shared_ptr<const Model>& shared_model() const { return model_; }
  const TextureSet& textures() const { return *textures_; }
  const std::shared_ptr<const TextureSet>& shared_textures() const { return textures_; }
  /// Sets textures that were decoded later than the model.
  void set_textures(std::shared_ptr<const TextureSet> textures) { textures_ = std::move(textures); }

  Pose pose;
  EvaluationSwitches switches;
  bool morphs_enabled = true;
  bool visible = true;                     ///< whether it is drawn; it is evaluated anyway
  SkinLevel skin_level = SkinLevel::full;  ///< other levels than `full` are skinned on the CPU

  AccessorySettings accessory;  ///< opacity takes effect with the next evaluation
  /// Materials that are not drawn, whatever their morphs; ascending. Ignores indices that the model lacks.
  std::vector<std::int32_t> hidden_materials;

  /// The transforms that rigid bodies give bones (ScenePhysics); empty without physics.
  std::vector<DrivenBone> driven;
  /// Blend from rest (0) to the pose (1): rotations by slerp, translations linearly. Below 1 while
  /// ScenePhysics moves the bones from rest to the pose.
  double rest_blend = 1.0;
  /// Removes the effects of physics: from the next evaluation on, bones follow the pose.
  void clear_physics();

  /// Transforms of the rigid bodies in the scene, set by ScenePhysics, cleared by an evaluation. Empty:
  /// bodies follow their bones.
  std::vector<Affine> bodies;

  /// Updates all results below from pose, switches and driven bones.
  void evaluate();
  /// The same after only the pose of the bones `changed` changed since the last evaluation: evaluates only
  /// the bones that depend on them (all if bodies drive bones), with the same bits. Returns the number of
  /// placements of bones.
  std::size_t update(std::span<const std::int32_t> changed);
  /// Evaluates only the bones before physics, for bodies that follow them. Other results are outdated until
  /// `evaluate`.
  void evaluate_before_physics();
  /// The pose of that evaluation: `pose`, blended with rest by `rest_blend`.
  const Pose& blended_pose() const { return rest_blend < 1.0 ? part_.pose : pose; }
  /// After `evaluate_before_physics`: the bones as bodies drive them.
  void drive_bones();

  /// The transform from model space to the scene, applied after skinning. Only place() changes it.
  const Similarity& placement() const { return placement_; }
  void place(const Similarity& placement);

  const BoneManager& bones() const { return bones_; }
  /// A bone's transform in the scene, with placement().
  Affine bone_in_scene(std::int32_t bone) const;
  std::span<const Affine> palette() const { return bones_.palette(); }
  /// Rest positions after vertex morphs, model space; the state's version changes whenever they do.
  std::span<const vec3> positions() const { return positions_; }
  const StreamState& positions_state() const { return positions_state_; }
  /// Texture UV and additional UV 1 (empty if the model has none) after UV morphs.
  std::span<const vec2> uv() const;
  std::span<const vec4> uv1() const;
  /// Replaces additional UV 1 by `values`, one per vertex. Precondition: the model has it and no morphs for
  /// it.
  void set_uv1(std::span<const vec4> values);
  const StreamState& uv_state() const { return uv_state_; }
  const StreamState& uv1_state() const { return uv1_state_; }
  /// The model's materials after material morphs; hidden ones have no alpha.
  std::span<const MaterialState> materials() const { return materials_; }
  /// Effective morph weights (MorphState::effective()).
  std::span<const float> morph_weights() const { return morphs_.effective(); }
  /// Whether it is visible and has faces in a material that is not hidden.
  bool is_seen() const;
  /// The box of the skinned vertices of faces whose material is not hidden (all if all are hidden), without
  /// strays; scene space. Computed on the first call after an evaluation.
  Bounds posed_bounds() const;
  /// Vertices that posed_bounds() ignores because the pose moves them far from all others, without those
  /// astray at rest (stray_vertices.h).
  struct CarriedOff {
    std::size_t count = 0;
    std::uint32_t first = 0;
  };
  CarriedOff carried_off() const;
  /// A slightly larger box than posed_bounds(), without skinning all vertices: for clip planes in every frame
  /// of a motion. Computed on the first call after an evaluation.
  Bounds enclosing_bounds() const;
  /// The skinned positions of all vertices in the scene. Computed on the first call after an evaluation.
  std::span<const vec3> posed_positions() const;
  /// The skinned normals, unit or zero, scene space.
  std::span<const vec3> posed_normals() const;
  /// The level of the skinned vertices.
  SkinLevel posed_level() const { return posed_level_; }
  /// The plan for skinning; made on the first call.
  const std::shared_ptr<const SkinPlan>& skin_plan() const;
  /// The vertices of each material; found on the first call.
  const MaterialVertices& material_vertices() const;
  /// Uses a plan made elsewhere for a model with these vertices, of any level.
  void use_skin_plan(std::shared_ptr<const SkinPlan> plan) { skin_plan_ = std::move(plan); }
  /// A number that changes with every evaluation and placement, unique among all actors, never 0.
  std::uint64_t pose_version() const { return pose_version_; }
  /// The points that a bust or face view must contain, scene space: around the head, moved by its bone (頭),
  /// for a bust also at the shoulders, moved by the head's parent. Without a head bone the corners of the
  /// posed model's upper part.
  std::vector<vec3> points_around_head(View view) const;
  /// The vertices that hands or feet move, of which a view shows `view`; empty without such bones.
  std::vector<vec3> points_of_limbs(View view) const;
  /// The vertices that these bones move, or bones that hang on them or turn with them by append.
  std::vector<vec3> points_of_bones(std::vector<std::int32_t> bones) const;

 private:
  BoneInputs inputs();
  void update_streams();
  void note_evaluation();
  bool has_shown_faces() const;
  void skin() const;
  bool material_weights_changed() const;
  void update_materials();
  void place_skinned() const;
  template <class LeftOut>
  Bounds box_of_shown(LeftOut&& left_out) const;
  std::vector<bool> find_strays() const;

  std::shared_ptr<const Model> model_;
  std::shared_ptr<const TextureSet> textures_;
  BoneManager bones_;
  MorphState morphs_;
  /// The pose blended with rest by rest_blend.
  struct PartOfPose {
    Pose pose;
    std::vector<vec3> morph_translation;
    std::vector<quat> morph_rotation;
  };
  PartOfPose part_;
  std::vector<float> applied_weights_, zero_weights_;
  std::vector<vec3> positions_;
  std::vector<vec2> uv_;   ///< empty unless morphs can move it
  std::vector<vec4> uv1_;  ///< empty unless morphs or set_uv1() change it
  std::uint64_t pose_version_ = 0;
  Similarity placement_;
  StreamState positions_state_, uv_state_, uv1_state_;
  std::vector<MaterialState> materials_;
  std::vector<std::int32_t> applied_hidden_;  ///< the hidden_materials in materials_
  float applied_opacity_ = 1.0f;              ///< likewise
  BoneBounds bone_bounds_;
  mutable std::optional<Bounds> bounds_, enclosing_bounds_;
  mutable CarriedOff carried_off_;  ///< ignored for bounds_
  SkinLevel posed_level_ = SkinLevel::full;
  mutable std::shared_ptr<const SkinPlan> skin_plan_;
  mutable SkinWorkspace skin_workspace_;
  mutable std::optional<MaterialVertices> material_vertices_;
  mutable bool is_skinned_ = false;  ///< whether the two vectors below are up to date
  mutable std::vector<vec3> posed_positions_, posed_normals_;
};

/// A model in another pose, drawn as a tinted shape where the actors do not hide it. It has no shadow, and
/// cameras ignore it.
struct Ghost {
  std::unique_ptr<Actor> actor;
  vec4 colour{0.0f};  ///< straight alpha, at the outline; more transparent where the surface faces the eye
};

struct Scene {
  std::vector<std::unique_ptr<Actor>> actors;
  std::vector<Ghost> ghosts;  ///< in drawing order
  /// Attachment i belongs to actor i + 1.
  std::vector<Attachment> attachments;
  /// The actor with the highlighted bone; bust and face views show it.
  std::size_t subject = 0;
  /// The subject's selected bones: drawn red, the highlighted one brighter.
  std::vector<std::int32_t> selected_bones;
  Camera camera;
  Light light;
  RenderSettings settings;

  /// The box of the models that are seen; of all actors that are seen, accessories too, if no model is; of
  /// all if none is; a unit box around the origin without actors. Cameras fit it.
  Bounds posed_bounds() const;
  /// A box around all actors that are seen, or all if none is, from their enclosing_bounds().
  Bounds enclosing_bounds() const;
};

/// The bounds for a view's camera: of all actors, or for bust and face of the subject.
Bounds bounds_for(const Scene& scene, View view);
/// Warnings about vertices that cameras with these bounds ignore, one per actor.
Diagnostics framing_warnings(const Scene& scene);
/// The points for a bust or face view's camera; empty for other views, which use the bounds.
std::vector<vec3> points_for(const Scene& scene, View view);
/// The points that a camera close to bones must contain; not empty. `bones`: at least one.
std::vector<vec3> points_around(const Actor& actor, std::span<const std::int32_t> bones);

}  // namespace mmd
