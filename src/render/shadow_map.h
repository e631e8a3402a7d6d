#pragma once

#include <array>
#include <atomic>
#include <span>

#include "render/frame.h"
#include "render/gl_objects.h"
#include "render/light_view.h"
#include "render/software/depth_raster.h"

namespace mmd {

/// Numbered shares of work; each thread takes the next one when it has done its own.
class SharedLots {
 public:
  void begin() { next_.store(0, std::memory_order_relaxed); }
  std::size_t take() { return next_.fetch_add(1, std::memory_order_relaxed); }

 private:
  std::atomic<std::size_t> next_{0};
};

/// Iterates over all lots in order and tells a thread which of them are its own.
class OwnLots {
 public:
  explicit OwnLots(SharedLots& all) : all_(all), mine_(all.take()) {}
  /// Whether this thread does the next one.
  bool next_is_mine() {
    if (at_++ != mine_) return false;
    mine_ = all_.take();
    return true;
  }

 private:
  SharedLots& all_;
  std::size_t at_ = 0, mine_;
};

/// Depth as the light sees it, of the materials that cast self shadow.
class ShadowMap {
 public:
  /// The number of threads that may fill one map.
  static constexpr std::size_t most_threads = 2;

  /// Has the driver make room for an empty map of `size` texels. `on_cpu`: for raster() and upload();
  /// otherwise for begin() and draw().
  Result<void> allocate(int size, bool on_cpu);
  /// Binds the map for drawing and clears it.
  Result<void> begin(int size);
  /// Draws what casts shadow, whatever the frame's camera sees. `specialised`: as Frame's.
  Result<void> draw(Programs& programs, CommonTextures& common, const LightView& light,
                    const ActorOnGpu& what, bool specialised);
  /// Draws a thread's lots of all actors (see can_fill_on_cpu) without the driver. `thread`: its number,
  /// below most_threads. Reads posed_positions() of the actors, which must be computed before two threads
  /// start.
  void raster(const LightView& light, const Scene& scene, std::size_t thread, OwnLots& lots);
  /// Uploads what all threads have drawn since allocate().
  void upload();
  /// Frame::self_shadow for the actor whose box is `shaded[receiver]`.
  SelfShadow finished(const Frame& frame, const LightView& light, std::span<const Bounds> shaded,
                      std::size_t receiver) const;

 private:
  int size_ = 0;
  bool on_cpu_ = false;
  struct OfThread {
    DepthRaster raster;
    bool has_drawn = false;
  };
  std::array<OfThread, most_threads> of_threads_;
  gl::Texture depth_;
  gl::Framebuffer framebuffer_;
};

/// Whether what casts self shadow is on the CPU, where the driver draws too, and is made of triangles alone.
bool can_fill_on_cpu(const Scene& scene);
/// Texels along each side of the shadow maps: as set, or by what the picture shows.
int self_shadow_size(const Frame& frame, std::span<const Bounds> shaded);

/// Whether a material of the actor casts self shadow, and whether one receives it.
bool casts_self_shadow(const Actor& actor);
bool receives_self_shadow(const Actor& actor);

}  // namespace mmd
