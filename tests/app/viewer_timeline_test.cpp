// The motion panel in a real window, on a clock that the tests set.
#include "tests/app/viewer_fixture.h"
#include "tests/support/format_samples.h"

namespace mmd::test {
namespace {

using testing::Contains;
using testing::Field;
using testing::HasSubstr;

class ViewerTimeline : public ViewerFixture {
 protected:
  ViewerTimeline() : ViewerFixture(PictureSize{900, 600}) {}
  void SetUp() override {
    ViewerFixture::SetUp();
    vmd::File dance = vmd::empty_file("");
    for (const std::uint32_t frame : {0u, 20u, 60u})
      dance.bones.push_back(bone_key("腕", frame, vec3(0.0f, 0.1f * static_cast<float>(frame), 0.0f)));
    dance.bones.push_back(bone_key("付与", 30));
    write_motion("dance.vmd", dance);
  }
  /// Where in the window the ruler is, from above: a click on it goes to a frame.
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

TEST_F(ViewerTimeline, ItsPanelLiesBelowThePictureAndTakesThePlaceOfTheBox) {
  begin({model_name, motion_name});
  const float whole = viewer->screen().room().height();
  press(SDLK_t);
  EXPECT_TRUE(viewer->panels().shown(Panel::motion));
  EXPECT_LT(viewer->screen().room().height(), whole - 100.0f);
  press(SDLK_t);
  EXPECT_EQ(viewer->screen().room().height(), whole);
}

TEST_F(ViewerTimeline, AClickOnTheRulerGoesToTheFrameThere) {
  begin({model_name, motion_name});
  press(SDLK_t);
  find_ruler();
  ASSERT_THAT(recorded, Contains(Field(&Action::id, ActionId::go_to_frame)));
  EXPECT_NEAR(frame(), 39.0, 3.0);
  EXPECT_EQ(std::get<double>(recorded.front().value), frame());
}

TEST_F(ViewerTimeline, AClickNextToAMarkGoesToItsFrame) {
  begin({model_name, motion_name});
  press(SDLK_t);
  const int ruler = find_ruler();
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

TEST_F(ViewerTimeline, ControlWithCommaAndPeriodGoFromKeyToKey) {
  begin({model_name, motion_name});
  press(SDLK_PERIOD, Held::control);
  EXPECT_EQ(frame(), 20.0);
  press(SDLK_PERIOD, Held::control);
  EXPECT_EQ(frame(), 30.0);
  EXPECT_THAT(said(), HasSubstr("Frame 30 of 60"));
  ask({ActionId::select_bone, std::int32_t{0}});
  press(SDLK_PERIOD, Held::control);
  EXPECT_EQ(frame(), 60.0);
  press(SDLK_PERIOD, Held::control);
  EXPECT_THAT(said(), HasSubstr("No key after"));
  press(SDLK_COMMA, Held::control);
  EXPECT_EQ(frame(), 20.0) << "30 is another bone's";
  ask({ActionId::select_bone, std::int32_t{2}});  // has no keys
  press(SDLK_PERIOD, Held::control);
  EXPECT_EQ(frame(), 30.0);
}

TEST_F(ViewerTimeline, GShowsGhostsWhileTheMotionRests) {
  begin({model_name, motion_name});
  ask({ActionId::go_to_frame, 20.0});
  const auto before = pixels();
  press(SDLK_g);
  EXPECT_THAT(viewer->scene().ghosts, testing::SizeIs(4));
  EXPECT_NE(pixels(), before);
  press(SDLK_g);
  EXPECT_EQ(pixels(), before);
  press(SDLK_g);
  ask({ActionId::set_onion_skins, OnionChoice{true, 1, 0, 10}});
  EXPECT_THAT(viewer->scene().ghosts, testing::SizeIs(1));
  press(SDLK_SPACE);
  EXPECT_THAT(viewer->scene().ghosts, testing::IsEmpty());
  press(SDLK_SPACE);
  EXPECT_THAT(viewer->scene().ghosts, testing::SizeIs(1));
  press(SDLK_c);
  EXPECT_THAT(viewer->scene().ghosts, testing::IsEmpty()) << "two states are compared";
  ask({ActionId::set_compare_mode, CompareMode::off});
  press(SDLK_p);
  EXPECT_THAT(viewer->scene().ghosts, testing::IsEmpty()) << "the rest pose";
  press(SDLK_p);
  press(SDLK_g);
  EXPECT_THAT(viewer->scene().ghosts, testing::IsEmpty());
}

TEST_F(ViewerTimeline, ThePoseOfAFrameIsTakenToWorkOnAndUndoBringsTheMotionBack) {
  begin({model_name, motion_name});
  ask({ActionId::go_to_frame, 20.0});
  const auto there = pixels();
  press(SDLK_t, Held::control);
  EXPECT_THAT(said(), HasSubstr("dance.vmd 20"));
  EXPECT_EQ(viewer->stage().shows(), Shows::pose);
  EXPECT_EQ(viewer->stage().figure()->editor().pose().translation[0].y, 2.0f);
  EXPECT_EQ(pixels(), there);
  ask({ActionId::undo});
  EXPECT_EQ(viewer->stage().shows(), Shows::motion);
  ask({ActionId::go_to_frame, 60.0});
  EXPECT_EQ(viewer->scene().actors.front()->pose.translation[0].y, 6.0f);
}

TEST_F(ViewerTimeline, PlusAndMinusPlayFasterAndSlowerAlsoTheNextMotion) {
  begin({model_name, motion_name});
  press(SDLK_EQUALS);
  press(SDLK_PLUS);
  EXPECT_EQ(viewer->playback().speed(), 2.0);
  drop({motion_name});
  EXPECT_EQ(viewer->playback().speed(), 2.0);
  press(SDLK_MINUS);
  EXPECT_EQ(viewer->playback().speed(), 1.5);
  ask({ActionId::play_usual_speed});
  EXPECT_EQ(viewer->playback().speed(), 1.0);
  ask({ActionId::set_speed, 0.25});
  EXPECT_THAT(said(), HasSubstr("0.25"));
}

TEST_F(ViewerTimeline, BracketsSayWhatPlaysAndAnotherMotionPlaysWhole) {
  begin({model_name, motion_name});
  ask({ActionId::go_to_frame, 20.0});
  press(SDLK_LEFTBRACKET);
  ask({ActionId::go_to_frame, 35.0});
  press(SDLK_RIGHTBRACKET);
  EXPECT_EQ(viewer->playback().range(), (FrameRange{20, 35}));
  EXPECT_THAT(said(), HasSubstr("from frame 20 to 35"));
  press(SDLK_LEFTBRACKET);
  EXPECT_EQ(viewer->playback().first_played(), 35u);
  EXPECT_EQ(viewer->playback().last_played(), 60u) << "nothing would play";
  ask({ActionId::set_range, FrameRange{5, 10}});
  EXPECT_EQ(viewer->playback().last_played(), 10u);
  drop({motion_name});
  EXPECT_EQ(viewer->playback().range(), FrameRange());
}

TEST_F(ViewerTimeline, GhostsAreOfTheModelThatIsWorkedOn) {
  const std::filesystem::path second = folder.path() / "second.pmx";
  write_model(second, figure());
  begin({model_name, motion_name, to_utf8(second), motion_name});
  const auto& figures = viewer->stage().figures().list();
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
  ask({ActionId::activate_figure, std::int32_t{1}});
  EXPECT_TRUE(ghosts_are_of(*figures[1]));
}

TEST_F(ViewerTimeline, AfterTheRestPoseThePoseIsBackThatTheMotionWasSetAsideFor) {
  begin({model_name, motion_name});
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
