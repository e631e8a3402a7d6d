// The list of files, the models that were opened last, the desktop's dialog.
#include "tests/app/viewer_fixture.h"

namespace mmd::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::Not;

class ViewerOpening : public ViewerFixture {
 protected:
  void SetUp() override {
    ViewerFixture::SetUp();
    std::filesystem::create_directories(models);
    write_model(models / "a.pmx", figure());
    write_model(models / "b.pmx", figure());
  }
  ViewerSetup setup() {
    ViewerSetup out;
    out.recent_files = folder.path() / "state" / "recent";
    out.record = [this](const Action& action) { recorded.push_back(action); };
    return out;
  }
  void ask(Action action) {
    viewer->perform(std::move(action));
    all_done();
  }
  /// Until nothing is listed, no dialog is open.
  void all_done() {
    settle();
    while (viewer->chooser().busy() || viewer->in_dialog()) viewer->run_once();
    settle();
  }
  void press_control(SDL_Keycode key) {
    SDL_Event event = key_event(key);
    event.key.keysym.mod = KMOD_LCTRL;
    SDL_PushEvent(&event);
    viewer->run_once();
    all_done();
  }
  bool lists() const { return viewer->panels().shown(Panel::files); }

  const std::filesystem::path models = folder.path() / "models";
  Actions recorded;
};

TEST_F(ViewerOpening, AFolderThatVanishedIsSaidWhereOneLooks) {
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

TEST_F(ViewerOpening, OpenedModelsAreRememberedForTheNextWindow) {
  start({to_utf8(models / "a.pmx")}, setup());
  drop({pose_name});
  drop({to_utf8(models / "b.pmx")});
  EXPECT_THAT(viewer->recent().list(), ElementsAre(to_utf8(models / "b.pmx"), to_utf8(models / "a.pmx")));
  viewer.reset();
  window.reset();
  ViewerSetup with_sample = setup();
  with_sample.sample = {model_name};
  start({}, std::move(with_sample));
  EXPECT_EQ(viewer->recent().list().size(), 2u) << "the sample is nothing to come back to";
}

TEST_F(ViewerOpening, TheDesktopsDialogOpensWhatIsChosen) {
  ViewerSetup with_dialog = setup();
  std::string began_in;
  with_dialog.dialogs = [&](const std::string& place, Language) {
    began_in = place;
    return std::vector<ProgramCall>{
        {"sh", {"-c", "printf '%s\\n' \"$1\" \"$2\"", "dialog", to_utf8(models / "a.pmx"), pose_name}}};
  };
  start({model_name}, std::move(with_dialog));
  press_control(SDLK_o);
  EXPECT_EQ(began_in, to_utf8(folder.path()));
  EXPECT_THAT(viewer->stage().document()->model_file, HasSubstr("a.pmx"));
  EXPECT_THAT(viewer->title(), HasSubstr("pose2.vpd"));
  EXPECT_THAT(recorded, Contains(Field(&Action::id, ActionId::open_files)));
  EXPECT_FALSE(lists());
}

TEST_F(ViewerOpening, WithoutADialogThereIsTheList) {
  ViewerSetup with_dialog = setup();
  with_dialog.dialogs = [](const std::string&, Language) {
    return std::vector<ProgramCall>{{"mmdview-no-such-program", {}}};
  };
  start({model_name}, std::move(with_dialog));
  press_control(SDLK_o);
  EXPECT_TRUE(lists());
  EXPECT_EQ(viewer->chooser().listing().place, to_utf8(folder.path()));
  EXPECT_THAT(recorded, Not(Contains(Field(&Action::id, ActionId::open_files))));
}

TEST_F(ViewerOpening, WhatIsTypedIsSearchedAndEnterOpensIt) {
  start({model_name});
  ask({ActionId::list_files, to_utf8(models)});
  press(SDLK_F6);
  settle();
  SDL_Event typed{};
  typed.type = SDL_TEXTINPUT;
  SDL_strlcpy(typed.text.text, "b.", sizeof typed.text.text);
  viewer->handle(typed);
  viewer->handle(key_event(SDLK_UNKNOWN));
  settle();
  EXPECT_EQ(viewer->chooser().found().size(), 1u);
  press(SDLK_RETURN);
  all_done();
  EXPECT_THAT(viewer->stage().document()->model_file, HasSubstr("b.pmx"));
}

}  // namespace
}  // namespace mmd::test
