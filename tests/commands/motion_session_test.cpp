// Motions among the input files.

#include <cmath>

#include <gmock/gmock.h>

#include "commands/session.h"
#include "tests/assets/temporary_folder.h"
#include "tests/support/model_builder.h"
#include "tests/support/pmd_samples.h"
#include "tests/support/vmd_samples.h"

namespace mmd {
namespace {

using test::FileBuilder;
using test::said;
using test::says;
using ::testing::ElementsAre;

struct MotionFiles {
  test::TemporaryFolder folder;
  std::string model, pose, dance, camera;

  std::string put(const char* name, const Bytes& bytes) { return to_utf8(folder.put(name, as_text(bytes))); }
  MotionFiles() {
    FileBuilder b;
    b.bone("a");
    b.bone("b");
    b.bone("goal");
    b.ik(2, 1, {0});
    b.morph<pmx::VertexOffset>("m", pmx::MorphType::vertex, {});
    model = put("model", b.bytes());
    pose = to_utf8(folder.put("pose",
                              "Vocaloid Pose Data file\n\nx.osm;\n2;\n\nBone0{a\n 5,0,0;\n 0,0,0,1;\n}\n"
                              "Bone1{b\n 6,0,0;\n 0,0,0,1;\n}\n"));
    vmd::File file = vmd::empty_file("m");
    file.bones = {test::bone_key("a", 0), test::bone_key("a", 30, {3, 0, 0}), test::bone_key("nobody", 0)};
    file.morphs = {test::morph_key("m", 0, 0.0f), test::morph_key("m", 30, 1.0f)};
    file.properties.push_back({0, 1, {{vmd::name_from<20>("goal"), 0}}});
    dance = put("dance", vmd::write(file).value());
    file = vmd::empty_file("camera");
    vmd::CameraKey key;
    key.distance = -20.0f;
    key.target = {0, 15, 0};
    key.fov_degrees = 45;
    file.cameras.push_back(key);
    file.lights.push_back({0, {1, 0.5f, 0.25f}, {0, -2, 0}});
    camera = put("camera", vmd::write(file).value());
  }
};

Options with(std::vector<std::string> files, std::optional<double> frame = {}) {
  Options o;
  o.files = std::move(files);
  o.frame = frame;
  return o;
}

TEST(MotionSession, MotionsAreSortedOut) {
  const MotionFiles f;
  const auto inputs = sort_inputs({f.dance, f.pose, f.model, f.camera});
  ASSERT_TRUE(inputs);
  EXPECT_THAT(inputs->motions, ElementsAre(f.dance, f.camera));
  EXPECT_THAT(inputs->poses, ElementsAre(f.pose));
  EXPECT_EQ(inputs->motion_bytes.size(), 2u);
}

TEST(MotionSession, AMotionLiesOverThePosesAtItsFrame) {
  const MotionFiles f;
  auto session = load_session(with({f.dance, f.model, f.pose}, 15.0), false);
  ASSERT_TRUE(session) << session.error().what;
  EXPECT_EQ(session->pose.translation[0].x, 1.5f);
  EXPECT_EQ(session->pose.translation[1].x, 6.0f);
  EXPECT_EQ(session->pose.morph_weights[0], 0.5f);
  EXPECT_THAT(session->ik_chains, ElementsAre(0));
  EXPECT_THAT(session->unmatched.bones, ElementsAre("nobody"));
  EXPECT_TRUE(says(session->diagnostics, "nobody"));
  EXPECT_FALSE(session->camera);
  Actor actor(session->loaded.model, session->loaded.textures);
  apply_session(*session, with({}), actor);
  EXPECT_FALSE(actor.bones().ik_results()[0].enabled);
}

TEST(MotionSession, WithoutAFrameItIsTheFirst) {
  const MotionFiles f;
  const auto session = load_session(with({f.model, f.dance}), false);
  ASSERT_TRUE(session);
  EXPECT_EQ(session->pose.translation[0].x, 0.0f);
}

TEST(MotionSession, MorphOptionsLieOverTheMotion) {
  const MotionFiles f;
  Options options = with({f.model, f.dance}, 30.0);
  options.morph_weights.emplace_back("m", 0.125f);
  const auto session = load_session(options, false);
  ASSERT_TRUE(session);
  EXPECT_EQ(session->pose.morph_weights[0], 0.125f);
}

TEST(MotionSession, AFrameWithoutAMotionIsAWarning) {
  const MotionFiles f;
  const auto session = load_session(with({f.model}, 3.0), false);
  ASSERT_TRUE(session);
  EXPECT_TRUE(says(session->diagnostics, "no effect without a motion")) << said(session->diagnostics);
}

TEST(MotionSession, AFramePastTheEndIsTheLastWithAWarning) {
  const MotionFiles f;
  const auto at_end = load_session(with({f.model, f.dance}, 1e6), false);
  ASSERT_TRUE(at_end);
  const std::uint32_t last = at_end->motions.front()->last_frame();
  EXPECT_TRUE(says(at_end->diagnostics, "frame 1000000 is past the end")) << said(at_end->diagnostics);
  const auto whole = load_session(with({f.model, f.dance}, last), false);
  ASSERT_TRUE(whole);
  EXPECT_FALSE(says(whole->diagnostics, "past the end"));
  EXPECT_EQ(at_end->pose.rotation, whole->pose.rotation);
}

TEST(MotionSession, ACameraMotionSetsTheCameraUnlessAnotherIsAskedFor) {
  const MotionFiles f;
  auto session = load_session(with({f.model, f.camera, f.dance}), false);
  ASSERT_TRUE(session);
  ASSERT_TRUE(session->camera);
  ASSERT_TRUE(session->light);
  EXPECT_EQ(session->light->colour, vec3(1, 0.5f, 0.25f));
  Scene scene;
  scene.actors.push_back(std::make_unique<Actor>(session->loaded.model, session->loaded.textures));
  Options options = with({});
  const Camera camera = camera_of(options, *session, scene, 1.0f);
  EXPECT_NEAR(camera.eye.z, 20.0f, 1e-5f);
  EXPECT_EQ(camera.target, vec3(0, 15, 0));
  EXPECT_EQ(camera.fov_degrees, 45.0f);
  options.view_given = true;
  EXPECT_EQ(camera_of(options, *session, scene, 1.0f).fov_degrees, 30.0f);
  options.view_given = false;
  options.camera = {{1, 2, 3, 4, 5, 6}};
  EXPECT_EQ(camera_of(options, *session, scene, 1.0f).eye, vec3(1, 2, -3));
}

TEST(MotionSession, TheLastMotionThatSwitchesVisibilityDecides) {
  MotionFiles f;
  vmd::File file = vmd::empty_file("hides");
  file.properties = {{0, 1, {}}, {10, 0, {}}, {20, 1, {}}};
  const std::string hides = f.put("hides", vmd::write(file).value());
  const auto at = [&](std::vector<std::string> files, double frame) {
    const auto session = load_session(with(std::move(files), frame), false);
    EXPECT_TRUE(session);
    Actor actor(session->loaded.model, session->loaded.textures);
    apply_session(*session, with({}), actor);
    return actor.visible;
  };
  EXPECT_TRUE(at({f.model, hides}, 9.9));
  EXPECT_FALSE(at({f.model, hides}, 10));
  EXPECT_TRUE(at({f.model, hides}, 20));
  EXPECT_FALSE(at({f.model, hides, f.camera}, 10)) << "the camera's motion says nothing";
  EXPECT_TRUE(at({f.model, hides, f.dance}, 10));
  EXPECT_FALSE(at({f.model, f.dance, hides}, 10));
}

TEST(MotionSession, ADamagedMotionIsAnErrorThatNamesIt) {
  MotionFiles f;
  const std::string bad = to_utf8(f.folder.put("bad", "Vocaloid Motion Data 0002"));
  const auto session = load_session(with({f.model, bad}), false);
  ASSERT_FALSE(session);
  EXPECT_EQ(session.error().file, bad);
}

TEST(MotionSession, APmdIsAModel) {
  MotionFiles f;
  const auto session = load_session(with({f.put("p", pmd::write(test::full_pmd()).value()), f.dance}), true);
  ASSERT_TRUE(session) << session.error().what;
  EXPECT_EQ(session->loaded.model->name, "テスト");
  // toon03.bmp is MikuMikuDance's own, skin.bmp is the model's (and missing).
  EXPECT_EQ(session->loaded.model->materials[1].shared_toon, 2);
  EXPECT_NE(session->loaded.model->materials[0].toon_texture, none);
}

}  // namespace
}  // namespace mmd
