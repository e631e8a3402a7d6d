#include "scene/qdef_bounds.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "scene/bone_bounds.h"

namespace mmd {
namespace {

/// The largest distance between a point in `box` moved by a and by b.
float farthest_apart(const Affine& a, const Affine& b, const Bounds& box) {
  Affine difference = a;
  for (std::size_t row = 0; row < 3; ++row) difference.row[row] -= b.row[row];
  const Bounds way = bounds_around(difference, box);
  return glm::length(glm::max(glm::abs(way.min), glm::abs(way.max)));
}

/// By number of points with distances of at most 1: the radius of a ball around them (Jung's theorem).
constexpr float ball_around[] = {0.0f, 0.0f, 0.5f, 0.5774f, 0.6124f};

}  // namespace

std::size_t QdefBounds::group_of(const VertexStreams& vertices, std::uint32_t vertex) {
  Group group;
  for (std::size_t i = 0; i < 4; ++i) {
    const std::uint32_t bone = vertices.bones[vertex][i];
    const auto end = group.bones.begin() + static_cast<std::ptrdiff_t>(group.count);
    // The first bone counts even without weight: the signs of the others depend on it.
    const bool counts = i == 0 || vertices.weights[vertex][static_cast<glm::length_t>(i)] > 0.0f;
    if (counts && std::find(group.bones.begin(), end, bone) == end) group.bones[group.count++] = bone;
  }
  const auto [found, is_new] = index_.emplace(group, groups_.size());
  if (is_new) {
    constexpr float max_float = std::numeric_limits<float>::max();
    groups_.push_back(group);
    still_.push_back({vec3(max_float), vec3(-max_float)});
  }
  return found->second;
}

void QdefBounds::add_still(const VertexStreams& vertices, std::uint32_t vertex) {
  const std::size_t group = group_of(vertices, vertex);
  hold(still_[group], vertices.position[vertex]);
}

void QdefBounds::add_moving(const VertexStreams& vertices, std::uint32_t vertex) {
  moving_.push_back({vertex, group_of(vertices, vertex)});
}

void QdefBounds::hold(Bounds& box, const vec3& position) {
  if (is_finite(position)) box = {glm::min(box.min, position), glm::max(box.max, position)};
}

/// Let p_i be the vertex moved by bone i, q_i the bone's rotation, b = sum(w_i q_i), and c any point. The
/// blended vertex is c + the vector part of sum((p_i - c) k_i) with k_i = w_i q_i conj(b) / |b|^2 (semantics,
/// "Skinning": the blend does not depend on the origin). The k_i sum to 1. While all rotations differ by less
/// than half a turn, their real parts are positive and give a point between the p_i. The imaginary parts move
/// it by at most max |p_i - c| times the sum of their lengths, which is largest for equal weights.
bool QdefBounds::pose(const Group& group, std::span<const Affine> palette, Bounds& box) {
  std::array<quat, 4> rotations;
  Bounds all = bounds_around(palette[group.bones[0]], box);
  float apart = 0.0f, smallest_dot = 1.0f;
  for (std::size_t i = 0; i < group.count; ++i) {
    const Affine& bone = palette[group.bones[i]];
    rotations[i] = rotation_of(bone);
    if (glm::dot(rotations[i], rotations[0]) < 0.0f) rotations[i] = -rotations[i];
    const Bounds placed = bounds_around(bone, box);
    all = {glm::min(all.min, placed.min), glm::max(all.max, placed.max)};
    for (std::size_t k = 0; k < i; ++k) {
      smallest_dot = std::min(smallest_dot, glm::dot(rotations[i], rotations[k]));
      apart = std::max(apart, farthest_apart(bone, palette[group.bones[k]], box));
    }
  }
  if (!(smallest_dot >= 0.0f)) return false;
  const auto others = static_cast<float>(group.count) - 1.0f;
  const float sine = std::sqrt(std::max(0.0f, 1.0f - smallest_dot * smallest_dot));
  const vec3 reach(apart * ball_around[group.count] * others * sine / (1.0f + others * smallest_dot));
  box = {all.min - reach, all.max + reach};
  return is_finite(box.min) && is_finite(box.max);
}

}  // namespace mmd
