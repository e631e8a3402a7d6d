#include "tests/support/random_pmx.h"

#include <set>

#include <gtest/gtest.h>

#include "model/check_model.h"

namespace mmd {
namespace {

using test::RandomPmx;

constexpr std::uint32_t models = 300;

/// What occurs in models.
struct Features {
  std::set<WeightType> weights;
  std::set<pmx::MorphType> morphs;
  std::set<std::uint8_t> shapes, modes, joints;
  int bone_flags = 0, material_flags = 0;
  std::size_t chains = 0, limits = 0, items = 0, soft_bodies = 0, anchors = 0, additional_uvs = 0;

  void add(const pmx::File& file) {
    weights.insert(file.vertices.type.begin(), file.vertices.type.end());
    for (const pmx::Morph& morph : file.morphs) morphs.insert(morph.type);
    for (const pmx::RigidBody& body : file.rigid_bodies) {
      shapes.insert(body.shape);
      modes.insert(body.mode);
    }
    for (const pmx::Joint& joint : file.joints) joints.insert(joint.type);
    for (const pmx::Bone& bone : file.bones) {
      bone_flags |= bone.flags;
      chains += (bone.flags & pmx::bone_ik) != 0 && !bone.ik.links.empty() ? 1u : 0u;
      for (const pmx::IkLink& link : bone.ik.links) limits += link.has_limits == 1 ? 1u : 0u;
    }
    for (const pmx::Material& material : file.materials) material_flags |= material.flags;
    for (const pmx::DisplayFrame& frame : file.display_frames) items += frame.items.size();
    for (const pmx::SoftBody& soft : file.soft_bodies) anchors += soft.anchors.size();
    soft_bodies += file.soft_bodies.size();
    additional_uvs += file.vertices.additional_uv.size();
  }
};

TEST(RandomPmx, EveryFeatureOfTheFormatOccurs) {
  Features seen;
  for (std::uint32_t seed = 0; seed < models; ++seed) seen.add(RandomPmx(seed).make());
  EXPECT_EQ(seen.weights.size(), 5u);
  EXPECT_EQ(seen.morphs.size(), 11u);
  for (std::uint8_t shape = 0; shape < 3; ++shape) EXPECT_TRUE(seen.shapes.count(shape));
  for (std::uint8_t mode = 0; mode < 3; ++mode) EXPECT_TRUE(seen.modes.count(mode));
  for (std::uint8_t type = 0; type < 6; ++type) EXPECT_TRUE(seen.joints.count(type)) << int{type};
  EXPECT_EQ(seen.bone_flags & 0x3fbf, 0x3fbf);
  EXPECT_EQ(seen.material_flags & 0xff, 0xff);
  for (const std::size_t count :
       {seen.chains, seen.limits, seen.items, seen.soft_bodies, seen.anchors, seen.additional_uvs})
    EXPECT_GT(count, 0u);
}

TEST(RandomPmx, ReadsAndIsBuiltAlsoAfterAnyNumberOfChanges) {
  for (std::uint32_t seed = 0; seed < models; ++seed) {
    SCOPED_TRACE(seed);
    RandomPmx draw(seed);
    pmx::File file = draw.make();
    const pmx::File other = draw.make();
    for (int change = 0; change < 20; ++change) draw.change(file);
    draw.take_section(file, other);
    const Bytes bytes = test::written(file);
    ASSERT_FALSE(bytes.empty());
    auto read = pmx::read(bytes);
    ASSERT_TRUE(read) << read.error().what;
    EXPECT_NE(check_model(std::move(*read), [](const std::string&) { return std::nullopt; }).model, nullptr);
  }
}

/// Otherwise little would be evaluated.
TEST(RandomPmx, MostBonesHangOnOthers) {
  std::size_t bones = 0, hanging = 0;
  for (std::uint32_t seed = 0; seed < models; ++seed)
    for (const pmx::Bone& bone : RandomPmx(seed).make().bones) {
      ++bones;
      hanging += bone.parent >= 0 ? 1u : 0u;
    }
  EXPECT_GT(bones, 4 * models / 2);
  EXPECT_GT(hanging, bones / 2);
}

}  // namespace
}  // namespace mmd
