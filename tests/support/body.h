#pragma once

// A model with the bones of a standard figure, for tests of poses.

#include <string>

#include "tests/support/model_builder.h"

namespace mmd::test {

struct BodyParts {
  bool twists = true, foot_goals = true;
};

/// A body with the usual bones: arms 37 degrees below the horizontal, legs nearly straight, squares in place
/// of the head, the chest, the hands and the feet.
inline pmx::File body(const BodyParts& parts = {}) {
  FileBuilder b;
  const auto root = b.bone("全ての親"), centre = b.bone("センター", root, {0, 8, 0}),
             lower = b.bone("下半身", centre, {0, 12, 0}), upper = b.bone("上半身", centre, {0, 12, 0}),
             chest = b.bone("上半身2", upper, {0, 13.3f, 0}), neck = b.bone("首", chest, {0, 15.2f, 0});
  b.square({0, 17.6f, 0}, 0.8f, b.bone("頭", neck, {0, 16.6f, 0}));
  b.square({0, 13.5f, 0}, 0.7f, chest);
  for (const float side : {1.0f, -1.0f}) {
    const std::string s = side > 0.0f ? "左" : "右";
    const auto name = [&](const char* rest) { return s + rest; };
    const auto shoulder = b.bone(name("肩"), chest, {0.2f * side, 14.9f, 0}),
               arm = b.bone(name("腕"), shoulder, {1.1f * side, 14.8f, 0});
    const vec3 along = glm::normalize(vec3(1.9f * side, -1.43f, 0.0f));
    const auto twist = [&](const char* of, std::int32_t parent, const vec3& at) {
      if (!parts.twists) return parent;
      const auto out = b.bone(name(of), parent, at);
      pmx::Bone& bone = b.file.bones[static_cast<std::size_t>(out)];
      bone.flags |= pmx::bone_fixed_axis;
      bone.fixed_axis = along;
      return out;
    };
    const auto arm_twist = twist("腕捩", arm, {2.0f * side, 14.1f, 0});
    const auto elbow = b.bone(name("ひじ"), arm_twist, {3.0f * side, 13.37f, 0});
    const auto wrist_twist = twist("手捩", elbow, {4.0f * side, 12.6f, 0});
    const auto wrist = b.bone(name("手首"), wrist_twist, {4.9f * side, 11.94f, 0});
    b.bone(name("中指１"), wrist, {5.5f * side, 11.5f, 0});
    b.square({5.3f * side, 11.7f, 0}, 0.4f, wrist);
    const auto hip = b.bone(name("足"), lower, {0.95f * side, 10.75f, 0}),
               knee = b.bone(name("ひざ"), hip, {0.95f * side, 6.1f, -0.12f}),
               ankle = b.bone(name("足首"), knee, {0.95f * side, 1.34f, 0.1f});
    b.bone(name("つま先"), ankle, {0.95f * side, 0, -1.3f});
    b.square({0.95f * side, 0.7f, 0}, 0.5f, ankle);
    const auto goal = b.bone(name("足ＩＫ"), root, {0.95f * side, 1.34f, 0.1f});
    if (!parts.foot_goals) continue;
    pmx::Ik& ik = b.ik(goal, ankle, {knee, hip});
    ik.loop_count = 40;
    ik.unit_angle = 2.0f;
    ik.links[0].has_limits = 1;
    ik.links[0].lower = {-pi, 0, 0};
    ik.links[0].upper = {-0.0087f, 0, 0};
  }
  b.material().diffuse = vec4(0.9f, 0.8f, 0.7f, 1.0f);
  return b.file;
}

}  // namespace mmd::test
