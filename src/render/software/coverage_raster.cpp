#include "render/software/coverage_raster.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>

namespace mmd {
namespace {

int divided_up(int size, int step) {
  return (size + step - 1) / step;
}

/// The means of blocks of `step` x `step` values; blocks at the border are smaller.
std::vector<std::uint8_t> shrunk(const AlphaBytes& values, int width, int height, int step) {
  std::vector<std::uint8_t> small;
  small.reserve(static_cast<std::size_t>(divided_up(width, step)) *
                static_cast<std::size_t>(divided_up(height, step)));
  std::vector<std::uint32_t> sums(static_cast<std::size_t>(width));  // per column: adding whole rows is fast
  std::size_t at = 0;
  for (int y = 0; y < height; y += step) {
    const int rows = std::min(step, height - y);
    std::fill(sums.begin(), sums.end(), 0);
    for (int row = 0; row < rows; ++row, at += sums.size())
      for (std::size_t x = 0; x < sums.size(); ++x) sums[x] += values[at + x];
    for (int x = 0; x < width; x += step) {
      const int columns = std::min(step, width - x);
      const auto count = static_cast<std::uint32_t>(rows * columns);
      const auto first = sums.begin() + x;
      small.push_back(static_cast<std::uint8_t>(std::accumulate(first, first + columns, count / 2) / count));
    }
  }
  return small;
}

/// Two neighbouring texels along an axis and the weight of the second.
struct Between {
  std::size_t first, second;
  float share;
  Between(float at, int size) {
    const float place = (at - std::floor(at)) * static_cast<float>(size) - 0.5f;
    const float before = std::floor(place);
    const int index = static_cast<int>(before);
    first = static_cast<std::size_t>(index < 0 ? size - 1 : index);
    second = static_cast<std::size_t>(index + 1 < size ? index + 1 : 0);
    share = place - before;
  }
};

/// Smallest clip w, the distance to the eye in MMD units; the driver clips nearer triangles.
constexpr float nearest_w = 0.1f;
/// A triangle whose bounding box has at most this many pixels is skipped if the whole box is covered.
constexpr int looked_at_first = 16;

/// Weights of a triangle's corners along a row of pixels.
struct CornerRow {
  Slope a, b, c;
  void next() {
    for (Slope* slope : {&a, &b, &c}) slope->next_row();
  }
  float min_after(float x) const { return std::min(std::min(a.after(x), b.after(x)), c.after(x)); }
};

std::uint8_t as_byte(float share) {
  return static_cast<std::uint8_t>(std::clamp(std::round(share * 255.0f), 1.0f, 255.0f));
}

/// `share_at(x)`: the value of a covered pixel; 0 leaves it uncovered.
template <class ShareAt>
void cover_row(const CornerRow& row, int last, std::uint8_t* pixels, ShareAt share_at) {
  float x = 0.0f;
  // NOLINTNEXTLINE(cert-flp30-c): i counts the pixels; x is i exactly up to 2^24
  for (int i = 0; i <= last; ++i, x += 1.0f)
    if (pixels[i] == 0 && row.min_after(x) >= 0.0f) pixels[i] = share_at(x);
}

}  // namespace

AlphaLevels::AlphaLevels(const Image& image)
    : image_(&image), texels_(static_cast<float>(image.width) * static_cast<float>(image.height)) {
  int side = std::max(image.width, image.height);
  for (; side > largest; side = divided_up(side, 2)) ++left_out_;
  for (; side > 1; side = divided_up(side, 2)) ++level_count_;
}

void AlphaLevels::build() {
  const int step = 1 << left_out_;
  levels_.reserve(static_cast<std::size_t>(level_count_));
  levels_.push_back({divided_up(image_->width, step), divided_up(image_->height, step),
                     shrunk(alpha_of(*image_), image_->width, image_->height, step)});
  for (int i = 1; i < level_count_; ++i) {
    const Level& last = levels_.back();
    levels_.push_back({divided_up(last.width, 2), divided_up(last.height, 2),
                       shrunk({last.alpha.data(), 1}, last.width, last.height, 2)});
  }
}

int AlphaLevels::level_for(float texels) const {
  if (!(texels > 1.0f)) return 0;
  const float level = 0.5f * std::log2(std::min(texels, 1e9f)) + 0.5f;
  return std::clamp(static_cast<int>(level) - left_out_, 0, level_count_ - 1);
}

float AlphaLevels::at(const vec2& uv, int level) {
  if (!std::isfinite(uv.x) || !std::isfinite(uv.y)) return 0.0f;
  if (levels_.empty()) build();
  const Level& from = levels_[static_cast<std::size_t>(level)];
  const Between x(uv.x, from.width), y(uv.y, from.height);
  const auto row = [&](std::size_t index) {
    const std::uint8_t* const texels = from.alpha.data() + index * static_cast<std::size_t>(from.width);
    return glm::mix(static_cast<float>(texels[x.first]), static_cast<float>(texels[x.second]), x.share);
  };
  return glm::mix(row(y.first), row(y.second), y.share) / 255.0f;
}

void CoverageRaster::begin(int width, int height) {
  width_ = width;
  height_ = height;
  shares_.assign(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 0);
}

bool CoverageRaster::set_vertices(std::span<const vec3> positions, const mat4& to_clip) {
  const vec2 half(0.5f * static_cast<float>(width_), 0.5f * static_cast<float>(height_));
  vertices_.resize(positions.size());
  bool all_before_the_eye = true;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const vec4 clip = to_clip * vec4(positions[i], 1.0f);
    all_before_the_eye = all_before_the_eye && clip.w >= nearest_w;
    const float per_w = 1.0f / clip.w;
    vertices_[i] = {vec2(clip) * per_w * half + half, per_w};
  }
  return all_before_the_eye;
}

void CoverageRaster::draw(std::span<const std::uint32_t> triangles, Facing facing, float share,
                          const Translucency* translucency) {
  for (std::size_t i = 0; i + 2 < triangles.size(); i += 3) {
    std::uint32_t corners[3] = {triangles[i], triangles[i + 1], triangles[i + 2]};
    float area =
        doubled_area(vertices_[corners[0]].pixel, vertices_[corners[1]].pixel, vertices_[corners[2]].pixel);
    if (facing == Facing::right || (facing == Facing::both && area < 0.0f)) {
      std::swap(corners[1], corners[2]);
      area = -area;
    }
    if (area > 0.0f) fill(corners, area, share, translucency);
  }
}

bool CoverageRaster::all_covered(const TexelRange& columns, const TexelRange& rows) const {
  for (int y = rows.first; y <= rows.last; ++y) {
    const std::uint8_t* const row =
        shares_.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(width_);
    for (int x = columns.first; x <= columns.last; ++x)
      if (row[x] == 0) return false;
  }
  return true;
}

void CoverageRaster::fill(const std::uint32_t (&corners)[3], float area, float share,
                          const Translucency* translucency) {
  const Vertex &a = vertices_[corners[0]], &b = vertices_[corners[1]], &c = vertices_[corners[2]];
  const TexelRange columns(std::min({a.pixel.x, b.pixel.x, c.pixel.x}),
                           std::max({a.pixel.x, b.pixel.x, c.pixel.x}), width_);
  if (columns.is_empty()) return;
  const TexelRange rows(std::min({a.pixel.y, b.pixel.y, c.pixel.y}),
                        std::max({a.pixel.y, b.pixel.y, c.pixel.y}), height_);
  if (rows.is_empty()) return;
  if ((columns.steps() + 1) * (rows.steps() + 1) <= looked_at_first && all_covered(columns, rows)) return;
  const vec2 origin(static_cast<float>(columns.first) + 0.5f, static_cast<float>(rows.first) + 0.5f);
  CornerRow row{left_of(b.pixel, c.pixel, origin), left_of(c.pixel, a.pixel, origin),
                left_of(a.pixel, b.pixel, origin)};
  int level = 0;
  vec2 uv[3] = {};
  if (translucency != nullptr) {
    for (int i = 0; i < 3; ++i) uv[i] = translucency->uv[corners[i]];
    level = translucency->alpha->level_for(std::abs(doubled_area(uv[0], uv[1], uv[2])) *
                                           translucency->alpha->texels() / area);
  }
  for (int y = rows.first; y <= rows.last; ++y, row.next()) {
    std::uint8_t* const pixels = shares_.data() +
                                 static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
                                 static_cast<std::size_t>(columns.first);
    if (translucency == nullptr)
      cover_row(row, columns.steps(), pixels, [byte = as_byte(share)](float) { return byte; });
    else
      cover_row(row, columns.steps(), pixels, [&](float x) {
        const vec3 counts(row.a.after(x) * a.per_w, row.b.after(x) * b.per_w, row.c.after(x) * c.per_w);
        const vec2 at =
            (counts.x * uv[0] + counts.y * uv[1] + counts.z * uv[2]) / (counts.x + counts.y + counts.z);
        const float alpha = translucency->alpha->at(at, level);
        return alpha < translucency->cutoff ? std::uint8_t{0} : as_byte(share * alpha);
      });
  }
}

}  // namespace mmd
