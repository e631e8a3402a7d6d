// Pictures of projects of MMD (PMM): drawing order, additive colours, shadows.
#include <gmock/gmock.h>

#include "tests/cli/program.h"
#include "tests/support/pmm_samples.h"

namespace mmd::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

/// A square of 2 x 2 units (20 x 20 in the scene) that is (0, 154, 255) less its red and blue: green.
constexpr const char* green_board = R"(xof 0303txt 0032
Mesh { 4; -1;-0.2;-0.5;, 1;-0.2;-0.5;, 1;2;-0.5;, -1;2;-0.5;; 1; 4;3,2,1,0;;
 MeshMaterialList { 1; 1; 0; Material { 0;0.5;0;1.0;; 5.0; 0;0;0;; 0;0.25;0;; } } })";

class Project : public ProgramTest {
 protected:
  Project() {
    put("red.pmx", as_text(wall({1, 0, 0, 0.5f}, -5)));
    put("blue.pmx", as_text(wall({0, 0, 1, 1}, 5)));
    put("green.x", green_board);
  }
  /// A wall across the picture, whose colour does not depend on the light.
  static Bytes wall(const vec4& colour, float z) {
    FileBuilder b;
    b.bone("センター");
    b.square({0, 10, z}, 12);
    paint(b.material(), colour);
    return b.bytes();
  }
  static void paint(pmx::Material& material, const vec4& colour) {
    material.diffuse = colour;
    material.ambient = vec3(colour);
    material.specular = vec3(0);
    material.flags = 0;
  }
  std::string put_project(const PmmScene& scene) { return put("p.pmm", as_text(pmm_file(scene))); }
  Image shot(const std::string& scene, const Words& more = {}) {
    const Outcome outcome = mmdview(with({"shot", scene, "-o", in_folder("out.png"), "--force"}, more));
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return decoded(content("out.png"));
  }
  static std::vector<int> middle_of(const Image& image) {
    const std::size_t at = 4 *
                           (static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height) +
                            static_cast<std::size_t>(image.width)) /
                           2;
    return {image.rgba[at], image.rgba[at + 1], image.rgba[at + 2], image.rgba[at + 3]};
  }
  std::vector<int> middle(const PmmScene& scene, const Words& more = {}) {
    return middle_of(shot(put_project(scene), more));
  }
};

TEST_F(Project, DrawsModelsInDrawingOrderWhateverTheOrderOfTheFile) {
  const PmmScene::Model red{"red.pmx", 0, 2}, blue{"blue.pmx", 1, 1};
  EXPECT_THAT(middle({{red, blue}, {}}), ElementsAre(128, 0, 127, 255));
  EXPECT_THAT(middle({{blue, red}, {}}), ElementsAre(128, 0, 127, 255));
  const PmmScene::Model red_first{"red.pmx", 0, 1}, blue_last{"blue.pmx", 1, 2};
  EXPECT_THAT(middle({{blue_last, red_first}, {}}), ElementsAre(255, 127, 127, 255));
}

TEST_F(Project, KeepsThePosesOfModelsThatAreDrawnInAnotherOrder) {
  const PmmScene::Model red{"red.pmx", 7, 9, 0, 1, vec3(0, 100, 0)}, blue{"blue.pmx", 3, 1};
  EXPECT_THAT(middle({{red, blue}, {}}), ElementsAre(0, 0, 255, 255));
  PmmScene carried{{blue, red}, {{"green.x", 0, 0, {0, 0, 0}, 7}}};
  EXPECT_THAT(middle(carried), ElementsAre(0, 0, 255, 255)) << "the accessory is with the red model";
  carried.accessories[0].model = 3;
  EXPECT_THAT(middle(carried), ElementsAre(0, 154, 0, 255));
  carried.selected_model = 7;
  const Outcome bones = mmdview({"bones", put_project(carried), "--format", "csv"});
  EXPECT_THAT(bones.out, HasSubstr(",100,")) << "the selected model";
}

TEST_F(Project, DrawsAccessoriesBeforeAndAfterTheModels) {
  const PmmScene::Model red{"red.pmx", 0, 1};
  PmmScene scene{{red}, {{"green.x", 0, 0, {0, 0, 5}}}};
  EXPECT_THAT(middle(scene), ElementsAre(255, 127, 127, 255)) << "after, and hidden";
  scene.split = 1;
  EXPECT_THAT(middle(scene), ElementsAre(128, 77, 0, 255)) << "before";
}

TEST_F(Project, AddsTheColoursOfAdditiveAccessoriesAndModels) {
  const PmmScene::Model blue{"blue.pmx", 0, 1};
  EXPECT_THAT(middle({{blue}, {{"green.x", 0, 0}}}), ElementsAre(0, 154, 0, 255));
  EXPECT_THAT(middle({{blue}, {{"green.x", 0, 1}}}), ElementsAre(0, 154, 255, 255));
  EXPECT_THAT(middle({{}, {{"green.x", 0, 1}}}), ElementsAre(255, 255, 255, 255)) << "over white";
  const PmmScene::Model red{"red.pmx", 1, 2, 1};
  EXPECT_THAT(middle({{blue, red}, {}}), ElementsAre(testing::AnyOf(127, 128), 0, 255, 255));
}

TEST_F(Project, ShowsAddedLightOnTransparentPicturesAsOpaqueAsItIsBright) {
  const PmmScene scene{{}, {{"green.x", 0, 1}}};
  EXPECT_THAT(middle(scene, {"--background", "transparent"}), ElementsAre(0, 255, 0, 154));
}

TEST_F(Project, EdgesOfAdditiveModelsAreAddedToo) {
  FileBuilder b;
  b.bone("センター");
  b.square({0, 10, 0}, 3);
  pmx::Material& material = b.material();
  paint(material, {0, 0, 0, 1});
  material.flags = pmx::material_edge;
  material.edge_colour = {0, 1, 0, 1};
  material.edge_size = 20;  // as wide as a pixel at least
  put("edged.pmx", as_text(b.bytes()));
  const PmmScene::Model edged{"edged.pmx", 0, 1, 1};
  // Seen from behind, the square has only its edge.
  const Words view{"--camera", "0,10,60,0,10,0", "--background", "0000ff"};
  EXPECT_THAT(middle({{edged}, {}}, view), ElementsAre(0, 255, 255, 255));
}

TEST_F(Project, SavedAsASceneKeepsAdditiveColours) {
  put_project({{{"blue.pmx", 0, 1}}, {{"green.x", 0, 1}}});
  const std::string scene = put("s.mmdscene", R"({"mmdview-scene": 1, "files": ["blue.pmx"],
    "figures": [{"files": ["green.x"]}], "options": {"place": ["0,0,0", "0,0,0,last,additive"],
    "camera": "0,10,-60,0,10,0", "size": "64x64", "background": "ffffff",
    "no-self-shadow": true, "no-ground-shadow": true}})");
  EXPECT_EQ(shot(scene).rgba, shot(in_folder("p.pmm")).rgba);
}

/// A small roof over a floor that receives its shadow.
class ShadowsOfProject : public Project {
 protected:
  ShadowsOfProject() {
    put("roof.pmx", as_text(plate(8, 3, pmx::material_casts_self_shadow, {1, 1, 1, 1})));
    put("floor.pmx", as_text(plate(0, 20, pmx::material_receives_self_shadow, {0.5f, 0.5f, 0.5f, 1})));
    put("thrower.pmx", as_text(plate(8, 3, pmx::material_ground_shadow, {1, 1, 1, 1})));
    put("glass.pmx", as_text(plate(8, 3, pmx::material_ground_shadow, {1, 1, 1, 0.5f})));
  }
  static Bytes plate(float y, float half, int flags, const vec4& colour) {
    FileBuilder b;
    b.bone("センター");
    const auto a = b.vertex({-half, y, -half}), c = b.vertex({half, y, -half}), d = b.vertex({half, y, half}),
               e = b.vertex({-half, y, half});
    for (vec3& normal : b.file.vertices.normal) normal = {0, 1, 0};
    b.triangle(a, d, c);
    b.triangle(a, e, d);
    pmx::Material& material = b.material();
    paint(material, colour);
    material.flags = static_cast<std::uint8_t>(flags | pmx::material_double_sided);
    material.toon_flag = 1;
    material.toon = 3;  // dark in the shade
    return b.bytes();
  }
  Image from_above(const PmmScene& scene, const Words& more = {}) {
    return shot(put_project(scene), with({"--camera", "0,60,-1,0,0,0", "--samples", "1"}, more));
  }
};

TEST_F(ShadowsOfProject, SelfShadowIsSwitchedOffPerModel) {
  PmmScene scene{{{"roof.pmx", 0, 1}, {"floor.pmx", 1, 2}}, {}};
  scene.self_shadow = 1;
  const Image on = from_above(scene), without = from_above(scene, {"--no-self-shadow"});
  EXPECT_NE(on.rgba, without.rgba);
  for (const std::size_t off : {std::size_t{0}, std::size_t{1}}) {
    PmmScene one_off = scene;
    one_off.models[off].self_shadow = 0;
    EXPECT_EQ(from_above(one_off).rgba, without.rgba) << off;
  }
}

TEST_F(ShadowsOfProject, GroundShadowHasTheBrightnessOfTheProject) {
  const auto darkest = [&](const PmmScene& scene) {
    const Image image = from_above(scene);
    int out = 255;
    for (std::size_t i = 0; i < image.rgba.size(); i += 4) out = std::min<int>(out, image.rgba[i]);
    return out;
  };
  PmmScene scene{{{"thrower.pmx", 0, 1}}, {}};
  scene.ground_shadow = 1;
  EXPECT_EQ(darkest(scene), 153);
  scene.brightness = 0.5f;
  EXPECT_NEAR(darkest(scene), 77, 1);
  scene.brightness = 0.0f;
  EXPECT_EQ(darkest(scene), 0);
  scene.models[0].path = "glass.pmx";
  EXPECT_NEAR(darkest(scene), 127, 1) << "a translucent material";
  scene.translucent = 0;
  EXPECT_EQ(darkest(scene), 0) << "shadows are opaque";
}

TEST_F(Project, NamesWhatTheSceneLeavesOut) {
  PmmScene scene{{{"blue.pmx", 0, 1}}, {}};
  const auto messages = [&](const std::string& file) {
    return mmdview({"shot", file, "-o", in_folder("out.png"), "--force", "--allow-missing"}).err;
  };
  EXPECT_THAT(messages(put_project(scene)), Not(HasSubstr("left out")));
  scene.models[0].edge_width = 2.0f;
  EXPECT_THAT(messages(put_project(scene)), HasSubstr("p.pmm: left out of the scene: width of edges"));
  put("UserFile/Model/ミク.pmx", as_text(wall({1, 0, 0, 1}, 0)));
  const std::string all = messages(put("all.pmm", as_text(pmm_project())));
  for (const char* part : {"motion", "sound", "colour of edges", "width of edges", "range of self shadow"})
    EXPECT_THAT(all, HasSubstr(part));
}

}  // namespace
}  // namespace mmd::test
