#include <algorithm>
#include <cmath>
#include <utility>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "make_sample/graded.h"
#include "make_sample/openings.h"
#include "make_sample/parts.h"

namespace mmd::sample {
namespace {

constexpr float head_scale = 0.88f;
const vec3 head_pivot(0.0f, 16.0f, 0.05f);
constexpr float head_drop = 0.52f;

/// The size of the mesh's cells: fine at the nose, lips and chin, coarse below the hair.
const Grading cells_across{{-2.0f, 0.13f}, {-1.55f, 0.09f}, {-1.4f, 0.075f}, {-0.85f, 0.12f},
                           {-0.6f, 0.13f}, {-0.2f, 0.065f}, {0.2f, 0.065f},  {0.6f, 0.13f},
                           {0.85f, 0.12f}, {1.4f, 0.075f},  {1.55f, 0.09f},  {2.0f, 0.13f}};
const Grading cells_up{{13.4f, 0.17f}, {15.6f, 0.15f},  {15.95f, 0.065f}, {16.25f, 0.07f},
                       {16.4f, 0.12f}, {16.65f, 0.12f}, {16.9f, 0.046f},  {17.06f, 0.046f},
                       {17.4f, 0.12f}, {18.0f, 0.15f},  {18.4f, 0.28f},   {20.4f, 0.30f}};
const Grading cells_back{{-2.0f, 0.065f}, {-1.25f, 0.07f}, {-0.7f, 0.125f}, {-0.1f, 0.11f},
                         {0.45f, 0.11f},  {0.9f, 0.28f},   {2.3f, 0.30f}};

Sdf ear(float side) {
  const vec3 centre(side * 1.34f, 17.22f, 0.2f);
  const quat lean = glm::angleAxis(side * -0.45f, vec3(0, 1, 0)) * glm::angleAxis(0.2f, vec3(1, 0, 0));
  const Sdf shell = ellipsoid(centre, {0.11f, 0.36f, 0.24f});
  const Sdf lobe = ellipsoid(centre + vec3(-side * 0.03f, -0.27f, -0.07f), {0.09f, 0.14f, 0.12f});
  const Sdf bowl = ellipsoid(centre + vec3(side * 0.12f, 0.04f, -0.03f), {0.1f, 0.24f, 0.14f});
  return rotated(smooth_subtraction(smooth_union({shell, lobe}, 0.1f), bowl, 0.08f), centre, lean);
}

/// The direction that the light sees: rounder and more to the front than the shape, as toon faces need. It
/// comes from places alone, so that the edge of the shade is one clean line along the jaw.
vec3 face_normal(const vec3& p, const vec3& shape) {
  const vec3 mask = glm::normalize((p - vec3(0.0f, 17.0f, 1.6f)) * vec3(0.75f, 0.5f, 1.0f));
  const vec3 round = glm::normalize((p - vec3(0.0f, 16.85f, -0.3f)) * vec3(0.8f, 1.0f, 1.0f));
  const vec3 smooth = glm::normalize(glm::mix(mask, round, smoothstep(0.72f, 0.96f, -round.y)));
  const float neck = smoothstep(0.72f, 0.5f, std::hypot(p.x, p.z - 0.2f)) * smoothstep(16.5f, 16.1f, p.y);
  const float front = smoothstep(1.0f, 0.3f, p.z) * smoothstep(15.5f, 15.95f, p.y) * (1.0f - neck);
  return glm::normalize(glm::mix(shape, smooth, 0.94f * front));
}

/// The picture is seen from the front. The neck and the jaw behind the ears have a strip at its end of their
/// own (neck_strip).
vec2 face_uv(const vec3& p) {
  const float column = smoothstep(0.85f, 0.5f, std::hypot(p.x, p.z - 0.25f)) * smoothstep(16.8f, 16.6f, p.y);
  const float behind =
      smoothstep(0.0f, 0.4f, p.z) * smoothstep(17.4f, 17.2f, p.y) * smoothstep(1.3f, 1.2f, std::abs(p.x));
  const float neck = std::max(column, behind);
  const float v = std::min((face_top - p.y) / (face_top - face_bottom), 0.985f);
  const float down = std::clamp((neck_strip.x - p.y) / (neck_strip.x - neck_strip.y), 0.0f, 1.0f);
  const float strip = glm::mix(neck_strip.z, neck_strip.w, down);
  return {(p.x - face_left) / (face_right - face_left), glm::mix(v, strip, neck)};
}

Curve mirrored_curve(const Curve& left) {
  return [left](float angle) {
    const vec2 p = left(pi - angle);
    return vec2(-p.x, p.y);
  };
}

Opening eye_opening(bool is_left) {
  Opening o;
  o.centre = {is_left ? eye_centre.x : -eye_centre.x, eye_centre.y};
  o.cut = {0.525f, 0.63f};
  o.rim = 0.14f;
  o.rings = 4;
  const auto placed = [is_left](const Lids& lids) -> Curve {
    const Curve left = [lids](float angle) { return lid_point(lids, angle); };
    return is_left ? left : mirrored_curve(left);
  };
  o.rest = placed({});
  for (const LidMorph& m : lid_morphs())
    if (m.sides == 0 || (m.sides > 0) == is_left) o.morphs[m.name] = placed(m.lids);
  return o;
}

Opening mouth_opening() {
  Opening o;
  o.centre = mouth_centre - vec2(0.0f, 0.05f);
  o.cut = {0.36f, 0.31f};
  o.rings = 7;
  o.rim = 0.0f;
  o.back = -0.75f;
  o.rest = [](float angle) { return lip_point({}, angle); };
  for (const LipMorph& m : lip_morphs())
    o.morphs[m.name] = [lips = m.lips](float angle) { return lip_point(lips, angle); };
  return o;
}

/// Drops vertices that no triangle uses, and their entries in `marks`.
void drop_unused(Mesh& m, std::vector<bool>& marks) {
  std::vector<std::uint32_t> moved(m.size(), 0);
  for (const std::uint32_t i : m.indices) moved[i] = 1;
  std::uint32_t next = 0;
  for (std::uint32_t v = 0; v < m.size(); ++v) {
    if (moved[v] == 0) continue;
    m.position[next] = m.position[v];
    m.normal[next] = m.normal[v];
    marks[next] = marks[v];
    for (auto& entry : m.morphs) entry.second[next] = entry.second[v];
    moved[v] = next++;
  }
  m.position.resize(next);
  m.normal.resize(next);
  for (auto& entry : m.morphs) entry.second.resize(next);
  for (std::uint32_t& i : m.indices) i = moved[i];
}

}  // namespace

vec3 lowered(vec3 p) {
  return head_pivot + (p - head_pivot) * head_scale - vec3(0.0f, head_drop, 0.0f);
}

void lower(Mesh& mesh) {
  for (vec3& p : mesh.position) p = lowered(p);
  for (auto& entry : mesh.morphs)
    for (vec3& offset : entry.second) offset *= head_scale;
}

Mesh make_head(const Rig& rig) {
  const Sdf neck = strand({{0, 14.1f, 0.2f}, {0, 14.75f, 0.22f}, {0, 15.4f, 0.17f}, {0, 16.9f, 0.1f}},
                          {0.64f, 0.45f, 0.365f, 0.42f}, 0.25f);
  const Sdf face = head_shape();
  const Sdf shape = smooth_union({smooth_union({face, ear(1), ear(-1)}, 0.15f), neck}, 0.3f);
  Mesh m = graded_nets(shape, cells_across, cells_up, cells_back);
  std::vector<bool> eye_rim;
  for (const bool is_left : {true, false}) {
    eye_rim.resize(cut_opening(m, face, eye_opening(is_left)), false);
    eye_rim.resize(m.size(), true);
  }
  eye_rim.resize(cut_opening(m, face, mouth_opening()), false);
  for (auto& entry : m.morphs) entry.second.resize(m.size(), vec3(0.0f));
  drop_unused(m, eye_rim);
  std::vector<vec2> uv;
  for (std::size_t v = 0; v < m.size(); ++v) {
    uv.push_back(eye_rim[v] ? eye_rim_uv : face_uv(m.position[v]));
    m.normal[v] = face_normal(m.position[v], m.normal[v]);
  }
  turn_normals_outwards(m);
  m.uv = std::move(uv);
  set_edge_scale(m, [](const vec3& p) {
    // No outline at the rims of the openings.
    const float eye = glm::length((vec2(std::abs(p.x), p.y) - eye_centre) / 0.44f);
    const float mouth = glm::length((vec2(p.x, p.y) - mouth_centre) / vec2(0.25f, 0.055f));
    const float rim = p.z < -0.6f ? std::min(eye, mouth) : 2.0f;
    // Below the chin the normals point to the front, which leaves little of the outline.
    const float below = smoothstep(16.5f, 16.2f, p.y) * smoothstep(-0.2f, -0.7f, p.z);
    return (0.7f + 0.6f * below) * smoothstep(1.0f, 1.2f, rim);
  });
  m.closed = false;
  lower(m);
  set_weights(m, head_weights(rig));
  return m;
}

}  // namespace mmd::sample
