// What hangs on bones that bodies move; that they follow their bodies is in tests/physics.
#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "model/model.h"
#include "skeleton/bone_manager.h"
#include "tests/support/model_builder.h"
#include "tests/support/random_skeletons.h"

namespace mmd {
namespace {

TEST(DrivenBones, ATranslationIsAppendedAsItIsBelowTheTurnedParent) {
  pmx::File file = test::bare_bones(3);
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

TEST(DrivenBones, WhatHangsOnAnAfterPhysicsBoneFollowsIt) {
  test::FileBuilder b;
  const auto body = b.bone("body"), after = b.bone("after", -1, {0, 5, 0}),
             child = b.bone("child", after, {2, 5, 0}), user = b.bone("user", -1, {0, 9, 0}),
             tip = b.bone("tip", user, {2, 9, 0});
  b.append(after, body, 1.0f);
  b.append(user, after, 1.0f);
  b.file.bones[static_cast<std::size_t>(after)].flags |= pmx::bone_after_physics;
  const auto model = b.model();
  BoneManager bones(skeleton_of(model));
  const std::vector<vec3> translation(5, vec3(0.0f));
  const std::vector<quat> rotation(5, identity_rotation());
  const BoneInputs inputs{translation, rotation, {}, {}};
  bones.evaluate_before_physics(inputs, {});
  const quat turned = glm::normalize(quat(1, 0, 0, 1));  // 90 degrees about z
  bones.drive(inputs, {}, std::vector<DrivenBone>{{body, turned, vec3(0.0f), true}});
  EXPECT_LT(glm::length(bones.position(child) - vec3(0, 7, 0)), 1e-5f);
  EXPECT_LT(glm::length(bones.position(tip) - vec3(0, 11, 0)), 1e-5f);
}

TEST(DrivenBones, AfterPhysicsIkWithoutLinksTurnsNothing) {
  test::FileBuilder b;
  const auto body = b.bone("body"), goal = b.bone("goal", -1, {0, 5, 0});
  b.ik(goal, body, {});
  b.file.bones[static_cast<std::size_t>(goal)].flags |= pmx::bone_after_physics;
  const auto model = b.model();
  BoneManager bones(skeleton_of(model));
  const std::vector<vec3> translation(2, vec3(0.0f));
  const std::vector<quat> rotation(2, identity_rotation());
  const BoneInputs inputs{translation, rotation, {}, {}};
  bones.evaluate_before_physics(inputs, {});
  bones.drive(inputs, {}, std::vector<DrivenBone>{{body, identity_rotation(), vec3(1, 2, 3), true}});
  EXPECT_EQ(bones.position(body), vec3(1, 2, 3));
  EXPECT_EQ(bones.position(goal), vec3(0, 5, 0));
}

TEST(DrivenBones, WithoutBodiesComesToWhatAnEvaluationDoes) {
  std::mt19937 random(5);
  int beyond = 0, late = 0;
  constexpr int skeletons = 1000;
  for (int i = 0; i < skeletons; ++i) {
    pmx::File file = test::random_skeleton(random, {25, true, true});
    for (pmx::Bone& bone : file.bones) {
      if (random() % 5 == 0) bone.flags |= pmx::bone_after_physics;
    }
    const test::Inputs in = test::mirrored(test::random_inputs(random, file));
    const auto model = build_model(std::move(file)).model;
    const BoneInputs inputs = in.spans();
    BoneManager whole(skeleton_of(model)), driven(skeleton_of(model));
    whole.evaluate(inputs, {});
    driven.evaluate_before_physics(inputs, {});
    const auto farthest_apart = [&] {
      float farthest = 0.0f;
      for (std::int32_t b = 0; b < static_cast<std::int32_t>(model->bone_count()); ++b)
        farthest = std::max(farthest, glm::length(whole.position(b) - driven.position(b)));
      return farthest;
    };
    if (farthest_apart() > 2e-3f) ++late;
    driven.drive(inputs, {}, {});
    if (farthest_apart() > 2e-3f) ++beyond;
  }
  EXPECT_GE(late, 100) << "skeletons with IK after physics";
  EXPECT_LE(beyond, skeletons / 1000) << "chains that stand at a branch";
}

}  // namespace
}  // namespace mmd
