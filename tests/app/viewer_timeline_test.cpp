// The Motion panel in a real window, with a clock set by the tests.
#include "tests/app/viewer_fixture.h"
#include "tests/support/format_samples.h"

namespace mmd::test {
namespace {

class ViewerTimeline : public ViewerFixture {
 protected:
  ViewerTimeline() : ViewerFixture(PictureSize{900, 600}) {}
  void SetUp() override {
    ViewerFixture::SetUp();
    vmd::File dance = rising_arm();
    dance.bones.push_back(bone_key("腕", 20, vec3(0.0f, 2.0f, 0.0f)));
    dance.bones.push_back(bone_key("付与", 30));
    write_motion("dance.vmd", dance);
    begin({model_name, motion_name});
  }
  /// Y position of the ruler: a click on it goes to a frame.
  int find_ruler() {
    int y = static_cast<int>(viewer->screen().room().bottom) + 30;
    for (; y < 590; y += 8) {
      recorded.clear();
      click_panel(640, y);
      if (frame() != 0.0) break;
    }
    return y;
  }
  double frame() const { return viewer->playback().frame(); }

  const std::string motion_name = to_utf8(folder.path() / "dance.vmd");
};

TEST_F(ViewerTimeline, ClicksOnTheRulerAndNextToAMarkGoToTheirFrames) {
  press(SDLK_t);
  const int ruler = find_ruler();
  ASSERT_THAT(recorded, Contains(Field(&Action::id, ActionId::go_to_frame)));
  EXPECT_NEAR(frame(), 39.0, 3.0);
  const auto frame_at = [&](int x) {
    click_panel(x, ruler);
    return frame();
  };
  const double at_400 = frame_at(400), at_700 = frame_at(700);
  ASSERT_GT(at_700, at_400);
  const int about = 400 + static_cast<int>((20.0 - at_400) * 300.0 / (at_700 - at_400));
  std::vector<int> at_20;  // where a click is nearest to frame 20
  for (int x = about - 20; x <= about + 20; x += 2)
    if (frame_at(x) == 20.0) at_20.push_back(x);
  ASSERT_FALSE(at_20.empty());
  const int mark = (at_20.front() + at_20.back()) / 2;
  bool went = false;
  for (int y = ruler + 20; y < 590 && !went; y += 6) {
    ask({ActionId::go_to_frame, 40.0});
    click_panel(mark + 4, y);
    went = frame() == 20.0;
  }
  EXPECT_TRUE(went);
}

TEST_F(ViewerTimeline, CtrlCommaAndPeriodGoToKeyframes) {
  press(SDLK_PAGEDOWN, Held::control);
  EXPECT_EQ(frame(), 20.0);
  press(SDLK_PAGEDOWN, Held::control);
  EXPECT_EQ(frame(), 30.0);
  EXPECT_THAT(said(), HasSubstr("Frame 30 of 60"));
  ask({ActionId::select_bone, std::int32_t{0}});
  press(SDLK_PAGEDOWN, Held::control);
  EXPECT_EQ(frame(), 60.0);
  press(SDLK_PAGEDOWN, Held::control);
  EXPECT_THAT(said(), HasSubstr("No keyframe after"));
  press(SDLK_PAGEUP, Held::control);
  EXPECT_EQ(frame(), 20.0) << "30 is another bone's";
  ask({ActionId::select_bone, std::int32_t{2}});  // has no keys
  press(SDLK_PAGEDOWN, Held::control);
  EXPECT_EQ(frame(), 30.0);
}

TEST_F(ViewerTimeline, ShowsOnionSkinsWhileTheMotionIsPaused) {
  ask({ActionId::go_to_frame, 20.0});
  const auto before = pixels();
  press(SDLK_g, Held::control);
  EXPECT_THAT(viewer->scene().ghosts, SizeIs(4));
  EXPECT_NE(pixels(), before);
  press(SDLK_g, Held::control);
  EXPECT_EQ(pixels(), before);
  press(SDLK_g, Held::control);
  press(SDLK_c);
  EXPECT_THAT(viewer->scene().ghosts, IsEmpty()) << "during a comparison";
  ask({ActionId::set_compare_mode, CompareMode::off});
  press(SDLK_p);
  EXPECT_THAT(viewer->scene().ghosts, IsEmpty()) << "in rest pose";
}

TEST_F(ViewerTimeline, PlusAndMinusSetTheSpeedAndTheNextMotionKeepsIt) {
  press(SDLK_EQUALS);
  press(SDLK_PLUS);
  drop({motion_name});
  EXPECT_EQ(viewer->playback().speed(), 2.0);
  press(SDLK_MINUS);
  EXPECT_EQ(viewer->playback().speed(), 1.5);
  EXPECT_THAT(said(), HasSubstr("Speed: 1.5×"));
  ask({ActionId::play_usual_speed});
  EXPECT_EQ(viewer->playback().speed(), 1.0);
}

TEST_F(ViewerTimeline, BracketsSetTheRangeUntilTheNextMotion) {
  ask({ActionId::go_to_frame, 20.0});
  press(SDLK_LEFTBRACKET);
  ask({ActionId::go_to_frame, 35.0});
  press(SDLK_RIGHTBRACKET);
  EXPECT_EQ(viewer->playback().range(), (FrameRange{20, 35}));
  EXPECT_THAT(said(), HasSubstr("frames 20 to 35"));
  press(SDLK_LEFTBRACKET);
  EXPECT_EQ(viewer->playback().last_played(), 60u) << "nothing would play";
  drop({motion_name});
  EXPECT_EQ(viewer->playback().range(), FrameRange());
}

TEST_F(ViewerTimeline, OnionSkinsShowTheActiveModel) {
  begin({model_name, motion_name, write_other(), motion_name});
  const auto& figures = viewer->stage().figures();
  ASSERT_EQ(figures.size(), 2u);
  ask({ActionId::toggle_onion_skins});
  ask({ActionId::go_to_frame, 20.0});
  const auto ghosts_are_of = [&](const Figure& figure) {
    const auto& ghosts = viewer->scene().ghosts;
    return !ghosts.empty() && std::all_of(ghosts.begin(), ghosts.end(), [&](const Ghost& ghost) {
      return &ghost.actor->model() == &figure.model();
    });
  };
  EXPECT_TRUE(ghosts_are_of(*figures[0]));
  activate(1);
  EXPECT_TRUE(ghosts_are_of(*figures[1]));
}

TEST_F(ViewerTimeline, TheEditedPoseReturnsAfterTheRestPose) {
  ask({ActionId::go_to_frame, 20.0});
  ask({ActionId::take_frame});
  ask({ActionId::edit_pose, edit::Command(edit::MoveBone{0, vec3(0.0f, 7.0f, 0.0f)})});
  const auto posed = pixels();
  press(SDLK_p);
  EXPECT_EQ(viewer->stage().shows(), Shows::rest);
  press(SDLK_p);
  EXPECT_EQ(viewer->stage().shows(), Shows::pose);
  EXPECT_EQ(pixels(), posed);
}

}  // namespace
}  // namespace mmd::test
