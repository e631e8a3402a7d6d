#pragma once

#include "render/gpu_model.h"
#include "render/program.h"
#include "render/textures.h"
#include "scene/scene.h"

namespace mmd {

/// What all passes of one picture share.
struct Frame {
  const Scene& scene;
  int width = 0, height = 0;  ///< pixels that are drawn
  int factor = 1;             ///< of these to one pixel of the picture, along each axis
  mat4 view{1.0f}, view_projection{1.0f};
};

/// One actor and what of it is on the GPU.
struct ActorOnGpu {
  const Actor& actor;
  const GpuModel& model;
  const GpuTextures& textures;
};

/// A material whose own alpha hides it entirely; neither its faces nor its edge are drawn.
inline bool is_hidden(const Material& material) {
  return material.diffuse.a * 255.0f < 0.999f;
}

/// Faces in material order, shaded as the settings say.
Result<void> draw_model_pass(Programs& programs, CommonTextures& common, const Frame& frame,
                             const ActorOnGpu& what);
/// The outlines of the materials that have one.
Result<void> draw_edge_pass(Programs& programs, const Frame& frame, const ActorOnGpu& what);

}  // namespace mmd
