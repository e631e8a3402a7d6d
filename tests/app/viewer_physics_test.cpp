// Physics in a real window, with a clock set by the tests.
#include "tests/app/viewer_fixture.h"
#include "tests/support/simulated_bones.h"

namespace mmd::test {
namespace {

class ViewerPhysics : public ViewerFixture {
 protected:
  void SetUp() override {
    ViewerFixture::SetUp();
    write_model(model, swinging_figure());
    write_motion("turn.vmd", turning_arm());
  }
  /// Runs the viewer for that many thirtieths of a second.
  void pass(int frames) {
    for (int i = 0; i < frames; ++i) ViewerFixture::pass(1.0 / 30.0);
  }
  void set_physics(const std::function<void(PhysicsControls&)>& change) {
    PhysicsControls controls = viewer->stage().physics_controls();
    change(controls);
    ask({ActionId::set_physics, controls});
  }
  std::vector<float> bones() const { return bones_of(first_actor()); }
  static std::vector<float> played(const std::vector<std::string>& files, double from, double to,
                                   const Evaluation& evaluation = {}) {
    const auto document = load_document(files, {}, false);
    EXPECT_TRUE(document);
    return simulated_bones(*document, from, to, evaluation);
  }

  const std::string motion_name = to_utf8(folder.path() / "turn.vmd");
};

TEST_F(ViewerPhysics, PosesAndMotionsLookAsInAPicture) {
  begin({model_name, pose_name});
  EXPECT_EQ(bones(), played({model_name, pose_name}, 0, 0));
  begin({model_name, motion_name});
  EXPECT_EQ(bones(), played({model_name, motion_name}, 0, 0));
  press(SDLK_SPACE);
  pass(40);
  press(SDLK_SPACE);
  EXPECT_EQ(bones(), played({model_name, motion_name}, 0, viewer->playback().frame()));
  press(SDLK_PAGEDOWN);
  EXPECT_EQ(bones(), played({model_name, motion_name}, 0, viewer->playback().frame()));
}

TEST_F(ViewerPhysics, SimulatesFromTheFirstFrameOfPhysicsToTheStartFrame) {
  const std::vector<std::string> files{model_name, motion_name};
  Options options;
  options.frame = 40.0;
  options.physics.first_frame = 10.0;
  begin(files, options);
  EXPECT_EQ(bones(), played(files, 10, 40));
  EXPECT_NE(bones(), played(files, 40, 40));
  press(SDLK_j, Held::control);
  EXPECT_EQ(bones(), played(files, 40, 40)) << "only the start";
  options.physics.first_frame = 60.0;
  begin(files, options);
  EXPECT_EQ(bones(), played(files, 40, 40)) << "it is not there yet";
}

TEST_F(ViewerPhysics, AHeldPoseDrawsAndSimulatesNothing) {
  begin({model_name, pose_name});
  pass(20);  // a new picture is drawn finely once it rests
  const std::uint64_t drawn = viewer->frames_drawn(), version = first_actor().pose_version();
  pass(10);
  EXPECT_EQ(viewer->frames_drawn(), drawn);
  press(SDLK_e);
  EXPECT_EQ(first_actor().pose_version(), version) << "edges move no body";
  begin({model_name, motion_name});
  press(SDLK_SPACE);
  pass(20);
  press(SDLK_SPACE);
  const auto held = bones();
  const std::uint64_t paused = viewer->frames_drawn();
  pass(10);
  EXPECT_EQ(viewer->frames_drawn(), paused);
  EXPECT_EQ(bones(), held);
}

TEST_F(ViewerPhysics, BodiesOfADraggedFrameSettleLaterOrForAPicture) {
  Options slow;
  slow.physics.warm_up_steps = 12'000;
  begin({model_name, motion_name}, slow);
  const auto first = bones();
  ask({ActionId::go_to_frame, 70.0});
  EXPECT_NE(bones(), first);
  EXPECT_TRUE(viewer->stage().bodies_wait());
  pass(10);
  EXPECT_FALSE(viewer->stage().bodies_wait());
  ask({ActionId::go_to_frame, 30.0});
  pixels();
  EXPECT_FALSE(viewer->stage().bodies_wait());
}

TEST_F(ViewerPhysics, KeySSwitchesPhysicsOffAndOn) {
  Options without;
  without.physics.on = false;
  without.camera.view = View::mmd;  // a camera that is not fitted to the bodies
  begin({model_name, pose_name}, without);
  const auto rigid = pixels();
  press(SDLK_s);
  const auto hanging = pixels();
  EXPECT_NE(hanging, rigid);
  press(SDLK_s);
  EXPECT_THAT(said(), HasSubstr("Physics: off"));
  EXPECT_EQ(viewer->stage().physics(), nullptr);
  EXPECT_EQ(pixels(), rigid);
}

TEST_F(ViewerPhysics, RestPoseAndSwitchesResetTheBodies) {
  begin({model_name, pose_name});
  press(SDLK_p);
  EXPECT_EQ(bones(), played({model_name}, 0, 0));
  press(SDLK_p);
  press(SDLK_i);
  Evaluation without_ik;
  without_ik.ik = false;
  EXPECT_EQ(bones(), played({model_name, pose_name}, 0, 0, without_ik));
}

TEST_F(ViewerPhysics, ReplayedActionsGiveTheSamePicture) {
  begin({model_name, motion_name});
  press(SDLK_SPACE);
  pass(35);
  press(SDLK_SPACE);
  const auto paused = pixels();
  EXPECT_THAT(recorded, Contains(Field(&Action::id, ActionId::go_to_played_frame)));
  EXPECT_EQ(replayed({model_name, motion_name}), paused);

  begin({model_name, motion_name});
  press(SDLK_SPACE);
  clock += 0.9;  // a picture that comes late
  pass(5);
  set_physics([](PhysicsControls& c) { c.wind = vec3(4.0f, 0.0f, 0.0f); });
  pass(20);
  press(SDLK_SPACE);
  ask({ActionId::go_to_frame, 60.0});
  press(SDLK_PAGEDOWN);
  press(SDLK_j, Held::control);
  const auto there = pixels();
  EXPECT_EQ(replayed({model_name, motion_name}), there);
}

TEST_F(ViewerPhysics, ComparedStatesHaveTheirOwnBodies) {
  begin({model_name, motion_name});
  press(SDLK_SPACE);
  pass(10);
  press(SDLK_SPACE);
  ask({ActionId::set_compared, std::string("ik")});
  const auto other = [&] { return bones_of(other_actor()); };
  const double frame = viewer->playback().frame();
  Evaluation without_ik;
  without_ik.ik = false;
  EXPECT_EQ(bones(), played({model_name, motion_name}, frame, frame)) << "both begin here";
  EXPECT_EQ(other(), played({model_name, motion_name}, frame, frame, without_ik));
  press(SDLK_PAGEDOWN);
  EXPECT_EQ(other(), played({model_name, motion_name}, frame, viewer->playback().frame(), without_ik));
  ask({ActionId::set_compared, std::string("physics")});
  EXPECT_THAT(said(), HasSubstr("Physics on | Physics off"));
  EXPECT_TRUE(other_actor().driven.empty());
  const auto hanging = bones();
  press(SDLK_s);
  EXPECT_THAT(other_actor().driven, SizeIs(1));
  EXPECT_EQ(other(), hanging);
}

TEST_F(ViewerPhysics, UndoNeverSwitchesPhysics) {
  begin({model_name, pose_name});
  rotate(0, 0.5f);
  press(SDLK_s);
  press(SDLK_z, Held::control);
  EXPECT_FALSE(viewer->stage().simulates()) << "it stays off";
  press(SDLK_s);
  rotate(0, 0.5f);
  EXPECT_EQ(history().size(), 1u);
  press(SDLK_z, Held::control);
  EXPECT_TRUE(viewer->stage().simulates());
  press(SDLK_z, Held::control);
  EXPECT_TRUE(viewer->stage().simulates());
}

TEST_F(ViewerPhysics, UndoAndACancelledDragShowSettledBodies) {
  begin({model_name, pose_name});
  const auto opened = bones();
  rotate(0, 1.5f);
  const auto turned = bones();
  press(SDLK_z, Held::control);
  EXPECT_EQ(bones(), opened);
  press(SDLK_y, Held::control);
  EXPECT_EQ(bones(), turned);
  ask({ActionId::begin_gesture});
  rotate(0, -1.5f);
  pass(1);
  EXPECT_NE(bones(), turned);
  ask({ActionId::cancel_gesture});
  EXPECT_EQ(bones(), turned);
  ask({ActionId::go_to_step, std::int32_t{0}});
  EXPECT_EQ(bones(), opened);
}

TEST_F(ViewerPhysics, WarnsOfABodyOutOfBounds) {
  pmx::File wild = swinging_figure();
  wild.joints.clear();  // it falls
  write_model(model, wild);
  Options options;
  options.physics.settings.gravity = vec3(0.0f, -1e6f, 0.0f);
  begin({model_name}, options);
  EXPECT_THAT(said(), HasSubstr("became unstable"));
}

}  // namespace
}  // namespace mmd::test
