#include "render/tiles.h"

#include <algorithm>
#include <cstdint>

namespace mmd {

bool is_worth_programs(int width, int height, bool is_first) {
  constexpr std::int64_t thumbnail = std::int64_t{256} * 256, large = std::int64_t{2048} * 2048;
  const std::int64_t pixels = static_cast<std::int64_t>(width) * height;
  return pixels > thumbnail && (!is_first || pixels >= large);
}

int tile_size_for(int width, int height, int samples, int driver_limit, const SampleMemory& memory) {
  const std::int64_t bytes_per_pixel = std::max(samples, 1) * std::int64_t{8} + 4;  // colour, depth; resolved
  const std::int64_t bytes = static_cast<std::int64_t>(width) * height * bytes_per_pixel;
  const bool whole = std::max(width, height) <= driver_limit && bytes <= memory.max_bytes;
  return whole ? 0 : std::min(memory.tile, driver_limit);
}

std::vector<Tile> tiles_of(int width, int height, int size) {
  if (size <= 0) return {{0, 0, width, height}};
  std::vector<Tile> out;
  for (int y = 0; y < height; y += size)
    for (int x = 0; x < width; x += size)
      out.push_back({x, y, std::min(size, width - x), std::min(size, height - y)});
  return out;
}

std::size_t count_tiles(int width, int height, int size) {
  if (size <= 0) return 1;
  const auto along = [size](int side) {
    return (static_cast<std::size_t>(side) - 1) / static_cast<std::size_t>(size) + 1;
  };
  return along(width) * along(height);
}

Tile widened(const Tile& tile, int more, int width, int height) {
  const int left = std::max(tile.x - more, 0), bottom = std::max(tile.y - more, 0);
  const int right = std::min(tile.x + tile.width + more, width);
  const int top = std::min(tile.y + tile.height + more, height);
  return {left, bottom, right - left, top - bottom};
}

bool is_within(const Tile& tile, int width, int height) {
  return tile.x >= 0 && tile.y >= 0 && tile.x + tile.width <= width && tile.y + tile.height <= height;
}

Tile around(const Tile& a, const Tile& b) {
  const int left = std::min(a.x, b.x), bottom = std::min(a.y, b.y);
  return {left, bottom, std::max(a.x + a.width, b.x + b.width) - left,
          std::max(a.y + a.height, b.y + b.height) - bottom};
}

mat4 tile_matrix(const Tile& tile, int width, int height) {
  mat4 out(1.0f);
  out[0][0] = static_cast<float>(width) / static_cast<float>(tile.width);
  out[1][1] = static_cast<float>(height) / static_cast<float>(tile.height);
  out[3][0] = static_cast<float>(width - 2 * tile.x) / static_cast<float>(tile.width) - 1.0f;
  out[3][1] = static_cast<float>(height - 2 * tile.y) / static_cast<float>(tile.height) - 1.0f;
  return out;
}

void put_tile(const Image& part, const Tile& tile, int width, int height, Image& picture) {
  const std::size_t row = static_cast<std::size_t>(width) * 4;
  if (picture.rgba.empty()) {
    picture.width = width;
    picture.height = height;
    picture.rgba.resize(row * static_cast<std::size_t>(height));
  }
  const std::size_t part_row = static_cast<std::size_t>(tile.width) * 4;
  const auto top = static_cast<std::size_t>(height - tile.y - tile.height);
  for (std::size_t y = 0; y < static_cast<std::size_t>(tile.height); ++y)
    std::copy_n(part.rgba.data() + y * part_row, part_row,
                picture.rgba.data() + (top + y) * row + static_cast<std::size_t>(tile.x) * 4);
  picture.has_alpha = picture.has_alpha || part.has_alpha;
}

}  // namespace mmd
