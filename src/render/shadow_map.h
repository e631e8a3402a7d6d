#pragma once

#include <array>
#include <atomic>
#include <span>
#include <vector>

#include "render/frame.h"
#include "render/gl_objects.h"
#include "render/software/depth_raster.h"
#include "scene/camera.h"

namespace mmd {

/// How the light sees the scene, orthographic. Its size and place change in steps, so that outlines of
/// shadows stand still while a model moves a little.
struct LightView {
  mat4 to_clip{1.0f};       ///< scene space to OpenGL clip space
  float texel = 0.0f;       ///< the longer side of a texel, model units
  float depth = 0.0f;       ///< model units from the nearest to the farthest depth
  mat4 to_texture() const;  ///< scene space to UV and depth, each 0-1
};
/// Texels along each side of the shadow maps for a picture of `width` x `height` pixels: more for large
/// pictures and for those that show a part of what is in `shaded`. `supersampled`: the picture is drawn twice
/// as wide and high, so texels of a whole figure may be half a pixel large.
int shadow_map_size(std::span<const Bounds> shaded, const mat4& view_projection, int width, int height,
                    bool supersampled = false);
/// What one of `lines` lines of the picture is high where a camera sees the box nearest, model units.
float finest_line(const Bounds& bounds, const mat4& view_projection, int lines);
/// One map for all, unless that made an actor's shadows much coarser than a map of its own would (a figure on
/// a stage, a giant far behind it).
struct ShadowPlan {
  std::vector<LightView> maps;      ///< at least one, a few at most
  std::vector<std::size_t> map_of;  ///< by box
};
/// `shaded`: boxes around the actors, of which each map holds what the camera sees, so that a close view gets
/// small texels; `all`: around whatever may throw shadows. `size`: texels along a side of each map.
ShadowPlan plan_shadows(std::span<const Bounds> shaded, const Bounds& all, const mat4& view_projection,
                        const vec3& direction, int size);

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
  static constexpr std::size_t max_threads = 2;

  /// Has the driver make room for an empty map of `size` texels. `on_cpu`: for raster() and upload();
  /// otherwise for begin() and draw().
  Result<void> allocate(int size, bool on_cpu);
  /// Binds the map for drawing and clears it.
  Result<void> begin(int size);
  /// Draws what casts shadow, whatever the frame's camera sees. `specialised`: as Frame's.
  Result<void> draw(Programs& programs, CommonTextures& common, const LightView& light,
                    const ActorOnGpu& what, bool specialised);
  /// Draws a thread's lots of all actors (see can_fill_on_cpu) without the driver. `thread`: its number,
  /// below max_threads. Reads posed_positions() of the actors, which must be computed before two threads
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
  std::array<OfThread, max_threads> of_threads_;
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
