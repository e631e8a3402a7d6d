#include "model/triangle_sides.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace mmd {

std::vector<std::uint32_t> triangle_sides(std::span<const std::uint32_t> triangles) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> sides;
  for (std::size_t i = 0; i + 2 < triangles.size(); i += 3)
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t a = triangles[i + k], b = triangles[i + (k + 1) % 3];
      if (a != b) sides.emplace_back(std::min(a, b), std::max(a, b));
    }
  std::sort(sides.begin(), sides.end());
  sides.erase(std::unique(sides.begin(), sides.end()), sides.end());
  std::vector<std::uint32_t> indices;
  for (const auto& side : sides) indices.insert(indices.end(), {side.first, side.second});
  return indices;
}

}  // namespace mmd
