// The menus at the top of the window.
#include <algorithm>

#include <imgui.h>
#include <imgui_internal.h>  // where the menus are

#include "app/actions/action_table.h"
#include "tests/app/viewer_fixture.h"
#include "tests/support/format_samples.h"

namespace mmd::test {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

class ViewerMenu : public ViewerFixture {
 protected:
  void begin(const std::vector<std::string>& files) {
    ViewerSetup setup;
    setup.now = [this] { return clock; };
    setup.record = [this](const Action& action) { recorded.push_back(action); };
    Options options;
    options.size = PictureSize{640, 480};
    start(files, std::move(setup), options);
  }
  /// A motion of the model and the camera.
  std::string motion() {
    vmd::File file = vmd::empty_file("");
    file.bones.push_back(bone_key("腕", 0));
    file.bones.push_back(bone_key("腕", 60, vec3(0.0f, 6.0f, 0.0f)));
    const auto bytes = vmd::write(file);
    EXPECT_TRUE(bytes && write_file_atomically(folder.path() / "dance.vmd", *bytes));
    return to_utf8(folder.path() / "dance.vmd");
  }
  std::string camera_motion() {
    vmd::File file = vmd::empty_file("");
    file.cameras.resize(1);
    file.cameras[0].distance = -40.0f;
    const auto bytes = vmd::write(file);
    EXPECT_TRUE(bytes && write_file_atomically(folder.path() / "camera.vmd", *bytes));
    return to_utf8(folder.path() / "camera.vmd");
  }

  /// Takes the pointer there; Dear ImGui asks the display where it is.
  void point(float x, float y) {
    const int left = static_cast<int>(x), top = static_cast<int>(y);
    SDL_WarpMouseInWindow(window->handle(), left, top);
    viewer->handle(mouse_event(SDL_MOUSEMOTION, left, top));
    settle();
  }
  void click(float x, float y) {
    point(x, y);
    for (const Uint32 type : {SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP}) {
      viewer->handle(mouse_event(type, static_cast<int>(x), static_cast<int>(y)));
      settle();
    }
  }
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
  /// Finds where the menus are, from left to right.
  void find_menus() {
    places.clear();
    for (float x = 4.0f, last = -1.0f; x < 600.0f && places.size() < menu_table().size(); x += 20.0f) {
      click(x, 0.5f * bar_height());
      const ImGuiWindow* menu = open_menu();
      if (menu == nullptr) continue;
      if (menu->Pos.x > last) places.push_back(x);
      last = menu->Pos.x;
      press(SDLK_ESCAPE);
    }
    ASSERT_THAT(places, SizeIs(menu_table().size()));
    items.assign(places.size(), {});
    recorded.clear();
  }
  /// Finds the items of the open menu from the top down to `last`. How high they are and how far apart is for
  /// Dear ImGui to choose; it says what is under the pointer.
  void find_items(std::size_t menu, std::size_t last) {
    const ImGuiWindow* window_of_it = open_menu();
    const float left = 40.0f;
    ImGuiID before = 0;
    items[menu].clear();
    for (float y = 0.0f; y < window_of_it->Size.y && items[menu].size() <= last; y += 8.0f) {
      point(window_of_it->Pos.x + left, window_of_it->Pos.y + y);
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
    const ActionRow& wanted = row_of(id);
    for (std::size_t menu = 0, item = 0; menu < menu_table().size(); ++menu) {
      if (menu_table()[menu].menu != wanted.menu) continue;
      for (const ActionRow& row : action_table())
        if (row.menu == wanted.menu && row.id < id) ++item;
      open(menu);
      return choose(menu, item);
    }
    FAIL() << wanted.name.english << " is in no menu";
  }
  static std::vector<ActionId> ids_of(const Actions& actions) {
    std::vector<ActionId> out;
    for (const Action& action : actions) out.push_back(action.id);
    return out;
  }
  void begin_again(const std::vector<std::string>& files) {
    viewer.reset();
    window.reset();
    recorded.clear();
    begin(files);
  }
  /// Chooses of each menu the first item that `wanted` wants, and looks at what came of it. All items of a
  /// menu are drawn alike, from the table.
  void choose_in_each(const std::function<bool(const ActionRow&)>& wanted,
                      const std::function<void(const ActionRow&)>& look) {
    for (std::size_t menu = 0; menu < menu_table().size(); ++menu) {
      std::size_t item = 0;
      for (const ActionRow& row : action_table()) {
        if (row.menu != menu_table()[menu].menu) continue;
        const std::size_t at = item++;
        if (!wanted(row)) continue;
        open(menu);
        recorded.clear();
        choose(menu, at);
        look(row);
        if (!viewer->panels().shown(Panel::menu_bar)) press(SDLK_F10);
        if (open_menu() != nullptr) press(SDLK_ESCAPE);
        if (viewer->running()) press(SDLK_0, Held::control);  // the menus are where they were found
        break;
      }
    }
  }

  Actions recorded;
  std::vector<float> places;               ///< of the menus, in the window's points
  std::vector<std::vector<ImVec2>> items;  ///< of each menu, from its corner
};

TEST_F(ViewerMenu, AnItemOfEachMenuAsksForTheSameAsItsKey) {
  const TemporaryFolder out, nothing;
  std::filesystem::current_path(out.path());
  begin({model_name, motion(), camera_motion()});
  viewer->perform(
      {ActionId::browse, to_utf8(nothing.path())});  // a pose of the model's folder would end the motion
  press(SDLK_f);
  for (int step = 0; step < 2; ++step) press(SDLK_e);  // to be undone
  find_menus();
  std::size_t seen = 0;
  choose_in_each([](const ActionRow& row) { return row.id != ActionId::quit && !row.key.name.empty(); },
                 [&](const ActionRow& row) {
                   ++seen;
                   ASSERT_FALSE(recorded.empty()) << row.name.english;
                   const Action by_menu = recorded.front();
                   EXPECT_EQ(by_menu.id, row.id) << row.name.english;
                   EXPECT_TRUE(std::holds_alternative<std::monostate>(by_menu.value)) << row.name.english;
                   if (ImGui::GetIO().WantTextInput) press(SDLK_ESCAPE);  // it asks for a name
                   recorded.clear();
                   press(row.key.code, row.key.held);
                   ASSERT_FALSE(recorded.empty()) << row.name.english;
                   EXPECT_EQ(recorded.front().id, by_menu.id) << row.name.english;
                   EXPECT_EQ(recorded.front().value.index(), by_menu.value.index()) << row.name.english;
                 });
  std::filesystem::current_path("/");
  EXPECT_GE(seen + 1, menu_table().size()) << "a menu may have no keys";
  choose(ActionId::quit);
  EXPECT_FALSE(viewer->running());
}

TEST_F(ViewerMenu, WhatWasChosenIsRecordedAsOfKeysAndPerformedAgainLeadsToTheSame) {
  const std::vector<std::string> files{model_name, pose_name};
  const std::vector<ActionId> wanted{ActionId::toggle_edges,    ActionId::next_pose,
                                     ActionId::view_back,       ActionId::next_bones,
                                     ActionId::next_comparison, ActionId::reset_morphs};
  begin(files);
  find_menus();
  for (const ActionId id : wanted) choose(id);
  const Actions chosen = recorded;
  EXPECT_EQ(ids_of(chosen), wanted);
  const auto there = pixels();

  begin_again(files);
  for (const ActionId id : wanted) {
    if (row_of(id).key.name.empty()) {
      viewer->perform({id});
    } else {
      press(row_of(id).key.code, row_of(id).key.held);
    }
  }
  EXPECT_EQ(ids_of(recorded), wanted);
  settle();
  EXPECT_EQ(pixels(), there);

  begin_again(files);
  for (const Action& action : chosen) {
    viewer->perform(action);
    settle();
  }
  EXPECT_EQ(ids_of(recorded), wanted);
  EXPECT_EQ(pixels(), there);
}

TEST_F(ViewerMenu, ItemsWithoutWhatTheyNeedDoNothing) {
  begin({});
  for (const ActionRow& row : action_table())
    EXPECT_EQ(is_available(row, viewer->stage()), row.needs == Needs::nothing) << row.name.english;
  find_menus();
  std::size_t seen = 0;
  choose_in_each([](const ActionRow& row) { return row.needs != Needs::nothing; },
                 [&](const ActionRow& row) {
                   ++seen;
                   EXPECT_THAT(recorded, IsEmpty()) << row.name.english;
                   EXPECT_NE(open_menu(), nullptr) << row.name.english << ": a choice would have closed it";
                 });
  EXPECT_GT(seen, 2u);
  EXPECT_FALSE(viewer->playback().playing());
}

TEST_F(ViewerMenu, WhatIsUndoneIsGreyWhereThereIsNothingOfIt) {
  begin({model_name});
  const auto is_there = [&](ActionId id) { return is_available(row_of(id), viewer->stage()); };
  EXPECT_FALSE(is_there(ActionId::undo));
  EXPECT_FALSE(is_there(ActionId::redo));
  press(SDLK_e);
  EXPECT_TRUE(is_there(ActionId::undo));
  EXPECT_FALSE(is_there(ActionId::redo));
  press(SDLK_z, Held::control);
  EXPECT_FALSE(is_there(ActionId::undo));
  EXPECT_TRUE(is_there(ActionId::redo));
}

TEST_F(ViewerMenu, AFrameIsDrawnOnceTheButtonIsLetGoWhereItWasPressed) {
  begin({model_name});
  const float x = 8.0f, y = 0.5f * bar_height();
  point(x, y);
  viewer->handle(mouse_event(SDL_MOUSEBUTTONDOWN, static_cast<int>(x), static_cast<int>(y)));
  settle();
  EXPECT_FALSE(viewer->wants_frame());
  viewer->handle(mouse_event(SDL_MOUSEBUTTONUP, static_cast<int>(x), static_cast<int>(y)));
  EXPECT_TRUE(viewer->wants_frame());
}

TEST_F(ViewerMenu, EscapeClosesTheMenuAndNothingElse) {
  begin({model_name});
  press(SDLK_m);
  find_menus();
  open(1);
  press(SDLK_ESCAPE);
  EXPECT_EQ(open_menu(), nullptr);
  EXPECT_TRUE(viewer->panels().shown(Panel::morphs));
  EXPECT_THAT(recorded, IsEmpty());
}

TEST_F(ViewerMenu, ThePictureLiesBelowTheBarAndTakesItsPlaceWhenItIsHidden) {
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
  EXPECT_EQ(viewer->scene().camera.eye, eye);
}

TEST_F(ViewerMenu, AClickOnItLeavesTheCameraAlone) {
  begin({model_name});
  const Camera camera = viewer->scene().camera;
  viewer->handle(mouse_event(SDL_MOUSEBUTTONDOWN, 500, 5));
  viewer->handle(mouse_event(SDL_MOUSEMOTION, 530, 40, 30));
  viewer->handle(mouse_event(SDL_MOUSEBUTTONUP, 530, 40));
  EXPECT_EQ(viewer->scene().camera.eye, camera.eye);
  EXPECT_THAT(recorded, IsEmpty());
}

}  // namespace
}  // namespace mmd::test
