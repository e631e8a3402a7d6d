#include "export/alpha_mode.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace mmd {
namespace {

struct TexelCounts {
  std::size_t opaque = 0, clear = 0, between = 0;
};

/// A coordinate of a picture that is repeated.
std::size_t repeated(long at, int size) {
  return static_cast<std::size_t>((at % size + size) % size);
}

/// The row at a whole coordinate, and where in a row the alpha at one is.
std::span<const std::uint8_t> row_at(const Image& image, long y) {
  const std::size_t length = 4 * static_cast<std::size_t>(image.width);
  return std::span(image.rgba).subspan(repeated(y, image.height) * length, length);
}
std::size_t alpha_at(const Image& image, long x) {
  return 4 * repeated(x, image.width) + 3;
}

void count_texel(std::uint8_t alpha, TexelCounts& counts) {
  constexpr std::uint8_t nearly_opaque = 250, nearly_clear = 5;
  if (alpha >= nearly_opaque) {
    ++counts.opaque;
  } else if (alpha <= nearly_clear) {
    ++counts.clear;
  } else {
    ++counts.between;
  }
}

/// Which side of the line from a to b the point lies on, scaled.
float side(const vec2& a, const vec2& b, const vec2& p) {
  return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

/// Counts the texels whose centre lies in a triangle; of one smaller than a texel that at its first corner.
void count_triangle(const Image& image, const std::array<vec2, 3>& corner, TexelCounts& counts) {
  const auto& [a, b, c] = corner;
  const vec2 low = glm::min(a, glm::min(b, c));
  const vec2 high = glm::max(a, glm::max(b, c));
  const auto whole = [](float v) { return std::lround(std::floor(v)); };
  count_texel(row_at(image, whole(a.y))[alpha_at(image, whole(a.x))], counts);
  const float turn = side(a, b, c) < 0.0f ? -1.0f : 1.0f;
  const long first = whole(low.x), last = whole(high.x), lowest = whole(high.y);
  for (long y = whole(low.y); y <= lowest; ++y) {
    const std::span<const std::uint8_t> row = row_at(image, y);
    std::size_t alpha = alpha_at(image, first);
    for (long x = first; x <= last; ++x, alpha += 4) {
      if (alpha >= row.size()) alpha = alpha_at(image, 0);
      const vec2 centre(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f);
      if (turn * side(a, b, centre) >= 0.0f && turn * side(b, c, centre) >= 0.0f &&
          turn * side(c, a, centre) >= 0.0f)
        count_texel(row[alpha], counts);
    }
  }
}

/// Of large pictures every so many texels.
TexelCounts count_whole(const Image& image, double& work_left) {
  constexpr std::size_t enough = std::size_t{1} << 20;
  TexelCounts out;
  const std::size_t texels = image.rgba.size() / 4, step = texels / enough + 1;
  for (std::size_t i = 0; i < texels; i += step) count_texel(image.rgba[4 * i + 3], out);
  const std::size_t looked_at = texels / step;
  work_left -= static_cast<double>(looked_at);
  return out;
}

/// What the faces show of a texture; all of it, where they show it many times over.
TexelCounts count_shown(const ExchangePart& part, const Image& image, double& work_left) {
  const vec2 size(static_cast<float>(image.width), static_cast<float>(image.height));
  if (part.kind != FaceKind::triangles) return count_whole(image, work_left);
  TexelCounts out;
  double work = 0.0;
  const double most = 16.0 * static_cast<double>(size.x) * static_cast<double>(size.y);
  for (std::size_t i = 0; i + 2 < part.indices.size(); i += 3) {
    std::array<vec2, 3> corner;
    for (std::size_t k = 0; k < 3; ++k) corner[k] = part.uv[part.indices[i + k]] * size;
    const vec2 extent = glm::max(corner[0], glm::max(corner[1], corner[2])) -
                        glm::min(corner[0], glm::min(corner[1], corner[2]));
    work += (static_cast<double>(extent.x) + 1.0) * (static_cast<double>(extent.y) + 1.0);
    const bool near_zero = std::abs(corner[0].x) < 1e6f && std::abs(corner[0].y) < 1e6f;
    if (!(work <= std::min(most, work_left)) || !near_zero) return count_whole(image, work_left);
    count_triangle(image, corner, out);
  }
  work_left -= work;
  return out;
}

/// The soft edge of a cut-out is a few texels wide. Strands that fade out at their ends have more of it, but
/// nothing that is clear; drawn lashes and glass are soft all over.
bool is_mask(const TexelCounts& counts, BlendOrder order) {
  const std::size_t all = counts.opaque + counts.clear + counts.between;
  const bool fades_out = counts.clear * 50 <= all;
  const std::size_t soft_parts = !fades_out                         ? 10
                                 : order == BlendOrder::by_distance ? 4
                                                                    : 100;  // texels that are hardly seen
  return counts.opaque > counts.between && counts.between * soft_parts <= all;
}

}  // namespace

AlphaMode alpha_mode(const ExchangePart& part, float material_alpha, const Image* texture, BlendOrder order,
                     double& work_left) {
  constexpr float opaque = 0.998f;
  if (material_alpha < opaque) return AlphaMode::blend;
  if (texture == nullptr || !texture->has_alpha) return AlphaMode::opaque;
  if (!(work_left > 0.0)) return AlphaMode::mask;
  const TexelCounts counts = count_shown(part, *texture, work_left);
  if (counts.clear + counts.between == 0) return AlphaMode::opaque;
  return is_mask(counts, order) ? AlphaMode::mask : AlphaMode::blend;
}

}  // namespace mmd
