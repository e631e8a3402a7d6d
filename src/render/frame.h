#pragma once

#include "render/gpu_model.h"
#include "render/program.h"
#include "render/textures.h"
#include "render/tiles.h"
#include "scene/scene.h"

namespace mmd {

/// The shadow map of a picture and how to look it up (shaders/model.*).
struct SelfShadow {
  GLuint map = 0;            ///< 0: no self shadow
  mat4 to_texture{1.0f};     ///< scene space to UV and depth of the map
  vec4 constants{0.0f};      ///< uniform `shadow`
  float offset = 0.0f;       ///< how far off the surface it is looked up, model units
  bool shares_taps = false;  ///< whether four samples of a pixel share the filter (SHARED_TAPS)
};

/// What all passes of one picture share.
struct Frame {
  const Scene& scene;
  int width = 0, height = 0;  ///< of the whole picture: pixels that are drawn
  int factor = 1;             ///< of these to one pixel of the picture, along each axis
  mat4 view{1.0f}, view_projection{1.0f};
  SelfShadow self_shadow;
  Tile tile;      ///< what of the picture is drawn; view_projection is the tile's
  Bounds bounds;  ///< of all that stands in the scene, shadows on the ground apart
  /// Whether each material is drawn with the program and the state that are cheapest for it. The picture is
  /// the same. Not worth it for a single small picture: drivers compile for each.
  bool specialised = false;
  bool needs_alpha = false;  ///< of textures, whatever the shading

  /// The highlighted bone, for its model; none for the others.
  std::int32_t highlight_of(const Actor& actor) const {
    return is_subject(actor) ? scene.settings.highlight : none;
  }
  bool is_subject(const Actor& actor) const {
    return scene.subject < scene.actors.size() && scene.actors[scene.subject].get() == &actor;
  }
};

/// One actor and what of it is on the GPU.
struct ActorOnGpu {
  const Actor& actor;
  GpuModel& model;
  const GpuTextures& textures;
};

/// Of materials that are drawn as points: pixels. As with edges, the edge size counts and the picture's
/// height. 1 for others.
float point_size(const Frame& frame, const Material& material, const MaterialState& state);

/// Draws both sides of double-sided materials and the front of others.
void set_culling(bool is_double_sided);

/// What of a material counts for passes that draw no more than its outline.
struct AlphaState {
  GLuint base = 0;
  bool is_double_sided = false;
  bool operator==(const AlphaState&) const = default;
};
AlphaState alpha_state(const Material& material, const GpuTextures& textures);
/// ProgramFeature bits of the cheapest program for it. `specialised`: as Frame's.
inline unsigned alpha_features(const AlphaState& state, bool specialised) {
  return specialised && state.base == 0 ? unsigned{feature_opaque} : unsigned{feature_none};
}
void set_alpha_state(const AlphaState& state, const CommonTextures& common);

/// Binds a texture, or `otherwise` if it is 0.
void bind_map(TextureUnit unit, GLuint texture, GLuint otherwise);

/// Faces in material order, shaded as the settings say.
Result<void> draw_model_pass(Programs& programs, CommonTextures& common, const Frame& frame,
                             const ActorOnGpu& what);
/// The same faces into the depth buffer alone: they hide the lines behind them of a wire picture.
Result<void> draw_depth_pass(Programs& programs, CommonTextures& common, const Frame& frame,
                             const ActorOnGpu& what);
/// The outlines of the materials that have one.
Result<void> draw_edge_pass(Programs& programs, const Frame& frame, const ActorOnGpu& what);
/// A ghost, behind where it stands by a little.
Result<void> draw_ghost_pass(Programs& programs, CommonTextures& common, const Frame& frame,
                             const ActorOnGpu& what, const vec4& colour);
/// A box that holds the ground shadow of what is in `bounds` too.
Bounds with_ground_shadow(const Bounds& bounds, const vec3& light);
/// What shades the ground, flattened onto it. Of all actors, with one stencil buffer: nothing is shaded
/// twice.
Result<void> draw_ground_shadow_pass(Programs& programs, CommonTextures& common, const Frame& frame,
                                     const ActorOnGpu& what);

}  // namespace mmd
