#include "make_sample/cloth.h"

#include <algorithm>
#include <cmath>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "make_sample/sdf.h"

namespace mmd::sample {
namespace {

vec3 normal_at(const Surface2& f, float u, float v) {
  constexpr float h = 0.01f;
  const vec3 along = f(std::min(u + h, 1.0f), v) - f(std::max(u - h, 0.0f), v);
  const vec3 across = f(u, std::min(v + h, 1.0f)) - f(u, std::max(v - h, -1.0f));
  const vec3 n = glm::cross(along, across);
  const float length = glm::length(n);
  return length < 1e-9f ? vec3(0, 0, -1) : n / length;
}

/// One loop: the cloth runs from the knot outwards in front and comes back behind.
Mesh loop(const Bow& bow, float side) {
  const auto surface = [bow, side](float u, float v) {
    const float turn = 2.0f * pi * (0.03f + 0.94f * u);
    const float out = 0.5f - 0.5f * std::cos(turn);                // 0 at the knot, 1 at the end
    const float through = std::sin(turn) * (0.35f + 0.65f * out);  // in front, then behind
    const float wide = glm::mix(0.36f, 1.0f, std::pow(out, 0.7f));
    const float fold = 0.07f * std::cos(2.5f * pi * v) * std::pow(1.0f - out, 0.8f);
    const float y = bow.height * wide * v - bow.droop * out * out;
    return bow.knot + bow.across * (side * bow.length * (0.05f + 0.95f * out + 0.05f * out * v)) +
           bow.up * y +
           bow.front * (0.42f * bow.height * through + fold * bow.height * 1.6f - bow.sweep * out * out);
  };
  return sheet({surface, 0.022f, 16, 5});
}

Mesh knot(const Bow& bow) {
  const float half = 0.42f * bow.height;
  return lathe({8, 12, false, [=](float along, float angle) {
                  const float t = 2.0f * along - 1.0f;
                  const float round = std::pow(std::max(1.0f - t * t * t * t, 0.0f), 0.5f);
                  const float pinch = 1.0f - 0.12f * std::cos(4.0f * angle) * (1.0f - std::abs(t));
                  return bow.knot + bow.up * (half * 1.05f * t) +
                         bow.across * (half * 0.62f * round * pinch * std::cos(angle)) +
                         bow.front * (half * 0.62f * round * pinch * std::sin(angle) + 0.05f);
                }});
}

}  // namespace

Mesh sheet(const Sheet& s) {
  // The first and the last ring are followed by the middle of each end.
  const auto u_of = [&s](float along) {
    const float ring = along * static_cast<float>(s.rows + 1);
    return std::clamp((ring - 1.0f) / static_cast<float>(s.rows - 1), 0.0f, 1.0f);
  };
  Mesh m = lathe({s.rows + 2, 2 * s.columns, false, [&](float along, float angle) {
                    const bool pole = along <= 0.0f || along >= 1.0f;
                    const float v = pole ? 0.0f : std::cos(angle);
                    float u = u_of(along);
                    if (s.notch > 0.0f) u -= s.notch * (1.0f - std::abs(v)) * smoothstep(0.5f, 1.0f, u);
                    const float up = pole ? 0.0f : s.thickness * std::sin(angle);
                    return s.surface(u, v) + normal_at(s.surface, u, v) * up;
                  }});
  for (vec2& uv : m.uv) uv = {0.5f + 0.5f * std::cos(2.0f * pi * uv.x), std::clamp(u_of(uv.y), 0.0f, 1.0f)};
  turn_normals_outwards(m);
  return m;
}

Mesh bow_loops(const Bow& bow) {
  Mesh m = loop(bow, 1.0f);
  append(m, loop(bow, -1.0f));
  append(m, knot(bow));
  return m;
}

}  // namespace mmd::sample
