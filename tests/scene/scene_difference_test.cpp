#include "scene/scene_difference.h"

#include <cmath>

#include <gmock/gmock.h>

#include "assets/image.h"
#include "assets/mips.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

/// Two scenes of the same models and their difference.
struct Both {
  Scene first, second;
  SceneDifference difference;

  void add(std::unique_ptr<Actor> actor) {
    second.actors.push_back(std::make_unique<Actor>(actor->shared_model(), actor->shared_textures()));
    copy_state(*actor, *second.actors.back());
    first.actors.push_back(std::move(actor));
  }
  void evaluate() {
    for (Scene* scene : {&first, &second}) {
      for (const auto& actor : scene->actors) actor->evaluate();
      place_attachments(*scene);
    }
    difference.measure(first, second);
  }
  Actor& heat(std::size_t i = 0) const { return *difference.heat.actors[i]; }
};

/// Two squares on two bones.
std::unique_ptr<Actor> two_squares() {
  test::FileBuilder b;
  b.bone("センター");
  b.bone("腕", 0, {2, 0, 0});
  b.bone("足", 0, {-2, 0, 0});
  b.square({2, 0, 0}, 1, 1);
  b.square({-2, 0, 0}, 1, 2);
  b.material();
  return std::make_unique<Actor>(b.model(), std::make_shared<TextureSet>());
}

TEST(SceneDifference, OfEqualScenesIsNone) {
  Both both;
  both.add(two_squares());
  both.evaluate();
  EXPECT_EQ(both.difference.moved, 0u);
  EXPECT_EQ(both.difference.largest, 0.0f);
}

TEST(SceneDifference, HeatMapKeepsTheSettingsOfAnActor) {
  Both both;
  both.add(two_squares());
  both.first.actors[0]->accessory = {0.5f, false, false, true, true, false};
  both.evaluate();
  EXPECT_EQ(both.heat().accessory, both.first.actors[0]->accessory);
}

TEST(SceneDifference, HeatMapDoesNotUseMipsOfTheOriginal) {
  auto image = std::make_shared<Image>();
  image->width = image->height = 2;
  image->rgba.assign(16, 100);
  image->has_alpha = true;
  image->spare_mips = std::make_shared<SpareMips>(build_mips(*image));
  test::FileBuilder b;
  b.bone("センター");
  b.square({0, 0, 0}, 1, 0);
  b.material();
  Both both;
  both.add(std::make_unique<Actor>(b.model(), std::make_shared<TextureSet>(TextureSet{image})));
  both.evaluate();
  ASSERT_EQ(both.heat().textures().size(), 1u);
  ASSERT_NE(both.heat().textures()[0], nullptr);
  EXPECT_EQ(both.heat().textures()[0]->rgba[0], 255);
  EXPECT_EQ(both.heat().textures()[0]->spare_mips, nullptr);
  EXPECT_FALSE(image->spare_mips->take().empty());
}

TEST(SceneDifference, HeatMapKeepsCutOutShapesOfPicturesWithoutColours) {
  auto image = std::make_shared<Image>();
  image->width = image->height = 2;
  image->rgba.assign(16, 100);
  image->rgba[3] = 0;
  image->has_alpha = true;
  image->give_up_colours();
  test::FileBuilder b;
  b.bone("センター");
  b.square({0, 0, 0}, 1, 0);
  b.material();
  Both both;
  both.add(std::make_unique<Actor>(b.model(), std::make_shared<TextureSet>(TextureSet{image})));
  both.evaluate();
  EXPECT_THAT(both.heat().textures()[0]->rgba, testing::ElementsAre(255, 255, 255, 0, 255, 255, 255, 100, 255,
                                                                    255, 255, 100, 255, 255, 255, 100));
}

TEST(SceneDifference, IsMeasuredAgainAfterEitherSceneChanges) {
  Both both;
  both.add(two_squares());
  Actor &first = *both.first.actors[0], &second = *both.second.actors[0];
  second.pose.translation[1] = vec3(0, 3, 0);
  both.evaluate();
  EXPECT_EQ(both.difference.moved, 4u);
  EXPECT_NEAR(both.difference.largest, 3.0f, 1e-5f);
  const vec4 hot = both.heat().uv1()[0];
  EXPECT_EQ(both.heat().uv1()[4].r, both.heat().uv1()[4].g) << "unmoved vertices are grey";

  first.pose.translation[1] = vec3(0, 3, 0);
  first.pose.translation[2] = vec3(0, 0, 1);
  const Actor* kept = &both.heat();
  const std::uint64_t before = both.heat().uv1_state().version;
  both.evaluate();
  EXPECT_EQ(&both.heat(), kept) << "making it anew is slow";
  EXPECT_NEAR(both.difference.largest, 1.0f, 1e-5f);
  EXPECT_EQ(both.heat().uv1()[4], hot);
  EXPECT_EQ(both.heat().uv1()[0].r, both.heat().uv1()[0].g);
  EXPECT_NE(both.heat().uv1_state().version, before) << "needed for the upload";
  EXPECT_EQ(both.heat().posed_positions()[4], first.posed_positions()[4]);
}

TEST(SceneDifference, CoversAttachedModels) {
  Both both;
  for (int i = 0; i < 3; ++i) both.add(two_squares());
  both.first.attachments = {{1, {identity_rotation(), vec3(0, 2, 0), 1.0f}},
                            {none, {identity_rotation(), vec3(9, 0, 0), 1.0f}}};
  both.second.attachments = both.first.attachments;
  both.second.actors[0]->pose.rotation[1] = glm::angleAxis(pi / 2, vec3(0, 0, 1));
  both.evaluate();
  EXPECT_EQ(both.difference.vertices, 24u);
  EXPECT_EQ(both.difference.moved, 4u + 8u) << "one square and the model attached to it";
  // The far corner of the attached model has the largest radius around the bone.
  const float radius = glm::distance(vec3(5, 3, 0), vec3(2, 0, 0));
  EXPECT_NEAR(both.difference.largest, radius * std::sqrt(2.0f), 1e-3f);
  EXPECT_EQ(both.heat(2).uv1()[0].r, both.heat(2).uv1()[0].g) << "a model that is not attached is grey";
  EXPECT_NE(both.heat(1).uv1()[0].r, both.heat(1).uv1()[0].g);
}

TEST(SceneDifference, SkipsHiddenMaterials) {
  test::FileBuilder b;
  b.bone("センター");
  b.bone("腕", 0, {2, 0, 0});
  b.square({2, 0, 0}, 1, 0);
  b.material();
  b.square({-2, 0, 0}, 1, 1);
  b.material();
  pmx::MaterialOffset hide;  // multiplies everything by zero
  hide.material = 1;
  b.morph<pmx::MaterialOffset>("消す", pmx::MorphType::material, {hide});
  Both both;
  both.add(std::make_unique<Actor>(b.model(), std::make_shared<TextureSet>()));
  both.second.actors[0]->pose.translation[0] = vec3(0, 1, 0);
  both.second.actors[0]->pose.translation[1] = vec3(0, 3, 0);
  for (const bool hidden : {false, true, false}) {
    both.first.actors[0]->pose.morph_weights[0] = hidden ? 1.0f : 0.0f;
    both.evaluate();
    EXPECT_EQ(is_hidden(both.heat().materials()[1]), hidden);
    EXPECT_EQ(vec3(both.heat().materials()[0].diffuse), vec3(1.0f)) << "morphs do not colour the heat map";
    EXPECT_EQ(both.difference.moved, hidden ? 4u : 8u);
    EXPECT_NEAR(both.difference.largest, hidden ? 1.0f : 4.0f, 1e-5f);
  }
}

TEST(SceneDifference, HeatMapIgnoresColoursOfMaterialMorphs) {
  test::FileBuilder b;
  b.bone("センター");
  b.square({0, 0, 0}, 1);
  b.material().ambient = vec3(0.5f);
  for (const std::uint8_t operation : {std::uint8_t{0}, std::uint8_t{1}}) {
    pmx::MaterialOffset o;
    o.operation = operation;
    o.diffuse = vec4(0.2f, 0.3f, 0.4f, 0.5f);
    o.ambient = o.specular = vec3(0.7f);
    o.specular_power = 9.0f;
    o.edge_colour = o.texture = o.sphere = o.toon = vec4(0.6f);
    o.edge_size = 3.0f;
    b.morph<pmx::MaterialOffset>("m", pmx::MorphType::material, {o});
  }
  Both both;
  both.add(std::make_unique<Actor>(b.model(), std::make_shared<TextureSet>()));
  both.first.actors[0]->pose.morph_weights = {1.0f, 1.0f};
  both.evaluate();
  const MaterialState& heat = both.heat().materials()[0];
  const MaterialState& own = both.first.actors[0]->materials()[0];
  EXPECT_EQ(vec3(heat.diffuse), vec3(1.0f));
  EXPECT_EQ(heat.ambient, vec3(1.0f));
  EXPECT_EQ(heat.specular_power, 0.0f);
  EXPECT_EQ(heat.texture, MapFactor{});
  EXPECT_EQ(heat.diffuse.a, own.diffuse.a);
  EXPECT_EQ(heat.edge_size, own.edge_size);
  EXPECT_EQ(heat.edge_colour, own.edge_colour);
}

TEST(SceneDifference, HeatMapKeepsPointsLinesAndUv) {
  test::FileBuilder b;
  b.file.header.version = 2.1f;
  b.bone("センター");
  for (const unsigned flag : {pmx::material_points, pmx::material_lines}) {
    b.square({0, 0, 0}, 1);
    b.material().flags = static_cast<std::uint8_t>(flag);
  }
  b.morph<pmx::UvOffset>("uv", pmx::MorphType::uv, {{0, {0.5f, 0, 0, 0}}});
  Both both;
  both.add(std::make_unique<Actor>(b.model(), std::make_shared<TextureSet>()));
  both.first.actors[0]->pose.morph_weights[0] = 1.0f;
  both.evaluate();
  EXPECT_TRUE(both.heat().model().materials[0].has(pmx::material_points));
  EXPECT_TRUE(both.heat().model().materials[1].has(pmx::material_lines));
  EXPECT_EQ(both.heat().uv()[0], both.first.actors[0]->uv()[0]);
}

TEST(SceneDifference, HeatRunsFromBlueToRed) {
  EXPECT_EQ(heat_colour(0.0f), vec3(0.82f));
  EXPECT_GT(heat_colour(0.01f).b, heat_colour(0.01f).r);
  EXPECT_GT(heat_colour(1.0f).r, heat_colour(1.0f).b);
  EXPECT_EQ(heat_colour(2.0f), heat_colour(1.0f));
}

TEST(SceneDifference, LegendRunsFromZeroToTheLargest) {
  const auto marks = heat_marks(1.5f);
  EXPECT_EQ(marks.front().text, "0");
  EXPECT_EQ(marks[1].text, "0.750");
  EXPECT_EQ(marks.back().text, "1.500");
  EXPECT_EQ(marks.back().share, 1.0f);
}

}  // namespace
}  // namespace mmd
