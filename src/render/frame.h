#pragma once

#include <functional>

#include "render/gpu_model.h"
#include "render/program.h"
#include "render/surface.h"
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
  /// Whether each material is drawn with the program and state that are cheapest for it (is_worth_programs).
  /// The picture is the same.
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

/// Pixels of a material's points, by its edge size and the picture's height; 1 for other materials.
float point_size(const Frame& frame, const Material& material, const MaterialState& state);

/// Draws both sides of double-sided materials and the front of others.
void set_culling(bool is_double_sided);

/// What passes that draw only a material's outline need to know of it.
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

/// Width of the wire picture's lines, drawn pixels: a share of the average edge of the actor's triangles, so
/// that fine meshes do not run together; at most a pixel, or a thousandth of the picture's height.
float wire_width(const Frame& frame, const Actor& actor);

/// Whether the scene has lines, each one drawn pixel wide: drawn twice as large they would come out thin.
bool draws_lines(const Scene& scene);

/// How many drawn pixels points and lines reach beyond their centres; 0 without any. A tile has to be drawn
/// wider by that, for drivers skip points and lines whose centres lie outside.
int reach_of_marks(const Frame& frame);

/// Alpha of lines below one pixel, which OpenGL cannot draw thinner. Most edges belong to two triangles and
/// are drawn twice; both together cover as much as the width says.
float alpha_of_width(float width);
void set_line_width(float width);

/// The picture behind everything (RenderSettings::background_picture), over the background's colour.
class BackgroundPass {
 public:
  /// First of a picture, over all of it.
  Result<void> draw(Programs& programs, TextureCache& cache, const Frame& frame);

 private:
  TextureCache::Shared texture_;  ///< kept for the next frame
  gl::VertexArray vertex_array_;
  gl::Sampler sampler_;
};

/// Writes a number for each triangle of an actor where it is seen and the material's alpha is at least
/// `cutoff`. `first`: the number of the actor's first triangle.
Result<void> draw_surface_pass(Programs& programs, CommonTextures& common, const Frame& frame,
                               const ActorOnGpu& what, float cutoff, std::uint32_t first);

/// An off-screen target of numbers, one sample per pixel, with depth.
class SurfaceTarget {
 public:
  /// Draws a picture in tiles of `side` pixels (0: in one) and reads it back. `draw` gets the frame of each.
  Result<SurfaceImage> render(const Frame& frame, int side,
                              const std::function<Result<void>(const Frame& tile)>& draw);

 private:
  Result<void> prepare(int width, int height);

  int width_ = 0, height_ = 0;
  gl::Framebuffer framebuffer_;
  gl::Renderbuffer numbers_, depth_;
};

/// What a texture makes less opaque than this throws no shadow.
inline constexpr float min_shadow_alpha = 0.999f / 255.0f;

/// Whether the camera sees the upper side of the ground.
bool sees_ground_from_above(const Camera& camera);
/// Moves points along the light onto the plane y = 0.
mat4 flattening(const vec3& light);
/// How much of the shadow a material has that is translucent or not.
float ground_shadow_share(const MaterialState& state);
vec4 ground_shadow_colour(const Light& light, float share);
/// The uniform `fade` of shaders/ground_fade.glsl.
void set_ground_fade(const LinkedProgram& linked, const Frame& frame);

/// While it lives, drawing is moved a little behind the ground, so that soles on the ground win.
class GroundDepth {
 public:
  GroundDepth();
  ~GroundDepth();
  GroundDepth(const GroundDepth&) = delete;
  GroundDepth& operator=(const GroundDepth&) = delete;
};

}  // namespace mmd
