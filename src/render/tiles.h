#pragma once

#include <cstdint>
#include <vector>

#include "assets/image.h"
#include "base/math.h"

namespace mmd {

/// A part of a picture: pixels, origin at the bottom left as OpenGL has it.
struct Tile {
  int x = 0, y = 0, width = 0, height = 0;
};

/// Largest width and height of a picture.
inline constexpr int max_picture_size = 32768;

/// Whether to draw each kind of material with a program of its own, which the driver has to compile: not for
/// thumbnails, and for a first picture only if filling its pixels takes longer than compiling.
bool is_worth_programs(int width, int height, bool is_first);

/// Bytes that the samples of a picture may take, and the side of its tiles where they would take more.
struct SampleMemory {
  std::int64_t max_bytes = 0;
  int tile = 0;  // even, so that blocks of 2x2 pixels are those of the whole picture
};
/// Less where it is the program's own memory, which drivers on the CPU do not give back.
inline constexpr SampleMemory graphics_memory{std::int64_t{1} << 30, 2048},
    own_memory{std::int64_t{1} << 27, 1024};

/// Side of the tiles that a picture is drawn in: 0, whole, as long as the driver takes its size and its
/// samples stay within the memory for them.
int tile_size_for(int width, int height, int samples, int driver_limit, const SampleMemory& memory);

/// Covers the picture from the bottom left in tiles of at most `size` pixels along each side; one if it is 0.
std::vector<Tile> tiles_of(int width, int height, int size);
/// How many these are, of any size of the picture.
std::size_t count_tiles(int width, int height, int size);

/// With `more` pixels on each side, as far as the picture of width x height has them.
Tile widened(const Tile& tile, int more, int width, int height);

/// Multiplied from the left, turns the projection of a picture of width x height into that of the tile.
mat4 tile_matrix(const Tile& tile, int width, int height);

/// Copies a tile to its place in the picture, which is made with the first.
void put_tile(const Image& part, const Tile& tile, int width, int height, Image& picture);

}  // namespace mmd
