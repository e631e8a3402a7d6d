#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "assets/image.h"
#include "base/diagnostic.h"
#include "base/result.h"
#include "render/drawn_picture.h"
#include "render/surface.h"
#include "render/tiles.h"
#include "scene/scene.h"

namespace mmd {

/// Where a scene's picture lies in the framebuffer, and the part of it that is seen. Pixels from the bottom
/// left; the picture's size is that of `picture`.
struct Placement {
  Tile picture, seen;
};

/// Draws scenes with the current OpenGL context. Keeps what it uploaded for as long as the model or texture
/// set lives and is drawn. Must be destroyed while the context is still current.
class Renderer {
 public:
  /// Compiles the programs. `shader_dir`: read shaders from there instead of the built-in ones; empty:
  /// built-in.
  static Result<std::unique_ptr<Renderer>> create(const std::string& shader_dir = {});
  ~Renderer();
  Renderer(const Renderer&) = delete;
  Renderer& operator=(const Renderer&) = delete;

  /// Draws into the framebuffer that is bound (the window's), `width` x `height` pixels, clearing it first.
  void draw(const Scene& scene, int width, int height);

  /// The same into a part of the framebuffer; nothing outside `seen` is touched. `factor`: so many of its
  /// pixels, along each axis, become one of the picture that is shown.
  void draw(const Scene& scene, const Placement& placement, int factor = 1);

  /// Draws off-screen and reads the picture back: straight alpha, rows from the top. More `samples` than the
  /// driver has (0 and 1: none) come from drawing twice as wide and high, up to four times as many, and so do
  /// all of drivers on the CPU; scenes with lines, which would become thin, get what the driver has. Large
  /// pictures are drawn in tiles; `most_in_tile`: in tiles of at most that many pixels along each side, 0: as
  /// needed. Errors: a size beyond max_size(), out of memory. `progress` is told before each tile how many
  /// are drawn, and of how many.
  using TileProgress = std::function<void(std::size_t drawn, std::size_t all)>;
  Result<Image> render(const Scene& scene, int width, int height, int samples, int most_in_tile = 0,
                       const TileProgress& progress = {});

  /// Which face of the actors is seen at each pixel of such a picture (surface.h): faces as they are drawn,
  /// without edges, shadows and ghosts, with one sample in the middle of each pixel. Where a material's alpha
  /// is below `cutoff` it lets see through. Materials that are drawn as points or lines have no faces.
  Result<SurfaceImage> render_surfaces(const Scene& scene, int width, int height, float cutoff,
                                       int most_in_tile = 0);

  /// The same in two steps, so that pictures are drawn while others are read back: the pixels of the picture
  /// that was started first, to be `finished` on any thread. Of a picture that needs tiles, all at `start`.
  Result<void> start_picture(const Scene& scene, int width, int height, int samples);
  Result<DrawnPicture> take_picture();
  /// A picture that was drawn otherwise, to be taken in its turn.
  void add_picture(Image image);
  /// Pictures that were started and not taken.
  std::size_t pictures_started() const;

  /// How many tiles `render` needs for that.
  std::size_t tiles_needed(int width, int height, int samples) const;

  /// What pictures are drawn into, and where the ground's shadow is found, is kept for the next ones, and
  /// large of large ones: this frees it. For who draws no more for a while.
  void free_working_memory();

  /// Uploads a picture that the next scene to be drawn shows, so that drawing need not. It gives up its
  /// colours: nothing else is drawn with them, and of a large model they are half of the memory.
  /// `keeps_alphas_colours`: unless it has alpha, for who makes other pictures of those.
  void upload_ahead(const std::shared_ptr<Image>& image, bool keeps_alphas_colours = false);

  /// What was noticed while drawing since the last call: pictures that the driver cannot take whole.
  Diagnostics take_warnings();

  /// Largest width and height that `render` takes.
  int max_size() const;
  /// The samples that `render` would use for `wanted`, of most scenes.
  int usable_samples(int wanted) const;
  /// The same of this one.
  int usable_samples(const Scene& scene, int wanted) const;

  /// Skinned positions and normals as the vertex shader computes them, brought back by transform feedback:
  /// for tests and for comparing with the CPU.
  struct SkinnedVertices {
    std::vector<vec3> positions, normals;
  };
  Result<SkinnedVertices> read_back_skinning(const Actor& actor);

 private:
  /// Side of the tiles that a picture needs; 0: one is enough.
  int tile_size(int width, int height, int samples) const;
  Renderer();
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace mmd
