// Evaluation by the stage, without a window.
#include "app/stage/stage.h"

#include <gmock/gmock.h>

#include "app/stage/compare_panes.h"
#include "session/live_simulation.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

/// A model of one square in a pose that lifts its first bone.
Loaded new_model() {
  test::FileBuilder b;
  b.bone("腕");
  b.bone("袖");
  b.square({0, 10, 0}, 1, 0);
  b.material();
  Loaded out;
  out.new_model = true;
  LoadedFigure& document = out.document;
  document.model_file = "model.pmx";
  document.loaded.model = b.model();
  document.loaded.textures = std::make_shared<const TextureSet>();
  document.pose = Pose(*document.loaded.model);
  document.pose.translation[0] = vec3(0.0f, 2.0f, 0.0f);
  return out;
}

class OnStage : public testing::Test {
 protected:
  OnStage() {
    stage.show(new_model());
    EXPECT_TRUE(stage.find_named());
    stage.refresh();
  }
  std::uint64_t version() const { return stage.actor()->pose_version(); }
  float height() const { return stage.actor()->pose.translation[0].y; }

  Stage stage{Options()};
};

TEST_F(OnStage, LookAndLightEvaluateNothing) {
  const std::uint64_t before = version();
  stage.arrangement().look.edge = false;
  stage.arrangement().light.colour = vec3(1.0f, 0.0f, 0.0f);
  stage.changed(Dirty::look);
  EXPECT_EQ(stage.refresh(), Dirty::look);
  EXPECT_FALSE(stage.scene().settings.edge);
  EXPECT_EQ(stage.scene().light.colour, vec3(1.0f, 0.0f, 0.0f));
  EXPECT_EQ(version(), before);
  EXPECT_EQ(stage.refresh(), Dirty::nothing) << "once";
}

TEST_F(OnStage, APoseIsEvaluatedOnce) {
  const std::uint64_t before = version();
  stage.show(Shows::rest);
  stage.changed(Dirty::pose);
  stage.changed(Dirty::look);
  EXPECT_EQ(stage.refresh(), Dirty::pose);
  const std::uint64_t rest = version();
  EXPECT_NE(rest, before);
  EXPECT_EQ(height(), 0.0f);
  stage.refresh();
  EXPECT_EQ(version(), rest);
  stage.show(Shows::motion);
  stage.changed(Dirty::pose);
  stage.refresh();
  EXPECT_EQ(height(), 2.0f);
}

TEST_F(OnStage, ChoicesApplyToALaterModel) {
  Stage later{Options()};
  later.arrangement().look.edge = false;
  later.changed(Dirty::look);
  EXPECT_EQ(later.refresh(), Dirty::nothing) << "there is nothing to show yet";
  later.show(new_model());
  EXPECT_EQ(later.refresh(), Dirty::model);
  EXPECT_FALSE(later.scene().settings.edge);
}

TEST_F(OnStage, AMovedCameraIsNotFitted) {
  stage.frame_camera(1.0f);
  EXPECT_TRUE(stage.camera_is_fitted());
  MmdCamera camera;
  camera.fov_degrees = 45.0f;
  stage.set_camera(camera);
  EXPECT_FALSE(stage.camera_is_fitted());
  stage.choose_view(View::back);
  stage.frame_camera(1.0f);
  EXPECT_EQ(stage.scene().camera.fov_degrees, 45.0f) << "the next view keeps the lens";
}

class BothStates : public OnStage {
 protected:
  void update(Dirty level) {
    stage.changed(level);
    ASSERT_TRUE(panes.update(stage, stage.refresh(), board));
  }
  std::uint64_t other_version() const { return panes.other()->scene().actors[0]->pose_version(); }
  std::uint64_t heat_version() const { return panes.difference().heat.actors[0]->pose_version(); }

  Redraw redraw;
  MessageBoard board{redraw, [](const Diagnostic&) {}};
  ComparePanes panes{"append"};
};

TEST_F(BothStates, EvaluatesTheOtherStateWithThePoseOnly) {
  panes.set_mode(CompareMode::wipe);
  update(Dirty::nothing);
  const std::uint64_t before = other_version();
  stage.arrangement().look.edge = false;
  update(Dirty::look);
  panes.set_mode(CompareMode::side_by_side);
  update(Dirty::nothing);
  EXPECT_EQ(other_version(), before);
  stage.show(Shows::rest);
  update(Dirty::nothing);
  EXPECT_NE(other_version(), before);
  panes.set_compared("ik");
  const std::uint64_t append = other_version();
  update(Dirty::nothing);
  EXPECT_NE(other_version(), append);
  EXPECT_FALSE(panes.other()->scene().actors[0]->switches.ik);
}

TEST_F(BothStates, ColoursTheHeatMapForAPoseOrALight) {
  panes.set_mode(CompareMode::heat);
  update(Dirty::nothing);
  const std::uint64_t before = heat_version();
  update(Dirty::look);
  EXPECT_EQ(heat_version(), before);
  stage.arrangement().light.direction = vec3(1.0f, 0.0f, 0.0f);
  update(Dirty::look);
  const std::uint64_t lit = heat_version();
  EXPECT_NE(lit, before);
  update(Dirty::pose);
  EXPECT_NE(heat_version(), lit);
}

TEST_F(BothStates, ADividerStaysWithinTheWindow) {
  EXPECT_FALSE(panes.has_divider());
  EXPECT_EQ(panes.panes(100, 50).size(), 1u);
  panes.set_mode(CompareMode::wipe);
  update(Dirty::nothing);
  EXPECT_TRUE(panes.has_divider());
  panes.move_divider(-3.0f);
  EXPECT_GT(panes.divider(), 0.0f);
  panes.move_divider(3.0f);
  EXPECT_LT(panes.divider(), 1.0f);
  EXPECT_EQ(panes.panes(100, 50).size(), 2u);
}

TEST(PhysicsControls, MikuMikuDanceDefaultIsTheDefaultGravity) {
  PhysicsChoice choice;
  choice.settings.gravity = vec3(0.0f);
  apply(PhysicsControls(), choice);
  EXPECT_EQ(choice.settings.gravity, PhysicsSettings().gravity);
  const PhysicsControls usual = physics_controls(PhysicsChoice());
  EXPECT_FLOAT_EQ(usual.acceleration, 9.8f);
  EXPECT_EQ(usual.direction, vec3(0.0f, -1.0f, 0.0f));
}

TEST(PhysicsControls, ConvertTheGravityOfTheOptions) {
  PhysicsChoice choice;
  choice.settings.gravity = vec3(30.0f, 0.0f, -40.0f);
  choice.settings.ground = true;
  choice.on = false;
  const PhysicsControls shown = physics_controls(choice);
  EXPECT_FLOAT_EQ(shown.acceleration, 5.0f);
  PhysicsChoice back;
  apply(shown, back);
  EXPECT_LT(glm::distance(back.settings.gravity, choice.settings.gravity), 1e-4f);
  EXPECT_TRUE(back.settings.ground);
  EXPECT_EQ(back.on, false);
}

TEST(PhysicsControls, WithoutADirectionThereIsOnlyWind) {
  PhysicsControls controls;
  controls.direction = vec3(0.0f);
  controls.wind = vec3(0.0f, 0.0f, 2.0f);
  PhysicsChoice choice;
  apply(controls, choice);
  EXPECT_EQ(choice.settings.gravity, vec3(0.0f, 0.0f, 20.0f));
  controls.wind = vec3(0.0f);
  apply(controls, choice);
  EXPECT_EQ(physics_controls(choice).acceleration, 0.0f);
  EXPECT_EQ(physics_controls(choice).direction, PhysicsControls().direction) << "none to be seen";
}

}  // namespace
}  // namespace mmd
