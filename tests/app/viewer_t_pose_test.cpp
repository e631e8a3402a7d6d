// The preview of a VRM in a real window: T pose, movement, gaze and expressions.
#include <imgui.h>

#include "app/actions/handlers.h"
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
  EXPECT_THAT(status_texts(viewer->parts()), Contains("VRM preview"));
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
  EXPECT_LT(from_to("左足", "左足首").z * from_to("右足", "右足首").z, 0.0f) << "one leg ahead of the other";
}

TEST_F(ViewerTPose, HasTheExpressionAndTheGaze) {
  preview({TPoseMove::still, TPoseGaze::left, "aa"});
  const auto& morphs = viewer->stage().model()->morphs;
  for (std::size_t m = 0; m < morphs.size(); ++m)
    EXPECT_EQ(shown().morph_weights[m], morphs[m].name == "あ" ? 1.0f : 0.0f) << morphs[m].name;
  const vec3 forward = rotation_of("左目") * vec3(0.0f, 0.0f, -1.0f);
  EXPECT_GT(forward.x, 0.1f) << "its left";
}

}  // namespace
}  // namespace mmd::test
