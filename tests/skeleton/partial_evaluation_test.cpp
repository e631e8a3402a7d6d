// Bones below or appended to bones that bodies move, and dragged bones. tests/physics tests that bones follow
// their bodies.

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "model/model.h"
#include "skeleton/bone_manager.h"
#include "tests/support/model_builder.h"
#include "tests/support/random_skeletons.h"

namespace mmd {
namespace {

/// A model whose bones are at rest, except for the given rotation of the first, before physics.
struct Rig {
  std::vector<vec3> translation;
  std::vector<quat> rotation;
  BoneManager bones;
  explicit Rig(const std::shared_ptr<const Model>& model, const quat& first = identity_rotation())
      : translation(model->bone_count(), vec3(0.0f)),
        rotation(model->bone_count(), identity_rotation()),
        bones(skeleton_of(model)) {
    rotation[0] = first;
    bones.evaluate_before_physics({translation, rotation, {}, {}}, {});
  }
  void drive(const DrivenBone& bone) {
    bones.drive({translation, rotation, {}, {}}, {}, std::vector<DrivenBone>{bone});
  }
  void expect_at(std::int32_t bone, const vec3& place) const {
    EXPECT_LT(glm::distance(bones.position(bone), place), 1e-5f) << bone;
  }
};
const quat quarter_about_z = glm::normalize(quat(1, 0, 0, 1));

TEST(DrivenBones, AppendsTranslationRelativeToTheRotatedParent) {
  pmx::File file = test::bare_bones(3);
  file.bones[1].parent = 0;
  file.bones[1].position = {1, 2, 3};
  file.bones[2].position = {4, 0, 0};
  file.bones[2].flags |= pmx::bone_append_translation;
  file.bones[2].append_source = 1;
  file.bones[2].append_ratio = 1.0f;
  Rig rig(build_model(std::move(file)).model, quarter_about_z);
  rig.expect_at(2, vec3(4, 0, 0));
  const vec3 body(5.0f, 7.0f, 11.0f);
  rig.drive({1, identity_rotation(), body, true});
  rig.expect_at(1, body);
  // Relative to the rotated parent, the body is at (7, -5, 11); the bone rests at (1, 2, -3) there.
  const vec3 moved(6.0f, -7.0f, 14.0f);
  EXPECT_LT(glm::length(rig.bones.local_translation(1) - moved), 1e-5f);
  rig.expect_at(2, vec3(4, 0, 0) + moved);
}

TEST(DrivenBones, ChildrenAndAppendFollowAfterPhysicsBones) {
  test::FileBuilder b;
  const auto body = b.bone("body"), after = b.bone("after", -1, {0, 5, 0}),
             child = b.bone("child", after, {2, 5, 0}), user = b.bone("user", -1, {0, 9, 0}),
             tip = b.bone("tip", user, {2, 9, 0});
  b.append(after, body, 1.0f);
  b.append(user, after, 1.0f);
  b.file.bones[static_cast<std::size_t>(after)].flags |= pmx::bone_after_physics;
  Rig rig(b.model());
  rig.drive({body, quarter_about_z, vec3(0.0f), true});
  rig.expect_at(child, vec3(0, 7, 0));
  rig.expect_at(tip, vec3(0, 11, 0));
}

TEST(DrivenBones, AfterPhysicsIkWithoutLinksDoesNothing) {
  test::FileBuilder b;
  const auto body = b.bone("body"), goal = b.bone("goal", -1, {0, 5, 0});
  b.ik(goal, body, {});
  b.file.bones[static_cast<std::size_t>(goal)].flags |= pmx::bone_after_physics;
  Rig rig(b.model());
  rig.drive({body, identity_rotation(), vec3(1, 2, 3), true});
  EXPECT_EQ(rig.bones.position(body), vec3(1, 2, 3));
  EXPECT_EQ(rig.bones.position(goal), vec3(0, 5, 0));
}

/// The strand of `file` without the bones above `bone`, which stands at `position`, rotated.
pmx::File cut_above(pmx::File file, std::int32_t bone) {
  file.bones[at(bone)].parent = -1;
  std::erase_if(file.bones.back().ik.links, [&](const pmx::IkLink& link) { return link.bone <= bone; });
  return file;
}

TEST(DrivenBones, IkAfterPhysicsAimsFromTheBodyOfALink) {
  std::mt19937 random(21);
  const auto number = [&] { return static_cast<float>(random() % 2001) / 1000.0f - 1.0f; };
  const auto unit = [&] { return glm::normalize(quat(number(), number(), number(), number() + 1.5f)); };
  int reached = 0;
  for (int i = 0; i < 400; ++i) {
    const int links = 1 + i % 5;
    pmx::File file = test::bare_bones(1);
    const std::int32_t goal =
        test::add_strand(file, 0, {{0, 5, 0}, {0.1f, -1, 0.2f}, links, false, 40, 0.8f});
    file.bones[at(goal)].flags |= pmx::bone_after_physics;
    auto inputs = test::random_inputs(random, file);
    const std::int32_t driven = 1 + static_cast<std::int32_t>(random() % static_cast<unsigned>(links));
    const vec3 body(number(), 5.0f + number(), number());
    inputs[at(goal)].translation = glm::dvec3(body - file.bones[at(goal)].position + vec3(number(), -1, 0));
    const DrivenBone body_of_link{driven, mirror(unit()), mirror(body), i % 3 != 0};
    BoneManager bones(skeleton_of(build_model(pmx::File(file)).model));
    const test::Inputs in = test::mirrored(inputs);
    bones.evaluate_before_physics(in.spans(), {});
    bones.drive(in.spans(), {}, std::vector<DrivenBone>{body_of_link});
    const vec3 at_body = mirror(bones.position(driven));
    if (body_of_link.takes_position) {
      EXPECT_LT(glm::distance(at_body, body), 1e-5f);
    }

    inputs[at(driven)] = {glm::dvec3(at_body - file.bones[at(driven)].position),
                          glm::dquat(mirror(body_of_link.rotation))};
    const auto expected = test::plain_evaluate(cut_above(file, driven), inputs, {});
    for (std::int32_t b = driven; b <= goal; ++b)
      EXPECT_LT(glm::length(glm::dvec3(mirror(bones.position(b))) - expected[at(b)].position), 2e-4)
          << "strand " << i << ", driven " << driven << ", bone " << b;
    const float left = glm::distance(bones.position(goal), bones.position(goal - 1));
    EXPECT_NEAR(bones.ik_results().front().residual, left, 1e-4f);
    if (left < 1e-3f) ++reached;
  }
  EXPECT_GE(reached, 50) << "goals within reach of the links below the body";
}

TEST(DrivenBones, DriveWithoutBodiesEqualsEvaluation) {
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
    if (farthest_apart() > 2e-4f) ++late;
    driven.drive(inputs, {}, {});
    if (farthest_apart() > 2e-4f) ++beyond;
  }
  EXPECT_GE(late, 100) << "skeletons with IK after physics";
  EXPECT_LE(beyond, skeletons / 1000) << "chains at a branch of IK";
}

using test::Inputs;

Inputs random_pose(std::mt19937& random, const pmx::File& file) {
  return test::mirrored(test::random_inputs(random, file));
}

bool same_palette(const BoneManager& a, const BoneManager& b) {
  return std::equal(a.palette().begin(), a.palette().end(), b.palette().begin(),
                    [](const Affine& x, const Affine& y) { return x.row == y.row; });
}

bool same_ik_results(const BoneManager& a, const BoneManager& b) {
  return std::equal(a.ik_results().begin(), a.ik_results().end(), b.ik_results().begin(),
                    [](const IkResult& x, const IkResult& y) {
                      return x.enabled == y.enabled && x.iterations == y.iterations &&
                             x.residual == y.residual;
                    });
}

TEST(PartialUpdate, EqualsTheFullEvaluationBitForBit) {
  std::mt19937 random(11);
  for (int i = 0; i < 1500; ++i) {
    pmx::File file = test::random_skeleton(random, {30, true, true});
    if (i % 3 == 0) test::hang_goals(random, file);
    pmx::File copy = file;
    const auto model = build_model(std::move(copy)).model;
    Inputs in = random_pose(random, file);
    const Inputs other = random_pose(random, file);
    BoneManager partial(skeleton_of(model)), full(skeleton_of(model));
    partial.evaluate(in.spans(), {});
    for (int step = 0; step < 4; ++step) {
      std::vector<std::int32_t> changed;
      for (int k = 0; k <= step % 2; ++k)
        changed.push_back(static_cast<std::int32_t>(random() % model->bone_count()));
      for (const std::int32_t b : changed) {
        in.rotation[static_cast<std::size_t>(b)] =
            other.rotation[(static_cast<std::size_t>(b) + random()) % model->bone_count()];
        in.translation[static_cast<std::size_t>(b)] *= 0.5f;
      }
      partial.update(in.spans(), {}, changed);
      full.evaluate(in.spans(), {});
      ASSERT_TRUE(same_palette(partial, full) && same_ik_results(partial, full))
          << "skeleton " << i << " step " << step << " bone " << changed[0];
    }
  }
}

/// Two legs on a waist, and a strand that depends on no leg.
struct Legs {
  std::shared_ptr<const Model> model;
  std::int32_t left = none, strand = none;
};
Legs legs() {
  pmx::File file = test::bare_bones(1);
  Legs out;
  out.left = test::add_leg(file, 0, {0.8f, 9.8f, 0}, "左");
  test::add_leg(file, 0, {-0.8f, 9.8f, 0}, "右");
  out.strand = static_cast<std::int32_t>(file.bones.size());
  for (int i = 0; i < 5; ++i) {
    pmx::Bone bone;
    bone.parent = i == 0 ? 0 : static_cast<std::int32_t>(file.bones.size()) - 1;
    bone.position = {0, 12.0f - static_cast<float>(i), 1};
    file.bones.push_back(bone);
  }
  out.model = build_model(std::move(file)).model;
  return out;
}

TEST(PartialUpdate, UpdatesOnlyDependentBones) {
  const Legs l = legs();
  std::vector<vec3> translation(l.model->bone_count(), vec3(0.0f));
  std::vector<quat> rotation(l.model->bone_count(), identity_rotation());
  BoneManager bones(skeleton_of(l.model));
  bones.evaluate({translation, rotation, {}, {}}, {});

  const auto turn = [&](std::int32_t bone) {
    rotation[static_cast<std::size_t>(bone)] = glm::normalize(quat(1, 0.1f, 0, 0));
    return bones.update({translation, rotation, {}, {}}, {}, std::span(&bone, 1));
  };
  EXPECT_EQ(turn(l.strand + 4), 1u) << "the last of a strand moves alone";
  EXPECT_EQ(turn(l.strand + 1), 4u) << "a strand moves from the rotated bone on";
  // 左足ＩＫ and 左つま先ＩＫ; the four bones of the leg before and after each chain; three D-bones.
  const std::size_t left_leg = turn(l.left);
  EXPECT_GE(left_leg, 9u);
  EXPECT_LE(left_leg, 20u) << "the right leg is not touched";
  EXPECT_EQ(bones.update({translation, rotation, {}, {}}, {}, {}), 0u) << "nothing changed";
}

}  // namespace
}  // namespace mmd
