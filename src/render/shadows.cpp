#include "render/shadows.h"

#include "base/errors.h"
#include "base/parallel_for.h"
#include "render/framebuffer.h"
#include "scene/ground_shadow.h"

namespace mmd {

Result<void> Shadows::plan(const Frame& frame, bool on_cpu) {
  const Scene& scene = frame.scene;
  const RenderSettings& settings = scene.settings;
  shadows_.clear();
  plan_ = {};
  lots_.begin();
  if (!settings.self_shadow || settings.shading != Shading::mmd) return {};
  std::vector<const Actor*> shaded;
  std::vector<Bounds> boxes;
  for (const auto& actor : scene.actors) {
    if (!actor->visible || !receives_self_shadow(*actor)) continue;
    shaded.push_back(actor.get());
    boxes.push_back(actor->enclosing_bounds());
  }
  if (shaded.empty()) return {};
  size_ = self_shadow_size(frame, boxes);
  ShadowPlan plan = plan_shadows(boxes, frame.bounds, frame.view_projection, scene.light.direction, size_);
  maps_.resize(plan.maps.size());
  const FramebufferGuard guard;
  for (ShadowMap& map : maps_) MMD_TRY(map.allocate(size_, on_cpu));
  plan_ = std::move(plan);
  for (std::size_t i = 0; i < shaded.size(); ++i) {
    const std::size_t map = plan_.map_of[i];
    shadows_[shaded[i]] = maps_[map].finished(frame, plan_.maps[map], boxes, i);
  }
  return {};
}

void Shadows::raster_maps(const Scene& scene, std::size_t thread) {
  OwnLots lots(lots_);
  for (std::size_t i = 0; i < plan_.maps.size(); ++i) maps_[i].raster(plan_.maps[i], scene, thread, lots);
}

Result<void> Shadows::draw_maps(Programs& programs, CommonTextures& common, const Frame& frame,
                                const OnGpu& on_gpu) {
  const FramebufferGuard guard;
  for (std::size_t i = 0; i < plan_.maps.size(); ++i) {
    MMD_TRY(maps_[i].begin(size_));
    for (const auto& actor : frame.scene.actors)
      if (actor->visible && casts_self_shadow(*actor))
        MMD_TRY(maps_[i].draw(programs, common, plan_.maps[i], on_gpu(*actor), frame.specialised));
  }
  return {};
}

const SelfShadow* Shadows::of(const Actor& actor) const {
  const auto found = shadows_.find(&actor);
  return found != shadows_.end() ? &found->second : nullptr;
}

Result<void> Shadows::fill(Programs& programs, CommonTextures& common, const Frame& frame, bool whole,
                           const OnGpu& on_gpu) {
  const Scene& scene = frame.scene;
  const bool on_cpu = can_fill_on_cpu(scene);
  MMD_TRY(plan(frame, on_cpu));
  if (!on_cpu) return draw_maps(programs, common, frame, on_gpu);
  if (shadows_.empty()) return {};
  for (const auto& actor : scene.actors)  // computed before both threads read the positions
    if (actor->visible) static_cast<void>(actor->posed_positions());
  auto maps = run_beside([&] { raster_maps(scene, 0); });
  if (whole && shades_ground(scene) && ground_.finds_pixels(frame)) ground_.find_ahead(frame);
  raster_maps(scene, 1);
  maps.get();
  for (std::size_t i = 0; i < plan_.maps.size(); ++i) maps_[i].upload();
  return {};
}

Result<void> Shadows::draw_on_ground(Programs& programs, CommonTextures& common, const Frame& frame,
                                     const OnGpu& on_gpu) {
  if (!shades_ground(frame.scene)) return {};
  MMD_TRY(const bool drawn_as_mask, ground_.draw(programs, frame));
  if (drawn_as_mask) return {};
  for (const auto& actor : frame.scene.actors)
    if (may_shade_ground(*actor)) MMD_TRY(draw_ground_shadow_pass(programs, common, frame, on_gpu(*actor)));
  return {};
}

}  // namespace mmd
