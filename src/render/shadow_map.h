#pragma once

#include "render/frame.h"
#include "render/gl_objects.h"
#include "render/light_view.h"

namespace mmd {

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
