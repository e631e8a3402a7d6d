#include "render/shadows.h"

#include "base/errors.h"
#include "base/parallel_for.h"
#include "scene/ground_shadow.h"

namespace mmd {
namespace {

/// What several threads may then read.
void pose_actors(const Scene& scene) {
  for (const auto& actor : scene.actors)
    if (actor->visible) static_cast<void>(actor->posed_positions());
}

}  // namespace

Result<void> Shadows::fill(Programs& programs, CommonTextures& common, const Frame& frame, bool whole,
                           const OnGpu& on_gpu) {
  MMD_TRY(on_models_.plan(frame));
  if (!on_models_.is_on_cpu()) return on_models_.draw(programs, common, frame, on_gpu);
  if (!on_models_.any()) return {};
  pose_actors(frame.scene);
  auto maps = run_beside([&] { on_models_.raster(frame.scene, 0); });
  if (whole && finds_ground(frame)) ground_.find_ahead(frame);
  on_models_.raster(frame.scene, 1);
  maps.get();
  on_models_.upload();
  return {};
}

Result<void> Shadows::fill_beside(const Frame& frame, const OnGpu& on_gpu,
                                  const std::function<Result<void>()>& rehearse) {
  MMD_TRY(on_models_.plan(frame));
  // What both threads read is there before the second begins.
  pose_actors(frame.scene);
  for (const auto& actor : frame.scene.actors)
    if (actor->visible) on_gpu(*actor);
  auto rasters = run_beside([&, ground = finds_ground(frame)] {
    on_models_.raster(frame.scene, 0);
    if (ground) ground_.find_ahead(frame);
  });
  auto rehearsed = rehearse();
  on_models_.raster(frame.scene, 1);
  rasters.get();
  on_models_.upload();
  return rehearsed;
}

/// Whether the program finds the shadow on the ground of what is drawn into the bound framebuffer.
bool Shadows::finds_ground(const Frame& frame) const {
  return shades_ground(frame.scene) && ground_.finds_pixels(frame);
}

Result<void> Shadows::draw_on_ground(Programs& programs, CommonTextures& common, const Frame& frame,
                                     const OnGpu& on_gpu) {
  if (!shades_ground(frame.scene)) return {};
  MMD_TRY(const bool drawn_as_mask, ground_.draw(programs, frame));
  if (drawn_as_mask) return {};
  for (const auto& actor : frame.scene.actors)
    if (actor->visible) MMD_TRY(draw_ground_shadow_pass(programs, common, frame, on_gpu(*actor)));
  return {};
}

}  // namespace mmd
