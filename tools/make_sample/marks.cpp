#include <cmath>
#include <utility>

#include <glm/common.hpp>

#include "make_sample/face_shapes.h"
#include "make_sample/parts.h"
#include "make_sample/patch.h"

// Marks of feeling on the face. Their materials are invisible until a morph shows them.

namespace mmd::sample {
namespace {

Outline box_outline(vec2 centre, vec2 half) {
  return [=](float u, float v) { return centre + half * vec2(2.0f * u - 1.0f, 1.0f - 2.0f * v); };
}

Mesh on_head(Mesh m, const Rig& rig) {
  lower(m);
  set_weights(m, on_bone(rig, "頭"));
  return m;
}

Mesh marks(const Rig& rig, const vec4& cell, float lift, vec2 centre, vec2 half) {
  Mesh m;
  for (const float side : {1.0f, -1.0f})
    append(m,
           make_patch({inner(cell), level(lift), 8, 8, box_outline({side * centre.x, centre.y}, half), {}}));
  return on_head(std::move(m), rig);
}

}  // namespace

Mesh make_blush(const Rig& rig) {
  return marks(rig, cell::blush, 0.01f, {0.68f, 16.74f}, {0.27f, 0.16f});
}

Mesh make_tears(const Rig& rig) {
  return marks(rig, cell::tear, 0.03f, {0.74f, 16.8f}, {0.13f, 0.19f});
}

Mesh make_pallor(const Rig& rig) {
  const Patch p{inner(cell::pallor), level(0.016f), 16, 10, box_outline({0.0f, 17.6f}, {1.15f, 0.95f}), {}};
  return on_head(make_patch(p), rig);
}

}  // namespace mmd::sample
