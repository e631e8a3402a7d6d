#pragma once

// What is shown, as plain values, without OpenGL: models with their pose, camera, light and switches.

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
#include "scene/material_state.h"
#include "skeleton/bone_manager.h"
#include "skin/skin_level.h"
#include "skin/skinning.h"

namespace mmd {

/// Decoded pictures by texture index of the model; null where a texture is missing or unreadable (drawn as
/// white).
using TextureSet = std::vector<std::shared_ptr<const Image>>;

/// flat: textures and material colours without light, toon, sphere and specular; weights: how much the
/// highlighted bone moves; bone_index: a colour per strongest bone; deform: BDEF1/2/4, SDEF, QDEF; uv:
/// checker.
enum class Shading : std::uint8_t { mmd, normals, wire, flat, weights, bone_index, deform, uv, count };

/// Who moves the vertices: the vertex shader, or the CPU before drawing. The picture is the same up to
/// rounding. Automatic: the CPU where the driver runs on it too, for it need not compile the skinning then.
enum class Skinning : std::uint8_t { automatic, gpu, cpu };

/// What is drawn and how (cli.md "Picture options").
struct RenderSettings {
  Shading shading = Shading::mmd;
  bool edge = true, toon = true, sphere = true;
  bool ground_shadow = true, self_shadow = true;  ///< of the materials that have the flags
  /// MMD's two kinds of self shadow: 1 with soft outlines, 2 with sharp ones.
  std::uint8_t self_shadow_mode = 1;
  int self_shadow_size = 0;  ///< texels along each side of a shadow map; 0: as many as the picture is worth
  Skinning skinning = Skinning::automatic;
  bool skeleton = false;        ///< bones drawn over the mesh, the highlighted one too
  bool operable_bones = false;  ///< of these only the ones that the user moves
  bool bodies = false;          ///< rigid bodies and joints drawn over the mesh
  bool grid = false;            ///< lines on the ground, behind all models
  bool axes = false;            ///< the scene's axes, likewise
  /// Bone of the scene's subject that stands out in the overlay and whose weights are shown.
  std::int32_t highlight = none;
  vec4 background{0.0f};  ///< straight alpha, 0-1; all zero is transparent
  std::shared_ptr<const BackgroundPicture> background_picture;  ///< over that; null: none

  /// Whether nothing shows through behind the models.
  bool has_opaque_background() const {
    return background.a >= 1.0f ||
           (background_picture && background_picture->image && !background_picture->image->has_alpha);
  }
  bool operator==(const RenderSettings& other) const = default;
};

/// Light as MMD starts with (semantics, "The MMD look"); direction is where it shines to, right-handed, unit.
struct Light {
  vec3 colour{0.6f};
  vec3 direction = glm::vec3(-0.40824829f, -0.81649658f, -0.40824829f);
};

/// Which state of a vertex stream an actor has, for whoever keeps a copy of it: a copy of `version` is up to
/// date, one of `previous` lacks only what is in `changed`, any other lacks everything. 0 is the model's own
/// stream; other versions are unique among all actors.
struct StreamState {
  std::uint64_t version = 0, previous = 0;
  VertexRange changed;
};

/// Width of an edge of size 1, per unit of distance to the eye (measured on MMD's pictures; semantics,
/// "Edge").
inline constexpr float edge_width_per_distance = 0.00087f;

/// One model in the scene: what does not change (model, textures), what the user sets (pose, switches), and
/// what follows from it (palette, morphed positions).
class Actor {
 public:
  /// Starts visible, at rest and evaluated.
  Actor(std::shared_ptr<const Model> model, std::shared_ptr<const TextureSet> textures);

  const Model& model() const { return *model_; }
  const std::shared_ptr<const Model>& shared_model() const { return model_; }
  const TextureSet& textures() const { return *textures_; }
  const std::shared_ptr<const TextureSet>& shared_textures() const { return textures_; }
  /// For textures that were decoded after the model was shown.
  void set_textures(std::shared_ptr<const TextureSet> textures) { textures_ = std::move(textures); }

  Pose pose;
  EvaluationSwitches switches;
  bool morphs_enabled = true;
  bool visible = true;                     ///< whether it is drawn; it is evaluated anyway
  SkinLevel skin_level = SkinLevel::full;  ///< other levels are for the CPU, whoever else would skin

  /// Materials that are not drawn, whatever morphs say; ascending. Those that the model lacks do not count.
  std::vector<std::int32_t> hidden_materials;

  /// What rigid bodies give bones (ScenePhysics); empty without physics.
  std::vector<DrivenBone> driven;
  /// How far the bones have come from rest to the pose, 0-1: rotations by slerp, translations in proportion.
  /// Less than 1 while bodies are led to a pose.
  double rest_blend = 1.0;
  /// From the next evaluation on, bones follow the pose alone, and all of it.
  void clear_physics();

  /// Where physics has the rigid bodies, in the scene's space (ScenePhysics). An evaluation forgets it:
  /// empty, they go with their bones.
  std::vector<Affine> bodies;

  /// Brings everything below up to date with pose, switches and what drives bones.
  void evaluate();
  /// The same after nothing but the pose of these bones changed since the last evaluation: only what depends
  /// on them, to the same bits. Returns how many times a bone was placed. What bodies drive is evaluated
  /// whole.
  std::size_t update(std::span<const std::int32_t> changed);
  /// Of it only what bodies follow: the bones, as they are before physics. Until `evaluate`, they are not
  /// those that are shown.
  void evaluate_before_physics();
  /// The pose of that evaluation: `pose`, blended with rest by `rest_blend`.
  const Pose& blended_pose() const { return rest_blend < 1.0 ? part_.pose : pose; }
  /// After `evaluate_before_physics`: the bones as bodies drive them.
  void drive_bones();

  /// From the model's own space to the scene's; applied after skinning. The same unless it is changed here.
  const Similarity& placement() const { return placement_; }
  void place(const Similarity& placement);

  const BoneManager& bones() const { return bones_; }
  /// A bone's transform in the scene's space; only there does `placement` count.
  Affine bone_in_scene(std::int32_t bone) const;
  std::span<const Affine> palette() const { return bones_.palette(); }
  /// Rest positions after vertex morphs; `positions_version` changes whenever they do.
  std::span<const vec3> positions() const { return positions_; }
  std::uint64_t positions_version() const { return positions_state_.version; }
  const StreamState& positions_state() const { return positions_state_; }
  /// Texture UV and additional UV 1 (empty if the model has none) after UV morphs.
  std::span<const vec2> uv() const;
  std::span<const vec4> uv1() const;
  /// Puts other values, one per vertex, in the place of additional UV 1 of a model that has it and no morphs
  /// that move it.
  void set_uv1(std::span<const vec4> values);
  const StreamState& uv_state() const { return uv_state_; }
  const StreamState& uv1_state() const { return uv1_state_; }
  /// The model's materials after material morphs; hidden ones have no alpha.
  std::span<const MaterialState> materials() const { return materials_; }
  /// Effective morph weights (MorphState::effective()).
  std::span<const float> morph_weights() const { return morphs_.effective(); }
  /// Whether anything of it is drawn: it is visible and has faces in a material that is not hidden.
  bool is_seen() const;
  /// Box of the skinned vertices that faces use whose material is not hidden, or all if all are; in the
  /// scene's space. Without those astray. Computed when first asked for after an evaluation.
  Bounds posed_bounds() const;
  /// Which vertices posed_bounds() leaves out because the pose carries them far from all others; those that
  /// are astray at rest (stray_vertices.h) do not count.
  struct CarriedOff {
    std::size_t count = 0;
    std::uint32_t first = 0;
  };
  CarriedOff carried_off() const;
  /// A box that holds posed_bounds() and is a little larger, without skinning every vertex: for planes of the
  /// camera and the like, in every frame of a motion. Computed when first asked for after an evaluation, too.
  Bounds enclosing_bounds() const;
  /// The skinned and placed positions themselves, all vertices; computed when first asked for after an
  /// evaluation.
  std::span<const vec3> posed_positions() const;
  /// Their normals, unit or zero.
  std::span<const vec3> posed_normals() const;
  /// The level at which they are skinned.
  SkinLevel posed_level() const { return posed_level_; }
  /// What they are skinned by; made when first wanted.
  const std::shared_ptr<const SkinPlan>& skin_plan() const;
  /// Which vertices each material has; found when first asked for.
  const MaterialVertices& material_vertices() const;
  /// Takes over a plan that was made elsewhere for a model with these vertices, at whatever level.
  void use_skin_plan(std::shared_ptr<const SkinPlan> plan) { skin_plan_ = std::move(plan); }
  /// Another number after every evaluation and change of place, unique among all actors; never 0.
  std::uint64_t pose_version() const { return pose_version_; }
  /// What a bust or face picture is to hold: points around the head, carried by its bone (頭), and for a bust
  /// those at the shoulders, carried by the bone that carries the head. Without such a bone the corners of
  /// the posed model's upper part.
  std::vector<vec3> points_around_head(View view) const;

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
  std::vector<vec2> uv_;   ///< empty unless morphs can move them
  std::vector<vec4> uv1_;  ///< likewise
  std::uint64_t pose_version_ = 0;
  Similarity placement_;
  StreamState positions_state_, uv_state_, uv1_state_;
  std::vector<MaterialState> materials_;
  std::vector<std::int32_t> applied_hidden_;  ///< hidden_materials, as materials_ has them
  BoneBounds bone_bounds_;
  mutable std::optional<Bounds> bounds_, enclosing_bounds_;
  mutable CarriedOff carried_off_;  ///< of bounds_
  SkinLevel posed_level_ = SkinLevel::full;
  mutable std::shared_ptr<const SkinPlan> skin_plan_;
  mutable SkinWorkspace skin_workspace_;
  mutable std::optional<MaterialVertices> material_vertices_;
  mutable bool is_skinned_ = false;  ///< whether the two below are of this evaluation
  mutable std::vector<vec3> posed_positions_, posed_normals_;
};

/// A model in another pose, drawn over the actors as a tinted shape where they do not hide it. It throws no
/// shadow and counts for no camera.
struct Ghost {
  std::unique_ptr<Actor> actor;
  vec4 colour{0.0f};  ///< straight alpha, of its outline; thinner where it faces the eye
};

struct Scene {
  std::vector<std::unique_ptr<Actor>> actors;
  std::vector<Ghost> ghosts;  ///< in the order in which they are drawn
  /// Of the actors after the first, in their order: how they hang on those before them, or where they stand.
  std::vector<Attachment> attachments;
  /// The actor that the picture is about: the highlighted bone is its, and so are bust and face.
  std::size_t subject = 0;
  /// Bones of the subject that are selected: drawn red where bones are drawn, the highlighted one brighter.
  std::vector<std::int32_t> selected_bones;
  Camera camera;
  Light light;
  RenderSettings settings;

  /// Box of the actors that are seen, or of all if none is; a unit box around the origin when there is
  /// nothing.
  Bounds posed_bounds() const;
  /// The same of their enclosing_bounds().
  Bounds enclosing_bounds() const;
};

/// What the camera that `view` names has to show: all actors, or for bust and face the subject.
Bounds bounds_for(const Scene& scene, View view);
/// What a camera that goes by those bounds leaves out of account, a warning per actor.
Diagnostics framing_warnings(const Scene& scene);
/// More exactly where it is to fill the picture: for bust and face. Empty: the bounds will do.
std::vector<vec3> points_for(const Scene& scene, View view);

}  // namespace mmd
