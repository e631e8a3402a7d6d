// Actors that stand elsewhere in the scene than at its origin.
#include <cmath>

#include "tests/render/render_fixture.h"

namespace mmd {
namespace {

using test::ModelBuilder;
using test::Pixel;
using test::Weights;

class Placed : public test::RenderTest {
 protected:
  static std::shared_ptr<const Model> small_square() { return test::square_model(vec3(0.0f), 0.2f); }
  void add_twice(const std::shared_ptr<const Model>& model, float scale_of_second = 1.0f) {
    add(model).place({identity_rotation(), vec3(-0.5f, 0.0f, 0.0f), 1.0f});
    add(model).place({identity_rotation(), vec3(0.5f, 0.0f, 0.0f), scale_of_second});
  }
};

TEST_F(Placed, TwoActorsOfOneModelAreDrawnInTwoPlaces) {
  add_twice(small_square(), 2.0f);
  for (const Skinning skinning : {Skinning::gpu, Skinning::cpu}) {
    scene_.settings.skinning = skinning;
    const Image image = render(100);
    EXPECT_EQ(test::pixel(image, 25, 50)[3], 255);
    EXPECT_EQ(test::pixel(image, 25, 35)[3], 0) << "0.2 units high, 0.4 with the other's scale";
    EXPECT_EQ(test::pixel(image, 75, 35)[3], 255);
    EXPECT_EQ(test::centre_pixel(image)[3], 0);
  }
}

TEST_F(Placed, TheShaderPutsEveryWeightTypeWhereTheCpuDoes) {
  ModelBuilder builder;
  builder.bone(vec3(0.0f, 1.0f, 0.0f));
  const auto add_type = [&](WeightType type, const vec3& p) {
    const vec4 weights = type == WeightType::bdef1 ? vec4(1, 0, 0, 0) : vec4(0.4f, 0.6f, 0.0f, 0.0f);
    builder.vertex(p, glm::normalize(vec3(1, 2, -1)), vec2(0.0f), {type, {0, 1, 0, 0}, weights});
    if (type == WeightType::sdef) builder.sdef({vec3(0, 1, 0), vec3(0.1f, 0.7f, 0), vec3(-0.1f, 1.4f, 0)});
  };
  for (const WeightType type :
       {WeightType::bdef1, WeightType::bdef2, WeightType::bdef4, WeightType::sdef, WeightType::qdef}) {
    add_type(type, vec3(0.5f, 0.8f, 0.2f));
    add_type(type, vec3(-0.5f, 1.3f, -0.2f));
  }
  const auto none_at_all = static_cast<std::uint32_t>(builder.model().bone_count());
  builder.vertex(vec3(1, 2, 3), vec3(0, 1, 0), vec2(0.0f),
                 {WeightType::bdef1, {none_at_all, 0, 0, 0}, vec4(1, 0, 0, 0)});
  Actor& actor = add(builder.finish());
  actor.pose.rotation[1] = glm::angleAxis(1.7f, glm::normalize(vec3(0.2f, 0.5f, 1.0f)));
  actor.evaluate();
  for (const float scale : {0.05f, 1.0f, 4.0f}) {
    actor.place({glm::normalize(quat(0.4f, -0.3f, 0.8f, 0.1f)), vec3(2, -3, 1), scale});
    const auto gpu = renderer_->read_back_skinning(actor);
    ASSERT_TRUE(gpu.has_value());
    for (std::size_t v = 0; v < gpu->positions.size(); ++v) {
      EXPECT_LT(glm::distance(gpu->positions[v], actor.posed_positions()[v]), 2e-5f) << v << " x" << scale;
      EXPECT_LT(glm::distance(gpu->normals[v], actor.posed_normals()[v]), 1e-4f) << v << " x" << scale;
    }
  }
}

TEST_F(Placed, ItsBonesAreDrawnThereAndOnlyTheFirstModelsAreHighlighted) {
  scene_.settings.skeleton = true;
  scene_.settings.highlight = 0;
  add_twice(ModelBuilder().finish());
  const Image image = render(100);
  EXPECT_EQ(test::centre_pixel(image)[3], 0);
  const Pixel first = test::pixel(image, 25, 50), second = test::pixel(image, 75, 50);
  EXPECT_GT(first[0], first[2] + 50) << "red";
  EXPECT_GT(second[3], 200);
  EXPECT_LT(second[0], second[2]) << "not red";
}

TEST_F(Placed, WeightsAreThoseOfTheFirstModelsBone) {
  scene_.settings.shading = Shading::weights;
  scene_.settings.highlight = 0;
  add_twice(small_square());
  const Image image = render(100);
  const Pixel first = test::pixel(image, 20, 45), second = test::pixel(image, 70, 45);
  EXPECT_GT(first[0], 2 * first[2]) << "moved fully";
  EXPECT_LT(second[0], second[2]) << "not at all";
}

}  // namespace
}  // namespace mmd
