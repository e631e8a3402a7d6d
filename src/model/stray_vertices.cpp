#include "model/stray_vertices.h"

#include <algorithm>
#include <array>
#include <limits>
#include <tuple>
#include <utility>

namespace mmd {
namespace {

constexpr float near_ranges = 20.0f, far_ranges = 1000.0f;
constexpr std::size_t sample_size = 256;

bool is_within(const vec3& p, const vec3& low, const vec3& high) {
  for (int axis = 0; axis < 3; ++axis)
    if (!(p[axis] >= low[axis] && p[axis] <= high[axis])) return false;  // NaN too
  return true;
}

struct Quartiles {
  vec3 low{0.0f}, high{0.0f};
  float range() const {
    const vec3 side = high - low;
    return std::max({side.x, side.y, side.z});
  }
};

Quartiles quartiles_of(std::span<const vec3> positions) {
  Quartiles out;
  if (positions.empty()) return out;
  const std::size_t first = positions.size() / 4, third = positions.size() * 3 / 4;
  std::array<float, sample_size> values{};
  for (int axis = 0; axis < 3; ++axis) {
    const auto end = std::transform(positions.begin(), positions.end(), values.begin(),
                                    [axis](const vec3& p) { return p[axis]; });
    const auto at = [&](std::size_t n) { return values.begin() + static_cast<std::ptrdiff_t>(n); };
    std::nth_element(values.begin(), at(third), end);
    std::nth_element(values.begin(), at(first), at(third));
    out.low[axis] = values[first];
    out.high[axis] = values[third];
  }
  return out;
}

}  // namespace

bool Bulk::is_near(const vec3& p) const {
  return is_within(p, near_min, near_max);
}

bool Bulk::is_far(const vec3& p) const {
  return !is_within(p, far_min, far_max);
}

VertexSample::VertexSample(const Model& model) {
  const std::size_t count = std::min(model.indices.size(), sample_size);
  std::vector<vec3> positions;
  for (std::size_t i = 0; i < count; ++i) {
    vertices_.push_back(model.indices[i * model.indices.size() / count]);
    positions.push_back(model.vertices.position[vertices_.back()]);
  }
  spread_ = quartiles_of(positions).range();
}

bool VertexSample::may_stray(float longest_side) const {
  return !(longest_side <= near_ranges * spread_);
}

Bulk VertexSample::bulk_of(std::span<const vec3> positions) {
  const Quartiles quartiles = quartiles_of(positions.first(std::min(positions.size(), sample_size)));
  const float range = quartiles.range();
  const auto around = [&](float ranges) {
    return std::pair(quartiles.low - range * ranges, quartiles.high + range * ranges);
  };
  Bulk bulk;
  std::tie(bulk.near_min, bulk.near_max) = around(near_ranges);
  std::tie(bulk.far_min, bulk.far_max) = around(far_ranges);
  const auto near_ones =
      std::count_if(positions.begin(), positions.end(), [&](const vec3& p) { return bulk.is_near(p); });
  if (range > 0.0f && static_cast<std::size_t>(near_ones) * 4 >= positions.size() * 3) return bulk;
  bulk.near_min = bulk.far_min = vec3(std::numeric_limits<float>::lowest());
  bulk.near_max = bulk.far_max = vec3(std::numeric_limits<float>::max());
  return bulk;
}

std::vector<bool> stray_vertices(std::span<const std::uint32_t> triangles, std::span<const vec3> positions,
                                 const Bulk& bulk) {
  std::vector<bool> out(positions.size(), false);
  for (std::size_t i = 0; i + 2 < triangles.size(); i += 3) {
    const auto corners = triangles.subspan(i, 3);
    const bool any_near = std::any_of(corners.begin(), corners.end(),
                                      [&](std::uint32_t v) { return bulk.is_near(positions[v]); });
    for (const std::uint32_t v : corners)
      if (bulk.is_far(positions[v]) || (any_near && !bulk.is_near(positions[v]))) out[v] = true;
  }
  return out;
}

}  // namespace mmd
