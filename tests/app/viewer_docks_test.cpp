// The docks of a real window.
#include "app/panels/panels.h"
#include "tests/app/viewer_fixture.h"

namespace mmd::test {
namespace {

class ViewerDocks : public ViewerFixture {
 protected:
  ViewerDocks() : ViewerFixture(PictureSize{900, 600}) {}
  void begin() {
    ViewerFixture::begin({model_name, pose_name});
    pass(1.0);  // where the processor draws, the picture that was coarse at first is drawn finely now
  }
  Room room() { return viewer->screen().room(); }
};

TEST_F(ViewerDocks, ThePictureFitsTheRemainingSpace) {
  begin();
  const Room whole = room();
  const float distance = glm::distance(viewer->scene().camera.eye, viewer->scene().camera.target);
  press(SDLK_F9);
  press(SDLK_m);
  EXPECT_GT(room().left, whole.left + 100.0f);
  EXPECT_LT(room().right, whole.right - 100.0f);
  EXPECT_EQ(viewer->screen().size().width, static_cast<int>(room().width()));
  EXPECT_GE(glm::distance(viewer->scene().camera.eye, viewer->scene().camera.target), distance);
  EXPECT_EQ(viewer->screen().pixel_at(vec2(room().left, room().top)), vec2(0.0f));
  press(SDLK_F9);
  press(SDLK_m);
  EXPECT_EQ(room(), whole);
  viewer->handle(wheel_event());
  const vec3 eye = viewer->scene().camera.eye;
  press(SDLK_F9);
  EXPECT_EQ(viewer->scene().camera.eye, eye) << "the user moved the camera";
}

TEST_F(ViewerDocks, DraggingAnEdgeResizesADock) {
  begin();
  press(SDLK_m);
  const int there = static_cast<int>(room().left) - 3;
  click_panel(there, 300);
  EXPECT_NEAR(room().left, static_cast<float>(there), 1.0f);
  const Room before = room();
  for (const std::int32_t unknown : {-1, 1000}) ask({ActionId::show_panel, unknown});
  EXPECT_EQ(room(), before);
}

TEST_F(ViewerDocks, PanelsDoNotRedrawThePicture) {
  begin();
  const std::uint64_t frames = viewer->screen().frames_drawn(), pictures = viewer->screen().pictures_drawn();
  press(SDLK_h);
  press(SDLK_h);
  EXPECT_GT(viewer->screen().frames_drawn(), frames);
  EXPECT_EQ(viewer->screen().pictures_drawn(), pictures);
  press(SDLK_e);
  EXPECT_GT(viewer->screen().pictures_drawn(), pictures);
}

}  // namespace
}  // namespace mmd::test
