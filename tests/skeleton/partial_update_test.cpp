#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "model/model.h"
#include "skeleton/bone_manager.h"
#include "tests/support/random_skeletons.h"

namespace mmd {
namespace {

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
      ASSERT_TRUE(same_palette(partial, full))
          << "skeleton " << i << " step " << step << " bone " << changed[0];
      ASSERT_TRUE(same_ik_results(partial, full))
          << "skeleton " << i << " step " << step << " bone " << changed[0];
    }
  }
}

/// Two legs on a waist, and a strand that no leg touches.
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

TEST(PartialUpdate, PlacesOnlyWhatDependsOnTheChange) {
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
  EXPECT_EQ(turn(l.strand + 1), 4u) << "a strand moves from the turned bone on";
  // 左足ＩＫ and 左つま先ＩＫ; the leg's four bones before and after its chain, twice for the toe's; three
  // D-bones.
  const std::size_t left_leg = turn(l.left);
  EXPECT_GE(left_leg, 9u);
  EXPECT_LE(left_leg, 20u) << "the right leg is not touched";
  EXPECT_EQ(bones.update({translation, rotation, {}, {}}, {}, {}), 0u) << "nothing changed";
}

}  // namespace
}  // namespace mmd
