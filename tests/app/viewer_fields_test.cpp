// Fields of panels: numbers that belong together, and searches that choose one thing.
#include <functional>

#include "app/text/effect_strings.h"
#include "app/text/picture_strings.h"
#include "tests/app/panel_items.h"

namespace mmd::test {
namespace {

class ViewerFields : public PanelItems {
 protected:
  ViewerFields() : PanelItems(PictureSize{1100, 960}) { shows_bars = true; }
  void show(Panel panel) { ask({ActionId::show_panel, static_cast<std::int32_t>(panel)}); }
  /// Starts typing into the first number of a control.
  void type_into(const Tip& tip) {
    SDL_SetModState(KMOD_LCTRL);
    SDL_Event control = key_event(SDLK_LCTRL);
    control.key.keysym.mod = KMOD_LCTRL;
    viewer->handle(control);
    click_panel(static_cast<int>(tip.item.left) + 12, static_cast<int>(tip.item.middle().y));
    SDL_SetModState(KMOD_NONE);
    control.type = SDL_KEYUP;
    control.key.keysym.mod = KMOD_NONE;
    viewer->handle(control);
    static_cast<void>(items());
    EXPECT_TRUE(ImGui::GetIO().WantTextInput) << tip.lines.front();
  }
  void type(const char* text) {
    type_text(text);
    static_cast<void>(items());
  }
  /// Types into one number after the other, with Tab between them.
  void type_along(const Tip& tip, const std::vector<const char*>& numbers) {
    type_into(tip);
    for (const char* number : numbers) {
      if (number != numbers.front()) press(SDLK_TAB);
      static_cast<void>(items());
      type(number);
    }
    press(SDLK_RETURN);
    static_cast<void>(items());
    EXPECT_FALSE(viewer->panels().picture_alone()) << "Tab belongs to the field";
  }
};

TEST_F(ViewerFields, TabGoesFromWidthToHeight) {
  start({model_name});
  show(Panel::look);
  open_section("Saved pictures");
  type_along(item(ui_strings::picture_size), {"640", "360"});
  EXPECT_EQ(viewer->panels().picture_file.width, 640);
  EXPECT_EQ(viewer->panels().picture_file.height, 360);
}

TEST_F(ViewerFields, ADoubleClickOnASliderTypesItsNumber) {
  start({model_name});
  show(Panel::look);
  open_section("Effects");
  const Tip tip = item(ui_strings::exposure);
  const auto x = static_cast<int>(tip.item.left) + 12, y = static_cast<int>(tip.item.middle().y);
  click_panel(x, y);
  for (const Uint32 type : {SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP}) {
    SDL_Event again = mouse_event(type, x, y);
    again.button.clicks = 2;
    viewer->handle(again);
    settle();
  }
  static_cast<void>(items());
  EXPECT_TRUE(ImGui::GetIO().WantTextInput);
  type("1.5");
  press(SDLK_RETURN);
  EXPECT_EQ(viewer->stage().arrangement().look.effects.grade.exposure, 1.5f);
}

TEST_F(ViewerFields, TabGoesFromNumberToNumberInEveryPanel) {
  start({model_name, model_name});
  ask({ActionId::select_bone, std::int32_t{0}});
  struct Three {
    Panel panel;
    const ui_strings::Control& control;
    std::function<vec3()> read;
  };
  const auto controls = [&]() -> const PhysicsControls& { return viewer->stage().physics_controls(); };
  const auto place = [&]() { return viewer->stage().figure()->place; };
  const Three rows[] = {
      {Panel::look, ui_strings::gravity_direction, [&] { return controls().direction; }},
      {Panel::look, ui_strings::wind, [&] { return controls().wind; }},
      {Panel::light, ui_strings::light_direction,
       [&] { return viewer->stage().arrangement().light.direction.value_or(vec3(0.0f)); }},
      {Panel::camera, ui_strings::target, [&] { return mmd_camera_from(viewer->scene().camera).target; }},
      {Panel::bones, ui_strings::bone_position, [&] { return mirror(edited().translation[0]); }},
      {Panel::figures, ui_strings::figure_place, [&] { return place().position; }},
      {Panel::figures, ui_strings::figure_angles, [&] { return place().degrees; }},
  };
  for (const Three& row : rows) {
    SCOPED_TRACE(row.control.name.english);
    show(row.panel);
    type_along(item(row.control), {"0.25", "0.5", "0.75"});
    const vec3 now = row.read();
    EXPECT_NEAR(now.x, 0.25f, 1e-4f);
    EXPECT_NEAR(now.y, 0.5f, 1e-4f);
    EXPECT_NEAR(now.z, 0.75f, 1e-4f);
  }
}

TEST_F(ViewerFields, APlusAddsToTheNumber) {
  start({model_name});
  ask({ActionId::select_bone, std::int32_t{0}});
  show(Panel::bones);
  type_along(item(ui_strings::bone_position), {"2", "3"});
  type_along(item(ui_strings::bone_position), {"+10", "+-1"});
  EXPECT_NEAR(edited().translation[0].x, 12.0f, 1e-4f);
  EXPECT_NEAR(edited().translation[0].y, 2.0f, 1e-4f);
}

TEST_F(ViewerFields, TabGoesFromTheFirstToTheLastFrame) {
  start({model_name, write_motion("dance.vmd", rising_arm())});
  show(Panel::motion);
  type_along(item(ui_strings::range), {"10", "20"});
  EXPECT_EQ(viewer->playback().first_played(), 10u);
  EXPECT_EQ(viewer->playback().last_played(), 20u);
}

TEST_F(ViewerFields, EnterTakesTheOnlyBoneThatASearchFinds) {
  pmx::File file = figure();
  file.bones[2].name = pmx::from_utf8("左腕", file.header.encoding);
  write_model(model, file);
  start({model_name});
  add(write_other());
  ScenePlace place = viewer->stage().figure()->place;
  place.carrier = viewer->stage().figures().front()->number;
  ask({ActionId::put_figure, FigurePut{1, place}});
  show(Panel::figures);
  click_on(item(ui_strings::carrying_bone));
  static_cast<void>(items());
  type("hidari");
  press(SDLK_RETURN);
  EXPECT_EQ(viewer->stage().figure()->place.bone, "左腕");
  EXPECT_TRUE(ImGui::GetCurrentContext()->OpenPopupStack.empty()) << "the list closes";
}

}  // namespace
}  // namespace mmd::test
