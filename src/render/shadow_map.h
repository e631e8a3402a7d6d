#pragma once

#include <span>

#include "render/frame.h"
#include "render/gl_objects.h"
#include "scene/camera.h"

namespace mmd {

/// How the light sees the scene, orthographic. Its size and place change in steps, so that outlines of
/// shadows stand still while a model moves a little.
struct LightView {
  mat4 to_clip{1.0f};       ///< scene space to OpenGL clip space
  float texel = 0.0f;       ///< the longer side of a texel, model units
  mat4 to_texture() const;  ///< scene space to UV and depth, each 0-1
};
/// Holds `bounds` (model space).
LightView fit_light(const Bounds& bounds, const vec3& direction, int size);
/// Holds what of `bounds` a camera sees, and all that may throw a shadow there: a close view gets small
/// texels.
LightView fit_light(const Bounds& bounds, const mat4& view_projection, const vec3& direction, int size);

/// Depth as the light sees it, of the materials that cast self shadow.
class ShadowMap {
 public:
  /// Prepares for a map of `size` texels; binds it for drawing and clears it.
  Result<void> begin(int size);
  /// Draws what casts shadow; the frame's camera is of no concern.
  Result<void> draw(Programs& programs, CommonTextures& common, const LightView& light,
                    const ActorOnGpu& what);
  /// For Frame::self_shadow.
  SelfShadow finished(const LightView& light, int mode) const;

 private:
  int size_ = 0;
  gl::Texture depth_;
  gl::Framebuffer framebuffer_;
};

/// Whether a material of the actor casts self shadow, and whether one receives it.
bool casts_self_shadow(const Actor& actor);
bool receives_self_shadow(const Actor& actor);

}  // namespace mmd
