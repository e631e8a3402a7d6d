// Comparisons in a real window.
#include <algorithm>

#include "tests/app/viewer_fixture.h"

namespace mmd::test {
namespace {

class ViewerCompare : public ViewerFixture {
 protected:
  void SetUp() override {
    ViewerFixture::SetUp();
    start({model_name, pose_name});
  }
  /// Presses C until the window compares in this mode.
  void compare(CompareMode mode) {
    while (viewer->compare_panes().mode() != mode) press(SDLK_c);
  }

  Image picture() {
    auto image = viewer->picture();
    EXPECT_TRUE(image);
    return image ? std::move(*image) : Image();
  }
  /// Whether columns of `a` equal the columns of `b` that are `left` pixels to the left.
  static bool same_columns(const Image& a, int from, int to, const Image& b, int left = 0) {
    for (int y = 0; y < a.height; ++y) {
      const std::uint8_t* row = a.rgba.data() + 4 * static_cast<std::ptrdiff_t>(y * a.width + from);
      const std::uint8_t* other = b.rgba.data() + 4 * static_cast<std::ptrdiff_t>(y * b.width + from - left);
      if (!std::equal(row, row + 4 * static_cast<std::ptrdiff_t>(to - from), other)) return false;
    }
    return true;
  }
};

TEST_F(ViewerCompare, CCyclesThroughTheModes) {
  const auto before = pixels();
  std::vector<CompareMode> modes;
  for (int i = 0; i < 4; ++i) {
    press(SDLK_c);
    modes.push_back(viewer->compare_panes().mode());
  }
  EXPECT_THAT(modes,
              ElementsAre(CompareMode::side_by_side, CompareMode::wipe, CompareMode::heat, CompareMode::off));
  EXPECT_EQ(pixels(), before);
  press(SDLK_c);
  press(SDLK_ESCAPE);
  EXPECT_EQ(viewer->compare_panes().mode(), CompareMode::off);
  EXPECT_TRUE(viewer->running());
}

TEST_F(ViewerCompare, ComparedStatesDifferByOneSwitch) {
  press(SDLK_c);
  ASSERT_NE(viewer->compare_panes().other(), nullptr);
  EXPECT_FALSE(other_actor().switches.append);
  EXPECT_TRUE(viewer->scene().actors.front()->switches.append);
  EXPECT_THAT(said(), HasSubstr("Append on | Append off"));
  press(SDLK_a);
  EXPECT_TRUE(other_actor().switches.append);
  ask({ActionId::set_compared, std::string("ik")});
  EXPECT_FALSE(other_actor().switches.ik);
  EXPECT_THAT(said(), HasSubstr("IK on | IK off"));
  ask({ActionId::set_compared, to_utf8(folder.path() / "poses" / "POSE10.vpd")});
  EXPECT_THAT(said(), HasSubstr("pose2.vpd | POSE10.vpd"));
}

TEST_F(ViewerCompare, BothSidesUseOneCamera) {
  press(SDLK_c);
  const auto panes = viewer->screen().panes();
  ASSERT_THAT(panes, SizeIs(2));
  const int width = panes[0].placement.picture.width, height = panes[0].placement.picture.height;
  EXPECT_EQ(width, panes[1].placement.picture.width);
  const auto rendered = [&](bool append) {
    Actor& actor = *viewer->scene().actors.front();
    const bool before = std::exchange(actor.switches.append, append);
    actor.evaluate();
    auto renderer = Renderer::create();
    EXPECT_TRUE(renderer);
    auto image = (*renderer)->render(viewer->scene(), width, height, 4);
    actor.switches.append = before;
    actor.evaluate();
    EXPECT_TRUE(image);
    return std::move(*image);
  };
  const Image with = rendered(true), without = rendered(false), both = picture();
  ASSERT_EQ(both.width, 2 * width);
  EXPECT_TRUE(same_columns(both, 0, width, with));
  EXPECT_TRUE(same_columns(both, width, 2 * width, without, width));
}

TEST_F(ViewerCompare, TheWipeShowsOneStateOnEachSide) {
  drag_along(10, 20, 60);  // now the camera stays where it is
  const Image with = picture();
  press(SDLK_a);
  const Image without = picture();
  press(SDLK_a);
  compare(CompareMode::wipe);
  const Image wiped = picture();
  EXPECT_TRUE(same_columns(wiped, 0, 160, with));
  EXPECT_TRUE(same_columns(wiped, 160, 320, without));
  EXPECT_FALSE(same_columns(wiped, 0, 320, with));
}

TEST_F(ViewerCompare, DraggingTheDividerKeepsTheCamera) {
  compare(CompareMode::wipe);
  const vec3 eye = viewer->scene().camera.eye;
  viewer->handle(mouse_event(SDL_MOUSEMOTION, 162, 100));
  viewer->handle(mouse_event(SDL_MOUSEBUTTONDOWN, 162, 100));
  viewer->handle(mouse_event(SDL_MOUSEMOTION, 80, 100, -82));
  EXPECT_TRUE(viewer->wants_frame());
  viewer->handle(mouse_event(SDL_MOUSEBUTTONUP, 80, 100));
  settle();
  EXPECT_FLOAT_EQ(viewer->compare_panes().divider(), 0.25f);
  EXPECT_EQ(viewer->screen().panes()[0].placement.seen.width, 80);
  viewer->handle(mouse_event(SDL_MOUSEMOTION, 300, 100, 220));
  EXPECT_FLOAT_EQ(viewer->compare_panes().divider(), 0.25f) << "the button is up";
  EXPECT_EQ(viewer->scene().camera.eye, eye);

  drag_along(200, 230, 100);  // elsewhere: turns both
  EXPECT_NE(viewer->scene().camera.eye, eye);
  EXPECT_FLOAT_EQ(viewer->compare_panes().divider(), 0.25f);
}

TEST_F(ViewerCompare, TheOptionComparesWithAPose) {
  Options options;
  options.compare = to_utf8(folder.path() / "poses" / "POSE10.vpd");
  start({model_name, pose_name}, {}, options);
  EXPECT_EQ(viewer->compare_panes().mode(), CompareMode::side_by_side);
  ASSERT_NE(viewer->compare_panes().other(), nullptr);
  const Actor& first = *viewer->scene().actors.front();
  EXPECT_NE(first.pose.rotation[0], other_actor().pose.rotation[0]);
  press(SDLK_a);  // holds for both
  EXPECT_FALSE(other_actor().switches.append);
}

TEST_F(ViewerCompare, ComparesANewModelAndExplainsAnUnreadablePose) {
  press(SDLK_c);
  drop({write_other()});
  ASSERT_NE(viewer->compare_panes().other(), nullptr);
  EXPECT_EQ(other_actor().shared_model(), first_actor().shared_model());
  ask({ActionId::set_compared, to_utf8(folder.path() / "missing.vpd")});
  EXPECT_THAT(said(), HasSubstr("missing.vpd"));
  EXPECT_EQ(viewer->compare_panes().mode(), CompareMode::off);
}

TEST(Panes, MapAPointToThePictureThere) {
  const auto one = panes_of(CompareMode::off, 0.5f, 200, 100);
  EXPECT_EQ(point_in_picture(one, {100.0f, 50.0f}), vec2(0.0f));
  EXPECT_EQ(point_in_picture(one, {150.0f, 25.0f}), vec2(0.5f, 0.25f));
  const auto beside = panes_of(CompareMode::side_by_side, 0.5f, 200, 100);
  EXPECT_EQ(point_in_picture(beside, {150.0f, 75.0f}), vec2(0.0f, -0.25f));
  EXPECT_EQ(point_in_picture(beside, {50.0f, 50.0f}), vec2(0.0f));
  const auto wiped = panes_of(CompareMode::wipe, 0.25f, 200, 100);
  EXPECT_EQ(point_in_picture(wiped, {150.0f, 50.0f}), vec2(0.5f, 0.0f)) << "both pictures are whole";
  EXPECT_EQ(point_in_picture(one, {-1.0f, 50.0f}), vec2(0.0f)) << "nowhere";
}

TEST(Panes, CoverTheWindowOnce) {
  for (const CompareModeName& row : compare_modes()) {
    for (const float divider : {0.0f, 0.3f, 1.0f}) {
      int at = 0;
      for (const Pane& pane : panes_of(row.mode, divider, 101, 40)) {
        EXPECT_EQ(pane.placement.seen.x, at) << row.name.english;
        at += pane.placement.seen.width;
        EXPECT_EQ(pane.placement.seen.height, 40);
      }
      EXPECT_EQ(at, 101) << row.name.english;
    }
  }
}

}  // namespace
}  // namespace mmd::test
