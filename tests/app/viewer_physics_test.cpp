// Bodies in a real window, on a clock that the tests set.
#include "document/simulation.h"
#include "tests/app/viewer_fixture.h"
#include "tests/support/format_samples.h"

namespace mmd::test {
namespace {

using testing::Contains;
using testing::Field;
using testing::HasSubstr;

class ViewerPhysics : public ViewerFixture {
 protected:
  void SetUp() override {
    ViewerFixture::SetUp();
    write_model(model, swinging_figure());
    vmd::File turning = vmd::empty_file("");
    turning.bones.push_back(bone_key("腕", 0));
    turning.bones.push_back(bone_key("腕", 90, vec3(0.0f), vec4(0.0f, 0.0f, 0.8f, 0.6f)));
    write_motion("turn.vmd", turning);
  }
  /// Turns of the viewer, a thirtieth of a second apart.
  void pass(int frames) {
    for (int i = 0; i < frames; ++i) ViewerFixture::pass(1.0 / 30.0);
  }
  void set_physics(const std::function<void(PhysicsControls&)>& change) {
    PhysicsControls controls = viewer->stage().choices().controls;
    change(controls);
    ask({ActionId::set_physics, controls});
  }
  /// Performs what was recorded in a window of its own; the clock is another one.
  std::vector<std::uint8_t> replayed(const std::vector<std::string>& files) {
    const Actions actions = recorded;
    clock = 5000.0;
    begin(files);
    for (const Action& action : actions) {
      ask(action);
      pass(3);
    }
    return pixels();
  }
  std::vector<float> bones() const { return bones_of(*viewer->scene().actors.front()); }
  static std::vector<float> bones_of(const Actor& actor) {
    const auto* first = reinterpret_cast<const float*>(actor.palette().data());
    return {first, first + actor.palette().size_bytes() / sizeof(float)};
  }
  /// As `shot` and `bones` have them.
  static std::vector<float> played(const std::vector<std::string>& files, double from, double to,
                                   const EvaluationChoice& evaluation = {}) {
    const auto document = load_document(files, {}, false);
    EXPECT_TRUE(document);
    Scene scene;
    scene.actors.push_back(std::make_unique<Actor>(document->loaded.model, document->loaded.textures));
    PoseSampler sampler(*document);
    PhysicsChoice choice;
    choice.first_frame = from;
    Simulation(scene, sampler, evaluation, choice).show(to);
    return bones_of(*scene.actors.front());
  }

  const std::string motion_name = to_utf8(folder.path() / "turn.vmd");
};

TEST_F(ViewerPhysics, APoseHangsAsInAPicture) {
  begin({model_name, pose_name});
  EXPECT_EQ(bones(), played({model_name, pose_name}, 0, 0));
}

TEST_F(ViewerPhysics, AMotionPlaysAsInAPictureOfItsFrame) {
  begin({model_name, motion_name});
  EXPECT_EQ(bones(), played({model_name, motion_name}, 0, 0));
  press(SDLK_SPACE);
  pass(40);
  press(SDLK_SPACE);
  EXPECT_EQ(bones(), played({model_name, motion_name}, 0, viewer->playback().frame()));
  press(SDLK_PERIOD);
  EXPECT_EQ(bones(), played({model_name, motion_name}, 0, viewer->playback().frame()));
}

TEST_F(ViewerPhysics, TheFrameOfTheStartIsPlayedToFromThatOfPhysics) {
  const std::vector<std::string> files{model_name, motion_name};
  Options options;
  options.frame = 40.0;
  options.physics.first_frame = 10.0;
  begin(files, options);
  EXPECT_EQ(bones(), played(files, 10, 40));
  EXPECT_NE(bones(), played(files, 40, 40));
  press(SDLK_x);
  EXPECT_EQ(bones(), played(files, 40, 40)) << "only the start";
  options.physics.first_frame = 60.0;
  begin(files, options);
  EXPECT_EQ(bones(), played(files, 40, 40)) << "it is not there yet";
}

TEST_F(ViewerPhysics, ASettledPoseAsksForNothing) {
  begin({model_name, pose_name});
  pass(20);  // what is new is drawn finely once it rests
  const std::uint64_t drawn = viewer->frames_drawn(), version = viewer->scene().actors[0]->pose_version();
  pass(10);
  EXPECT_EQ(viewer->frames_drawn(), drawn);
  EXPECT_EQ(viewer->scene().actors[0]->pose_version(), version);
  press(SDLK_e);
  EXPECT_EQ(viewer->scene().actors[0]->pose_version(), version) << "edges move no body";
}

TEST_F(ViewerPhysics, APausedMotionHoldsItsBodiesAndAsksForNothing) {
  begin({model_name, motion_name});
  press(SDLK_SPACE);
  pass(20);
  press(SDLK_SPACE);
  const auto held = bones();
  const std::uint64_t drawn = viewer->frames_drawn();
  pass(10);
  EXPECT_EQ(viewer->frames_drawn(), drawn);
  EXPECT_EQ(bones(), held);
}

TEST_F(ViewerPhysics, LoopingAndSeekingBeginAnew) {
  begin({model_name, motion_name});
  press(SDLK_l);
  press(SDLK_SPACE);
  pass(91);
  const double frame = viewer->playback().frame();
  ASSERT_LT(frame, 5.0) << "it has come round";
  EXPECT_EQ(bones(), played({model_name, motion_name}, frame, frame));
  press(SDLK_SPACE);
  ask({ActionId::go_to_frame, 70.0});
  pass(10);  // until it has rested
  EXPECT_EQ(bones(), played({model_name, motion_name}, 70, 70));
  press(SDLK_COMMA);
  pass(10);
  EXPECT_EQ(bones(), played({model_name, motion_name}, 69, 69));
}

TEST_F(ViewerPhysics, ADragIsFollowedAtOnceAndComesToRestLater) {
  Options slow;
  slow.physics.warm_up_steps = 12'000;
  begin({model_name, motion_name}, slow);
  const auto first = bones();
  ask({ActionId::go_to_frame, 70.0});
  EXPECT_NE(bones(), first);
  EXPECT_TRUE(viewer->stage().bodies_wait());
  pass(10);
  EXPECT_FALSE(viewer->stage().bodies_wait());
  const std::uint64_t drawn = viewer->frames_drawn();
  pass(10);
  EXPECT_EQ(viewer->frames_drawn(), drawn);
  ask({ActionId::go_to_frame, 30.0});
  pixels();
  EXPECT_FALSE(viewer->stage().bodies_wait()) << "a picture is of what has come to rest";
  const auto there = bones();
  press(SDLK_x);
  EXPECT_EQ(bones(), there);
}

TEST_F(ViewerPhysics, SwitchedOffThePoseIsAsRigidAsWithoutFromTheStart) {
  Options without;
  without.physics.on = false;
  without.camera.view = View::mmd;  // one that is not fitted to what hangs
  begin({model_name, pose_name}, without);
  const auto rigid = pixels();
  EXPECT_EQ(viewer->stage().physics(), nullptr);
  Options with;
  with.camera = without.camera;
  begin({model_name, pose_name}, with);
  const auto hanging = pixels();
  EXPECT_NE(hanging, rigid);
  press(SDLK_s);
  EXPECT_THAT(said(), HasSubstr("Physics: off"));
  EXPECT_EQ(pixels(), rigid);
  press(SDLK_s);
  EXPECT_EQ(pixels(), hanging);
}

TEST_F(ViewerPhysics, RestPoseAndSwitchesSettleAnew) {
  begin({model_name, pose_name});
  press(SDLK_p);
  EXPECT_EQ(bones(), played({model_name}, 0, 0));
  press(SDLK_p);
  press(SDLK_i);
  EvaluationChoice without_ik;
  without_ik.ik = false;
  EXPECT_EQ(bones(), played({model_name, pose_name}, 0, 0, without_ik));
}

TEST_F(ViewerPhysics, GravityIsMikuMikuDancesAndWindIsAddedToIt) {
  begin({model_name, pose_name});
  const auto before = pixels();
  const PhysicsControls& controls = viewer->stage().choices().controls;
  EXPECT_FLOAT_EQ(controls.acceleration, 9.8f);
  set_physics([](PhysicsControls& c) { c.direction = vec3(1.0f, 0.0f, 0.0f); });
  EXPECT_EQ(viewer->stage().choices().physics.settings.gravity, vec3(98.0f, 0.0f, 0.0f));
  const auto sideways = pixels();
  EXPECT_NE(sideways, before);
  set_physics([](PhysicsControls& c) { c.direction = vec3(0.0f, -1.0f, 0.0f); });
  EXPECT_EQ(pixels(), before);
  set_physics([](PhysicsControls& c) { c.wind = vec3(9.8f, 9.8f, 0.0f); });
  EXPECT_LT(glm::distance(viewer->stage().choices().physics.settings.gravity, vec3(98.0f, 0.0f, 0.0f)),
            1e-4f);
}

TEST_F(ViewerPhysics, AListOfActionsLeadsToTheSamePicture) {
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
  press(SDLK_PERIOD);
  press(SDLK_x);
  const auto there = pixels();
  EXPECT_EQ(replayed({model_name, motion_name}), there);
}

TEST_F(ViewerPhysics, BothStatesOfAComparisonHaveBodiesOfTheirOwn) {
  begin({model_name, motion_name});
  press(SDLK_SPACE);
  pass(10);
  press(SDLK_SPACE);
  ask({ActionId::set_compared, std::string("ik")});
  const auto other = [&] { return bones_of(*viewer->compare_panes().comparison()->other); };
  const double frame = viewer->playback().frame();
  EvaluationChoice without_ik;
  without_ik.ik = false;
  EXPECT_EQ(bones(), played({model_name, motion_name}, frame, frame)) << "both begin here";
  EXPECT_EQ(other(), played({model_name, motion_name}, frame, frame, without_ik));
  press(SDLK_PERIOD);
  EXPECT_EQ(other(), played({model_name, motion_name}, frame, viewer->playback().frame(), without_ik));
  ask({ActionId::set_compared, std::string("physics")});
  EXPECT_THAT(said(), HasSubstr("Physics on | Physics off"));
  EXPECT_TRUE(viewer->compare_panes().comparison()->other->driven.empty());
  const auto hanging = bones();
  press(SDLK_s);
  EXPECT_THAT(viewer->compare_panes().comparison()->other->driven, testing::SizeIs(1));
  EXPECT_EQ(other(), hanging);
}

TEST_F(ViewerPhysics, ABodyThatIsThrownOutOfTheWorldIsTold) {
  pmx::File wild = swinging_figure();
  wild.joints.clear();  // it falls
  write_model(model, wild);
  Options options;
  options.physics.settings.gravity = vec3(0.0f, -1e6f, 0.0f);
  begin({model_name}, options);
  EXPECT_THAT(said(), HasSubstr("out of bounds"));
}

}  // namespace
}  // namespace mmd::test
