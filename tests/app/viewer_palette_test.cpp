// The action finder, the text size, and the user's keys.
#include <algorithm>

#include "tests/app/viewer_fixture.h"

namespace mmd::test {
namespace {

class ViewerPalette : public ViewerFixture {
 protected:
  void release(SDL_Keycode key) {
    SDL_Event event = key_event(key);
    event.type = SDL_KEYUP;
    SDL_PushEvent(&event);
    viewer->run_once();
    settle();
  }
};

TEST_F(ViewerPalette, EnterDoesTheFoundActionAndEscapeCloses) {
  start({model_name});
  ASSERT_TRUE(viewer->scene().settings.edge);
  press(SDLK_p, Held::control);
  ASSERT_TRUE(viewer->panels().shown(Panel::palette));
  viewer->run_once(0);
  type_text("edges");
  press(SDLK_RETURN);
  release(SDLK_RETURN);
  EXPECT_FALSE(viewer->scene().settings.edge);
  EXPECT_FALSE(viewer->panels().shown(Panel::palette));
  press(SDLK_m);
  press(SDLK_p, Held::control);
  viewer->run_once(0);
  type_text("quit");
  press(SDLK_ESCAPE);
  EXPECT_FALSE(viewer->panels().shown(Panel::palette));
  EXPECT_TRUE(viewer->panels().shown(Panel::morphs)) << "Escape closes nothing else";
}

TEST_F(ViewerPalette, KeysThatTypeNothingWorkDuringTyping) {
  start({model_name});
  press(SDLK_p, Held::control);
  type_text("m");
  press(SDLK_m);
  EXPECT_FALSE(viewer->panels().shown(Panel::morphs)) << "was typed";
  press(SDLK_F3);
  EXPECT_TRUE(viewer->panels().shown(Panel::bones));
  EXPECT_TRUE(viewer->panels().shown(Panel::palette));
  press(SDLK_p, Held::control);
  EXPECT_FALSE(viewer->panels().shown(Panel::palette));
}

TEST_F(ViewerPalette, CtrlPlusAndMinusScaleTextWithinLimits) {
  start({model_name});
  const float bar = viewer->screen().room().top;
  press(SDLK_EQUALS, Held::control);
  press(SDLK_PLUS, Held::control);
  EXPECT_GT(viewer->screen().room().top, bar);
  press(SDLK_0, Held::control);
  EXPECT_EQ(viewer->screen().room().top, bar);
  for (int i = 0; i < 60; ++i) press(SDLK_MINUS, Held::control);
  EXPECT_FLOAT_EQ(viewer->panels().ui_scale, min_ui_scale);
  EXPECT_LT(viewer->screen().room().top, bar);
}

TEST_F(ViewerPalette, AFoundBoneIsSelectedAndShown) {
  pmx::File file = figure();
  file.bones[2].name = pmx::from_utf8("左腕", file.header.encoding);
  write_model(model, file);
  start({model_name});
  press(SDLK_p, Held::control);
  viewer->run_once(0);
  type_text("hidari ude");
  press(SDLK_RETURN);
  EXPECT_THAT(viewer->bone_picker().selection().bones(), ElementsAre(2));
  EXPECT_TRUE(viewer->scene().settings.skeleton);
}

TEST_F(ViewerPalette, AFoundMorphOpensTheMorphsPanel) {
  FileBuilder b = square_with_morph();
  write_model(model, b.file);
  start({model_name});
  viewer->perform({ActionId::show_morph, std::int32_t{0}});
  EXPECT_TRUE(viewer->panels().shown(Panel::morphs));
  viewer->perform({ActionId::show_morph, std::int32_t{7}});
  EXPECT_TRUE(viewer->running());
}

TEST_F(ViewerPalette, MmdKeysAreASwitch) {
  start({model_name});
  viewer->perform({ActionId::toggle_mmd_keys});
  press(SDLK_c);
  EXPECT_TRUE(viewer->scene().settings.skeleton);
  press(SDLK_c);
  EXPECT_FALSE(viewer->scene().settings.skeleton);
  viewer->perform({ActionId::toggle_mmd_keys});
  press(SDLK_c);
  EXPECT_NE(viewer->compare_panes().mode(), CompareMode::off);
}

TEST_F(ViewerPalette, TheUsersKeysAreUsed) {
  ViewerSetup setup;
  setup.warnings = setup.keys.take(
      std::vector<KeySetting>{{"toggle-edges", "F5", "config", 1}, {"no-such-action", "F6", "config", 2}});
  start({model_name}, setup);
  EXPECT_THAT(said(), HasSubstr("no-such-action"));
  const auto told = std::count_if(reported.begin(), reported.end(), [](const Diagnostic& d) {
    return describe(d).find("no-such-action") != std::string::npos;
  });
  EXPECT_EQ(told, 1) << "for the terminal, too";
  press(SDLK_e);
  EXPECT_TRUE(viewer->scene().settings.edge);
  press(SDLK_F5);
  EXPECT_FALSE(viewer->scene().settings.edge);
}

}  // namespace
}  // namespace mmd::test
