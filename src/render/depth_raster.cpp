#include "render/depth_raster.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "render/raster_rows.h"

namespace mmd {
namespace {

/// A triangle where it crosses a row of texels: how much each corner counts, and the depth.
struct TriangleRow {
  Slope a, b, c, depth;
  void next() {
    for (Slope* slope : {&a, &b, &c, &depth}) slope->next_row();
  }
};

/// As textures repeat, the nearest texel; the first for coordinates beyond all numbers.
bool is_cut_out(const Cutout& cutout, const vec2& uv) {
  const Image& image = *cutout.image;
  const auto texel = [](float at, int size) {
    const float part = at - std::floor(at);  // NaN of what is infinite
    return part > 0.0f ? std::min(static_cast<int>(part * static_cast<float>(size)), size - 1) : 0;
  };
  const auto index =
      static_cast<std::size_t>(texel(uv.y, image.height)) * static_cast<std::size_t>(image.width) +
      static_cast<std::size_t>(texel(uv.x, image.width));
  return static_cast<float>(alpha_of(image)[index]) < cutout.cutoff * 255.0f;
}

/// Texels 0 to `last` that `is_there` does not cut out. Most rows have one to three: vectors do not pay.
template <class Test>
void put_row(const TriangleRow& row, int last, float* texels, Test is_there) {
  float x = 0.0f;
  // NOLINTNEXTLINE(cert-flp30-c): i counts the texels; x is i exactly up to 2^24
  for (int i = 0; i <= last; ++i, x += 1.0f) {
    const float depth = row.depth.after(x);
    const float least = std::min(std::min(row.a.after(x), row.b.after(x)), std::min(row.c.after(x), depth));
    if (least >= 0.0f && depth < texels[i] && is_there(x)) texels[i] = depth;
  }
}

}  // namespace

void DepthRaster::begin(int size) {
  size_ = size;
  depths_.assign(static_cast<std::size_t>(size) * static_cast<std::size_t>(size), 1.0f);
}

void DepthRaster::set_vertices(std::span<const vec3> positions, const mat4& to_clip) {
  const float half = 0.5f * static_cast<float>(size_);
  const vec3 scale(half, half, 0.5f);
  const mat3 turn(vec3(to_clip[0]) * scale, vec3(to_clip[1]) * scale, vec3(to_clip[2]) * scale);
  const vec3 move = vec3(to_clip[3]) * scale + scale;
  vertices_.resize(positions.size());
  std::transform(positions.begin(), positions.end(), vertices_.begin(),
                 [&](const vec3& p) { return turn * p + move; });
}

void DepthRaster::draw(std::span<const std::uint32_t> triangles, bool both_sides, const Cutout* cutout) {
  for (std::size_t i = 0; i + 2 < triangles.size(); i += 3) {
    std::uint32_t corners[3] = {triangles[i], triangles[i + 1], triangles[i + 2]};
    const vec3 &a = vertices_[corners[0]], &b = vertices_[corners[1]], &c = vertices_[corners[2]];
    float area = doubled_area(a, b, c);
    if (area < 0.0f && both_sides) {
      std::swap(corners[1], corners[2]);
      area = -area;
    }
    if (area > 0.0f) fill(corners, area, cutout);
  }
}

void DepthRaster::fill(const std::uint32_t (&corners)[3], float area, const Cutout* cutout) {
  const vec3 &a = vertices_[corners[0]], &b = vertices_[corners[1]], &c = vertices_[corners[2]];
  const TexelRange columns(std::min({a.x, b.x, c.x}), std::max({a.x, b.x, c.x}), size_);
  const TexelRange rows(std::min({a.y, b.y, c.y}), std::max({a.y, b.y, c.y}), size_);
  if (columns.is_empty() || rows.is_empty()) return;
  const vec2 origin(static_cast<float>(columns.first) + 0.5f, static_cast<float>(rows.first) + 0.5f);
  const float per_b = (b.z - a.z) / area, per_c = (c.z - a.z) / area;
  TriangleRow row{left_of(b, c, origin), left_of(c, a, origin), left_of(a, b, origin), {}};
  row.depth = {a.z + row.b.at * per_b + row.c.at * per_c, row.b.along_x * per_b + row.c.along_x * per_c,
               row.b.along_y * per_b + row.c.along_y * per_c};
  const int last = columns.steps();
  for (int y = rows.first; y <= rows.last; ++y, row.next()) {
    float* const texels = depths_.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(size_) +
                          static_cast<std::size_t>(columns.first);
    if (cutout == nullptr)
      put_row(row, last, texels, [](float) { return true; });
    else
      put_row(row, last, texels, [&](float x) {
        const vec2 uv = row.a.after(x) * cutout->uv[corners[0]] + row.b.after(x) * cutout->uv[corners[1]] +
                        row.c.after(x) * cutout->uv[corners[2]];
        return !is_cut_out(*cutout, uv / area);
      });
  }
}

}  // namespace mmd
