// The docks of a real window.
#include "tests/app/panel_items.h"

namespace mmd::test {
namespace {

class ViewerDocks : public PanelItems {
 protected:
  ViewerDocks() : PanelItems(PictureSize{900, 600}) {}
  void begin() {
    ViewerFixture::begin({model_name, pose_name});
    pass(1.0);  // where the processor draws, the picture that was coarse at first is drawn finely now
  }
  /// Runs the viewer until every thumbnail is there.
  void browse_on() {
    while (!viewer->browser().idle()) pass(0.3);
    pass(0.3);
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

TEST_F(ViewerDocks, TheTabInFrontLooksSoUnderThePointer) {
  begin();
  press(SDLK_F3);
  const Tip front = tab(Panel::bones), other = tab(Panel::morphs);
  point_at(front);
  EXPECT_EQ(box_colour(front), ImGui::GetColorU32(ImGuiCol_TabHovered)) << "a shade of the accent";
  point_at(other);
  EXPECT_NE(box_colour(other), ImGui::GetColorU32(ImGuiCol_TabHovered));
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

TEST_F(ViewerDocks, TabsStayWhenTheirPanelScrolls) {
  begin();
  ask({ActionId::show_panel, static_cast<std::int32_t>(Panel::look)});
  const Room before = tab(Panel::figures).item, lowest = items().back().item;
  for (const int y : {static_cast<int>(before.middle().y), 300, 560}) {
    point(static_cast<int>(room().right) + 60, y);
    for (int i = 0; i < 30; ++i) {
      SDL_Event down = wheel_event(-1.0f);
      down.wheel.y = -1;
      viewer->handle(down);
      static_cast<void>(items());
    }
  }
  EXPECT_LT(items().back().item.top, lowest.top) << "the panel has scrolled";
  EXPECT_EQ(tab(Panel::figures).item, before);
  click_on(tab(Panel::figures));
  EXPECT_TRUE(viewer->panels().shown(Panel::figures));
}

TEST_F(ViewerDocks, AClickOnTheFrontTabKeepsItsPanel) {
  begin();
  for (const Panel panel : {Panel::bones, Panel::light, Panel::browser}) {
    ask({ActionId::show_panel, static_cast<std::int32_t>(panel)});
    for (int i = 0; i < 3; ++i) click_on(tab(panel));
    EXPECT_TRUE(viewer->panels().shown(panel));
  }
  click_on(tab(Panel::morphs));
  EXPECT_TRUE(viewer->panels().shown(Panel::morphs));
}

TEST_F(ViewerDocks, TheButtonBehindTheTabsFoldsADock) {
  begin();
  const Room whole = room();
  for (const Panel panel : {Panel::bones, Panel::light, Panel::motion}) {
    ask({ActionId::show_panel, static_cast<std::int32_t>(panel)});
    EXPECT_NE(room(), whole);
    click_on(item(ui_strings::fold_dock));
    EXPECT_FALSE(viewer->panels().shown(panel));
    EXPECT_EQ(room(), whole);
  }
}

TEST_F(ViewerDocks, ABottomPanelWithoutContentTakesOneLine) {
  begin();
  const float line = viewer->ui().unit(), bottom = room().bottom;
  ask({ActionId::show_panel, static_cast<std::int32_t>(Panel::motion)});
  settle();
  EXPECT_LT(room().bottom, bottom - line);
  EXPECT_GT(room().bottom, bottom - 3.5f * line);
  drop({write_motion("dance.vmd", rising_arm())});
  settle();
  EXPECT_LT(room().bottom, bottom - 8.0f * line);
  ask({ActionId::browse, to_utf8(folder.path() / "nothing")});
  browse_on();
  EXPECT_GT(room().bottom, bottom - 5.0f * line) << "with the reason";
  ask({ActionId::browse, to_utf8(folder.path() / "poses")});
  browse_on();
  EXPECT_LT(room().bottom, bottom - 8.0f * line);
}

}  // namespace
}  // namespace mmd::test
