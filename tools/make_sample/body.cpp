#include <utility>

#include <glm/geometric.hpp>

#include "make_sample/parts.h"

namespace mmd::sample {
namespace {

/// From inside the sleeve to the palm.
Sdf arm_shape() {
  const HandFrame h = hand_frame();
  const vec3 start = glm::mix(joint::arm, joint::elbow, 0.22f);
  const quat hand = glm::normalize(
      glm::quat_cast(mat3(h.along, h.back, -h.thumb)));  // right-handed columns, as quat_cast expects
  const vec3 palm_centre = joint::wrist + h.along * 0.42f;
  const Sdf palm = rotated(ellipsoid(palm_centre, {0.56f, 0.2f, 0.43f}), palm_centre, hand);
  const Sdf arm = strand({start, joint::elbow, joint::wrist}, {0.41f, 0.335f, 0.235f}, 0.06f);
  const vec3 muscle = glm::mix(joint::elbow, joint::wrist, 0.28f);
  const Sdf forearm = round_cone(muscle, glm::mix(joint::elbow, joint::wrist, 0.4f), 0.315f, 0.3f);
  const Sdf thumb_root =
      round_cone(joint::wrist + h.along * 0.15f + h.thumb * 0.1f, fingers().front().points[1], 0.16f, 0.14f);
  return smooth_union({smooth_union({arm, forearm}, 0.25f), palm, thumb_root}, 0.22f);
}

/// From inside the shorts to inside the sock.
Sdf leg_shape() {
  const vec3 hip = joint::leg + vec3(0.02f, -0.9f, 0.0f), end = glm::mix(joint::knee, joint::ankle, 0.5f);
  const Sdf leg = strand({hip, joint::knee, end}, {0.76f, 0.48f, 0.45f}, 0.05f);
  const Sdf calf = ellipsoid({joint::knee.x + 0.02f, 4.3f, 0.2f}, {0.47f, 1.2f, 0.46f});
  return smooth_union({leg, calf}, 0.3f);
}

Mesh make_fingers_left(const Rig& rig) {
  Mesh all;
  for (const Finger& f : fingers()) {
    Mesh m = tube(f.points, f.radii, hand_frame().thumb, 12, 4);
    set_weights(m, finger_weights(rig, f));
    set_edge_scale(m, [](const vec3&) { return 0.6f; });
    append(all, m);
  }
  return all;
}

}  // namespace

Mesh both_sides(Mesh left, const Rig& rig) {
  left.uv.resize(left.size(), vec2(0.0f));
  left.edge_scale.resize(left.size(), 1.0f);
  append(left, mirrored(left, [&rig](std::int32_t bone) { return rig.counterpart(bone); }));
  return left;
}

Mesh make_limbs(const Rig& rig) {
  Mesh arm = surface_nets(arm_shape(), {1.0f, 10.2f, -0.9f}, {6.6f, 14.8f, 1.1f}, 0.125f);
  set_weights(arm, arm_weights(rig));
  set_edge_scale(arm,
                 [](const vec3& p) { return 1.0f - 0.4f * smoothstep(-0.4f, 0.4f, joint::wrist.y - p.y); });
  arm.uv.resize(arm.size(), vec2(0.0f));
  Mesh leg = surface_nets(leg_shape(), {-0.6f, 2.6f, -1.4f}, {2.2f, 10.6f, 1.5f}, 0.175f);
  set_weights(leg, leg_weights(rig));
  set_edge_scale(leg, [](const vec3&) { return 1.0f; });
  leg.uv.resize(leg.size(), vec2(0.0f));
  append(arm, make_fingers_left(rig));
  append(arm, leg);
  return both_sides(std::move(arm), rig);
}

}  // namespace mmd::sample
