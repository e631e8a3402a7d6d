#include "scene/comparison.h"

#include <cmath>

#include <gmock/gmock.h>

#include "assets/image.h"
#include "assets/mips.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

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

TEST(Comparison, StartsWithEqualStates) {
  const auto actor = two_squares();
  Comparison c(*actor);
  c.measure(*actor, Light{});
  EXPECT_EQ(c.moved, 0u);
  EXPECT_EQ(c.largest, 0.0f);
}

TEST(Comparison, PlacesBothStatesAlike) {
  const auto actor = two_squares();
  actor->accessory = {0.5f, false, false, true, true, false};
  const Comparison c(*actor);
  EXPECT_EQ(c.other->accessory, actor->accessory);
  EXPECT_EQ(c.heat->accessory, actor->accessory);
}

TEST(Comparison, HeatMapDoesNotUseMipsOfTheOriginal) {
  auto image = std::make_shared<Image>();
  image->width = image->height = 2;
  image->rgba.assign(16, 100);
  image->has_alpha = true;
  image->spare_mips = std::make_shared<SpareMips>(build_mips(*image));
  test::FileBuilder b;
  b.bone("センター");
  b.square({0, 0, 0}, 1, 0);
  b.material();
  const Actor actor(b.model(), std::make_shared<TextureSet>(TextureSet{image}));
  const Comparison c(actor);
  ASSERT_EQ(c.heat->textures().size(), 1u);
  ASSERT_NE(c.heat->textures()[0], nullptr);
  EXPECT_EQ(c.heat->textures()[0]->rgba[0], 255);
  EXPECT_EQ(c.heat->textures()[0]->spare_mips, nullptr);
  EXPECT_FALSE(image->spare_mips->take().empty());
}

TEST(Comparison, HeatMapKeepsCutOutShapesOfPicturesWithoutColours) {
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
  const Comparison c(Actor(b.model(), std::make_shared<TextureSet>(TextureSet{image})));
  EXPECT_THAT(c.heat->textures()[0]->rgba, testing::ElementsAre(255, 255, 255, 0, 255, 255, 255, 100, 255,
                                                                255, 255, 100, 255, 255, 255, 100));
}

TEST(Comparison, MeasuresAgainAfterEitherStateChanges) {
  const auto actor = two_squares();
  Comparison c(*actor);
  c.other->pose.translation[1] = vec3(0, 3, 0);
  c.other->evaluate();
  c.measure(*actor, Light{});
  EXPECT_EQ(c.moved, 4u);
  EXPECT_NEAR(c.largest, 3.0f, 1e-5f);
  const vec4 hot = c.heat->uv1()[0];
  EXPECT_EQ(c.heat->uv1()[4].r, c.heat->uv1()[4].g) << "unmoved vertices are grey";

  actor->pose.translation[1] = vec3(0, 3, 0);
  actor->pose.translation[2] = vec3(0, 0, 1);
  actor->evaluate();
  const std::uint64_t before = c.heat->uv1_state().version;
  c.measure(*actor, Light{});
  EXPECT_NEAR(c.largest, 1.0f, 1e-5f);
  EXPECT_EQ(c.heat->uv1()[4], hot);
  EXPECT_EQ(c.heat->uv1()[0].r, c.heat->uv1()[0].g);
  EXPECT_NE(c.heat->uv1_state().version, before) << "needed for the upload";
  EXPECT_EQ(c.heat->posed_positions()[4], actor->posed_positions()[4]);
}

/// Three models: one is attached to the first square of the first, two units above; one stands beside them.
Scene with_attached() {
  Scene scene;
  for (int i = 0; i < 3; ++i) scene.actors.push_back(two_squares());
  scene.attachments = {{1, {identity_rotation(), vec3(0, 2, 0), 1.0f}},
                       {none, {identity_rotation(), vec3(9, 0, 0), 1.0f}}};
  place_attachments(scene);
  return scene;
}

TEST(Comparison, MeasuresAttachedModels) {
  Scene scene = with_attached();
  Comparison c(*scene.actors.front());
  c.other->pose.rotation[1] = glm::angleAxis(pi / 2, vec3(0, 0, 1));
  c.other->evaluate();
  c.follow_scene(scene);
  c.measure(scene);
  ASSERT_EQ(c.beside.size(), 2u);
  EXPECT_LT(glm::distance(c.beside[0].other->placement().translation, vec3(0, 0, 0)), 1e-5f);
  EXPECT_EQ(c.vertices, 24u);
  EXPECT_EQ(c.moved, 4u + 8u) << "one square and the model attached to it";
  // The far corner of the attached model has the largest radius around the bone.
  const float radius = glm::distance(vec3(5, 3, 0), vec3(2, 0, 0));
  EXPECT_NEAR(c.largest, radius * std::sqrt(2.0f), 1e-3f);
  EXPECT_EQ(c.beside[1].heat->uv1()[0].r, c.beside[1].heat->uv1()[0].g)
      << "a model that is not attached is grey";
  EXPECT_NE(c.beside[0].heat->uv1()[0].r, c.beside[0].heat->uv1()[0].g);
}

TEST(Comparison, SubjectMayBeAnyActor) {
  Scene scene = with_attached();
  scene.subject = 2;
  Comparison c(*scene.actors[2]);
  c.other->pose.rotation[1] = glm::angleAxis(pi / 2, vec3(0, 0, 1));
  c.other->evaluate();
  c.follow_scene(scene);
  c.measure(scene);
  EXPECT_EQ(c.vertices, 24u);
  EXPECT_EQ(c.moved, 4u) << "neither the first model nor the one attached to it";
  const vec3 before = scene.actors[2]->posed_positions()[0], first = scene.actors[0]->posed_positions()[0];
  c.exchange(scene, false);
  EXPECT_NE(scene.actors[2]->posed_positions()[0], before);
  EXPECT_EQ(scene.actors[2]->placement().translation, vec3(9, 0, 0)) << "keeps its place";
  EXPECT_EQ(scene.actors[0]->posed_positions()[0], first);
  c.exchange(scene, false);
  EXPECT_EQ(scene.actors[2]->posed_positions()[0], before);
}

TEST(Comparison, ExchangesStatesWithTheScene) {
  Scene scene = with_attached();
  Comparison c(*scene.actors.front());
  c.follow_scene(scene);
  c.measure(scene);
  std::vector<const Actor*> before;
  for (const auto& actor : scene.actors) before.push_back(actor.get());
  for (const bool heat : {false, true}) {
    c.exchange(scene, heat);
    for (std::size_t i = 0; i < before.size(); ++i) {
      EXPECT_NE(scene.actors[i].get(), before[i]);
      EXPECT_EQ(scene.actors[i]->posed_positions()[0], before[i]->posed_positions()[0]);
    }
    c.exchange(scene, heat);
  }
  c.lend_others(scene);
  EXPECT_EQ(scene.actors.size(), 6u);
  c.take_others_back(scene);
  ASSERT_EQ(scene.actors.size(), 3u);
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_EQ(scene.actors[i].get(), before[i]);
  EXPECT_NE(c.other, nullptr);
}

TEST(Comparison, SkipsHiddenMaterials) {
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
  Actor actor(b.model(), std::make_shared<TextureSet>());
  Comparison c(actor);
  c.other->pose.translation[0] = vec3(0, 1, 0);
  c.other->pose.translation[1] = vec3(0, 3, 0);
  c.other->evaluate();
  for (const bool hidden : {false, true, false}) {
    actor.pose.morph_weights[0] = hidden ? 1.0f : 0.0f;
    actor.evaluate();
    c.measure(actor, Light{});
    EXPECT_EQ(is_hidden(c.heat->materials()[1]), hidden);
    EXPECT_EQ(vec3(c.heat->materials()[0].diffuse), vec3(1.0f)) << "morphs do not colour the heat map";
    EXPECT_EQ(c.moved, hidden ? 4u : 8u);
    EXPECT_NEAR(c.largest, hidden ? 1.0f : 4.0f, 1e-5f);
  }
}

TEST(Comparison, HeatMapIgnoresColoursOfMaterialMorphs) {
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
  Actor actor(b.model(), std::make_shared<TextureSet>());
  actor.pose.morph_weights = {1.0f, 1.0f};
  actor.evaluate();
  Comparison c(actor);
  c.measure(actor, Light{});
  const MaterialState& heat = c.heat->materials()[0];
  const MaterialState& own = actor.materials()[0];
  EXPECT_EQ(vec3(heat.diffuse), vec3(1.0f));
  EXPECT_EQ(heat.ambient, vec3(1.0f));
  EXPECT_EQ(heat.specular_power, 0.0f);
  EXPECT_EQ(heat.texture, MapFactor{});
  EXPECT_EQ(heat.diffuse.a, own.diffuse.a);
  EXPECT_EQ(heat.edge_size, own.edge_size);
  EXPECT_EQ(heat.edge_colour, own.edge_colour);
}

TEST(Comparison, HeatMapKeepsPointsLinesAndUv) {
  test::FileBuilder b;
  b.file.header.version = 2.1f;
  b.bone("センター");
  for (const unsigned flag : {pmx::material_points, pmx::material_lines}) {
    b.square({0, 0, 0}, 1);
    b.material().flags = static_cast<std::uint8_t>(flag);
  }
  b.morph<pmx::UvOffset>("uv", pmx::MorphType::uv, {{0, {0.5f, 0, 0, 0}}});
  Actor actor(b.model(), std::make_shared<TextureSet>());
  actor.pose.morph_weights[0] = 1.0f;
  actor.evaluate();
  Comparison c(actor);
  c.measure(actor, Light{});
  EXPECT_TRUE(c.heat->model().materials[0].has(pmx::material_points));
  EXPECT_TRUE(c.heat->model().materials[1].has(pmx::material_lines));
  EXPECT_EQ(c.heat->uv()[0], actor.uv()[0]);
}

TEST(Comparison, HeatRunsFromBlueToRed) {
  EXPECT_EQ(heat_colour(0.0f), vec3(0.82f));
  EXPECT_GT(heat_colour(0.01f).b, heat_colour(0.01f).r);
  EXPECT_GT(heat_colour(1.0f).r, heat_colour(1.0f).b);
  EXPECT_EQ(heat_colour(2.0f), heat_colour(1.0f));
}

TEST(Comparison, LegendRunsFromZeroToTheLargest) {
  const auto marks = heat_marks(1.5f);
  EXPECT_EQ(marks.front().text, "0");
  EXPECT_EQ(marks[1].text, "0.750");
  EXPECT_EQ(marks.back().text, "1.500");
  EXPECT_EQ(marks.back().share, 1.0f);
}

}  // namespace
}  // namespace mmd
