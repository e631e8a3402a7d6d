#include "render/face_culling.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "render/raster_rows.h"

namespace mmd {
namespace {

/// What a sum of four products may be off by, as a part of the sum of their sizes; with some to spare.
constexpr float rounding = 16.0f * std::numeric_limits<float>::epsilon();
/// Of triangles with at most this many middles of pixels in their bounds each is looked at.
constexpr int looked_at = 9;

/// Corners farther off, as a part of the picture from its middle, and those that lie before or behind what is
/// drawn: of such triangles drivers cut off a part, and where its corners come to lie is not known.
constexpr float far_off = 2.0f;
/// A greater part of the distance to the eye may not be lost to rounding.
constexpr float most_lost = 1.0f / 16.0f;
/// Of larger triangles, pixels, nothing is said.
constexpr float largest = 1e6f;
constexpr float anywhere = std::numeric_limits<float>::infinity();

struct RowSizes {
  float along = 0.0f, beside = 0.0f;  ///< the greatest factor of a coordinate, and the greatest constant
};

RowSizes row_sizes(const mat4& to_clip) {
  RowSizes sizes;
  for (const glm::length_t row : {0, 1, 3}) {
    for (glm::length_t column = 0; column < 3; ++column)
      sizes.along = std::max(sizes.along, std::abs(to_clip[column][row]));
    sizes.beside = std::max(sizes.beside, std::abs(to_clip[3][row]));
  }
  return sizes;
}

/// How far inside of one side of a triangle that turns left places are, and how far outside a place can seem
/// that the driver has inside: each point of its triangle is one of ours, moved by `reach` at most.
struct Side {
  Slope inside;
  float slack;
  Side(const vec2& from, const vec2& to, const vec2& origin, float reach, float more)
      : inside(left_of(from, to, origin)),
        slack(1.25f * reach * (std::abs(inside.along_x) + std::abs(inside.along_y)) + more) {}
  /// 1 or 0.
  int may_hold(float x, float y) const { return inside.after(x) + y * inside.along_y >= -slack ? 1 : 0; }
};

/// Whether the middle of one of these pixels may lie in a triangle that turns left. `more`: by how much more
/// the sides may be off.
bool may_hold_middle(const vec2 (&corners)[3], float reach, float more, const TexelRange& columns,
                     const TexelRange& rows) {
  const vec2 origin(static_cast<float>(columns.first) + 0.5f, static_cast<float>(rows.first) + 0.5f);
  const Side sides[3] = {{corners[0], corners[1], origin, reach, more},
                         {corners[1], corners[2], origin, reach, more},
                         {corners[2], corners[0], origin, reach, more}};
  for (int row = 0; row <= rows.steps(); ++row) {
    for (int column = 0; column <= columns.steps(); ++column) {
      const auto x = static_cast<float>(column), y = static_cast<float>(row);
      // All three at once, without branches.
      if ((sides[0].may_hold(x, y) & sides[1].may_hold(x, y) & sides[2].may_hold(x, y)) != 0) return true;
    }
  }
  return false;
}

}  // namespace

void KeptFaces::clear() {
  indices.clear();
  faces.clear();
  ends.clear();
}

void FaceCulling::begin(int width, int height, float subpixel) {
  width_ = width;
  height_ = height;
  grid_ = 2.0f * subpixel;
}

void FaceCulling::set_vertices(std::span<const vec3> positions, const mat4& to_clip) {
  const vec2 half(0.5f * static_cast<float>(width_), 0.5f * static_cast<float>(height_));
  const float larger = std::max(half.x, half.y);
  const RowSizes sizes = row_sizes(to_clip);
  vertices_.resize(positions.size());
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const vec3& p = positions[i];
    const vec4 clip = to_clip * vec4(p, 1.0f);
    const float per_w = 1.0f / clip.w;
    const vec2 seen = vec2(clip) * per_w;
    const float size = sizes.along * (std::abs(p.x) + std::abs(p.y) + std::abs(p.z)) + sizes.beside;
    const float lost = rounding * size * per_w, aside = std::max(std::abs(seen.x), std::abs(seen.y));
    const float reach = grid_ + larger * 2.0f * lost * (1.0f + aside);
    const bool is_known = clip.w >= nearest_w && lost < most_lost;
    const bool is_whole = is_known && std::abs(clip.z) < clip.w && aside < far_off;
    const vec2 pixel = seen * half + half;
    vertices_[i] = {pixel, is_whole ? reach : anywhere, is_known ? beside(pixel, reach) : std::uint8_t{0}};
  }
}

/// Beyond which of the picture's borders a place lies in any case, a bit for each.
std::uint8_t FaceCulling::beside(const vec2& pixel, float reach) const {
  const auto w = static_cast<float>(width_), h = static_cast<float>(height_);
  const bool beyond[4] = {pixel.x<-reach, pixel.x> w + reach, pixel.y<-reach, pixel.y> h + reach};
  return static_cast<std::uint8_t>(beyond[0] | beyond[1] << 1 | beyond[2] << 2 | beyond[3] << 3);
}

bool FaceCulling::may_show(const Vertex& a, const Vertex& b, const Vertex& c, Facing facing) const {
  if ((a.beyond & b.beyond & c.beyond) != 0) return false;
  const float reach = std::max({a.reach, b.reach, c.reach});
  const float left = std::min({a.pixel.x, b.pixel.x, c.pixel.x}) - reach;
  const float right = std::max({a.pixel.x, b.pixel.x, c.pixel.x}) + reach;
  const float bottom = std::min({a.pixel.y, b.pixel.y, c.pixel.y}) - reach;
  const float top = std::max({a.pixel.y, b.pixel.y, c.pixel.y}) + reach;
  const float around = right - left + top - bottom;
  const float area = doubled_area(a.pixel, b.pixel, c.pixel);
  if (!(around + std::abs(area) < largest)) return true;  // and what is no number
  // By how much the doubled area can change where each corner lies elsewhere by its reach.
  const float slack = 2.0f * reach * around;
  if ((facing == Facing::left && area < -slack) || (facing == Facing::right && area > slack)) return false;
  const TexelRange columns(left, right, width_), rows(bottom, top, height_);
  if (columns.is_empty() || rows.is_empty()) return false;
  if ((columns.steps() + 1) * (rows.steps() + 1) > looked_at) return true;
  const bool turns_left = area > 0.0f;
  const vec2 corners[3] = {a.pixel, turns_left ? b.pixel : c.pixel, turns_left ? c.pixel : b.pixel};
  // Which way it turns is not known of one that is as good as a line.
  const float rounded = 8.0f * std::numeric_limits<float>::epsilon() * around * around;
  return std::abs(area) < rounded || may_hold_middle(corners, reach, rounded, columns, rows);
}

void FaceCulling::keep(std::span<const std::uint32_t> triangles, std::uint32_t first, Facing facing,
                       KeptFaces& kept) const {
  std::size_t count = kept.faces.size();
  kept.faces.resize(count + triangles.size() / 3);
  kept.indices.resize(3 * kept.faces.size());
  for (std::size_t i = 0; i + 2 < triangles.size(); i += 3) {
    const std::uint32_t corners[3] = {triangles[i], triangles[i + 1], triangles[i + 2]};
    std::copy_n(corners, 3, kept.indices.data() + 3 * count);
    kept.faces[count] = first + static_cast<std::uint32_t>(i / 3);
    count += may_show(vertices_[corners[0]], vertices_[corners[1]], vertices_[corners[2]], facing) ? 1 : 0;
  }
  kept.faces.resize(count);
  kept.indices.resize(3 * count);
}

}  // namespace mmd
