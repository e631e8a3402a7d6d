// Mouse schemes in a real window.
#include <imgui.h>
#include <imgui_internal.h>  // where the question is

#include "tests/app/viewer_edit_fixture.h"

namespace mmd::test {
namespace {

class ViewerMouse : public ViewerEdit {
 protected:
  void button(Uint32 type, int which, const vec2& at, int clicks = 1) {
    SDL_Event event =
        mouse_event(type, static_cast<int>(std::lround(at.x)), static_cast<int>(std::lround(at.y)));
    event.button.button = static_cast<Uint8>(which);
    event.button.clicks = static_cast<Uint8>(clicks);
    viewer->handle(event);
  }
  /// A drag to the right by a number of points.
  void drag_right(int which, int by) {
    const vec2 from(540.0f, 200.0f);
    button(SDL_MOUSEBUTTONDOWN, which, from);
    viewer->handle(mouse_event(SDL_MOUSEMOTION, static_cast<int>(from.x) + by, static_cast<int>(from.y), by));
    button(SDL_MOUSEBUTTONUP, which, from + vec2(static_cast<float>(by), 0.0f));
    settle();
  }
  const Camera& camera() const { return viewer->scene().camera; }
  float angle() const { return 2.0f * std::atan2(shown().rotation[0].z, shown().rotation[0].w); }
};

TEST_F(ViewerMouse, MmdSchemeTurnsMovesAndZoomsTheCamera) {
  begin({model_name});
  ask({ActionId::mouse_mmd});
  EXPECT_THAT(said(), HasSubstr("Mouse: MMD"));
  Camera before = camera();
  drag_right(SDL_BUTTON_RIGHT, 50);
  EXPECT_LT(camera().eye.x, before.eye.x) << "the scene turns with the hand";
  EXPECT_EQ(camera().target, before.target);
  before = camera();
  drag_right(SDL_BUTTON_LEFT, 50);
  EXPECT_EQ(camera().eye, before.eye);
  drag_right(SDL_BUTTON_MIDDLE, 50);
  EXPECT_NE(camera().target, before.target);
  before = camera();
  viewer->handle(mouse_event(SDL_MOUSEMOTION, 500, 100));
  viewer->handle(wheel_event(1.0f));
  EXPECT_NE(camera().target, before.target) << "zooms at the pointer";
  EXPECT_LT(camera().distance(), before.distance());
}

TEST_F(ViewerMouse, AModifierPressedDuringACameraDragChangesItsSpeed) {
  begin({model_name});
  ask({ActionId::mouse_mmd});
  const vec3 start = camera().target;
  SDL_SetModState(KMOD_LSHIFT);
  drag_right(SDL_BUTTON_RIGHT, 20);
  SDL_SetModState(KMOD_NONE);
  const float moved = glm::distance(camera().target, start);
  EXPECT_GT(moved, 0.0f);
  const vec3 second = camera().target;
  SDL_SetModState(KMOD_LSHIFT);
  button(SDL_MOUSEBUTTONDOWN, SDL_BUTTON_RIGHT, vec2(540.0f, 200.0f));
  SDL_SetModState(static_cast<SDL_Keymod>(KMOD_LSHIFT | KMOD_LCTRL));
  viewer->handle(mouse_event(SDL_MOUSEMOTION, 560, 200, 20));
  button(SDL_MOUSEBUTTONUP, SDL_BUTTON_RIGHT, vec2(560.0f, 200.0f));
  SDL_SetModState(KMOD_NONE);
  EXPECT_NEAR(glm::distance(camera().target, second), 0.1f * moved, 1e-4f);
}

TEST_F(ViewerMouse, LeftDragSelectsABoxAndShiftClickAddsInMmdScheme) {
  begin({model_name});
  ask({ActionId::mouse_mmd});
  press(SDLK_b);
  drag(vec2(2.0f, 40.0f), vec2(637.0f, 477.0f));
  EXPECT_GT(viewer->bone_picker().selection().bones().size(), 2u);
  click(place(0));
  EXPECT_THAT(viewer->bone_picker().selection().bones(), ElementsAre(0));
  SDL_SetModState(KMOD_LSHIFT);
  click(place(2));
  EXPECT_THAT(viewer->bone_picker().selection().bones(), ElementsAre(0, 2));
  click(place(0));
  SDL_SetModState(KMOD_NONE);
  EXPECT_THAT(viewer->bone_picker().selection().bones(), ElementsAre(2));
}

TEST_F(ViewerMouse, CtrlSlowsAndShiftHastensAHandleInMmdScheme) {
  begin({model_name});
  ask({ActionId::mouse_mmd});
  show_rings();
  const vec2 from = on_ring(0, 30.0f), to = on_ring(0, 50.0f);
  mouse(SDL_MOUSEMOTION, from);
  mouse(SDL_MOUSEBUTTONDOWN, from);
  SDL_SetModState(KMOD_LCTRL);
  mouse(SDL_MOUSEMOTION, to);
  EXPECT_NEAR(angle(), 2.0f * pi / 180.0f, 0.01f);
  SDL_SetModState(KMOD_LSHIFT);
  mouse(SDL_MOUSEMOTION, on_ring(0, 55.0f));
  EXPECT_NEAR(angle(), 52.0f * pi / 180.0f, 0.15f) << "the tenth before stays";
  SDL_SetModState(KMOD_NONE);
  mouse(SDL_MOUSEBUTTONUP, on_ring(0, 55.0f));
  EXPECT_EQ(history().size(), 1u) << "the drag";
}

TEST_F(ViewerMouse, ARightDoubleClickShowsBonesInMmdScheme) {
  begin({model_name});
  const auto double_click = [&] {
    button(SDL_MOUSEBUTTONDOWN, SDL_BUTTON_RIGHT, vec2(620.0f, 200.0f), 2);
    button(SDL_MOUSEBUTTONUP, SDL_BUTTON_RIGHT, vec2(620.0f, 200.0f), 2);
    settle();
  };
  double_click();
  EXPECT_FALSE(viewer->scene().settings.skeleton);
  ask({ActionId::mouse_mmd});
  double_click();
  EXPECT_TRUE(viewer->scene().settings.skeleton);
  double_click();
  EXPECT_FALSE(viewer->scene().settings.skeleton);
}

TEST_F(ViewerMouse, ToolsShowTheirHandlesOnly) {
  begin({model_name});
  show_rings();
  const vec2 from = on_ring(0, 40.0f), to = on_ring(0, 60.0f);
  const Camera start = camera();
  const auto turned_by_ring = [&] {
    const quat before = shown().rotation[0];
    drag(from, to);
    ask({ActionId::move_camera, start});  // a drag beside handles turns it
    return shown().rotation[0] != before;
  };
  EXPECT_TRUE(turned_by_ring());
  press(SDLK_z);
  EXPECT_FALSE(turned_by_ring());
  press(SDLK_x);
  EXPECT_TRUE(turned_by_ring());
  ask({ActionId::toggle_bones});
  EXPECT_TRUE(turned_by_ring()) << "the tool shows its rings while bones are hidden";
  press(SDLK_x);
  EXPECT_EQ(viewer->panels().tools.tool, EditTool::all);
  EXPECT_FALSE(turned_by_ring());
  ask({ActionId::toggle_bones});
  press(SDLK_q);
  EXPECT_FALSE(turned_by_ring());
}

TEST_F(ViewerMouse, CtrlWheelOverARingTurnsByADegree) {
  begin({model_name});
  show_rings();
  mouse(SDL_MOUSEMOTION, on_ring(0, 30.0f));
  SDL_SetModState(KMOD_LCTRL);
  viewer->handle(wheel_event(-3.0f));
  settle();
  EXPECT_NEAR(std::abs(angle()), 3.0f * pi / 180.0f, 1e-5f);
  const Camera before = camera();
  viewer->handle(wheel_event(3.0f));
  settle();
  EXPECT_NEAR(angle(), 0.0f, 1e-5f);
  EXPECT_EQ(camera().eye, before.eye);
  mouse(SDL_MOUSEMOTION, vec2(620.0f, 200.0f));
  viewer->handle(wheel_event(1.0f));
  SDL_SetModState(KMOD_NONE);
  EXPECT_NE(camera().eye, before.eye) << "elsewhere the wheel zooms";
}

TEST_F(ViewerMouse, ConsecutiveNudgesAreOneUndoStep) {
  begin({model_name});
  show_rings();
  const auto steps = [&] { return history().size(); };
  const std::size_t before = steps();
  mouse(SDL_MOUSEMOTION, on_ring(0, 30.0f));
  const auto nudge = [&](float notches) {
    SDL_SetModState(KMOD_LCTRL);
    viewer->handle(wheel_event(notches));
    SDL_SetModState(KMOD_NONE);
    settle();
  };
  nudge(1.0f);
  nudge(1.0f);
  const float two = angle();
  EXPECT_EQ(steps(), before);
  pass(1.0);
  EXPECT_EQ(steps(), before + 1);
  nudge(1.0f);
  EXPECT_NEAR(angle(), 1.5f * two, 1e-5f);
  press(SDLK_z, Held::control);
  EXPECT_NEAR(angle(), two, 1e-5f) << "a key ends the nudges, and undo takes them back";
  press(SDLK_z, Held::control);
  EXPECT_NEAR(angle(), 0.0f, 1e-5f);
}

TEST_F(ViewerMouse, GlobalAxesAreASwitch) {
  begin({model_name});
  ask({ActionId::toggle_gizmo_axes});
  EXPECT_EQ(viewer->panels().tools.axes, edit::GizmoAxes::world);
  ask({ActionId::toggle_gizmo_axes});
  EXPECT_EQ(viewer->panels().tools.axes, edit::GizmoAxes::local);
}

TEST_F(ViewerMouse, TheQuestionIsAnsweredOnce) {
  ViewerSetup setup;
  setup.panels.ask_mouse();
  begin({model_name}, {}, setup);
  ASSERT_TRUE(viewer->panels().asks_mouse());
  const ImGuiWindow* question = ImGui::FindWindowByName("##mouse");
  ASSERT_NE(question, nullptr);
  const ImVec2 corner = question->Pos, size = question->Size;
  for (float x = size.x - 12.0f; x > 0.0f && viewer->panels().asks_mouse(); x -= 10.0f)
    click_panel(static_cast<int>(corner.x + x), static_cast<int>(corner.y + 0.5f * size.y));
  EXPECT_FALSE(viewer->panels().asks_mouse()) << "a button was clicked";
  EXPECT_EQ(viewer->panels().mouse_scheme(), MouseScheme::mmdview) << "the last button";
}

}  // namespace
}  // namespace mmd::test
