// Physics of a playing document.

#include "document/simulation.h"

#include <gtest/gtest.h>

#include "tests/assets/temporary_folder.h"
#include "tests/support/format_samples.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

/// A root bone that a motion moves to and fro, and a ball that hangs from it.
class Playing {
 public:
  explicit Playing(bool with_motion = true, bool switched_off_after_15 = false) {
    test::FileBuilder file;
    file.bone("root", -1, {0, 10, 0});
    file.bone("swing", 0, {0, 9, 0});
    file.file.rigid_bodies = {test::ball(0, 0, {0, 10, 0}), test::ball(1, 1, {0, 8, 0})};
    file.file.joints = {test::joint(0, 1, {0, 9, 0}, 1.0f)};
    std::vector<std::string> files{put("model", file.bytes())};
    vmd::File motion = vmd::empty_file("m");
    motion.bones = {test::bone_key("root", 0),  test::bone_key("root", 10, {5, 0, 0}),
                    test::bone_key("root", 20), test::bone_key("root", 40, {0, 0, 5}),
                    test::bone_key("swing", 0), test::bone_key("swing", 15)};
    if (switched_off_after_15) {
      motion.bones.back().interpolation[2] = 0x63;
      motion.bones.back().interpolation[3] = 0x0f;
    }
    if (with_motion) files.push_back(put("motion", vmd::write(motion).value()));
    auto loaded = load_document(files, {}, false);
    EXPECT_TRUE(loaded);
    document = std::move(*loaded);
    sampler = PoseSampler(std::make_shared<const LoadedFigure>(document));
    scene.actors.push_back(std::make_unique<Actor>(document.loaded.model, std::make_shared<TextureSet>()));
    simulation = std::make_unique<Simulation>(scene, sampler, Evaluation{}, PhysicsChoice{});
  }
  vec3 shown(double frame) {
    simulation->show(frame);
    return ball();
  }
  vec3 ball() const { return simulation->physics().of(0)->body(1).position; }

  LoadedFigure document;
  PoseSampler sampler;
  Scene scene;
  std::unique_ptr<Simulation> simulation;

 private:
  std::string put(const char* name, const Bytes& bytes) { return to_utf8(folder_.put(name, as_text(bytes))); }
  test::TemporaryFolder folder_;
};

TEST(Simulation, AMotionSwingsHangingBodies) {
  Playing playing;
  const vec3 at = playing.shown(5);
  EXPECT_GT(at.x, 0.1f);
  EXPECT_LT(at.x, playing.scene.actors[0]->bones().position(0).x - 0.1f) << "it lags behind";
}

TEST(Simulation, PlaysSeveralModelsIndependently) {
  Playing moving, still(false), both;
  both.scene.actors.push_back(
      std::make_unique<Actor>(still.document.loaded.model, std::make_shared<TextureSet>()));
  both.scene.attachments.push_back({none, {identity_rotation(), vec3(20, 0, 0), 1.0f}});
  place_attachments(both.scene);
  Simulation together(both.scene, {{0, &both.sampler, {}, {}, true}, {1, &still.sampler, {}, {}, true}}, {});
  together.show(12);
  EXPECT_EQ(together.physics().of(0)->body(1).position, moving.shown(12)) << "as without the other model";
  const vec3 other = together.physics().of(1)->body(1).position;
  EXPECT_NEAR(other.x, 20.0f, 0.01f);
  EXPECT_NEAR(other.y, 8.0f, 0.05f) << "hangs at rest";
}

TEST(Simulation, DoesNotDependOnTheFramesShownBefore) {
  Playing whole, fine, last, fresh;
  for (int frame = 0; frame <= 30; ++frame) whole.shown(frame);
  for (double frame = 0.0; frame < 30.0; frame += 0.1) fine.shown(frame);
  EXPECT_EQ(whole.ball(), last.shown(30));
  EXPECT_EQ(fine.shown(30), whole.ball());
  EXPECT_EQ(last.shown(12), fresh.shown(12)) << "going back starts again";
}

TEST(Simulation, TakesTwoStepsAFrame) {
  Playing playing;
  playing.shown(0);
  const vec3 start = playing.ball();
  EXPECT_EQ(playing.shown(0.4), start) << "no step is due yet";
  EXPECT_NE(playing.shown(0.5), start);
}

TEST(Simulation, RestartsAfterGivingUpBeforeTheFirstFrame) {
  Playing whole, given_up;
  const vec3 wanted = whole.shown(7);
  int looked = 0;
  given_up.simulation->physics().set_keep_going([&] { return ++looked < 3; });
  given_up.shown(2);
  ASSERT_GE(looked, 3) << "while it settles";
  given_up.simulation->physics().set_keep_going({});
  EXPECT_EQ(given_up.shown(7), wanted);
}

TEST(Simulation, StartsAtTheChosenFrame) {
  Playing playing, other;
  PhysicsChoice physics;
  physics.first_frame = 20;
  playing.simulation = std::make_unique<Simulation>(playing.scene, playing.sampler, Evaluation{}, physics);
  const vec3 from_20 = playing.shown(25);
  EXPECT_NE(from_20, other.shown(25));
  EXPECT_EQ(playing.scene.actors[0]->bones().position(0), other.scene.actors[0]->bones().position(0));
}

TEST(Simulation, AnimatesBonesWhosePhysicsIsSwitchedOff) {
  Playing switched(true, true), plain;
  switched.shown(14);
  plain.shown(14);
  EXPECT_EQ(switched.ball(), plain.ball());
  const vec3 root = (switched.shown(18), switched.scene.actors[0]->bones().position(0));
  EXPECT_NEAR(switched.ball().x, root.x, 1e-4f);
  EXPECT_NEAR(switched.ball().y, 8.0f, 1e-4f);
  plain.shown(18);
  EXPECT_GT(std::abs(plain.ball().x - root.x), 0.05f);
}

TEST(Simulation, AHeldPoseAlwaysSettlesTheSame) {
  Playing playing(false);
  const vec3 first = playing.shown(0);
  EXPECT_EQ(playing.shown(0), first);
  EXPECT_TRUE(playing.simulation->physics().restless(1.0f).empty());
}

}  // namespace
}  // namespace mmd
