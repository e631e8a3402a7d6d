#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "assets/image.h"
#include "base/diagnostic.h"
#include "base/result.h"
#include "render/drawn_picture.h"
#include "render/tiles.h"
#include "scene/scene.h"

namespace mmd {

/// The area of a picture in the framebuffer, and the visible part of it; pixels from the bottom left.
/// `picture` may extend beyond the framebuffer, and `seen` beyond the picture: then the scene around it is
/// drawn, too.
struct Placement {
  Tile picture, seen;
};

/// Draws scenes with the current OpenGL context. Uploaded models and textures are kept as long as their
/// originals exist. The context must be current whenever a function is called, and on destruction.
class Renderer {
 public:
  /// Compiles the first shader programs. `shader_dir`: folder of shader files, all of which are compiled;
  /// empty: the built-in shaders. Errors: a shader that cannot be read or does not compile; out of memory.
  static Result<std::unique_ptr<Renderer>> create(const std::string& shader_dir = {});
  ~Renderer();
  Renderer(const Renderer&) = delete;
  Renderer& operator=(const Renderer&) = delete;

  /// Clears the bound framebuffer of `width` x `height` pixels and draws into it. Passes that fail are
  /// missing from the picture; render() returns their errors.
  void draw(const Scene& scene, int width, int height);
  /// The same into a part of the framebuffer, without touching pixels outside `seen`. `factor`: framebuffer
  /// pixels per pixel of the displayed picture, along each axis.
  void draw(const Scene& scene, const Placement& placement, int factor = 1);

  /// Called before each tile with the number of finished tiles and of all tiles.
  using TileProgress = std::function<void(std::size_t drawn, std::size_t all)>;
  /// Draws off-screen and reads the picture back: straight alpha, rows from the top. `samples`: per pixel; 0
  /// and 1: no anti-aliasing. If the driver offers fewer, and always on CPU drivers, the picture is drawn
  /// twice as wide and high, which gives four times the samples; scenes with lines, which would become thin,
  /// use the driver's samples. `max_in_tile`: the largest side of a tile in pixels; 0: one tile if the
  /// picture fits. Errors: a size above max_picture_size; out of memory; a shader that does not compile.
  Result<Image> render(const Scene& scene, int width, int height, int samples, int max_in_tile = 0,
                       const TileProgress& progress = {});
  /// The same in two steps, so that one picture is drawn while others are read back. take_picture() returns
  /// the oldest started picture; finished() makes its image on any thread. For a picture in tiles,
  /// start_picture() also reads it back. Errors as render(). take_picture() requires pictures_started() > 0.
  Result<void> start_picture(const Scene& scene, int width, int height, int samples);
  Result<DrawnPicture> take_picture();
  /// Queues a picture from elsewhere behind the started ones.
  void add_picture(Image image);
  /// The number of pictures that were started and not taken.
  std::size_t pictures_started() const;
  /// The number of tiles that render() needs.
  std::size_t tiles_needed(int width, int height, int samples) const;
  /// The samples per pixel that render() uses for `wanted`: for scenes without lines, or for the given scene.
  int usable_samples(int wanted) const;
  int usable_samples(const Scene& scene, int wanted) const;

  /// Finds the visible face at the middle of each pixel, without edges, shadows and ghosts. Alpha
  /// below `cutoff` (0-1) is transparent; materials of points or lines are ignored. Errors as render().
  Result<SurfaceImage> render_surfaces(const Scene& scene, int width, int height, float cutoff,
                                       int max_in_tile = 0);

  /// Frees buffers that grow with the largest picture; for programs that pause drawing.
  void free_working_memory();
  /// Uploads a texture that the next scene shows before that scene is drawn. Then drops the image's colours,
  /// half of a large model's memory.
  void upload_ahead(const std::shared_ptr<Image>& image);
  /// Warnings since the last call: textures that are too large for the driver.
  Diagnostics take_warnings();

 private:
  /// Side of the tiles of a picture in pixels; 0: a single tile.
  int tile_size(int width, int height, int samples) const;
  Renderer();
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace mmd
