#include "document/scene_place.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/handedness.h"
#include "scene/scene.h"
#include "tests/assets/temporary_folder.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using testing::HasSubstr;

ScenePlace place_of(std::string_view text) {
  ScenePlace out;
  EXPECT_EQ(parse_place(text, out), "") << text;
  return out;
}

TEST(ScenePlace, TextRoundTrips) {
  for (const char* text :
       {"0,0,0", "1,-2.5,3", "0,0,0,10,20,30,1", "0,0,0,0,0,0,2,0.5", "0,0,0,shadow,first", "0,0,0@1:右手首",
        "1,2,3,no-shadow,last@12:a:b,c@d", "0,0,0,no-physics,locked@1:a"}) {
    EXPECT_EQ(place_text(place_of(text)), text);
    EXPECT_EQ(place_of(place_text(place_of(text))), place_of(text));
  }
}

TEST(ScenePlace, NeedsNoNumbersOnABone) {
  EXPECT_EQ(place_of("@1:手"), place_of("0,0,0@1:手"));
}

TEST(ScenePlace, RejectsACarrierWithoutNumberOrBone) {
  for (const char* bad : {"0,0,0@", "0,0,0@1", "0,0,0@手", "0,0,0@0:手", "0,0,0@-1:手", "@手", ""}) {
    ScenePlace out;
    EXPECT_THAT(parse_place(bad, out), HasSubstr("expected")) << bad;
  }
}

constexpr const char* square = R"(xof 0303txt 0032
Mesh m { 4; 0;0;0;, 1;0;0;, 1;1;0;, 0;1;0;; 1; 4;0,3,2,1;; })";

struct Accessories : ::testing::Test {
  LoadedModel load(const char* name, std::string_view text) {
    auto out = load_model(folder.put(name, text), true);
    EXPECT_TRUE(out) << describe(out.error());
    return std::move(*out);
  }
  test::TemporaryFolder folder;
};

TEST_F(Accessories, RotateAboutZFirstThenXThenY) {
  const LoadedModel x = load("a.x", square);
  const Similarity at = offset_of(place_of("1,2,3,90,90,90,2"), *x.model);
  // X to Y about Z; Y to Z about X; Z to X about Y, in MMD's left-handed space.
  const vec3 moved = mirror(transform_point(at, mirror(vec3(1, 0, 0))));
  EXPECT_LT(glm::distance(moved, vec3(3, 2, 3)), 1e-5f) << moved.x << ' ' << moved.y << ' ' << moved.z;
}

TEST_F(Accessories, StandAtTheOriginWithoutShadowAndAreDrawnFirst) {
  const LoadedModel x = load("a.x", square);
  test::FileBuilder b;
  b.bone("root");
  b.square({0, 0, 0}, 1);
  b.material();
  Scene scene;
  scene.actors.push_back(std::make_unique<Actor>(b.model(), std::make_shared<const TextureSet>()));
  EXPECT_EQ(default_place(scene, x), ScenePlace());
  const AccessorySettings settings = settings_of(ScenePlace(), *x.model);
  EXPECT_FALSE(settings.has_ground_shadow);
  EXPECT_TRUE(settings.is_drawn_first);
  EXPECT_TRUE(settings_of(place_of("0,0,0,shadow,last"), *x.model).has_ground_shadow);
  EXPECT_FALSE(settings_of(place_of("0,0,0,shadow,last"), *x.model).is_drawn_first);
  EXPECT_FALSE(settings.is_additive);
  EXPECT_TRUE(settings.has_self_shadow);
  const ScenePlace glowing = place_of("0,0,0,additive,no-self-shadow");
  EXPECT_TRUE(settings_of(glowing, *x.model).is_additive);
  EXPECT_FALSE(settings_of(glowing, *x.model).has_self_shadow);
  EXPECT_EQ(place_of(place_text(glowing)), glowing);
}

TEST_F(Accessories, OfAVacFileHaveItsPlace) {
  folder.put("board.x", square);
  const LoadedModel vac = load("board.vac", "board\r\nboard.x\r\n2\r\n1,2,3\r\n0,0,0\r\n\r\n1\r\n");
  const auto place = place_of_file(vac);
  ASSERT_TRUE(place);
  EXPECT_EQ(place->position, vec3(1, 2, 3));
  EXPECT_EQ(place->scale, 2.0f);
  EXPECT_EQ(place->ground_shadow, false);
  EXPECT_TRUE(vac.model->is_accessory);
  EXPECT_FALSE(place_of_file(load("b.x", square)));
}

TEST_F(Accessories, OfAVacFileWithAnAbsoluteNameAreFoundBesideItWithAWarning) {
  folder.put("board.x", square);
  const auto warnings_of = [&](const std::string& name) {
    std::string out;
    for (const Diagnostic& d : load("board.vac", "board\r\n" + name + "\r\n").diagnostics)
      out += d.what + "\n";
    return out;
  };
  for (const char* name : {"C:\\MMD\\board.x", "D:board.x", "/stages/board.x", "\\\\server\\board.x"})
    EXPECT_THAT(warnings_of(name), HasSubstr(fmt::format("X file \"{}\": an absolute name", name)));
  EXPECT_THAT(warnings_of("board.x"), testing::Not(HasSubstr("absolute name")));
}

TEST_F(Accessories, AreIgnoredByCamerasBesideAModel) {
  Scene scene;
  const auto textures = std::make_shared<const TextureSet>();
  scene.actors.push_back(std::make_unique<Actor>(load("a.x", square).model, textures));
  EXPECT_EQ(scene.posed_bounds().max.x, 10.0f)
      << "alone it is what a picture shows, ten times its file's size";
  test::FileBuilder b;
  b.bone("root");
  b.square({0, 0, 0}, 1);
  b.material();
  scene.actors.push_back(std::make_unique<Actor>(b.model(), textures));
  EXPECT_LE(scene.posed_bounds().max.x, 1.0f);
  EXPECT_EQ(scene.enclosing_bounds().max.x, 10.0f);
}

TEST_F(Accessories, FadeByTheirOpacity) {
  Actor actor(load("a.x", square).model, std::make_shared<const TextureSet>());
  put_actor(place_of("0,0,0,0,0,0,1,0.25"), actor);
  EXPECT_EQ(actor.materials().front().diffuse.a, 0.25f);
  put_actor(place_of("0,0,0"), actor);
  EXPECT_EQ(actor.materials().front().diffuse.a, 1.0f);
}

TEST_F(Accessories, WithoutTheirXFileNameIt) {
  const auto loaded = load_model(folder.put("b.vac", "b\r\nmissing.x\r\n"), true);
  ASSERT_FALSE(loaded);
  EXPECT_THAT(loaded.error().what, HasSubstr("missing.x"));
}

TEST(PlaceAttachments, FollowsCarriersInAnyOrder) {
  test::FileBuilder b;
  b.bone("root");
  b.square({0, 0, 0}, 1);
  b.material();
  Scene scene;
  for (int i = 0; i < 3; ++i)
    scene.actors.push_back(std::make_unique<Actor>(b.model(), std::make_shared<const TextureSet>()));
  Similarity up;
  up.translation = {0, 1, 0};
  scene.attachments = {{0, up, 2}, {0, up, 0}};  // the second actor hangs on the third
  place_attachments(scene);
  EXPECT_EQ(scene.actors[2]->placement().translation.y, 1.0f);
  EXPECT_EQ(scene.actors[1]->placement().translation.y, 2.0f);
  scene.attachments = {{0, up, 2}, {0, up, 1}};
  place_attachments(scene);  // a circle ends
}

}  // namespace
}  // namespace mmd
