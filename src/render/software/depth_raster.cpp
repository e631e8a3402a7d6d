#include "render/software/depth_raster.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "render/software/raster.h"

namespace mmd {
namespace {

/// Values of four neighbouring texels in a vector register; an extension of g++ and clang.
using FourFloats [[gnu::vector_size(16)]] = float;
/// Results of a test for four texels: all bits set or none.
using FourTests [[gnu::vector_size(16)]] = int;
constexpr int four = 4;

FourFloats min_of(FourFloats a, FourFloats b) {
  return a < b ? a : b;
}

bool any(FourTests tests) {
  using Halves [[gnu::vector_size(16)]] = long long;
  const auto halves = reinterpret_cast<Halves>(tests);
  return (halves[0] | halves[1]) != 0;
}

FourFloats after(const Slope& slope, FourFloats x) {
  return slope.at + x * slope.along_x;
}

/// Weights of a triangle's corners and the depth along a row of texels.
struct TriangleRow {
  Slope a, b, c, depth;
  void next() {
    for (Slope* slope : {&a, &b, &c, &depth}) slope->next_row();
  }
};

/// Tests the nearest texel of a repeating texture; the first texel for infinite or NaN coordinates.
bool is_cut_out(const Cutout& cutout, const vec2& uv) {
  const Image& image = *cutout.image;
  const auto texel = [](float at, int size) {
    const float part = at - std::floor(at);  // NaN for infinity
    return part > 0.0f ? std::min(static_cast<int>(part * static_cast<float>(size)), size - 1) : 0;
  };
  const auto index =
      static_cast<std::size_t>(texel(uv.y, image.height)) * static_cast<std::size_t>(image.width) +
      static_cast<std::size_t>(texel(uv.x, image.width));
  return static_cast<float>(alpha_of(image)[index]) < cutout.cutoff * 255.0f;
}

/// Draws texels 0 to `last`; the three texels behind are read, but keep their values. `keep_there(i, tests)`:
/// clears the tests of cut-out texels among the four from i on.
template <class KeepThere>
void put_row(const TriangleRow& row, int last, float* texels, KeepThere keep_there) {
  constexpr FourFloats steps{0.0f, 1.0f, 2.0f, 3.0f};
  for (int i = 0; i <= last; i += four) {
    const FourFloats x = static_cast<float>(i) + steps;
    const FourFloats depth = after(row.depth, x);
    const FourFloats least = min_of(min_of(after(row.a, x), after(row.b, x)), min_of(after(row.c, x), depth));
    FourFloats texel;
    std::memcpy(&texel, texels + i, sizeof texel);
    FourTests nearer = (least >= 0.0f) & (depth < texel) & (x <= static_cast<float>(last));
    if (!any(nearer)) continue;
    keep_there(i, nearer);
    texel = nearer ? depth : texel;
    std::memcpy(texels + i, &texel, sizeof texel);
  }
}

}  // namespace

void DepthRaster::begin(int size) {
  size_ = size;
  depths_.assign(static_cast<std::size_t>(size) * static_cast<std::size_t>(size) + (four - 1), 1.0f);
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

void DepthRaster::take_nearer(const DepthRaster& other) {
  std::transform(depths_.begin(), depths_.end(), other.depths_.begin(), depths_.begin(),
                 [](float mine, float its) { return its < mine ? its : mine; });
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
    if (cutout == nullptr) {
      put_row(row, last, texels, [](int, FourTests&) {});
      continue;
    }
    put_row(row, last, texels, [&](int i, FourTests& is_there) {
      for (int k = 0; k < four; ++k) {
        if (is_there[k] == 0) continue;
        const auto x = static_cast<float>(i + k);
        const vec2 uv = row.a.after(x) * cutout->uv[corners[0]] + row.b.after(x) * cutout->uv[corners[1]] +
                        row.c.after(x) * cutout->uv[corners[2]];
        if (is_cut_out(*cutout, uv / area)) is_there[k] = 0;
      }
    });
  }
}

}  // namespace mmd
