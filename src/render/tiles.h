#pragma once

#include <cstdint>
#include <vector>

#include "assets/image.h"
#include "base/math.h"

namespace mmd {

/// A part of a picture in pixels; the origin is at the bottom left, as in OpenGL.
struct Tile {
  int x = 0, y = 0, width = 0, height = 0;

  bool operator==(const Tile&) const = default;
};
/// Whether it is a part of a picture of `width` x `height` pixels.
bool is_within(const Tile& tile, int width, int height);
/// The smallest tile with both.
Tile around(const Tile& a, const Tile& b);

/// Largest width and height of a picture in pixels.
inline constexpr int max_picture_size = 32768;

/// Whether specialised programs for each kind of material are worth compiling: not for thumbnails, and for a
/// first picture only if drawing takes longer than compiling. Sizes in drawn pixels.
bool is_worth_programs(int width, int height, bool is_first);

/// Memory limit for the samples of one tile.
struct SampleMemory {
  std::int64_t max_bytes = 0;
  /// Side of the tiles of larger pictures, pixels; even, so that blocks of 2x2 pixels stay whole.
  int tile = 0;
};
/// Limits for memory of the graphics card, and for main memory, which CPU drivers never return.
inline constexpr SampleMemory graphics_memory{std::int64_t{1} << 30, 2048},
    own_memory{std::int64_t{1} << 27, 1024};

/// Side of the tiles of a picture in pixels. 0: a single tile, because the picture's size is within
/// `driver_limit` and its samples are within `memory`.
int tile_size_for(int width, int height, int samples, int driver_limit, const SampleMemory& memory);

/// Tiles that cover the picture, from the bottom left, with sides of at most `size` pixels; 0: one tile.
std::vector<Tile> tiles_of(int width, int height, int size);
/// The number of tiles that tiles_of() returns, without listing them.
std::size_t count_tiles(int width, int height, int size);

/// The tile extended by `more` pixels on each side, within a picture of `width` x `height` pixels.
Tile widened(const Tile& tile, int more, int width, int height);

/// The matrix T with T * (projection of a picture of `width` x `height` pixels) = the tile's projection.
mat4 tile_matrix(const Tile& tile, int width, int height);

/// Copies a tile's image into a picture of `width` x `height` pixels. An empty `picture` is allocated first.
void put_tile(const Image& part, const Tile& tile, int width, int height, Image& picture);

}  // namespace mmd
