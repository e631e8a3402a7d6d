// Tool bar, status bar, messages and the start page of a real window.
#include <set>

#include <imgui.h>
#include <imgui_internal.h>

#include "app/actions/unsaved.h"
#include "app/panels/icons.h"
#include "app/panels/panels.h"
#include "assets/image.h"
#include "tests/app/panel_items.h"

namespace mmd::test {
namespace {

class ViewerBars : public ViewerFixture {
 protected:
  ViewerBars() : ViewerFixture(PictureSize{900, 600}) { shows_bars = true; }
  std::string status() const {
    std::string out;
    for (const std::string& text : status_texts(viewer->parts())) out += text + "|";
    return out;
  }
};

TEST_F(ViewerBars, ToolBarButtonsSwitchWhatTheirIconsName) {
  ViewerSetup setup;
  constexpr char32_t sample[] = {icons::first};
  setup.icons = font_with(sample, system_fonts_called("FontAwesome"));
  ASSERT_TRUE(setup.icons) << "scripts/setup.sh installs it";
  const TemporaryFolder out;
  std::filesystem::current_path(out.path());
  start({model_name}, setup);
  const int middle = static_cast<int>(viewer->screen().room().top) - 15;
  std::set<ActionId> done;
  for (int x = 10; x < 880; x += 12) {
    point(x, middle);
    if (ImGui::GetCurrentContext()->HoveredId == 0) continue;
    recorded.clear();
    click_panel(x, middle);
    if (viewer->in_dialog()) break;
    for (const Action& action : recorded) done.insert(action.id);
  }
  for (const ActionId id : {ActionId::toggle_append, ActionId::toggle_ik, ActionId::toggle_physics,
                            ActionId::toggle_edges, ActionId::toggle_self_shadow, ActionId::toggle_bones})
    EXPECT_EQ(done.count(id), 1u) << word_of(id);
}

class ViewerTools : public PanelItems {
 protected:
  ViewerTools() : PanelItems(PictureSize{900, 600}) { shows_bars = true; }
  /// The buttons of the tool bar, which have names without an icon font.
  std::vector<Tip> tools() {
    std::vector<Tip> out = items();
    const float bottom = viewer->screen().room().top;
    std::erase_if(out, [&](const Tip& tip) { return tip.panel.bottom > bottom || tip.panel.left > 0.0f; });
    return out;
  }
};

TEST_F(ViewerTools, ThatDoNotFitAreInAMenu) {
  for (const int width : {900, 500, 120}) {
    Options options;
    options.size = PictureSize{width, 600};
    start({model_name}, {}, options);
    const std::vector<Tip> all = tools();
    ASSERT_FALSE(all.empty());
    for (const Tip& tool : all) EXPECT_LT(tool.item.right, static_cast<float>(width)) << tool.lines.front();
    click_on(all.back());
    const auto& open = ImGui::GetCurrentContext()->OpenPopupStack;
    ASSERT_EQ(open.size(), 1) << width;
    const ImGuiWindow* menu = open[0].Window;
    ASSERT_NE(menu, nullptr);
    EXPECT_GE(menu->Pos.x, 0.0f);
    recorded.clear();
    click_panel(static_cast<int>(menu->Pos.x) + 30, static_cast<int>(menu->Pos.y + menu->Size.y) - 16);
    EXPECT_THAT(recorded, Contains(Field(&Action::id, ActionId::toggle_grid))) << width;
  }
}

TEST_F(ViewerTools, ASwitchThatIsOnLooksOnUnderThePointer) {
  start({model_name});
  const Tip bones = item(help_with_key(row_of(ActionId::toggle_bones), viewer->parts()));
  point_at(bones);
  const std::uint32_t off = box_colour(bones);
  ask({ActionId::toggle_bones});
  EXPECT_EQ(box_colour(bones), ImGui::GetColorU32(ImGuiCol_TabHovered)) << "a shade of the accent";
  EXPECT_NE(box_colour(bones), off);
}

TEST(PictureRate, IsKnownOnlyWhileSomethingMovesOn) {
  PictureRate rate;
  for (int i = 0; i < 20; ++i) {
    rate.note(1.0, false);  // a key now and then
    EXPECT_EQ(rate.mean(), 0.0f);
  }
  rate.note(0.1, false);
  rate.note(0.2, false);
  EXPECT_EQ(rate.mean(), 0.0f);
  for (int i = 0; i < 20; ++i) rate.note(0.05, false);
  EXPECT_NEAR(rate.mean(), 20.0f, 3.0f);
  rate.note(3.0, false);
  EXPECT_EQ(rate.mean(), 0.0f);
  for (int i = 0; i < 20; ++i) rate.note(1.0, true);  // a motion on a slow computer
  EXPECT_NEAR(rate.mean(), 1.0f, 0.01f);
}

TEST_F(ViewerBars, StatusBarNamesModelPoseAndActiveBone) {
  start({});
  EXPECT_THAT(status(), HasSubstr("no model"));
  start({model_name, pose_name});
  EXPECT_THAT(status(), HasSubstr("pose2.vpd|"));
  EXPECT_THAT(status(), HasSubstr("triangles"));
  ask({ActionId::select_bone, std::int32_t{1}});
  rotate(1, 0.5f);
  EXPECT_THAT(status(), HasSubstr("pose2.vpd*|"));
  EXPECT_THAT(status(), HasSubstr("°"));
}

TEST_F(ViewerBars, StatusBarNamesThePreviewedPoseAndMarksNoChange) {
  begin({model_name});
  const std::string before = status();
  ask({ActionId::preview_entry, pose_name});
  EXPECT_THAT(status(), HasSubstr("pose2.vpd|"));
  EXPECT_TRUE(is_saved(viewer->stage(), viewer->parts().panels, *viewer->stage().figure()));
  ask({ActionId::preview_entry, std::string()});
  EXPECT_EQ(status(), before);
  rotate(1, 0.5f);
  ask({ActionId::preview_entry, pose_name});
  EXPECT_THAT(status(), HasSubstr("pose2.vpd|"));
  EXPECT_FALSE(is_saved(viewer->stage(), viewer->parts().panels, *viewer->stage().figure()))
      << "the pose before the preview";
  ask({ActionId::preview_entry, std::string()});
  EXPECT_THAT(status(), HasSubstr("new pose*|"));
}

TEST_F(ViewerBars, NotesDisappearAndErrorsStayUntilTheyAreClosed) {
  begin({model_name});
  press(SDLK_e);
  EXPECT_THAT(viewer->parts().board.shown(), Not(IsEmpty()));
  pass(5.0);
  EXPECT_THAT(viewer->parts().board.shown(), IsEmpty());
  open(to_utf8(folder.put("broken.vpd", "no pose")));
  pass(5.0);
  EXPECT_THAT(viewer->parts().board.shown(), Not(IsEmpty()));
  ask({ActionId::dismiss_messages});
  EXPECT_THAT(viewer->parts().board.shown(), IsEmpty());
}

TEST_F(ViewerBars, StartsWithRecentModelsInsteadOfTheSample) {
  const TemporaryFolder samples;
  write_model(samples.path() / "sample.pmx", figure());
  ViewerSetup setup = with_library();
  setup.sample = {to_utf8(samples.path() / "sample.pmx")};
  start({}, setup);
  EXPECT_NE(viewer->stage().document(), nullptr) << "nothing was opened before";
  start({model_name}, setup);
  ViewerSetup again = with_library();
  again.sample = setup.sample;
  start({}, again);
  EXPECT_EQ(viewer->stage().document(), nullptr);
  EXPECT_THAT(viewer->library().recent(), ElementsAre(model_name));
}

TEST_F(ViewerBars, SavedPicturesHaveNoGuidesThatOnlyTheWindowShows) {
  start({model_name});
  const auto plain = pixels();
  ViewerSetup setup;
  setup.guides = true;
  start({model_name}, setup);
  EXPECT_TRUE(viewer->stage().arrangement().look.grid && viewer->stage().arrangement().look.axes);
  EXPECT_NE(pixels(), plain);
  const TemporaryFolder out;
  std::filesystem::current_path(out.path());
  ask({ActionId::save_picture});
  ASSERT_THAT(out.names(), SizeIs(1));
  const auto bytes = read_file(out.path() / path_from_utf8(out.names().front()));
  ASSERT_TRUE(bytes);
  const auto saved = decode_image(*bytes);
  ASSERT_TRUE(saved);
  EXPECT_EQ(std::vector<std::uint8_t>(saved->rgba.begin(), saved->rgba.end()), plain);
}

TEST_F(ViewerBars, ThePictureAloneHasNoBonesAndNoGrid) {
  start({model_name});
  const auto plain = pixels();
  press(SDLK_b);
  press(SDLK_g);
  const auto with_overlays = pixels();
  EXPECT_NE(with_overlays, plain);
  press(SDLK_TAB);
  EXPECT_FALSE(viewer->scene().settings.skeleton || viewer->scene().settings.grid);
  press(SDLK_F3);
  EXPECT_TRUE(viewer->panels().shown(Panel::bones));
  EXPECT_TRUE(viewer->scene().settings.skeleton && viewer->scene().settings.grid);
}

TEST_F(ViewerBars, ThePointFramesTheSelectedBonesOrTheWholeModel) {
  start({model_name});
  const Camera before = viewer->scene().camera;
  ask({ActionId::select_bone, std::int32_t{3}});
  press(SDLK_PERIOD);
  const Camera near = viewer->scene().camera;
  EXPECT_LT(near.distance(), 0.8f * before.distance());
  const vec3 was = glm::normalize(before.target - before.eye), is = glm::normalize(near.target - near.eye);
  EXPECT_LT(glm::distance(was, is), 1e-4f) << "seen from the same side";
  for (const vec3& corner : points_around(first_actor(), std::vector<std::int32_t>{3}))
    EXPECT_LT(glm::distance(corner, near.target), near.distance());
  ask({ActionId::select_bone, none});
  press(SDLK_PERIOD);
  EXPECT_GT(viewer->scene().camera.distance(), near.distance());
}

TEST_F(ViewerBars, TheCameraFollowsTheActiveBone) {
  start({model_name});
  ask({ActionId::select_bone, std::int32_t{0}});
  ask({ActionId::toggle_follow_bone});
  const Camera before = viewer->scene().camera;
  const vec3 joint = translation_of(first_actor().bone_in_scene(0));
  EXPECT_EQ(before.target, joint) << "it comes to the middle";
  ask({ActionId::edit_pose, edit::Command(edit::SetBones{{{0, vec3(1.0f, 2.0f, 3.0f), std::nullopt}}})});
  const vec3 moved = translation_of(first_actor().bone_in_scene(0)) - joint;
  EXPECT_NE(moved, vec3(0.0f));
  EXPECT_EQ(viewer->scene().camera.eye, before.eye + moved);
  EXPECT_EQ(viewer->scene().camera.target, before.target + moved);
}

}  // namespace
}  // namespace mmd::test
