#pragma once

#include <functional>
#include <unordered_map>
#include <vector>

#include "render/light_view.h"
#include "render/shadow_map.h"
#include "render/software/ground_mask.h"

namespace mmd {

/// The shadow maps of a picture, and which of its actors has which.
class SelfShadows {
 public:
  /// Says what of() tells, and has the driver make room for the maps. There may be none.
  Result<void> plan(const Frame& frame);
  /// Whether raster() and upload() fill them, or draw().
  bool is_on_cpu() const { return on_cpu_; }
  bool any() const { return !shadows_.empty(); }
  /// Without the driver, on any thread: returns when no triangle is left to draw that no thread has begun
  /// with. `thread` and what is read: as for ShadowMap::raster().
  void raster(const Scene& scene, std::size_t thread);
  /// When all of them are done.
  void upload();
  /// `on_gpu`: an actor, uploaded.
  Result<void> draw(Programs& programs, CommonTextures& common, const Frame& frame,
                    const std::function<ActorOnGpu(const Actor&)>& on_gpu);
  /// Null: the actor has none.
  const SelfShadow* of(const Actor& actor) const;

 private:
  ShadowPlan plan_;
  bool on_cpu_ = false;
  int size_ = 0;
  std::vector<ShadowMap> maps_;
  SharedLots lots_;  ///< of all maps
  std::unordered_map<const Actor*, SelfShadow> shadows_;
};

/// The shadows of a picture, on its models and on the ground. Where the driver is on the CPU the program
/// finds them itself, on two processors.
class Shadows {
 public:
  /// An actor, uploaded for the frame that is drawn.
  using OnGpu = std::function<ActorOnGpu(const Actor&)>;

  /// A picture begins.
  void begin() { ground_.forget(); }
  /// Fills the frame's shadow maps. `whole`: all of it is drawn into the framebuffer that is bound.
  Result<void> fill(Programs& programs, CommonTextures& common, const Frame& frame, bool whole,
                    const OnGpu& on_gpu);
  /// Between pictures.
  void free_working_memory() { ground_.free_working_memory(); }

  /// What an actor is shaded by; null: nothing.
  const SelfShadow* of(const Actor& actor) const { return on_models_.of(actor); }

  /// Onto the ground, of all actors.
  Result<void> draw_on_ground(Programs& programs, CommonTextures& common, const Frame& frame,
                              const OnGpu& on_gpu);

 private:
  bool finds_ground(const Frame& frame) const;

  SelfShadows on_models_;
  GroundMask ground_;
};

}  // namespace mmd
