// The docks of a real window.
#include "app/panels/panels.h"
#include "tests/app/viewer_fixture.h"

namespace mmd::test {
namespace {

class ViewerDocks : public ViewerFixture {
 protected:
  void begin() {
    Options options;
    options.size = PictureSize{900, 600};
    ViewerSetup setup;
    setup.now = [this] { return clock; };
    start({model_name, pose_name}, std::move(setup), options);
    clock += 1.0;  // where the processor draws, the picture that was coarse at first is drawn finely now
    viewer->run_once(0);
    settle();
  }
  Room room() { return viewer->screen().room(); }
};

TEST_F(ViewerDocks, ThePictureLiesBesideThemAndIsFittedToWhatIsLeft) {
  begin();
  const Room whole = room();
  const float distance = glm::distance(viewer->scene().camera.eye, viewer->scene().camera.target);
  press(SDLK_TAB);
  press(SDLK_m);
  EXPECT_GT(room().left, whole.left + 100.0f);
  EXPECT_LT(room().right, whole.right - 100.0f);
  EXPECT_EQ(viewer->screen().size().width, static_cast<int>(room().width()));
  EXPECT_GE(glm::distance(viewer->scene().camera.eye, viewer->scene().camera.target), distance);
  EXPECT_EQ(viewer->screen().pixel_at(vec2(room().left, room().top)), vec2(0.0f));
  press(SDLK_ESCAPE);
  EXPECT_EQ(room(), whole);
}

TEST_F(ViewerDocks, ACameraThatWasMovedStays) {
  begin();
  SDL_Event wheel{};
  wheel.type = SDL_MOUSEWHEEL;
  wheel.wheel.preciseY = 1.0f;
  viewer->handle(wheel);
  const vec3 eye = viewer->scene().camera.eye;
  press(SDLK_TAB);
  EXPECT_EQ(viewer->scene().camera.eye, eye);
}

// Dear ImGui asks the display which buttons are held: here a press lasts for one picture.
TEST_F(ViewerDocks, AnEdgeGoesWhereTheMouseHoldsIt) {
  begin();
  press(SDLK_m);
  const int there = static_cast<int>(room().left) - 3, y = 300;
  SDL_WarpMouseInWindow(window->handle(), there, y);
  viewer->handle(mouse_event(SDL_MOUSEMOTION, there, y));
  settle();
  viewer->handle(mouse_event(SDL_MOUSEBUTTONDOWN, there, y));
  settle();
  viewer->handle(mouse_event(SDL_MOUSEBUTTONUP, there, y));
  settle();
  EXPECT_NEAR(room().left, static_cast<float>(there), 1.0f);
}

TEST_F(ViewerDocks, ThePictureIsDrawnAnewOnlyWhenItIsAnother) {
  begin();
  const std::uint64_t frames = viewer->screen().frames_drawn(), pictures = viewer->screen().pictures_drawn();
  press(SDLK_h);
  press(SDLK_h);
  EXPECT_GT(viewer->screen().frames_drawn(), frames);
  EXPECT_EQ(viewer->screen().pictures_drawn(), pictures);
  press(SDLK_e);
  EXPECT_GT(viewer->screen().pictures_drawn(), pictures);
}

TEST_F(ViewerDocks, WhatIsNoPanelIsLeftAlone) {
  begin();
  const Room before = room();
  for (const std::int32_t panel : {-1, 1000}) viewer->perform({ActionId::show_panel, panel});
  settle();
  EXPECT_EQ(room(), before);
  viewer->perform({ActionId::show_panel, static_cast<std::int32_t>(Panel::morphs)});
  settle();
  EXPECT_TRUE(viewer->panels().shown(Panel::morphs));
}

}  // namespace
}  // namespace mmd::test
