// What hangs on bones that bodies move; that they follow their bodies is in tests/physics.
#include <gtest/gtest.h>

#include "model/model.h"
#include "skeleton/bone_manager.h"

namespace mmd {
namespace {

TEST(DrivenBones, ATranslationIsAppendedAsItIsBelowTheTurnedParent) {
  pmx::File file;
  file.header.encoding = pmx::TextEncoding::utf8;
  file.bones.resize(3);
  file.bones[1].parent = 0;
  file.bones[1].position = {1, 2, 3};
  file.bones[2].position = {4, 0, 0};
  file.bones[2].flags |= pmx::bone_append_translation;
  file.bones[2].append_source = 1;
  file.bones[2].append_ratio = 1.0f;
  const auto model = build_model(std::move(file)).model;
  BoneManager bones(skeleton_of(model));
  const std::vector<vec3> translation(3, vec3(0.0f));
  std::vector<quat> rotation(3, identity_rotation());
  rotation[0] = glm::normalize(quat(1, 0, 0, 1));  // 90 degrees about z, at the origin
  const BoneInputs inputs{translation, rotation, {}, {}};
  bones.evaluate_before_physics(inputs, {});
  EXPECT_LT(glm::length(bones.position(2) - vec3(4, 0, 0)), 1e-5f);

  const vec3 body(5.0f, 7.0f, 11.0f);
  bones.drive(inputs, {}, std::vector<DrivenBone>{{1, identity_rotation(), body, true}});
  EXPECT_LT(glm::length(bones.position(1) - body), 1e-5f);
  // Turned back below the parent it stands at (7, -5, 11), and rests at (1, 2, -3) there.
  const vec3 moved(6.0f, -7.0f, 14.0f);
  EXPECT_LT(glm::length(bones.local_translation(1) - moved), 1e-5f);
  EXPECT_LT(glm::length(bones.position(2) - (vec3(4, 0, 0) + moved)), 1e-5f);
}

}  // namespace
}  // namespace mmd
