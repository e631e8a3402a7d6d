// The menus at the top of the window.
#include <algorithm>

#include <imgui.h>
#include <imgui_internal.h>  // where the menus are

#include "tests/app/viewer_fixture.h"

namespace mmd::test {
namespace {

class ViewerMenu : public ViewerFixture {
 protected:
  ViewerMenu() : ViewerFixture(PictureSize{900, 480}) {}
  void click(float x, float y) { click_panel(static_cast<int>(x), static_cast<int>(y)); }
  static const ImGuiWindow* open_menu() {
    const auto& open = ImGui::GetCurrentContext()->OpenPopupStack;
    return open.empty() ? nullptr : open[0].Window;
  }
  void open(std::size_t menu) {
    ASSERT_LT(menu, places.size());
    click(places[menu], 0.5f * bar_height());
    ASSERT_NE(open_menu(), nullptr) << menu;
  }
  static float bar_height() { return ImGui::FindWindowByName("##MainMenuBar")->Size.y; }
  /// Finds the X positions of the menus.
  void find_menus() {
    places.clear();
    ImGuiID last = 0;  // not the place: wide menus at the right are moved to the left
    for (float x = 4.0f; x < 620.0f && places.size() < menu_table().size(); x += 12.0f) {
      click(x, 0.5f * bar_height());
      const ImGuiWindow* menu = open_menu();
      if (menu == nullptr) continue;
      const ImGuiID id = ImGui::GetCurrentContext()->OpenPopupStack[0].PopupId;
      if (id != last) places.push_back(x);
      last = id;
      press(SDLK_ESCAPE);
    }
    ASSERT_THAT(places, SizeIs(menu_table().size()));
    items.assign(places.size(), {});
    recorded.clear();
  }
  /// Finds the items of the open menu from the top down to `last`. Dear ImGui decides their height; it tells
  /// what is under the pointer.
  void find_items(std::size_t menu, std::size_t last) {
    const ImGuiWindow* window_of_it = open_menu();
    const float left = 40.0f;
    ImGuiID before = 0;
    items[menu].clear();
    for (float y = 0.0f; y < window_of_it->Size.y && items[menu].size() <= last; y += 8.0f) {
      point(static_cast<int>(window_of_it->Pos.x + left), static_cast<int>(window_of_it->Pos.y + y));
      const ImGuiID under = ImGui::GetCurrentContext()->HoveredId;
      if (under == 0 || under == before) continue;
      items[menu].push_back({left, y});
      before = under;
    }
  }
  /// Clicks on the item of the open menu.
  void choose(std::size_t menu, std::size_t item) {
    if (items[menu].size() <= item) find_items(menu, item);
    ASSERT_LT(item, items[menu].size());
    const ImVec2 corner = open_menu()->Pos, in_it = items[menu][item];
    click(corner.x + in_it.x, corner.y + in_it.y);
  }
  void choose(ActionId id) {
    for (std::size_t menu = 0; menu < menu_table().size(); ++menu) {
      const std::vector<ActionId> actions = before_submenus(menu_table()[menu]);
      const auto found = std::find(actions.begin(), actions.end(), id);
      if (found == actions.end()) continue;
      open(menu);
      // "Open recent" is the second line if there is a recent file.
      const std::size_t line = static_cast<std::size_t>(found - actions.begin());
      return choose(menu, line + (menu == 0 && line > 0 && !viewer->library().recent().empty() ? 1 : 0));
    }
    FAIL() << row_of(id).name.english << " is in no menu";
  }
  static std::vector<ActionId> before_submenus(const MenuRow& menu) {
    std::vector<ActionId> out;
    for (const MenuItem& item : menu.items) {
      if (item.kind == MenuItem::Kind::submenu) break;
      if (item.kind == MenuItem::Kind::action) out.push_back(item.action);
    }
    return out;
  }
  std::vector<float> places;               ///< of the menus, in the window's points
  std::vector<std::vector<ImVec2>> items;  ///< of each menu, from its corner
};

/// All items of a menu are drawn alike, so the first one with a key stands for them.
TEST_F(ViewerMenu, EntriesDoTheSameAsTheirKeys) {
  const TemporaryFolder out, nothing;
  std::filesystem::current_path(out.path());
  vmd::File camera = vmd::empty_file("");
  camera.cameras.resize(1);
  camera.cameras[0].distance = -40.0f;
  begin({model_name, write_motion("dance.vmd", rising_arm()), write_motion("camera.vmd", camera)});
  viewer->perform(
      {ActionId::browse, to_utf8(nothing.path())});  // a pose of the model's folder would end the motion
  press(SDLK_f);
  for (const float red : {0.5f, 1.0f}) {  // to be undone
    LightChoice light;
    light.colour = vec3(red, 0.0f, 0.0f);
    ask({ActionId::set_light, light});
  }
  find_menus();
  std::size_t seen = 0;
  for (const MenuRow& menu : menu_table()) {
    const std::vector<ActionId> actions = before_submenus(menu);
    const auto with_key = std::find_if(actions.begin(), actions.end(),
                                       [](ActionId id) { return !row_of(id).key.name.empty(); });
    if (with_key == actions.end()) continue;
    const ActionRow* const row = &row_of(*with_key);
    SCOPED_TRACE(row->name.english);
    ++seen;
    recorded.clear();
    choose(row->id);
    ASSERT_FALSE(recorded.empty());
    const Action by_menu = recorded.front();
    EXPECT_EQ(by_menu.id, row->id);
    EXPECT_TRUE(std::holds_alternative<std::monostate>(by_menu.value));
    if (ImGui::GetIO().WantTextInput) press(SDLK_ESCAPE);  // it asks for a name
    recorded.clear();
    press(row->key.code, row->key.held);
    ASSERT_FALSE(recorded.empty());
    EXPECT_EQ(recorded.front().id, by_menu.id);
    EXPECT_EQ(recorded.front().value.index(), by_menu.value.index());
    if (viewer->panels().picture_alone()) press(SDLK_TAB);
    if (viewer->panels().shown(Panel::palette)) press(SDLK_ESCAPE);
    if (open_menu() != nullptr) press(SDLK_ESCAPE);
    press(SDLK_0, Held::control);  // the menus are where they were found
  }
  EXPECT_GE(seen + 1, menu_table().size()) << "a menu may have no keys";
  press(SDLK_q, Held::control);
  EXPECT_FALSE(viewer->running());
}

TEST_F(ViewerMenu, UnavailableEntriesAreGreyAndDoNothing) {
  begin({});
  for (const ActionRow& row : action_table())
    EXPECT_EQ(is_available(row, viewer->stage()), row.needs == Needs::nothing) << row.name.english;
  find_menus();
  choose(ActionId::toggle_playing);
  EXPECT_THAT(recorded, IsEmpty());
  EXPECT_NE(open_menu(), nullptr) << "a choice would have closed it";
  press(SDLK_ESCAPE);
  drop({model_name});
  const auto undo_and_redo = [&] {
    return std::pair(is_available(row_of(ActionId::undo), viewer->stage()),
                     is_available(row_of(ActionId::redo), viewer->stage()));
  };
  EXPECT_EQ(undo_and_redo(), std::pair(false, false));
  rotate(0, 0.5f);
  EXPECT_EQ(undo_and_redo(), std::pair(true, false));
  press(SDLK_z, Held::control);
  EXPECT_EQ(undo_and_redo(), std::pair(false, true));
}

TEST_F(ViewerMenu, DrawsWhenTheButtonIsReleased) {
  begin({model_name});
  const int x = 8, y = static_cast<int>(0.5f * bar_height());
  point(x, y);
  viewer->handle(mouse_event(SDL_MOUSEBUTTONDOWN, x, y));
  settle();
  EXPECT_FALSE(viewer->wants_frame());
  viewer->handle(mouse_event(SDL_MOUSEBUTTONUP, x, y));
  EXPECT_TRUE(viewer->wants_frame());
}

TEST_F(ViewerMenu, EscapeClosesOnlyTheMenu) {
  begin({model_name});
  press(SDLK_m);
  find_menus();
  open(1);
  press(SDLK_ESCAPE);
  EXPECT_EQ(open_menu(), nullptr);
  EXPECT_TRUE(viewer->panels().shown(Panel::morphs));
  EXPECT_THAT(recorded, IsEmpty());
}

TEST_F(ViewerMenu, ThePictureUsesTheSpaceOfAHiddenMenuBar) {
  begin({model_name});
  const int whole = window->drawable_size().height, bar = static_cast<int>(bar_height());
  EXPECT_GT(bar, 10);
  EXPECT_EQ(viewer->screen().size().height, whole - bar);
  EXPECT_EQ(viewer->screen().pixel_at(vec2(0.0f, bar_height())), vec2(0.0f));
  const auto before = pixels();
  const vec3 eye = viewer->scene().camera.eye;
  press(SDLK_F10);
  EXPECT_EQ(viewer->screen().size().height, whole);
  EXPECT_EQ(pixels().size(),
            before.size() / static_cast<std::size_t>(whole - bar) * static_cast<std::size_t>(whole));
  press(SDLK_F10);
  EXPECT_EQ(pixels(), before);
  drag_along(500, 530, 5);
  EXPECT_EQ(viewer->scene().camera.eye, eye) << "a drag on the menu bar";
}

}  // namespace
}  // namespace mmd::test
