#pragma once

#include <functional>
#include <unordered_map>
#include <vector>

#include "render/shadow_map.h"
#include "render/software/ground_mask.h"

namespace mmd {

/// The shadows of a picture, on models and on the ground. With a CPU driver, two threads compute them.
class Shadows {
 public:
  /// Uploads an actor for the current frame.
  using OnGpu = std::function<ActorOnGpu(const Actor&)>;

  /// Call at the start of a picture.
  void begin() { ground_.forget(); }
  /// Fills the frame's shadow maps, if it needs any. `whole`: the framebuffer is for the whole picture.
  Result<void> fill(Programs& programs, CommonTextures& common, const Frame& frame, bool whole,
                    const OnGpu& on_gpu);
  /// Call between pictures.
  void free_working_memory() { ground_.free_working_memory(); }
  /// The shadow map for an actor; null: it receives no self shadow.
  const SelfShadow* of(const Actor& actor) const;
  /// Draws the shadow of all actors on the ground.
  Result<void> draw_on_ground(Programs& programs, CommonTextures& common, const Frame& frame,
                              const OnGpu& on_gpu);

 private:
  /// Assigns maps to actors and allocates the maps.
  Result<void> plan(const Frame& frame, bool on_cpu);
  Result<void> draw_maps(Programs& programs, CommonTextures& common, const Frame& frame, const OnGpu& on_gpu);
  /// Rasterises lots of all maps without the driver, on any thread, until every lot is taken. `thread` and
  /// requirements as for ShadowMap::raster().
  void raster_maps(const Scene& scene, std::size_t thread);

  ShadowPlan plan_;
  int size_ = 0;  ///< texels along each side of a map
  std::vector<ShadowMap> maps_;
  SharedLots lots_;  ///< numbered through all maps
  std::unordered_map<const Actor*, SelfShadow> shadows_;
  GroundMask ground_;
};

}  // namespace mmd
