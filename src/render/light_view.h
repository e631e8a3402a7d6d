#pragma once

#include <span>
#include <vector>

#include "scene/camera.h"

namespace mmd {

/// How the light sees the scene, orthographic. Its size and place change in steps, so that outlines of
/// shadows stand still while a model moves a little.
struct LightView {
  mat4 to_clip{1.0f};       ///< scene space to OpenGL clip space
  float texel = 0.0f;       ///< the longer side of a texel, model units
  float depth = 0.0f;       ///< model units from the nearest to the farthest depth
  mat4 to_texture() const;  ///< scene space to UV and depth, each 0-1
};
/// Texels along each side of the shadow maps for a picture of `width` x `height` pixels: more for large
/// pictures and for those that show a part of what is in `shaded`. `supersampled`: the picture is drawn twice
/// as wide and high, so texels of a whole figure may be half a pixel large.
int shadow_map_size(std::span<const Bounds> shaded, const mat4& view_projection, int width, int height,
                    bool supersampled = false);
/// What one of `lines` lines of the picture is high where a camera sees the box nearest, model units.
float finest_line(const Bounds& bounds, const mat4& view_projection, int lines);
/// One map for all, unless that made an actor's shadows much coarser than a map of its own would (a figure on
/// a stage, a giant far behind it).
struct ShadowPlan {
  std::vector<LightView> maps;      ///< at least one, a few at most
  std::vector<std::size_t> map_of;  ///< by box
};
/// `shaded`: boxes around the actors, of which each map holds what the camera sees, so that a close view gets
/// small texels; `all`: around whatever may throw shadows. `size`: texels along a side of each map.
ShadowPlan plan_shadows(std::span<const Bounds> shaded, const Bounds& all, const mat4& view_projection,
                        const vec3& direction, int size);

}  // namespace mmd
