#include <set>

#include "annotations/label_makers.h"
#include "model/body_parts.h"
#include "tests/annotations/label_fixture.h"
#include "tests/support/png_values.h"

namespace mmd {
namespace {

using test::ModelBuilder;
using test::PngValues;

class ImageLabels : public test::LabelTest {
 protected:
  PngValues png(std::string_view label, int width = 64, int height = 64) {
    return test::png_values(bytes_of(look(label, width, height), "." + std::string(label) + ".png"));
  }
};

TEST_F(ImageLabels, NormalsPointRightUpAndTowardsTheViewer) {
  add(test::ball_model(0.9f));
  for (const bool from_behind : {false, true}) {
    if (from_behind) scene_.camera.eye = vec3(0.0f, 0.0f, -10.0f);
    const PngValues normals = png("normals");
    EXPECT_NEAR(normals.at(32, 32, 2), 255, 2);
    EXPECT_NEAR(normals.at(32, 32, 0), 128, 4);
    EXPECT_GT(normals.at(55, 32, 0), 220) << "X to the right";
    EXPECT_LT(normals.at(8, 32, 0), 35);
    EXPECT_GT(normals.at(32, 8, 1), 220) << "Y up";
    EXPECT_LT(normals.at(32, 55, 1), 35);
    for (int channel = 0; channel < 3; ++channel) EXPECT_EQ(normals.at(1, 1, channel), 0);
  }
}

TEST_F(ImageLabels, NormalsOfBacksFaceTheViewer) {
  add(test::square_model(vec3(0.0f), 1.0f, [](Material& m) { m.flags = pmx::material_double_sided; }));
  scene_.camera.eye.z = -10.0f;
  EXPECT_EQ(png("normals").at(32, 32, 2), 255);
}

TEST_F(ImageLabels, MaterialsAreNumberedAcrossActors) {
  add(test::squares_model(
      {{{-0.5f, 0.5f, 0.0f}, 0.4f}, {{0.5f, 0.5f, 0.0f}, 0.4f, [](Material& m) { m.name = "二"; }}}));
  add(test::square_model({0.0f, -0.5f, 0.0f}, 0.4f));
  const LabelSource source = look("materials");
  const PngValues values = test::png_values(bytes_of(source, ".materials.png"));
  EXPECT_TRUE(values.is_indexed);
  EXPECT_EQ(values.at(16, 16), 1);
  EXPECT_EQ(values.at(48, 16), 2);
  EXPECT_EQ(values.at(32, 48), 3);
  EXPECT_EQ(values.at(32, 2), 0);
  EXPECT_EQ(values.palette.size(), 4u);
  const auto facts = json_of(source, ".labels.json");
  ASSERT_EQ(facts["materials"].size(), 3u);
  EXPECT_EQ(facts["materials"][1]["value"], 2);
  EXPECT_EQ(facts["materials"][1]["name"], "二");
  EXPECT_EQ(facts["materials"][2]["actor"], 1);
  EXPECT_EQ(facts["materials"][2]["index"], 0);
}

TEST_F(ImageLabels, ManyMaterialsUse16Bits) {
  ModelBuilder builder;
  for (int i = 0; i < 300; ++i) builder.material();
  builder.square(vec3(0.0f), 1.0f);
  builder.material();
  add(builder.finish());
  const PngValues values = png("materials");
  EXPECT_EQ(values.depth, 16);
  EXPECT_EQ(values.at(32, 32), 301);
}

TEST_F(ImageLabels, PartsMatchTheBones) {
  constexpr int size = 200;
  add_figure("peace", size, size);
  const LabelSource source = look("parts,bones", size, size);
  const PngValues values = test::png_values(bytes_of(source, ".parts.png"));
  EXPECT_EQ(values.palette.size(), body_parts().size());
  std::set<std::string> seen;
  for (const int value : values.values)
    seen.insert(std::string(body_parts()[static_cast<std::size_t>(value)].name));
  for (const char* part : {"head", "hair", "torso", "left hand", "right hand", "left shin", "right shin",
                           "left foot", "right foot", "clothes"})
    EXPECT_TRUE(seen.count(part)) << part;
  const std::pair<const char*, const char*> joints[] = {{"左ひざ", "left shin"}, {"右ひざ", "right shin"}};
  const auto bones = json_of(source, ".bones.json");
  for (const auto& [name, part] : joints)
    for (const auto& bone : bones["actors"][0]["bones"]) {
      if (bone["name"] != name || bone["visibility"] != 2) continue;
      const std::string found(body_parts()[static_cast<std::size_t>(values.at(
                                               static_cast<int>(bone["pixel"][0].get<double>()),
                                               static_cast<int>(bone["pixel"][1].get<double>()) + 3))]
                                  .name);
      EXPECT_EQ(found, part) << "below " << name;
    }
}

TEST_F(ImageLabels, BangsAreHair) {
  constexpr int size = 200;
  add_figure("standing", size, size);
  const LabelSource source = look("parts,materials", size, size);
  const PngValues parts = test::png_values(bytes_of(source, ".parts.png"));
  const PngValues materials = test::png_values(bytes_of(source, ".materials.png"));
  int bangs = 0, face = 0;
  for (std::size_t i = 0; i < parts.values.size(); ++i) {
    if (materials.values[i] == 0) continue;
    const auto material = static_cast<std::size_t>(materials.values[i] - 1);
    const std::string& name = source.actors[0].model->materials[material].name;
    const std::string_view part = body_parts()[static_cast<std::size_t>(parts.values[i])].name;
    if (name == "前髪" || name == "顔") {
      EXPECT_EQ(part == "hair", name == "前髪") << part;
    }
    bangs += name == "前髪" ? 1 : 0;
    face += name == "顔" ? 1 : 0;
  }
  EXPECT_GT(bangs, 50);
  EXPECT_GT(face, 50);
}

TEST_F(ImageLabels, RestIsThePositionBeforeThePose) {
  ModelBuilder builder;
  builder.square(vec3(0.0f, 3.0f, 0.0f), 0.5f);
  builder.material();
  builder.model().bounds_min = vec3(-0.5f, 2.5f, 0.0f);
  builder.model().bounds_max = vec3(0.5f, 3.5f, 0.0f);
  Actor& actor = add(builder.finish());
  actor.pose.translation[0] = vec3(0.25f, -3.0f, 0.0f);
  actor.evaluate();
  const LabelSource source = look("rest");
  const PngValues values = test::png_values(bytes_of(source, ".rest.png"));
  EXPECT_EQ(values.depth, 16);
  const auto share = [&](int x, int y, int channel) { return (values.at(x, y, channel) - 1) / 65534.0; };
  EXPECT_NEAR(share(40, 32, 0), 0.5 + 0.5 / 32.0, 1e-4) << "the pose moves the centre by a quarter";
  EXPECT_NEAR(share(40, 32, 1), 0.5 - 0.5 / 32.0, 1e-4);
  EXPECT_NEAR(share(26, 20, 0), 2.5 / 32.0, 1e-4);
  EXPECT_EQ(values.at(40, 32, 2), 1) << "a box without depth";
  EXPECT_EQ(values.at(2, 2, 0), 0);
  const auto facts = json_of(source, ".labels.json");
  EXPECT_EQ(facts["rest"][0]["min"], nlohmann::json({-0.5, 2.5, 0.0}));
  EXPECT_EQ(facts["rest"][0]["max"], nlohmann::json({0.5, 3.5, 0.0}));
}

TEST_F(ImageLabels, LabelsJsonExplainsValues) {
  add(test::square_model(vec3(0.0f), 1.0f));
  const auto facts = json_of(look("depth", 20, 10), ".labels.json");
  EXPECT_EQ(facts["file"], "a.png");
  EXPECT_EQ(facts["width"], 20);
  EXPECT_DOUBLE_EQ(facts["depth"]["png_metres_per_step"].get<double>(), 0.001);
  EXPECT_DOUBLE_EQ(facts["alpha_threshold"].get<double>(), 0.5);
  ASSERT_EQ(facts["parts"].size(), body_parts().size());
  EXPECT_EQ(facts["parts"][1]["name"], "head");
}

}  // namespace
}  // namespace mmd
