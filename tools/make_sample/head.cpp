#include <glm/geometric.hpp>

#include "make_sample/parts.h"

namespace mmd::sample {
namespace {

const vec3 skull(0.0f, 18.0f, 0.05f);

/// Rotates the normals of the face slightly to the front and up, so that cheeks and chin do not fall into the
/// toon's shade as hard as their shape implies. MMD models commonly do this.
void soften_face(Mesh& mesh) {
  for (std::size_t v = 0; v < mesh.size(); ++v) {
    const vec3& p = mesh.position[v];
    const float w = smoothstep(0.1f, -0.7f, p.z) * smoothstep(16.0f, 16.4f, p.y);
    mesh.normal[v] = glm::normalize(mesh.normal[v] + w * vec3(0.0f, 0.55f, -0.6f));
  }
}

}  // namespace

Sdf head_shape() {
  const Sdf ball = ellipsoid(skull + vec3(0, 0.02f, 0.02f), {1.68f, 1.8f, 1.7f});
  const Sdf jaw = ellipsoid({0, 16.95f, -0.42f}, {1.12f, 0.95f, 1.05f});
  const Sdf nose = round_cone({0, 17.15f, -1.46f}, {0, 17.06f, -1.56f}, 0.07f, 0.09f);
  return smooth_union({smooth_union({ball, jaw}, 0.75f), nose}, 0.22f);
}

void lower(Mesh& mesh) {
  for (vec3& p : mesh.position) p.y -= 0.3f;
}

Mesh make_head(const Rig& rig) {
  const Sdf neck = strand({{0, 14.5f, 0.1f}, {0, 16.6f, 0.1f}}, {0.52f, 0.48f}, 0.05f);
  const auto ear = [](float side) { return ellipsoid({side * 1.66f, 17.45f, 0.15f}, {0.16f, 0.36f, 0.26f}); };
  const Sdf shape = smooth_union({smooth_union({head_shape(), ear(1), ear(-1)}, 0.12f), neck}, 0.25f);
  Mesh m = surface_nets(shape, {-2.2f, 13.7f, -2.1f}, {2.2f, 20.3f, 2.2f}, 0.16f);
  soften_face(m);
  set_uv(m, [](const vec3& p, const vec3&) {
    return vec2((p.x - face_left) / (face_right - face_left), (face_top - p.y) / (face_top - face_bottom));
  });
  set_edge_scale(m, [](const vec3&) { return 0.8f; });
  lower(m);
  set_weights(m, head_weights(rig));
  return m;
}

}  // namespace mmd::sample
