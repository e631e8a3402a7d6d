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
  /// Compiles the programs. `shader_dir`: read shaders from there; empty: use the built-in ones.
  static Result<std::unique_ptr<Renderer>> create(const std::string& shader_dir = {});
  ~Renderer();
  Renderer(const Renderer&) = delete;
  Renderer& operator=(const Renderer&) = delete;

  /// Clears the bound framebuffer (the window's), `width` x `height` pixels, and draws into it.
  void draw(const Scene& scene, int width, int height);
  /// The same into a part of the framebuffer; nothing outside `seen` is touched. `factor`: how many of its
  /// pixels, along each axis, become one pixel of the picture that is shown.
  void draw(const Scene& scene, const Placement& placement, int factor = 1);

  /// Draws off-screen and reads the picture back: straight alpha, rows from the top. Where the driver has
  /// fewer `samples` (0 and 1: none), the picture is drawn twice as wide and high, for up to four times as
  /// many; drivers on the CPU always do so. Scenes with lines, which would become thin, get what the driver
  /// has. `max_in_tile`: draws in tiles of at most that many pixels along each side; 0: only if the picture
  /// is too large for one. `progress` is told before each tile how many are drawn, and of how many. Errors: a
  /// size beyond max_picture_size, out of memory.
  using TileProgress = std::function<void(std::size_t drawn, std::size_t all)>;
  Result<Image> render(const Scene& scene, int width, int height, int samples, int max_in_tile = 0,
                       const TileProgress& progress = {});
  /// The same in two steps, so that a picture is drawn while others are read back. take_picture() returns the
  /// pixels of the picture that was started first; `finished` makes the image, on any thread. A picture that
  /// needs tiles is drawn and read back by start_picture().
  Result<void> start_picture(const Scene& scene, int width, int height, int samples);
  Result<DrawnPicture> take_picture();
  /// A picture that was drawn otherwise, to be taken in its turn.
  void add_picture(Image image);
  /// Pictures that were started and not taken.
  std::size_t pictures_started() const;
  /// How many tiles `render` needs.
  std::size_t tiles_needed(int width, int height, int samples) const;
  /// The samples that `render` uses for `wanted`, for scenes without lines or for this one.
  int usable_samples(int wanted) const;
  int usable_samples(const Scene& scene, int wanted) const;

  /// Finds which face of the actors is seen at each pixel (surface.h): without edges, shadows and ghosts, one
  /// sample in the middle of each pixel. Materials are seen through where their alpha is below `cutoff`;
  /// those that are drawn as points or lines have no faces.
  Result<SurfaceImage> render_surfaces(const Scene& scene, int width, int height, float cutoff,
                                       int max_in_tile = 0);

  /// Frees what is kept from picture to picture and grows with the largest: for programs that pause drawing.
  void free_working_memory();
  /// Uploads a picture that the next scene shows, before that scene is drawn. The picture gives up its
  /// colours, half of a large model's memory, unless it has alpha and `keeps_alphas_colours` is set, for
  /// callers that make other pictures of those.
  void upload_ahead(const std::shared_ptr<Image>& image, bool keeps_alphas_colours = false);
  /// Warnings since the last call: pictures that are too large for the driver.
  Diagnostics take_warnings();

  /// Skinned positions and normals as the vertex shader computes them, read back by transform feedback: for
  /// tests that compare them with the CPU's.
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
