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

/// The light's orthographic view of the scene. Its size and position change in steps, so that shadow outlines
/// do not flicker while a model moves a little.
struct LightView {
  mat4 to_clip{1.0f};       ///< scene space to OpenGL clip space
  float texel = 0.0f;       ///< longer side of a texel, MMD units
  float depth = 0.0f;       ///< distance from the nearest to the farthest depth, MMD units
  mat4 to_texture() const;  ///< scene space to UV and depth, each 0-1
};
/// Texels along each side of the shadow maps for a picture of `width` x `height` pixels: more for large
/// pictures and for pictures that show only a part of a box in `shaded`. `supersampled`: the picture is drawn
/// twice as wide and high, so texels on a whole figure may be half a pixel large.
int shadow_map_size(std::span<const Bounds> shaded, const mat4& view_projection, int width, int height,
                    bool supersampled = false);
/// Height in MMD units of one of `lines` pixel rows at the nearest visible point of a box.
float finest_line(const Bounds& bounds, const mat4& view_projection, int lines);
/// The shadow maps of a picture: one for all actors, unless an actor's own map would be much finer (a figure
/// on a stage, or with a giant far behind it).
struct ShadowPlan {
  std::vector<LightView> maps;      ///< at least one, at most four
  std::vector<std::size_t> map_of;  ///< index of the map for each box
};
/// `shaded`: boxes around the receiving actors; a map covers only their parts that the camera sees, so close
/// views get small texels. `all`: a box around everything that may cast shadows. `direction`: the light's.
/// `size`: texels along each side of a map.
ShadowPlan plan_shadows(std::span<const Bounds> shaded, const Bounds& all, const mat4& view_projection,
                        const vec3& direction, int size);

/// Numbered lots of work; a thread takes the next one whenever it has finished one.
class SharedLots {
 public:
  void begin() { next_.store(0, std::memory_order_relaxed); }
  std::size_t take() { return next_.fetch_add(1, std::memory_order_relaxed); }

 private:
  std::atomic<std::size_t> next_{0};
};

/// One thread's iteration over all lots in order.
class OwnLots {
 public:
  explicit OwnLots(SharedLots& all) : all_(all), mine_(all.take()) {}
  /// Steps to the next lot; returns whether it is this thread's.
  bool next_is_mine() {
    if (at_++ != mine_) return false;
    mine_ = all_.take();
    return true;
  }

 private:
  SharedLots& all_;
  std::size_t at_ = 0, mine_;
};

/// A depth map from the light's view, of the materials that cast self shadow.
class ShadowMap {
 public:
  /// The number of threads that may fill one map.
  static constexpr std::size_t max_threads = 2;

  /// Allocates an empty map of `size` x `size` texels. `on_cpu`: to be filled by raster() and upload();
  /// otherwise by begin() and draw(). Error: the driver refuses it.
  Result<void> allocate(int size, bool on_cpu);
  /// Binds the map for drawing and clears it.
  Result<void> begin(int size);
  /// Draws the actor's materials that cast self shadow. `specialised`: as Frame::specialised.
  Result<void> draw(Programs& programs, CommonTextures& common, const LightView& light,
                    const ActorOnGpu& what, bool specialised);
  /// Draws a thread's lots of all actors without the driver (see can_fill_on_cpu). `thread`: its number,
  /// below max_threads. Reads the actors' posed_positions(), which must be computed before two threads start.
  void raster(const LightView& light, const Scene& scene, std::size_t thread, OwnLots& lots);
  /// Uploads the pixels that all threads have drawn since allocate().
  void upload();
  /// The value of Frame::self_shadow for the actor with the box `shaded[receiver]`.
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

/// Whether ShadowMap::raster() can fill the maps: with a CPU driver, and casters that consist of triangles.
bool can_fill_on_cpu(const Scene& scene);
/// Texels along each side of the shadow maps: the setting, else a size that suits the picture.
int self_shadow_size(const Frame& frame, std::span<const Bounds> shaded);

/// Whether a material of the actor casts or receives self shadow.
bool casts_self_shadow(const Actor& actor);
bool receives_self_shadow(const Actor& actor);

}  // namespace mmd
