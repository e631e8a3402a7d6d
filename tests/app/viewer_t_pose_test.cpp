// The preview of a VRM in a real window: T pose, movement, gaze and expressions.
#include <imgui.h>

#include "app/actions/handlers.h"
#include "app/actions/scene_state.h"
#include "app/panels/panels.h"
#include "app/stage/edited_figure.h"
#include "app/stage/t_pose_preview.h"
#include "model/body_parts.h"
#include "tests/app/viewer_fixture.h"

namespace mmd::test {
namespace {

class ViewerTPose : public ViewerFixture {
 protected:
  void SetUp() override {
    ViewerFixture::SetUp();
    begin({MMDVIEW_SOURCE_DIR "/samples/figure/figure.pmx"});
    edited_bone = bone("右腕");
    rotate(edited_bone, 0.3f);
    ask({ActionId::open_export});  // checks the model
    press(SDLK_ESCAPE);
  }
  std::int32_t bone(const char* usual) { return StandardBones(*viewer->stage().model()).find(usual); }
  void preview(const TPoseChoice& choice) { ask({ActionId::preview_t_pose, choice}); }
  const Pose& shown() { return viewer->stage().actor()->pose; }
  quat rotation_of(const char* usual) { return shown().rotation[static_cast<std::size_t>(bone(usual))]; }
  /// Where a bone is, relative to another one.
  vec3 from_to(const char* from, const char* to) {
    const auto& bones = viewer->stage().actor()->bones();
    return bones.position(bone(to)) - bones.position(bone(from));
  }

  std::int32_t edited_bone = none;
};

TEST_F(ViewerTPose, ShowsTheArmsStraightOut) {
  preview({});
  const vec3 left = from_to("左腕", "左手首"), right = from_to("右腕", "右手首");
  EXPECT_GT(left.x, 0.99f * glm::length(left));
  EXPECT_LT(right.x, -0.99f * glm::length(right));
}

TEST_F(ViewerTPose, IsNamedInTheStatusBar) {
  preview({});
  EXPECT_THAT(status_texts(viewer->parts()), Contains(testing::StartsWith("VRM preview")));
}

TEST_F(ViewerTPose, LeavesThePoseOfTheUserAndTheHistory) {
  const Pose pose = *viewer->stage().figure()->edited;
  const std::size_t steps = viewer->stage().history().size();
  preview({TPoseMove::walk, TPoseGaze::up, "happy"});
  clock += 0.3;
  viewer->run_once(0);
  EXPECT_EQ(viewer->stage().history().size(), steps);
  EXPECT_TRUE(same_values(viewer->stage().kept_pose(), pose));
  press(SDLK_ESCAPE);
  EXPECT_TRUE(same_values(*viewer->stage().figure()->edited, pose));
  EXPECT_EQ(viewer->stage().history().size(), steps);
  EXPECT_FALSE(handlers::shows_t_pose(viewer->parts().panels));
  EXPECT_TRUE(ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel))
      << "the dialog is back";
  EXPECT_TRUE(viewer->stage().figure()->ik_chains.empty()) << "all IK is on again";
}

TEST_F(ViewerTPose, EndsWithAnyOtherActionButNotWithTheCamera) {
  preview({});
  ask({ActionId::view_front});
  EXPECT_TRUE(handlers::shows_t_pose(viewer->parts().panels));
  ask({ActionId::select_bone, bone("頭")});
  EXPECT_FALSE(handlers::shows_t_pose(viewer->parts().panels));
}

TEST_F(ViewerTPose, EndsWithoutAChangeWhenASceneOpens) {
  const Pose pose = *viewer->stage().figure()->edited;
  const std::size_t steps = viewer->stage().history().size();
  preview({TPoseMove::walk, TPoseGaze::ahead, {}});
  ask({ActionId::open_files, std::vector<std::string>{MMDVIEW_SOURCE_DIR "/samples/scenes/duo.mmdscene"}});
  ASSERT_TRUE(viewer->asks_to_save());
  EXPECT_FALSE(handlers::shows_t_pose(viewer->parts().panels));
  EXPECT_TRUE(same_values(*viewer->stage().figure()->edited, pose)) << "that is what would be saved";
  EXPECT_THAT(viewer->stage().figure()->frozen, IsEmpty());
  EXPECT_EQ(viewer->stage().history().size(), steps);
}

TEST_F(ViewerTPose, EndsBeforeLandmarksMakeAPose) {
  preview({});
  ask({ActionId::open_files, std::vector<std::string>{to_utf8(folder.put("person.json", "{}"))}});
  EXPECT_FALSE(handlers::shows_t_pose(viewer->parts().panels));
}

TEST_F(ViewerTPose, ABackupHasTheFigureBeforeIt) {
  preview({});
  const auto backup = scene_of(viewer->parts());
  ASSERT_TRUE(backup);
  EXPECT_THAT(backup->frozen, IsEmpty());
  EXPECT_THAT(backup->ik_off, IsEmpty());
}

TEST_F(ViewerTPose, MovesByTheClock) {
  preview({TPoseMove::nod, TPoseGaze::ahead, {}});
  const quat before = rotation_of("頭");
  clock += 0.3;
  viewer->run_once(0);
  EXPECT_NE(rotation_of("頭"), before);
  preview({TPoseMove::raise_arms, TPoseGaze::ahead, {}});
  clock += 1.5;
  viewer->run_once(0);
  EXPECT_GT(from_to("左腕", "左手首").y, 0.9f * glm::length(from_to("左腕", "左手首")));
  EXPECT_GT(from_to("右腕", "右手首").y, 0.9f * glm::length(from_to("右腕", "右手首")));
  preview({TPoseMove::walk, TPoseGaze::ahead, {}});
  clock += 0.3;
  viewer->run_once(0);
  EXPECT_LT(from_to("左足D", "左足首D").z * from_to("右足D", "右足首D").z, 0.0f)
      << "one leg ahead of the other";
}

TEST_F(ViewerTPose, HasTheExpressionAndTheGaze) {
  preview({TPoseMove::still, TPoseGaze::left, "aa"});
  const auto& morphs = viewer->stage().model()->morphs;
  for (std::size_t m = 0; m < morphs.size(); ++m)
    EXPECT_EQ(shown().morph_weights[m], morphs[m].name == "あ" ? 1.0f : 0.0f) << morphs[m].name;
  const vec3 forward = rotation_of("左目") * vec3(0.0f, 0.0f, -1.0f);
  EXPECT_GT(forward.x, 0.1f) << "its left";
}

TEST_F(ViewerTPose, BodiesDoNotMoveItsHair) {
  ask({ActionId::set_physics, PhysicsControls{}});
  preview({TPoseMove::turn, TPoseGaze::ahead, {}});
  EXPECT_TRUE(viewer->parts().opened.vrm_preview.fitted()) << "springs are being fitted";
  EXPECT_THAT(status_texts(viewer->parts()), Contains(HasSubstr("fitting springs")));
  for (int i = 0; i < 5; ++i) {
    clock += 0.1;
    viewer->run_once(0);
  }
  EXPECT_EQ(rotation_of("左髪２"), identity_rotation());
  EXPECT_THAT(viewer->stage().actor()->driven, IsEmpty());
  const auto frozen = viewer->stage().figure()->frozen;
  press(SDLK_ESCAPE);
  EXPECT_THAT(viewer->stage().figure()->frozen, IsEmpty()) << "the user's bodies are loose again";
}

/// The sample figure with springs of given numbers.
class SpringPreview : public ::testing::Test {
 protected:
  SpringPreview() {
    VrmSprings springs = figure.find_chains();
    for (VrmSpring& chain : springs.chains) chain.numbers = {0.5f, 0.3f, 0.1f};
    figure.set_springs(std::move(springs));
  }
  static std::shared_ptr<const Model> sample_model() {
    const auto bytes = read_file(std::filesystem::path(MMDVIEW_SOURCE_DIR) / "samples/figure/figure.pmx");
    return build_model(pmx::read(bytes.value()).value()).model;
  }
  quat hair_at(const TPoseChoice& choice, double now) {
    const auto bone = static_cast<std::size_t>(model->find_bone("左髪２"));
    return figure.state(choice, now).pose.rotation[bone];
  }

  std::shared_ptr<const Model> model = sample_model();
  TPoseFigure figure{check_vrm(model, {})};
};

TEST_F(SpringPreview, SpringsSwingTheHairAndComeToRest) {
  const TPoseChoice still, turning{TPoseMove::turn, TPoseGaze::ahead, {}};
  hair_at(still, 100.0);
  double now = 100.0;
  for (int i = 0; i < 60; ++i) hair_at(still, now += 0.1);
  EXPECT_FALSE(figure.moves());
  const quat hanging = hair_at(still, now);
  hair_at(turning, now);
  EXPECT_TRUE(figure.moves());
  EXPECT_GT(glm::angle(hair_at(turning, now + 0.4) * glm::conjugate(hanging)), 0.02f);
}

}  // namespace
}  // namespace mmd::test
