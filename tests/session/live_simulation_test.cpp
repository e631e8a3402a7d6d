// Physics of the window, without a window.
#include "session/live_simulation.h"

#include <algorithm>

#include <gmock/gmock.h>

#include "tests/assets/temporary_folder.h"
#include "tests/support/figure.h"
#include "tests/support/model_builder.h"
#include "tests/support/simulated_bones.h"

namespace mmd {
namespace {

/// A figure with a swinging cube, in a motion or in rest pose.
class LiveBodies : public testing::Test {
 protected:
  void SetUp() override {
    test::write_model(folder.path() / "figure.pmx", test::swinging_figure());
    const auto bytes = vmd::write(test::turning_arm());
    ASSERT_TRUE(bytes && write_file_atomically(folder.path() / "turn.vmd", *bytes));
    load({"figure.pmx", "turn.vmd"});
  }
  void load(const std::vector<std::string>& names) {
    std::vector<std::string> files;
    for (const std::string& name : names) files.push_back(to_utf8(folder.path() / name));
    auto loaded = load_document(files, {}, false);
    ASSERT_TRUE(loaded);
    document = std::move(*loaded);
    sampler = PoseSampler(std::make_shared<const LoadedFigure>(document));
    scene.actors.clear();
    scene.actors.push_back(std::make_unique<Actor>(document.loaded.model, document.loaded.textures));
  }
  ShownState at(double frame) {
    return {scene, {{0, &sampler, evaluation, {}, true}}, physics, frame, frame, false, clock};
  }
  void show(double frame, Pace pace) { ASSERT_TRUE(live.show(at(frame), pace)); }
  const Actor& actor() const { return *scene.actors.front(); }
  std::vector<float> bones() const { return test::bones_of(actor()); }
  std::vector<float> played(double from, double to) const {
    return test::simulated_bones(document, from, to, evaluation, physics);
  }

  test::TemporaryFolder folder;
  LoadedFigure document;
  PoseSampler sampler;
  Scene scene;
  Evaluation evaluation;
  PhysicsChoice physics;
  LiveSimulation live;
  double clock = 1000.0;
};

TEST_F(LiveBodies, GoingBackOrFarAheadResets) {
  show(0.0, Pace::anew);
  show(20.0, Pace::step);
  show(12.0, Pace::step);
  EXPECT_EQ(bones(), played(12, 12));
  show(80.0, Pace::step);
  EXPECT_EQ(bones(), played(80, 80));
  show(0.5, Pace::play);  // it repeats
  EXPECT_EQ(bones(), played(0.5, 0.5));
  EXPECT_EQ(live.played_from(), 0.5);
}

TEST_F(LiveBodies, SkipsStepsIfAPictureIsLate) {
  show(0.0, Pace::anew);
  show(29.0, Pace::play);
  EXPECT_EQ(live.played_from(), 0.0) << "there is time for so few bodies";
  pmx::File many = test::swinging_figure();
  many.rigid_bodies.resize(900);
  test::write_model(folder.path() / "many.pmx", many);
  live.stop(scene);
  load({"many.pmx", "turn.vmd"});
  show(0.0, Pace::anew);
  show(10.0, Pace::play);
  EXPECT_EQ(live.played_from(), 0.0) << "twenty steps are in time";
  show(25.0, Pace::play);
  EXPECT_EQ(live.played_from(), std::nullopt);
  EXPECT_NE(bones(), played(0, 25));
  show(25.0, Pace::anew);
  EXPECT_EQ(bones(), played(25, 25));
}

TEST_F(LiveBodies, ADraggedFrameSettlesTheSameAtOnceOrLater) {
  show(0.0, Pace::anew);
  show(50.0, Pace::by_hand);
  EXPECT_FALSE(live.waits()) << "few steps are done at once";
  EXPECT_EQ(bones(), played(50, 50));
  physics.warm_up_steps = 12'000;
  show(0.0, Pace::anew);
  for (const double frame : {30.0, 50.0, 20.0}) show(frame, Pace::by_hand);
  EXPECT_TRUE(live.waits());
  show(21.0, Pace::step);
  EXPECT_FALSE(live.waits());
  EXPECT_EQ(bones(), played(20, 21));
}

TEST_F(LiveBodies, AnotherPoseStartsWithSettledBodiesOrWithout) {
  show(0.0, Pace::anew);
  show(50.0, Pace::jump);
  EXPECT_EQ(bones(), played(50, 50)) << "there is time for so few";
  physics.warm_up_steps = 12'000;
  EXPECT_FALSE(live.show(at(20.0), Pace::jump)) << "bodies of the frame before would fly";
  EXPECT_TRUE(live.waits());
  EXPECT_TRUE(actor().driven.empty());
  show(20.0, Pace::anew);
  EXPECT_FALSE(live.waits());
  EXPECT_EQ(bones(), played(20, 20));
}

TEST_F(LiveBodies, AHeldPoseSettlesOnce) {
  physics.warm_up_steps = 12'000;
  load({"figure.pmx"});
  show(0.0, Pace::anew);
  const auto settled = bones();
  EXPECT_EQ(settled, played(0, 0));
  for (const Pace pace : {Pace::stay, Pace::play, Pace::step}) {
    show(0.0, pace);
    EXPECT_EQ(bones(), settled) << static_cast<int>(pace);
  }
  show(0.0, Pace::by_hand);
  EXPECT_TRUE(live.waits());
  show(0.0, Pace::step);
  EXPECT_EQ(bones(), settled);
}

TEST_F(LiveBodies, WithoutAWarmUpTheFirstFrameShowsItsPose) {
  physics.warm_up_steps = 0;
  show(45.0, Pace::anew);
  const auto alone = bones();
  scene.actors.push_back(std::make_unique<Actor>(document.loaded.model, document.loaded.textures));
  scene.attachments.resize(1);
  show(45.0, Pace::anew);
  EXPECT_EQ(bones(), alone);
}

/// Distance of the farthest body movement, in units.
float farthest(const std::vector<Affine>& before, const std::vector<Affine>& after) {
  float out = 0.0f;
  for (std::size_t i = 0; i < before.size(); ++i)
    out = std::max(out, glm::distance(translation_of(before[i]), translation_of(after[i])));
  return out;
}

TEST_F(LiveBodies, SwingForThreeSecondsAfterADrag) {
  show(0.0, Pace::anew);
  const auto first = actor().bodies;
  show(50.0, Pace::swing);
  const auto dragged = actor().bodies;
  int pictures = 0;
  float longest = 0.0f, all = 0.0f;
  while (live.swings() && ++pictures < 200) {
    const auto before = actor().bodies;
    clock += 1.0 / 30.0;
    show(50.0, Pace::swing_on);
    longest = std::max(longest, farthest(before, actor().bodies));
    all += farthest(before, actor().bodies);
  }
  EXPECT_LE(pictures, 91) << "three seconds at most";
  EXPECT_GT(pictures, 10);
  EXPECT_TRUE(live.waits());
  const auto swung = actor().bodies;
  show(50.0, Pace::anew);
  EXPECT_GT(farthest(first, actor().bodies), 1.0f);
  // This body is hardly damped; a picture shows it before it hangs still.
  EXPECT_LT(farthest(swung, actor().bodies), 0.5f * farthest(dragged, actor().bodies));
  EXPECT_FALSE(live.swings());
}

TEST_F(LiveBodies, SwingInRealTime) {
  const auto swung = [&](int pictures) {
    show(0.0, Pace::anew);
    show(50.0, Pace::swing);
    for (int i = 0; i < pictures; ++i) {
      clock += 0.5 / pictures;
      show(50.0, Pace::swing_on);
    }
    return bones();
  };
  const auto fast = swung(32), slow = swung(8), frantic = swung(128);
  EXPECT_EQ(fast, slow);
  EXPECT_EQ(fast, frantic);
}

TEST_F(LiveBodies, PlaybackAndOtherFramesEndTheSwinging) {
  for (const Pace pace : {Pace::play, Pace::step, Pace::by_hand, Pace::anew}) {
    show(0.0, Pace::anew);
    show(1.0, Pace::swing);
    EXPECT_TRUE(live.swings());
    show(1.0, Pace::stay);
    EXPECT_TRUE(live.swings());
    show(2.0, pace);
    EXPECT_FALSE(live.swings()) << static_cast<int>(pace);
  }
}

TEST_F(LiveBodies, GravityTakesEffectFromTheNextStepOn) {
  load({"figure.pmx"});
  show(0.0, Pace::anew);
  const auto settled = bones();
  physics.settings.gravity = vec3(0.0f, 98.0f, 0.0f);
  show(0.0, Pace::by_hand);
  EXPECT_NE(bones(), settled);
  show(0.0, Pace::anew);
  EXPECT_EQ(bones(), played(0, 0));
}

TEST_F(LiveBodies, IgnoresAModelWithoutBodies) {
  test::write_model(folder.path() / "still.pmx", test::figure());
  load({"still.pmx"});
  const std::uint64_t before = actor().pose_version();
  EXPECT_FALSE(live.show(at(0.0), Pace::anew));
  EXPECT_FALSE(live.show(at(0.0), Pace::step));
  EXPECT_EQ(actor().pose_version(), before);
}

TEST(ReachesBodies, IsTrueForMorphsThatMoveBones) {
  test::FileBuilder b;
  b.bone("骨");
  b.square({0, 0, 0}, 1);
  b.material();
  const auto smile = b.morph<pmx::VertexOffset>("笑い", pmx::MorphType::vertex, {{0, vec3(1.0f)}});
  const auto bend = b.morph<pmx::BoneOffset>("曲げ", pmx::MorphType::bone, {{0, vec3(1.0f)}});
  const auto face = b.morph<pmx::GroupOffset>("顔", pmx::MorphType::group, {{smile, 1.0f}});
  const auto both = b.morph<pmx::GroupOffset>("両方", pmx::MorphType::group, {{smile, 1.0f}, {bend, 1.0f}});
  const auto nested = b.morph<pmx::GroupOffset>("重ね", pmx::MorphType::group, {{face, 1.0f}});
  const auto model = b.model();
  EXPECT_FALSE(reaches_bodies(*model, smile));
  EXPECT_FALSE(reaches_bodies(*model, face));
  EXPECT_TRUE(reaches_bodies(*model, bend));
  EXPECT_TRUE(reaches_bodies(*model, both));
  EXPECT_TRUE(reaches_bodies(*model, nested)) << "not looked into";
}

}  // namespace
}  // namespace mmd
