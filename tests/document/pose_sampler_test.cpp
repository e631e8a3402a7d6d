// The state of a document at a frame.

#include "document/pose_sampler.h"

#include <algorithm>
#include <random>
#include <vector>

#include <gmock/gmock.h>

#include "document/framing.h"
#include "tests/assets/temporary_folder.h"
#include "tests/support/format_samples.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using test::FileBuilder;
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

/// A loaded document, its pose and its state at a frame.
struct Sampled {
  LoadedFigure document;
  Pose pose;
  PosedState state;
};
Sampled sampled(const std::vector<std::string>& files, double frame = 0.0,
                const std::vector<std::pair<std::string, float>>& morphs = {}) {
  auto document = load_document(files, {}, false);
  EXPECT_TRUE(document) << describe(document.error());
  if (!document) return {};
  PoseSampler sampler(std::make_shared<const LoadedFigure>(*document));
  auto found = find_morphs(morphs, document->model(), "--morph");
  EXPECT_TRUE(found);
  if (found) sampler.set_morphs(*found);
  Sampled out{*document, {}, {}};
  out.state = sampler.sample(frame, out.pose);
  return out;
}

TEST(ReadInputs, RecognisesFilesByContentInAnyOrder) {
  const MotionFiles f;
  const auto inputs = read_inputs({f.dance, f.pose, f.model, f.camera});
  ASSERT_TRUE(inputs && inputs->model);
  EXPECT_EQ(inputs->model->name, f.model);
  ASSERT_EQ(inputs->motions.size(), 2u);
  EXPECT_EQ(inputs->motions[0].name, f.dance);
  EXPECT_EQ(inputs->motions[1].name, f.camera);
  ASSERT_EQ(inputs->poses.size(), 1u);
  EXPECT_EQ(inputs->poses[0].name, f.pose);
}

TEST(PoseSampler, MotionsOverridePoses) {
  const MotionFiles f;
  const auto [document, pose, state] = sampled({f.dance, f.model, f.pose}, 15.0);
  EXPECT_EQ(pose.translation[0].x, 1.5f);
  EXPECT_EQ(pose.translation[1].x, 6.0f);
  EXPECT_EQ(pose.morph_weights[0], 0.5f);
  EXPECT_THAT(state.ik_chains, ElementsAre(0));
  EXPECT_THAT(document.unmatched.bones, ElementsAre("nobody"));
  EXPECT_TRUE(says(document.diagnostics, "nobody"));
  EXPECT_FALSE(state.camera);
  Actor actor(document.loaded.model, document.loaded.textures);
  PoseSampler sampler(std::make_shared<const LoadedFigure>(document));
  pose_actor(sampler, 15.0, {}, actor);
  actor.evaluate();
  EXPECT_FALSE(actor.bones().ik_results()[0].enabled);
}

TEST(PoseSampler, ChosenMorphsOverridePosesAndMotions) {
  const MotionFiles f;
  EXPECT_EQ(sampled({f.model, f.dance}).pose.morph_weights[0], 0.0f) << "the first frame";
  EXPECT_EQ(sampled({f.model, f.dance}, 30.0).pose.morph_weights[0], 1.0f);
  EXPECT_EQ(sampled({f.model, f.dance}, 30.0, {{"m", 0.125f}}).pose.morph_weights[0], 0.125f);
  EXPECT_EQ(sampled({f.model, f.pose}, 0.0, {{"m", 0.5f}, {"m", 0.75f}}).pose.morph_weights[0], 0.75f);
}

TEST(PoseSampler, RejectsUnknownMorphs) {
  const MotionFiles f;
  const auto document = load_document({f.model}, {}, false);
  ASSERT_TRUE(document);
  const auto found = find_morphs({{"missing", 1.0f}}, document->model(), "--morph");
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().what, "--morph: the model has no morph \"missing\"");
  EXPECT_EQ(found.error().advice, Advice::list_morphs) << "nothing is like it";
}

TEST(PoseSampler, DoesNotDependOnEarlierSamples) {
  const MotionFiles f;
  const auto document = load_document({f.model, f.pose, f.dance, f.camera}, {}, false);
  ASSERT_TRUE(document);
  const auto shared = std::make_shared<const LoadedFigure>(*document);
  PoseSampler sampler(shared);
  Pose pose;
  sampler.set_morphs({{0, 0.25f}});
  sampler.sample(29.0, pose);
  sampler.set_morphs({});
  for (const double frame : {30.0, 3.5, 17.0, 0.0, 1e9}) {
    Pose alone;
    const PosedState fresh = PoseSampler(shared).sample(frame, alone);
    const PosedState& used = sampler.sample(frame, pose);
    EXPECT_EQ(pose.translation, alone.translation) << frame;
    EXPECT_EQ(pose.rotation, alone.rotation) << frame;
    EXPECT_EQ(pose.morph_weights, alone.morph_weights) << frame;
    EXPECT_EQ(used.ik_chains, fresh.ik_chains) << frame;
    EXPECT_EQ(used.visible, fresh.visible) << frame;
  }
}

TEST(PoseSampler, TakesTheCameraOfAMotionUnlessAnotherIsChosen) {
  const MotionFiles f;
  const auto [document, pose, state] = sampled({f.model, f.camera, f.dance});
  ASSERT_TRUE(state.camera);
  ASSERT_TRUE(state.light);
  EXPECT_EQ(light_for({}, state).colour, vec3(1, 0.5f, 0.25f));
  Scene scene;
  scene.actors.push_back(std::make_unique<Actor>(document.loaded.model, document.loaded.textures));
  CameraChoice choice;
  const Camera camera = camera_for(choice, state, scene, 1.0f);
  EXPECT_NEAR(camera.eye.z, 20.0f, 1e-5f);
  EXPECT_EQ(camera.target, vec3(0, 15, 0));
  EXPECT_EQ(camera.fov_degrees, 45.0f);
  choice.fov_degrees = 20.0f;
  EXPECT_EQ(camera_for(choice, state, scene, 1.0f).fov_degrees, 20.0f);
  choice = {};
  choice.view = View::fit;
  EXPECT_EQ(camera_for(choice, state, scene, 1.0f).fov_degrees, default_fov_degrees);
  choice.eye_and_target = {1, 2, -30, 4, 5, 6};
  choice.fov_degrees = 20.0f;
  choice.orthographic = true;
  const Camera asked = camera_for(choice, state, scene, 1.0f);
  EXPECT_EQ(asked.eye, vec3(1, 2, 30)) << "in MMD's space, and rather than the view";
  EXPECT_EQ(asked.target, vec3(4, 5, -6));
  EXPECT_EQ(asked.fov_degrees, 20.0f);
  EXPECT_TRUE(asked.orthographic);
}

TEST(PoseSampler, TakesVisibilityFromTheLastMotionThatSetsIt) {
  MotionFiles f;
  vmd::File file = vmd::empty_file("hides");
  file.properties = {{0, 1, {}}, {10, 0, {}}, {20, 1, {}}};
  const std::string hides = f.put("hides", vmd::write(file).value());
  const auto at = [&](const std::vector<std::string>& files, double frame) {
    const auto document = std::make_shared<const LoadedFigure>(load_document(files, {}, false).value());
    Actor actor(document->loaded.model, document->loaded.textures);
    PoseSampler sampler(document);
    pose_actor(sampler, frame, {}, actor);
    return actor.visible;
  };
  EXPECT_TRUE(at({f.model, hides}, 9.9));
  EXPECT_FALSE(at({f.model, hides}, 10));
  EXPECT_TRUE(at({f.model, hides}, 20));
  EXPECT_FALSE(at({f.model, hides, f.camera}, 10)) << "the camera motion does not set visibility";
  EXPECT_TRUE(at({f.model, hides, f.dance}, 10));
  EXPECT_FALSE(at({f.model, f.dance, hides}, 10));
}

constexpr float aspect = 1.5f;

/// A point's place in the image; coordinates from -1 to 1 are visible.
vec2 place(const Camera& camera, const vec3& point) {
  const vec3 p(view_matrix(camera) * vec4(point, 1.0f));
  const float t = std::tan(glm::radians(camera.fov_degrees) * 0.5f);
  const float depth = camera.orthographic ? camera.distance() : -p.z;
  return {p.x / (depth * t * aspect), p.y / (depth * t)};
}

std::vector<Camera> cameras_by_chance(bool orthographic, std::mt19937& random) {
  std::uniform_real_distribution<float> number(-10.0f, 10.0f);
  const auto any = [&] { return vec3(number(random), number(random), number(random)); };
  const vec3 back = any();
  std::vector<Camera> out(5);
  for (Camera& camera : out) {
    camera.target = any();
    camera.eye = camera.target + back * (1.5f + number(random) / 20.0f);
    camera.orthographic = orthographic;
  }
  return out;
}

TEST(CoveringCamera, SeesAllThatEachCameraSeesAndNoMore) {
  std::mt19937 random(8);
  const auto several = cameras_by_chance(false, random);
  const Camera same = covering_camera(std::span(several).first(1), aspect);
  EXPECT_LT(glm::length(same.eye - several[0].eye), 1e-3f);
  EXPECT_LT(glm::length(same.target - several[0].target), 1e-3f);
  random.seed(7);
  for (int round = 0; round < 200; ++round) {
    const bool orthographic = round % 2 == 1;
    const auto cameras = cameras_by_chance(orthographic, random);
    const Camera all = covering_camera(cameras, aspect);
    EXPECT_EQ(all.orthographic, orthographic);
    float outermost = 0.0f;
    for (const Camera& camera : cameras) {
      const float t = std::tan(glm::radians(camera.fov_degrees) * 0.5f) * camera.distance();
      const mat4 view = view_matrix(camera);
      const vec3 right(view[0][0], view[1][0], view[2][0]), up(view[0][1], view[1][1], view[2][1]);
      for (const float x : {-1.0f, 1.0f})
        for (const float y : {-1.0f, 1.0f}) {
          const vec2 at = place(all, camera.target + x * t * aspect * right + y * t * up);
          EXPECT_LE(std::abs(at.x), 1.001f) << round;
          EXPECT_LE(std::abs(at.y), 1.001f) << round;
          outermost = std::max({outermost, std::abs(at.x), std::abs(at.y)});
        }
    }
    if (!orthographic) {
      EXPECT_GT(outermost, 0.999f) << "no farther away than it has to be, " << round;
    }
  }
}

}  // namespace
}  // namespace mmd
