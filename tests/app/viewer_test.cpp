#include "app/window/viewer.h"

#include <SDL.h>

#include "tests/app/viewer_fixture.h"

namespace mmd::test {
namespace {

using ViewerTest = ViewerFixture;

TEST_F(ViewerTest, StartsWithoutAModelAndShowsOneThatIsDropped) {
  start({});
  EXPECT_TRUE(viewer->scene().actors.empty());
  EXPECT_EQ(viewer->title(), "mmdview");
  EXPECT_THAT(said(), HasSubstr("no Japanese font"));
  const auto blank = pixels();
  drop({pose_name});
  EXPECT_THAT(said(), HasSubstr("no model"));
  drop({model_name});
  ASSERT_EQ(viewer->scene().actors.size(), 1u);
  EXPECT_THAT(viewer->title(), HasSubstr("積み木"));
  EXPECT_STREQ(SDL_GetWindowTitle(window->handle()), viewer->title().c_str());
  EXPECT_NE(pixels(), blank);
  SDL_Event quit{};
  quit.type = SDL_QUIT;
  SDL_PushEvent(&quit);
  viewer->run_once();
  EXPECT_FALSE(viewer->running());
}

TEST_F(ViewerTest, ShowsModelAndPoseOfTheCommandLine) {
  start({pose_name, model_name});
  ASSERT_EQ(viewer->scene().actors.size(), 1u);
  EXPECT_THAT(viewer->title(), HasSubstr("積み木 — pose2.vpd"));
  drop({write_other(renamed_figure("別"))});
  EXPECT_THAT(viewer->title(), HasSubstr("別 — pose2.vpd")) << "a new model keeps the pose";
  EXPECT_TRUE(reported.empty() || reported.front().severity != Severity::error);
}

TEST_F(ViewerTest, ADroppedPoseMovesTheModelAndKeepsTheView) {
  start({model_name});
  const auto rest = pixels();
  press(SDLK_8);
  drop({pose_name});
  const vec3 eye = viewer->scene().camera.eye;
  press(SDLK_8);
  EXPECT_EQ(viewer->scene().camera.eye, eye);
  press(SDLK_1);
  EXPECT_NE(pixels(), rest);
  EXPECT_THAT(viewer->title(), HasSubstr("pose2.vpd"));
}

TEST_F(ViewerTest, NamesMissingBonesAndTextures) {
  pmx::File file = figure();
  file.textures.push_back(pmx::from_utf8("tex\\体.png", file.header.encoding));
  file.materials[0].texture = 0;
  write_model(model, file);
  start({model_name});
  EXPECT_THAT(said(), HasSubstr("体.png"));
  const auto stranger = folder.path() / "stranger.vpd";
  write_pose(stranger, figure_pose(0.3f, true));
  drop({to_utf8(stranger)});
  EXPECT_THAT(said(), HasSubstr("左ひざ"));
}

TEST_F(ViewerTest, EndsIfAnOptionCannotBeUsed) {
  Options highlight, compare;
  highlight.highlight = "尻尾";
  highlight.look.skeleton = true;
  compare.compare = to_utf8(folder.path() / "missing.vpd");
  const std::tuple<std::string, Options, const char*> starts[] = {
      {to_utf8(folder.put("broken.pmx", "PMX 2")), Options(), "broken.pmx"},
      {model_name, highlight, "尻尾"},
      {model_name, compare, "missing.vpd"}};
  for (const auto& [file, options, word] : starts) {
    SCOPED_TRACE(word);
    start({file}, {}, options);
    EXPECT_FALSE(viewer->running());
    ASSERT_TRUE(viewer->start_error());
    EXPECT_THAT(describe(*viewer->start_error()), HasSubstr(word));
  }
}

TEST_F(ViewerTest, ShowsTheSampleWithoutFiles) {
  ViewerSetup setup;
  setup.sample = {model_name, pose_name};
  start({}, std::move(setup));
  ASSERT_EQ(viewer->scene().actors.size(), 1u);
  EXPECT_THAT(viewer->title(), HasSubstr("pose2.vpd"));
  EXPECT_THAT(said(), HasSubstr("Drop your own here"));
  const TemporaryFolder own;
  write_model(own.path() / "own.pmx", figure());
  drop({to_utf8(own.path() / "own.pmx")});
  EXPECT_THAT(viewer->title(), Not(HasSubstr("pose2.vpd"))) << "the sample's pose is not for others";
  EXPECT_THAT(said(), Not(HasSubstr("sample")));
  ViewerSetup broken;
  broken.sample = {to_utf8(folder.put("sample.pmx", "PMX 2"))};
  start({}, std::move(broken));
  EXPECT_TRUE(viewer->running());
  EXPECT_THAT(said(), HasSubstr("sample.pmx"));
}

TEST_F(ViewerTest, OpensTheUsableFilesOfADrop) {
  start({});
  drop({to_utf8(folder.put("readme.txt", "thank you for the download")), pose_name, model_name,
        to_utf8(folder.path() / "poses")});
  EXPECT_THAT(viewer->title(), HasSubstr("pose2.vpd"));
  EXPECT_THAT(said(), HasSubstr("readme.txt"));
  EXPECT_TRUE(viewer->panels().shown(Panel::browser)) << "a folder is browsed";
  drop({model_name, model_name});
  EXPECT_EQ(figures().size(), 2u) << "both are shown";
}

TEST_F(ViewerTest, DrawsOnlyWhenSomethingChanged) {
  start({model_name});
  SDL_Event moved{};
  moved.type = SDL_MOUSEMOTION;
  moved.motion.y = 100;  // not on the menus
  moved.motion.xrel = 5;
  viewer->handle(moved);
  SDL_Event key_up = key_event(SDLK_a);
  key_up.type = SDL_KEYUP;
  viewer->handle(key_up);
  viewer->handle(key_event(SDLK_INSERT));   // has no action
  viewer->handle(key_event(SDLK_a, true));  // held: not pressed again
  EXPECT_FALSE(viewer->wants_frame());

  const std::uint64_t drawn = viewer->frames_drawn();
  viewer->handle(wheel_event());
  EXPECT_TRUE(viewer->wants_frame());
  settle();
  EXPECT_GT(viewer->frames_drawn(), drawn);
  EXPECT_FALSE(viewer->wants_frame());
  SDL_Event exposed{};
  exposed.type = SDL_WINDOWEVENT;
  exposed.window.event = SDL_WINDOWEVENT_EXPOSED;
  viewer->handle(exposed);
  EXPECT_TRUE(viewer->wants_frame()) << "another window covered it";
}

TEST_F(ViewerTest, CancelsOrQuitsDuringLoading) {
  ViewerSetup setup;
  setup.load = stuck_after_the_first();
  start({model_name}, std::move(setup));
  const auto before = pixels();
  push_drop(SDL_DROPFILE, pose_name);
  while (!viewer->loading()) viewer->run_once();

  const std::uint64_t drawn = viewer->frames_drawn();
  viewer->handle(key_event(SDLK_h));
  EXPECT_TRUE(viewer->panels().shown(Panel::help));
  while (viewer->frames_drawn() < drawn + 3) viewer->run_once();
  EXPECT_TRUE(viewer->loading());

  viewer->handle(key_event(SDLK_ESCAPE));  // the help
  EXPECT_FALSE(viewer->panels().shown(Panel::help));
  viewer->handle(key_event(SDLK_ESCAPE));  // the load
  settle();
  EXPECT_THAT(said(), HasSubstr("cancelled"));
  EXPECT_TRUE(viewer->running());
  EXPECT_EQ(pixels(), before);
  push_drop(SDL_DROPFILE, pose_name);
  while (!viewer->loading()) viewer->run_once();
  press(SDLK_q, Held::control);
  EXPECT_FALSE(viewer->running());
  viewer.reset();  // waits for the thread
}

}  // namespace
}  // namespace mmd::test
