#pragma once

#include "render/gl_objects.h"
#include "render/tiles.h"

namespace mmd {

/// Puts everything that drawing depends on into the state that the passes expect, whatever other code (the
/// user interface) left behind: depth test and write on, blending over premultiplied alpha, no culling, full
/// viewport.
void set_draw_state(int width, int height);
/// After that: puts the picture into a part of the framebuffer, and nothing outside `seen` is touched. Pixels
/// from the bottom left.
void restrict_drawing(const Tile& picture, const Tile& seen);
/// Empties the framebuffer for a picture on that background (straight alpha).
void clear_picture(const vec4& background);
/// Leaves nothing bound that code after this could change by accident.
void leave_draw_state();
/// Reads the error flags until they are clear; whether one of them was "out of memory".
bool take_out_of_memory();

/// Remembers the framebuffers that are bound and binds them again.
class FramebufferGuard {
 public:
  FramebufferGuard();
  ~FramebufferGuard();
  FramebufferGuard(const FramebufferGuard&) = delete;
  FramebufferGuard& operator=(const FramebufferGuard&) = delete;

 private:
  GLint draw_ = 0, read_ = 0;
};

}  // namespace mmd
