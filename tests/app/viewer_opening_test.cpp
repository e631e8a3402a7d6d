// The file list, recent models, the desktop's file dialog.
#include <imgui.h>
#include <imgui_internal.h>  // the notice

#include "tests/app/viewer_fixture.h"

namespace mmd::test {
namespace {

class ViewerOpening : public ViewerFixture {
 protected:
  void SetUp() override {
    ViewerFixture::SetUp();
    std::filesystem::create_directories(models);
    write_model(models / "a.pmx", figure());
    write_model(models / "b.pmx", figure());
  }
  void ask(Action action) {
    viewer->perform(std::move(action));
    all_done();
  }
  /// Types a text of any length, as the events of a display do.
  void type_path(const std::string& text) {
    constexpr std::size_t at_once = 16;
    for (std::size_t at = 0; at < text.size(); at += at_once) type_text(text.substr(at, at_once).c_str());
  }
  void ask_only(const Action& action) {
    viewer->perform(action);
    settle();
  }
  /// Runs the viewer until no listing and no dialog is pending.
  void all_done() {
    settle();
    while (viewer->chooser().busy() || viewer->in_dialog()) viewer->run_once();
    settle();
  }
  void press_control(SDL_Keycode key) {
    press(key, Held::control);
    all_done();
  }
  /// A dialog that returns `answer` if it is `shown`, as soon as `answers` is true.
  ViewerSetup with_dialog() {
    ViewerSetup out = with_library();
    out.dialog = [this](const DialogQuestion& question, const std::atomic<bool>& wanted) {
      while (!answers && wanted) std::this_thread::yield();
      asked = question;
      return DialogOutcome{shown, answer, question.purpose};
    };
    return out;
  }
  bool lists() const { return viewer->panels().shown(Panel::files); }

  const std::filesystem::path models = folder.path() / "models";
  DialogQuestion asked;
  std::atomic<bool> answers = true;
  bool shown = true;
  std::vector<std::string> answer;
};

TEST_F(ViewerOpening, ReportsAFolderThatVanished) {
  start({model_name});
  ask({ActionId::list_files, to_utf8(models)});
  press(SDLK_F6);
  EXPECT_TRUE(lists());
  std::filesystem::remove_all(models);
  ask({ActionId::list_files, to_utf8(models)});
  EXPECT_TRUE(viewer->chooser().listing().problem);
  drop({to_utf8(models)});
  EXPECT_EQ(viewer->messages().front().severity, Severity::error);
  EXPECT_EQ(viewer->scene().actors.size(), 1u);
}

TEST_F(ViewerOpening, ACancelledDialogFindsNoMissingFile) {
  Options options;
  options.missing = {"gone.pmx"};
  start({model_name}, with_dialog(), options);
  ask({ActionId::find_missing});
  EXPECT_EQ(asked.purpose, DialogPurpose::find);
  drop({to_utf8(models / "a.pmx")});
  EXPECT_TRUE(viewer->running()) << "the scene is not opened with it";
  EXPECT_EQ(viewer->parts().opened.missing.size(), 1u);
}

TEST_F(ViewerOpening, RemembersRecentModels) {
  start({to_utf8(models / "a.pmx")}, with_library());
  drop({pose_name});
  drop({to_utf8(models / "b.pmx")});
  EXPECT_THAT(viewer->library().recent(), ElementsAre(to_utf8(models / "b.pmx"), to_utf8(models / "a.pmx")));
  ViewerSetup with_sample = with_library();
  with_sample.sample = {model_name};
  start({}, std::move(with_sample));
  EXPECT_EQ(viewer->library().recent().size(), 2u) << "the sample is nothing to come back to";
}

TEST_F(ViewerOpening, TheDesktopDialogOpensFilesAddsModelsAndBrowsesFolders) {
  answer = {to_utf8(models / "a.pmx"), pose_name};
  start({model_name}, with_dialog());
  press_control(SDLK_o);
  EXPECT_EQ(asked.folder, to_utf8(folder.path()));
  EXPECT_THAT(viewer->stage().document()->model_file, HasSubstr("a.pmx"));
  EXPECT_THAT(viewer->title(), HasSubstr("pose2.vpd"));
  EXPECT_THAT(recorded, Contains(Field(&Action::id, ActionId::open_files)));
  answer = {to_utf8(models / "a.pmx")};
  ask({ActionId::add_model});
  EXPECT_EQ(figures().size(), 2u);
  answer = {};  // cancelled: the next one does not add
  ask({ActionId::add_model});
  answer = {to_utf8(models / "b.pmx")};
  ask({ActionId::open_dialog});
  EXPECT_EQ(figures().size(), 2u);
  answer = {to_utf8(models)};
  ask({ActionId::browse_dialog});
  EXPECT_TRUE(viewer->panels().shown(Panel::browser));
  EXPECT_EQ(viewer->browser().place(), to_utf8(models));
}

TEST_F(ViewerOpening, AddingAModelKeepsTheView) {
  answer = {model_name};
  start({model_name}, with_dialog());
  viewer->handle(wheel_event());
  settle();
  const vec3 eye = viewer->scene().camera.eye;
  ask({ActionId::add_model});
  EXPECT_EQ(figures().size(), 2u);
  EXPECT_EQ(viewer->scene().camera.eye, eye);
}

TEST_F(ViewerOpening, TheFirstModelIsFramedEvenIfItIsAdded) {
  start({model_name}, with_dialog());
  const vec3 eye = viewer->scene().camera.eye;
  answer = {model_name};
  start({}, with_dialog());
  viewer->handle(wheel_event());
  ask({ActionId::add_model});
  EXPECT_EQ(figures().size(), 1u);
  EXPECT_EQ(viewer->scene().camera.eye, eye);
}

TEST_F(ViewerOpening, TheDesktopDialogChoosesThePoseFile) {
  const std::string saved = to_utf8(models / path_from_utf8("新しい.vpd"));
  answer = {saved};
  start({model_name, pose_name}, with_dialog());
  ask({ActionId::edit_pose, edit::Command(edit::Mirror{})});
  ask({ActionId::ask_pose_name});
  EXPECT_EQ(asked.purpose, DialogPurpose::save_pose);
  EXPECT_EQ(asked.name, "pose2.vpd");
  EXPECT_EQ(asked.folder, to_utf8(pose2.parent_path()));
  EXPECT_TRUE(is_saved(*viewer->stage().figure()));
  EXPECT_EQ(viewer->stage().figure()->origin->file, saved);
  EXPECT_FALSE(viewer->panels().shown(Panel::history));
}

TEST_F(ViewerOpening, NeverOverwritesWithoutTheDialogAsking) {
  const auto there = folder.put("models/there.vpd", "mine");
  answer = {to_utf8(models / "there")};
  start({model_name, pose_name}, with_dialog());
  ask({ActionId::ask_pose_name});
  EXPECT_EQ(viewer->messages().front().severity, Severity::error);
  EXPECT_EQ(read_file(there)->size(), 4u);
}

TEST_F(ViewerOpening, SavesThePoseOfTheModelThatWasActive) {
  const std::string saved = to_utf8(models / "first.vpd");
  start({model_name, pose_name, model_name}, with_dialog());
  activate(0);
  answers = false;
  viewer->perform({ActionId::ask_pose_name});
  viewer->perform({ActionId::activate_figure, std::int32_t{1}});
  answer = {saved};
  answers = true;
  all_done();
  EXPECT_EQ(viewer->stage().figures()[0]->origin->file, saved);
  EXPECT_EQ(viewer->stage().figures()[1]->origin->file, "");
}

TEST_F(ViewerOpening, UsesPanelsWithoutADialog) {
  shown = false;
  start({model_name}, with_dialog());
  press_control(SDLK_o);
  EXPECT_TRUE(lists());
  EXPECT_EQ(viewer->chooser().listing().place, to_utf8(folder.path()));
  EXPECT_THAT(recorded, Not(Contains(Field(&Action::id, ActionId::open_files))));
  ask({ActionId::ask_pose_name});
  EXPECT_TRUE(viewer->panels().shown(Panel::history));
  type_text("seated");
  EXPECT_EQ(viewer->panels().tools.save_name, "seated");
  ask({ActionId::browse_dialog});
  EXPECT_TRUE(viewer->panels().shown(Panel::files));
}

TEST_F(ViewerOpening, EscapeClearsTheSearchForFilesAndThenLeavesIt) {
  shown = false;
  start({model_name}, with_dialog());
  press_control(SDLK_o);
  type_text("nothing");
  EXPECT_EQ(viewer->chooser().search(), "nothing");
  press(SDLK_ESCAPE);
  EXPECT_EQ(viewer->chooser().search(), "");
  EXPECT_FALSE(viewer->chooser().found().empty());
  type_text("a.p");
  EXPECT_EQ(viewer->chooser().search(), "a.p") << "the field still takes the keys";
  press(SDLK_ESCAPE);
  press(SDLK_ESCAPE);
  EXPECT_FALSE(ImGui::GetIO().WantTextInput);
  EXPECT_TRUE(lists());
}

TEST_F(ViewerOpening, KeepsDrawingDuringADialogAndQuits) {
  answers = false;
  start({model_name}, with_dialog());
  viewer->perform({ActionId::open_dialog});
  EXPECT_TRUE(viewer->in_dialog());
  const std::uint64_t before = viewer->frames_drawn();
  ask_only({ActionId::toggle_bones});
  EXPECT_GT(viewer->frames_drawn(), before);
  viewer->perform({ActionId::open_dialog});
  EXPECT_THAT(said(), HasSubstr("already open"));
  viewer->perform({ActionId::quit});
  viewer.reset();  // gives the dialog up, whose answer never comes
}

TEST_F(ViewerOpening, KeysAndClicksWaitForTheDialog) {
  answers = false;
  ViewerSetup setup = with_dialog();
  start({model_name}, std::move(setup));
  press(SDLK_m);
  viewer->perform({ActionId::open_dialog});
  settle();
  const Camera before = viewer->scene().camera;
  recorded.clear();
  for (const SDL_Keycode key : {SDLK_b, SDLK_RETURN, SDLK_i, SDLK_ESCAPE, SDLK_TAB}) press(key);
  press(SDLK_q, Held::control);
  type_text("b");
  drag_along(250, 300, 120);
  viewer->handle(wheel_event());
  for (int y = 20; y < 240; y += 20) click_panel(20, y);
  EXPECT_THAT(recorded, IsEmpty());
  EXPECT_EQ(viewer->scene().camera.eye, before.eye);
  EXPECT_TRUE(viewer->running());
  EXPECT_EQ(ImGui::GetCurrentContext()->OpenPopupStack.size(), 1) << "a line says why";
  answers = true;
  all_done();
  EXPECT_TRUE(ImGui::GetCurrentContext()->OpenPopupStack.empty());
  EXPECT_NE(asked.owner, 0u);
  press(SDLK_b);
  EXPECT_TRUE(viewer->scene().settings.skeleton);
}

TEST_F(ViewerOpening, ADialogThatNobodyFindsCanBeCancelled) {
  answers = false;
  start({model_name}, with_dialog());
  viewer->perform({ActionId::open_dialog});
  settle();
  const ImGuiWindow* notice = ImGui::GetCurrentContext()->OpenPopupStack[0].Window;
  ASSERT_NE(notice, nullptr);
  click_panel(static_cast<int>(notice->Pos.x + notice->Size.x) - 20,
              static_cast<int>(notice->Pos.y + 0.5f * notice->Size.y));
  EXPECT_THAT(recorded, Contains(Field(&Action::id, ActionId::cancel_dialog)));
  all_done();
  EXPECT_FALSE(viewer->in_dialog());
  EXPECT_TRUE(ImGui::GetCurrentContext()->OpenPopupStack.empty());
}

TEST_F(ViewerOpening, TheFileListBeginsInTheFolderOfTheModel) {
  ViewerSetup setup = with_library();
  setup.panels.show(Panel::files, true);
  start({to_utf8(models / "a.pmx")}, std::move(setup));
  all_done();
  EXPECT_EQ(viewer->chooser().listing().place, to_utf8(models));
  drop({model_name});
  all_done();
  EXPECT_EQ(viewer->chooser().listing().place, to_utf8(folder.path()));
  ask({ActionId::list_files, to_utf8(folder.path() / "poses")});
  drop({to_utf8(models / "b.pmx")});
  all_done();
  EXPECT_EQ(viewer->chooser().listing().place, to_utf8(folder.path() / "poses")) << "the user went there";
}

TEST_F(ViewerOpening, ATypedPathIsOpened) {
  start({model_name});
  press(SDLK_F6);
  all_done();
  type_path(to_utf8(models));
  press(SDLK_RETURN);
  all_done();
  EXPECT_EQ(viewer->chooser().listing().place, to_utf8(models));
  type_path(to_utf8(folder.path()) + "/models/a.pmx");
  press(SDLK_RETURN);
  all_done();
  EXPECT_THAT(viewer->stage().document()->model_file, HasSubstr("a.pmx"));
}

TEST_F(ViewerOpening, TypingSearchesAndEnterOpens) {
  start({model_name});
  ask({ActionId::list_files, to_utf8(models)});
  press(SDLK_F6);
  settle();
  type_text("b.");
  EXPECT_EQ(viewer->chooser().found().size(), 1u);
  press(SDLK_RETURN);
  all_done();
  EXPECT_THAT(viewer->stage().document()->model_file, HasSubstr("b.pmx"));
}

}  // namespace
}  // namespace mmd::test
