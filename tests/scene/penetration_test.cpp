#include "scene/penetration.h"

#include <cmath>

#include <gmock/gmock.h>

#include "model/body_parts.h"
#include "scene/scene.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

/// A tube around the y axis from y = -4 to 4 that one bone moves.
void add_tube(pmx::File& file, std::int32_t bone, const vec3& at, float radius) {
  constexpr std::uint32_t around = 16, rings = 16;
  const auto first = static_cast<std::uint32_t>(file.vertices.size());
  const auto index = [&](std::uint32_t ring, std::uint32_t i) { return first + ring * around + i % around; };
  for (std::uint32_t ring = 0; ring <= rings; ++ring)
    for (std::uint32_t i = 0; i < around; ++i) {
      const float angle = 2.0f * pi * static_cast<float>(i) / around;
      const vec3 out(std::cos(angle), 0.0f, -std::sin(angle));
      file.vertices.position.push_back(at + radius * out +
                                       vec3(0, 8.0f * static_cast<float>(ring) / rings - 4.0f, 0));
      file.vertices.normal.push_back(out);
      file.vertices.uv.push_back(vec2(0.0f));
      file.vertices.type.push_back(WeightType::bdef1);
      file.vertices.bones.push_back({bone, -1, -1, -1});
      file.vertices.weights.push_back({1, 0, 0, 0});
      file.vertices.edge_scale.push_back(1.0f);
    }
  for (std::uint32_t ring = 0; ring < rings; ++ring)
    for (std::uint32_t i = 0; i < around; ++i)
      for (const std::uint32_t v : {index(ring, i), index(ring, i + 1), index(ring + 1, i + 1),  //
                                    index(ring, i), index(ring + 1, i + 1), index(ring + 1, i)})
        file.indices.push_back(v);
}

/// A thigh of radius 1 and a hand of radius 0.5 far away from it, which `moved` brings near.
class Penetrates : public testing::Test {
 protected:
  Penetrations found(float gap, PenetrationOf of = PenetrationOf::skin) {
    Actor actor(model_, std::make_shared<const TextureSet>());
    actor.pose.translation[static_cast<std::size_t>(model_->find_bone("左手首"))] = {1.5f + gap - 10.0f, 0,
                                                                                     0};
    actor.evaluate();
    return find_penetrations(*model_, actor.posed_positions(), of, wanted_);
  }
  static std::shared_ptr<const Model> made() {
    test::FileBuilder b;
    const auto hips = b.bone("下半身");
    const auto thigh = b.bone("左足", hips);
    const auto hand = b.bone("左手首", hips, {10, 0, 0});
    add_tube(b.file, thigh, {0, 0, 0}, 1.0f);
    add_tube(b.file, hand, {10, 0, 0}, 0.5f);
    b.material("skin");
    return b.model();
  }

  const std::shared_ptr<const Model> model_ = made();
  std::atomic<bool> wanted_ = true;
};

constexpr float millimetre = 0.0125f;

TEST_F(Penetrates, AHandFiveMillimetresInsideTheThighIsFound) {
  const auto inside = found(-5.0f * millimetre);
  ASSERT_THAT(inside.parts, SizeIs(2)) << "the hand in the thigh and the thigh in the hand";
  for (const Penetration& part : inside.parts) {
    EXPECT_THAT((std::vector{body_parts()[part.part].name, body_parts()[part.inside].name}),
                testing::UnorderedElementsAre("left hand", "left thigh"));
    EXPECT_NEAR(part.depth, 5.0f * millimetre, millimetre);
  }
  EXPECT_EQ(inside.inside.size(), inside.parts[0].vertices + inside.parts[1].vertices);
}

TEST_F(Penetrates, AHandTwoMillimetresOutsideIsNot) {
  EXPECT_THAT(found(2.0f * millimetre).parts, IsEmpty());
}

TEST_F(Penetrates, AHandOneMillimetreInsideIsNot) {
  EXPECT_THAT(found(-millimetre).parts, IsEmpty());
}

TEST_F(Penetrates, NothingIsFoundWhenItIsNoLongerWanted) {
  wanted_ = false;
  EXPECT_THAT(found(-1.0f).parts, IsEmpty());
}

}  // namespace
}  // namespace mmd
