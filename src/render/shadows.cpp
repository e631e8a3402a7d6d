#include "render/shadows.h"

#include "base/errors.h"
#include "base/parallel_for.h"
#include "render/gl_state.h"
#include "scene/ground_shadow.h"

namespace mmd {
namespace {

/// What several threads may then read.
void pose_actors(const Scene& scene) {
  for (const auto& actor : scene.actors)
    if (actor->visible) static_cast<void>(actor->posed_positions());
}

}  // namespace

Result<void> SelfShadows::plan(const Frame& frame) {
  const Scene& scene = frame.scene;
  const RenderSettings& settings = scene.settings;
  shadows_.clear();
  plan_ = {};
  lots_.begin();
  on_cpu_ = can_fill_on_cpu(scene);
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
  for (ShadowMap& map : maps_) MMD_TRY(map.allocate(size_, on_cpu_));
  plan_ = std::move(plan);
  for (std::size_t i = 0; i < shaded.size(); ++i) {
    const std::size_t map = plan_.map_of[i];
    shadows_[shaded[i]] = maps_[map].finished(frame, plan_.maps[map], boxes, i);
  }
  return {};
}

void SelfShadows::raster(const Scene& scene, std::size_t thread) {
  OwnLots lots(lots_);
  for (std::size_t i = 0; i < plan_.maps.size(); ++i) maps_[i].raster(plan_.maps[i], scene, thread, lots);
}

void SelfShadows::upload() {
  for (std::size_t i = 0; i < plan_.maps.size(); ++i) maps_[i].upload();
}

Result<void> SelfShadows::draw(Programs& programs, CommonTextures& common, const Frame& frame,
                               const std::function<ActorOnGpu(const Actor&)>& on_gpu) {
  const FramebufferGuard guard;
  for (std::size_t i = 0; i < plan_.maps.size(); ++i) {
    MMD_TRY(maps_[i].begin(size_));
    for (const auto& actor : frame.scene.actors)
      if (actor->visible && casts_self_shadow(*actor))
        MMD_TRY(maps_[i].draw(programs, common, plan_.maps[i], on_gpu(*actor), frame.specialised));
  }
  return {};
}

const SelfShadow* SelfShadows::of(const Actor& actor) const {
  const auto found = shadows_.find(&actor);
  return found != shadows_.end() ? &found->second : nullptr;
}

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
