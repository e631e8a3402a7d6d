#pragma once

#include <functional>
#include <utility>

#include "base/errors.h"
#include "render/drawn_picture.h"
#include "render/gpu_model.h"
#include "render/program.h"
#include "render/textures.h"
#include "render/tiles.h"
#include "scene/scene.h"

namespace mmd {

/// The shadow map for an actor and the constants of its lookup (shaders/model.*).
struct SelfShadow {
  GLuint map = 0;            ///< 0: no self shadow
  mat4 to_texture{1.0f};     ///< scene space to UV and depth of the map
  vec4 constants{0.0f};      ///< uniform `shadow`
  float offset = 0.0f;       ///< distance of the lookup from the surface, MMD units
  bool shares_taps = false;  ///< four samples of a pixel share the filter (SHARED_TAPS)
};

/// Data that all passes of one picture share. Drawn pixels: those of the framebuffer, before averaging.
struct Frame {
  const Scene& scene;
  int width = 0, height = 0;  ///< size of the whole picture, drawn pixels
  int factor = 1;             ///< drawn pixels per pixel of the finished picture, along each axis
  mat4 view{1.0f}, projection{1.0f}, view_projection{1.0f};
  SelfShadow self_shadow;
  Tile tile;      ///< the part of the picture that is drawn; view_projection (not projection) is for it
  Bounds bounds;  ///< bounds of the scene without shadows on the ground
  /// Draws each material with its cheapest program and state (is_worth_programs). The picture is the same.
  bool specialised = false;
  bool needs_alpha = false;  ///< load textures for their alpha, whatever the shading

  /// The highlighted bone if the actor is the subject, else none.
  std::int32_t highlight_of(const Actor& actor) const {
    return is_subject(actor) ? scene.settings.highlight : none;
  }
  bool is_subject(const Actor& actor) const {
    return scene.subject < scene.actors.size() && scene.actors[scene.subject].get() == &actor;
  }
};

/// Calls `draw_one`, which returns Result<void>, for the visible actors in the order in which they are drawn.
template <class DrawOne>
Result<void> for_visible_actors(const Scene& scene, DrawOne draw_one) {
  for (const bool first : {true, false})
    for (const auto& actor : scene.actors)
      if (actor->visible && actor->accessory.is_drawn_first == first) MMD_TRY(draw_one(*actor));
  return {};
}

/// One actor and its model and textures on the GPU.
struct ActorOnGpu {
  const Actor& actor;
  GpuModel& model;
  const GpuTextures& textures;
};

/// Point size in drawn pixels, from the material's edge size and the picture's height; 1 for other materials.
float point_size(const Frame& frame, const Material& material, const MaterialState& state);

/// Draws both sides of double-sided materials and only the front of others.
void set_culling(bool is_double_sided);

/// The image of an actor's texture if it has alpha; else null.
std::shared_ptr<const Image> translucent_image(const Actor& actor, std::int32_t index);

/// Whether a material is drawn as triangles rather than as points or lines.
inline bool is_drawn_as_faces(const Material& material) {
  return !material.has(pmx::material_points) && !material.has(pmx::material_lines);
}

/// Whether `test(material, state)` is true for a material of the actor.
template <class Test>
bool any_material(const Actor& actor, Test test) {
  const auto& materials = actor.model().materials;
  for (std::size_t i = 0; i < materials.size(); ++i)
    if (test(materials[i], actor.materials()[i])) return true;
  return false;
}

/// Draws an actor's materials in order, neighbours with the same state in one call. `state_of(i)`: an
/// optional with the state of material i; nullopt skips the material. `use(state)`: sets a state, returns
/// Result<void>. `points`: the frame for point_size(); null draws points one pixel large.
template <class StateOf, class Use>
Result<void> draw_materials(const ActorOnGpu& what, const Frame* points, StateOf state_of, Use use) {
  const auto& materials = what.actor.model().materials;
  DrawRun run(what.model);
  bool is_first = true;
  typename decltype(state_of(std::size_t{0}))::value_type current{};
  for (std::size_t i = 0; i < materials.size(); ++i) {
    const auto state = state_of(i);
    if (!state) continue;
    if (is_first || *state != current) {
      run.flush();
      MMD_TRY(use(*state));
      current = *state;
      is_first = false;
    }
    run.add(i, points != nullptr ? point_size(*points, materials[i], what.actor.materials()[i]) : 1.0f);
  }
  run.flush();
  return {};
}

/// The state of a material for passes that draw only its silhouette.
struct AlphaState {
  GLuint base = 0;
  bool is_double_sided = false;
  bool operator==(const AlphaState&) const = default;
};
AlphaState alpha_state(const Material& material, const GpuTextures& textures);
/// ProgramFeature bits of the cheapest program for a state. `specialised`: as Frame::specialised.
inline unsigned alpha_features(const AlphaState& state, bool specialised) {
  return specialised && state.base == 0 ? unsigned{feature_opaque} : unsigned{feature_none};
}
void set_alpha_state(const AlphaState& state, const CommonTextures& common);

/// Binds a texture; `otherwise` if it is 0.
void bind_map(TextureUnit unit, GLuint texture, GLuint otherwise);

/// Draws the faces in material order with the shading of the settings.
Result<void> draw_model_pass(Programs& programs, CommonTextures& common, const Frame& frame,
                             const ActorOnGpu& what);
/// Draws the same faces into the depth buffer only, to hide lines behind them in wire pictures.
Result<void> draw_depth_pass(Programs& programs, CommonTextures& common, const Frame& frame,
                             const ActorOnGpu& what);
/// Draws the outlines of the materials that have one.
Result<void> draw_edge_pass(Programs& programs, const Frame& frame, const ActorOnGpu& what);
/// Draws a ghost slightly behind its place.
Result<void> draw_ghost_pass(Programs& programs, CommonTextures& common, const Frame& frame,
                             const ActorOnGpu& what, const vec4& colour);
/// A box that contains `bounds` and its shadow on the ground. `light`: direction of the light.
Bounds with_ground_shadow(const Bounds& bounds, const vec3& light);
/// Draws an actor flattened onto the ground. Actors share a stencil buffer, so no pixel is shaded twice.
Result<void> draw_ground_shadow_pass(Programs& programs, CommonTextures& common, const Frame& frame,
                                     const ActorOnGpu& what);

/// Line width of wire pictures in drawn pixels: a share of the average edge of the actor's triangles, so that
/// fine meshes stay readable; at most one pixel or 1/1024 of the picture's height, whichever is more.
float wire_width(const Frame& frame, const Actor& actor);

/// Whether the scene contains lines, which are one drawn pixel wide and too thin with supersampling.
bool draws_lines(const Scene& scene);

/// Distance in drawn pixels that points and lines reach beyond their centres; 0 without points and lines.
/// Tiles are drawn wider by it, because drivers skip points and lines whose centres are outside.
int reach_of_marks(const Frame& frame);

/// Alpha for lines of a width below one pixel, which OpenGL cannot draw. Most edges belong to two triangles
/// and are drawn twice; both together cover the width.
float alpha_of_width(float width);
void set_line_width(float width);

/// Draws the background picture (RenderSettings::background_picture) over the background colour.
class BackgroundPass {
 public:
  /// Must be the first pass of a picture; fills the whole tile.
  Result<void> draw(Programs& programs, TextureCache& cache, const Frame& frame);

 private:
  TextureCache::Shared texture_;  ///< kept for the next frame
  gl::VertexArray vertex_array_;
  gl::Sampler sampler_;
};

/// Writes the number of the visible triangle of an actor to each pixel where the material's alpha is at least
/// `cutoff`. `first`: the number of the actor's first triangle.
Result<void> draw_surface_pass(Programs& programs, CommonTextures& common, const Frame& frame,
                               const ActorOnGpu& what, float cutoff, std::uint32_t first);

/// An off-screen target for face numbers, one sample per pixel, with a depth buffer.
class SurfaceTarget {
 public:
  /// Draws a picture in tiles of `side` pixels (0: one tile) and reads it back. `draw` draws a tile's frame.
  Result<SurfaceImage> render(const Frame& frame, int side,
                              const std::function<Result<void>(const Frame& tile)>& draw);

 private:
  Result<void> prepare(int width, int height);

  int width_ = 0, height_ = 0;
  gl::Framebuffer framebuffer_;
  gl::Renderbuffer numbers_, depth_;
};

/// Texels with a smaller alpha cast no shadow on the ground.
inline constexpr float min_shadow_alpha = 0.999f / 255.0f;

/// Whether the camera sees the upper side of the ground.
bool sees_ground_from_above(const Camera& camera);
/// The matrix that moves points along the light's direction onto the plane y = 0.
mat4 flattening(const vec3& light);
/// The opacity of a material's shadow: 0.5 for a translucent material unless shadows are opaque, else 1.
float ground_shadow_share(const MaterialState& state, const RenderSettings& settings);
vec4 ground_shadow_colour(const Scene& scene, float share);
/// The uniform `fade` of shaders/ground_fade.glsl.
void set_ground_fade(const LinkedProgram& linked, const Frame& frame);

/// Moves drawing slightly behind the ground while it lives, so that soles on the ground cover the shadow.
class GroundDepth {
 public:
  GroundDepth();
  ~GroundDepth();
  GroundDepth(const GroundDepth&) = delete;
  GroundDepth& operator=(const GroundDepth&) = delete;
};

}  // namespace mmd
