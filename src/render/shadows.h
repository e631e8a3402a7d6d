#pragma once

#include <functional>
#include <unordered_map>
#include <vector>

#include "render/shadow_map.h"
#include "render/software/ground_mask.h"

namespace mmd {

/// The shadows of a picture, on its models and on the ground. Where the driver runs on the CPU the program
/// finds them itself, on two processors.
class Shadows {
 public:
  /// An actor, uploaded for the frame that is drawn.
  using OnGpu = std::function<ActorOnGpu(const Actor&)>;

  /// A picture begins.
  void begin() { ground_.forget(); }
  /// Fills the frame's shadow maps, of which there may be none. `whole`: all of the picture is drawn into the
  /// framebuffer that is bound.
  Result<void> fill(Programs& programs, CommonTextures& common, const Frame& frame, bool whole,
                    const OnGpu& on_gpu);
  /// Between pictures.
  void free_working_memory() { ground_.free_working_memory(); }
  /// What an actor is shaded by; null: nothing.
  const SelfShadow* of(const Actor& actor) const;
  /// Onto the ground, of all actors.
  Result<void> draw_on_ground(Programs& programs, CommonTextures& common, const Frame& frame,
                              const OnGpu& on_gpu);

 private:
  /// Finds which actor is shaded by which map, and has the driver make room for the maps.
  Result<void> plan(const Frame& frame, bool on_cpu);
  Result<void> draw_maps(Programs& programs, CommonTextures& common, const Frame& frame, const OnGpu& on_gpu);
  /// Without the driver, on any thread: returns when no triangle is left to draw that no thread has begun
  /// with. `thread` and what is read: as for ShadowMap::raster().
  void raster_maps(const Scene& scene, std::size_t thread);

  ShadowPlan plan_;
  int size_ = 0;  ///< of each map
  std::vector<ShadowMap> maps_;
  SharedLots lots_;  ///< of all maps
  std::unordered_map<const Actor*, SelfShadow> shadows_;
  GroundMask ground_;
};

}  // namespace mmd
