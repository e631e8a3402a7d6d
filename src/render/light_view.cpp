#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "render/shadow_map.h"

namespace mmd {
namespace {

/// Empty texels on each side, for the filter and for moving the map by whole texels.
constexpr int margin = 4;
/// The factor by which texels may be larger than useful before a further map is worth its time.
constexpr float tolerable = 2.0f;
constexpr std::size_t max_maps = 4;

/// Rounds up to the next of four steps per octave.
float rounded_up(float extent) {
  return std::exp2(std::ceil(std::log2(std::max(extent, 1e-3f)) * 4.0f) / 4.0f);
}

/// The part of a convex polygon on the side of a plane where dot(plane, (p, 1)) >= 0.
std::vector<vec3> clipped(const std::vector<vec3>& polygon, const vec4& plane) {
  std::vector<vec3> out;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const vec3 &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
    const float side_a = glm::dot(plane, vec4(a, 1.0f)), side_b = glm::dot(plane, vec4(b, 1.0f));
    if (side_a >= 0.0f) out.push_back(a);
    if ((side_a >= 0.0f) != (side_b >= 0.0f)) out.push_back(glm::mix(a, b, side_a / (side_a - side_b)));
  }
  return out;
}

/// The eye: the intersection of the planes through the sides of the picture; nullopt for an orthographic
/// camera. `rows`: the transposed view projection.
std::optional<vec3> eye_of(const mat4& rows) {
  const mat3 sides = glm::transpose(mat3(vec3(rows[0]), vec3(rows[1]), vec3(rows[3])));
  const vec3 eye = glm::inverse(sides) * -vec3(rows[0].w, rows[1].w, rows[3].w);
  return is_finite(eye) ? std::optional(eye) : std::nullopt;
}

bool contains(const Bounds& bounds, const vec3& p) {
  return glm::min(bounds.min, p) == bounds.min && glm::max(bounds.max, p) == bounds.max;
}

/// Corners of the convex hull of the visible part of a box, ignoring depth limits. They are on the faces of
/// the box, except for the eye of a camera inside the box.
std::vector<vec3> seen_part(const Bounds& bounds, const mat4& view_projection) {
  const std::array<vec3, 8> box = corners_of(bounds);
  constexpr std::size_t faces[6][4] = {{0, 1, 3, 2}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                       {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 3, 7, 5}};
  const mat4 rows = glm::transpose(view_projection);
  const vec4 sides[4] = {rows[3] + rows[0], rows[3] - rows[0], rows[3] + rows[1], rows[3] - rows[1]};
  std::vector<vec3> out;
  for (const auto& face : faces) {
    std::vector<vec3> polygon;
    for (const std::size_t corner : face) polygon.push_back(box[corner]);
    for (const vec4& side : sides) polygon = clipped(polygon, side);
    out.insert(out.end(), polygon.begin(), polygon.end());
  }
  if (const auto eye = eye_of(rows); eye && contains(bounds, *eye)) out.push_back(*eye);
  return out;
}

/// A light view that covers the points `seen` across the light's direction, and `all` along it, because
/// invisible things cast shadows, too.
LightView fit(std::span<const vec3> all, std::span<const vec3> seen, const vec3& direction, int size) {
  const vec3 ahead = glm::normalize(direction);
  const vec3 up = std::abs(ahead.y) < 0.9f ? vec3(0.0f, 1.0f, 0.0f) : vec3(0.0f, 0.0f, 1.0f);
  const vec3 right = glm::normalize(glm::cross(ahead, up));
  const vec3 axes[3] = {right, glm::cross(right, ahead), ahead};
  LightView view;
  for (int a = 0; a < 3; ++a) {
    float low = std::numeric_limits<float>::max(), high = -low;
    for (const vec3& p : a < 2 ? seen : all) {
      low = std::min(low, glm::dot(axes[a], p));
      high = std::max(high, glm::dot(axes[a], p));
    }
    float centre = (low + high) * 0.5f, half = std::max(high - low, 1e-3f) * 0.51f;
    if (a < 2) {
      const float texel = rounded_up(high - low) / static_cast<float>(size - 2 * margin);
      half = texel * static_cast<float>(size) * 0.5f;
      centre = std::round(centre / texel) * texel;
      view.texel = std::max(view.texel, texel);
    } else {
      view.depth = 2.0f * half;
    }
    for (int column = 0; column < 3; ++column) view.to_clip[column][a] = axes[a][column] / half;
    view.to_clip[3][a] = -centre / half;
  }
  return view;
}

/// Size of a box relative to the picture, along the longer side; the largest float if it is behind the eye.
float size_in_picture(const Bounds& bounds, const mat4& view_projection) {
  constexpr float endless = std::numeric_limits<float>::max();
  vec2 low(endless), high(-endless);
  for (const vec3& corner : corners_of(bounds)) {
    const vec4 clip = view_projection * vec4(corner, 1.0f);
    if (clip.w <= 0.0f) return endless;
    const vec2 at = vec2(clip) / clip.w;
    low = glm::min(low, at);
    high = glm::max(high, at);
  }
  return std::max(high.x - low.x, high.y - low.y) * 0.5f;
}

/// Actors that share a map, and the points that it has to cover.
struct Group {
  std::vector<vec3> seen;
  float finest = 0.0f;  ///< the smallest useful texel size for one of them, MMD units
  LightView light;
};

/// Height in MMD units of one of `lines` pixel rows at the nearest of the points.
float line_height(std::span<const vec3> points, const mat4& view_projection, int lines) {
  const mat4 rows = glm::transpose(view_projection);
  float nearest = std::numeric_limits<float>::max();
  for (const vec3& p : points) nearest = std::min(nearest, glm::dot(rows[3], vec4(p, 1.0f)));
  return std::max(nearest, 0.0f) * 2.0f / (glm::length(vec3(rows[1])) * static_cast<float>(lines));
}

Group joined(const Group& group, const Group& other, std::span<const vec3> all, const vec3& direction,
             int size) {
  Group both = group;
  both.seen.insert(both.seen.end(), other.seen.begin(), other.seen.end());
  both.finest = std::min(group.finest, other.finest);
  both.light = fit(all, both.seen, direction, size);
  return both;
}

}  // namespace

mat4 LightView::to_texture() const {
  mat4 half(0.5f);
  half[3] = vec4(0.5f, 0.5f, 0.5f, 1.0f);
  return half * to_clip;
}

int shadow_map_size(std::span<const Bounds> shaded, const mat4& view_projection, int width, int height,
                    bool supersampled) {
  constexpr int small = 512, coarse = 1024, usual = 2048, fine = 4096;
  constexpr float part = 1.5f;  // a whole figure is smaller: its box is larger than its body
  const bool shows_part = std::any_of(shaded.begin(), shaded.end(), [&](const Bounds& box) {
    return size_in_picture(box, view_projection) > part;
  });
  // A part of a figure uses fewer texels of the map; below these sizes it still has more texels than pixels.
  const int side = std::max(width, height);
  if (side > (shows_part ? 512 : 1024)) return fine;
  if (supersampled && !shows_part && side <= 512) return side > 256 ? coarse : small;
  return side > (shows_part ? 128 : 256) ? usual : coarse;
}

float finest_line(const Bounds& bounds, const mat4& view_projection, int lines) {
  const std::vector<vec3> seen = seen_part(bounds, view_projection);
  return seen.empty() ? 0.0f : line_height(seen, view_projection, lines);
}

ShadowPlan plan_shadows(std::span<const Bounds> shaded, const Bounds& all, const mat4& view_projection,
                        const vec3& direction, int size) {
  const auto corners = corners_of(all);
  std::vector<Group> groups;
  ShadowPlan plan;
  for (const Bounds& box : shaded) {
    plan.map_of.push_back(0);
    Group own{seen_part(box, view_projection), 0.0f, {}};
    if (own.seen.empty()) continue;
    own.light = fit(corners, own.seen, direction, size);
    own.finest = std::max(own.light.texel, line_height(own.seen, view_projection, size));
    std::size_t best = groups.size();
    Group with_best;
    for (std::size_t i = 0; i < groups.size(); ++i) {
      Group both = joined(groups[i], own, corners, direction, size);
      const bool fine = both.light.texel <= tolerable * both.finest || groups.size() == max_maps;
      if (!fine || (best < groups.size() && both.light.texel >= with_best.light.texel)) continue;
      best = i;
      with_best = std::move(both);
    }
    plan.map_of.back() = best;
    if (best < groups.size()) {
      groups[best] = std::move(with_best);
    } else {
      groups.push_back(std::move(own));
    }
  }
  for (const Group& group : groups) plan.maps.push_back(group.light);
  if (plan.maps.empty()) plan.maps.push_back(fit(corners, corners, direction, size));
  return plan;
}

}  // namespace mmd
