#pragma once

#include <functional>

#include "render/ground_mask.h"
#include "render/self_shadows.h"

namespace mmd {

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
  /// The same, where SelfShadows::is_on_cpu(): all is found on another thread, while this one does
  /// `rehearse`, which draws rehearsals alone.
  Result<void> fill_beside(const Frame& frame, const OnGpu& on_gpu,
                           const std::function<Result<void>()>& rehearse);
  /// For a rehearsal without a picture: maps without anything in them.
  Result<void> plan(const Frame& frame) { return on_models_.plan(frame); }
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
