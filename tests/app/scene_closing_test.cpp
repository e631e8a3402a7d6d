// Closing a window with a changed scene, and what its title says.
#include <cstdio>

#include "tests/app/scene_fixture.h"
#include "tests/support/body.h"

namespace mmd::test {
namespace {

using SceneClosing = SceneFixture;

TEST_F(SceneClosing, AnUnchangedSceneClosesWithoutAQuestion) {
  write_scene();
  begin_scene(scene);
  EXPECT_THAT(viewer->title(), testing::StartsWith("s.mmdscene — 積み木"));
  EXPECT_FALSE(is_starred());
  close();
  EXPECT_FALSE(viewer->running());
}

TEST_F(SceneClosing, AMovedModelIsAskedAboutAndSavedIntoTheFile) {
  write_scene();
  const std::string before = text_of(scene);
  begin_scene(scene);
  move(1, 3.0f);
  EXPECT_TRUE(is_starred()) << viewer->title();
  close();
  ASSERT_TRUE(asks_scene());
  press(SDLK_ESCAPE);
  EXPECT_TRUE(viewer->running());
  EXPECT_FALSE(viewer->asks_to_save());
  close();
  press(SDLK_RETURN);
  EXPECT_FALSE(viewer->running());
  EXPECT_NE(text_of(scene), before);
  begin_scene(scene);
  EXPECT_EQ(position_of(*figures()[1]).x, 3.0f);
}

TEST_F(SceneClosing, DiscardKeepsTheFileAndOffersNothingLater) {
  write_scene();
  const std::string before = text_of(scene);
  begin_scene(scene);
  move(1, 3.0f);
  rotate(0, 0.5f);
  pause();
  close();
  press(SDLK_d);
  EXPECT_FALSE(viewer->running());
  EXPECT_EQ(text_of(scene), before);
  EXPECT_EQ(backups(), 0u);
  begin_scene(scene);
  EXPECT_FALSE(offers_scene() || offers_pose());
}

TEST_F(SceneClosing, EveryKindOfChangeIsAskedAboutUntilItIsUndone) {
  write_scene();
  const auto undo = [&] { ask({ActionId::undo}); };
  const auto toggle_edges = [&] { ask({ActionId::toggle_edges}); };
  const auto toggle_append = [&] { ask({ActionId::toggle_append}); };
  const auto hide = [&](std::vector<std::int32_t> materials) {
    ask({ActionId::hide_materials, std::move(materials)});
  };
  struct Change {
    const char* name;
    std::function<void()> make, take_back;
  };
  const Change changes[] = {{"move", [&] { move(1, 3.0f); }, undo},
                            {"light", [&] { colour_light(); }, undo},
                            {"pose", [&] { rotate(0, 0.5f); }, undo},
                            {"hidden model",
                             [&] {
                               ask({ActionId::toggle_figure, 1});
                             },
                             undo},
                            {"hidden material", [&] { hide({0}); }, [&] { hide({}); }},
                            {"edges", toggle_edges, toggle_edges},
                            {"append", toggle_append, toggle_append},
                            {"added", [&] { add(model_name); }, undo},
                            {"removed", [&] { ask({ActionId::remove_figure}); }, undo}};
  for (const Change& change : changes) {
    begin_scene(scene);
    change.make();
    EXPECT_TRUE(is_starred()) << change.name;
    close();
    EXPECT_TRUE(asks_scene()) << change.name;
    press(SDLK_ESCAPE);
    change.take_back();
    EXPECT_FALSE(is_starred()) << change.name;
    close();
    EXPECT_FALSE(viewer->running()) << change.name;
  }
}

TEST_F(SceneClosing, ACameraCountsOnlyInASceneWithAFile) {
  write_scene();
  begin_scene(scene);
  turn_camera();
  EXPECT_TRUE(is_starred());
  close();
  EXPECT_TRUE(asks_scene());
  for (const std::vector<std::string>& files :
       {std::vector<std::string>{model_name}, {model_name, model_name}}) {
    begin_models(files);
    turn_camera();
    close();
    EXPECT_FALSE(viewer->running());
  }
}

TEST_F(SceneClosing, LookingAtASceneIsNoChange) {
  write_scene();
  begin_scene(scene);
  ask({ActionId::next_figure});
  for (const ActionId id :
       {ActionId::toggle_grid, ActionId::next_bones, ActionId::toggle_bodies, ActionId::next_comparison})
    ask({id});
  ask({ActionId::select_bone, 1});
  SDL_SetWindowSize(window->handle(), 500, 400);
  pass(0.5);
  close();
  EXPECT_FALSE(viewer->running()) << viewer->title();
}

TEST_F(SceneClosing, ASingleModelIsAskedAboutOnlyIfItsArrangementChanged) {
  begin_models({model_name});
  for (const ActionId id : {ActionId::toggle_append, ActionId::toggle_edges, ActionId::toggle_grid})
    ask({id});
  open(write_other());
  EXPECT_THAT(viewer->title(), Not(HasSubstr("scene")));
  close();
  EXPECT_FALSE(viewer->running());
  begin_models({model_name});
  colour_light();
  EXPECT_THAT(viewer->title(), HasSubstr("new scene*"));
  close();
  EXPECT_TRUE(asks_scene());
}

TEST_F(SceneClosing, ANewSceneGetsTheOfferedName) {
  const TemporaryFolder out;
  begin_models({model_name});
  add(write_other());
  std::filesystem::current_path(out.path());
  close();
  ASSERT_TRUE(asks_scene());
  press(SDLK_RETURN);
  EXPECT_FALSE(viewer->running());
  EXPECT_THAT(out.names(), ElementsAre("積み木.mmdscene"));
}

TEST_F(SceneClosing, SaveAsWritesANewSceneAndCloses) {
  write_scene();
  const std::string before = text_of(scene);
  begin_scene(scene);
  move(1, 3.0f);
  close();
  ASSERT_TRUE(asks_scene());
  ask({ActionId::ask_closing_name});
  EXPECT_TRUE(asks_scene());
  ask({ActionId::save_and_quit});
  EXPECT_FALSE(viewer->running());
  EXPECT_EQ(text_of(scene), before);
  EXPECT_THAT(text_of(to_utf8(folder.path() / "s 2.mmdscene")), HasSubstr("3"));
}

TEST_F(SceneClosing, ASceneCannotNameAModelFromStandardInput) {
  const auto piped = folder.put("piped.pmx", as_text(*read_file(path_from_utf8(model_name))));
  ASSERT_NE(std::freopen(to_utf8(piped).c_str(), "rb", stdin), nullptr);
  begin_models({"-"});
  ASSERT_EQ(figures().size(), 1u);
  ask({ActionId::save_scene_as, scene});
  EXPECT_THAT(said(), HasSubstr("came from standard input"));
  EXPECT_EQ(text_of(scene), "");
}

TEST_F(SceneClosing, WithoutAFileDialogSaveAsTakesAFreeName) {
  write_scene();
  const std::string before = text_of(scene);
  begin_scene(scene);
  move(1, 3.0f);
  ask({ActionId::ask_scene_name});
  EXPECT_EQ(text_of(scene), before);
  EXPECT_NE(text_of(to_utf8(folder.path() / "s 2.mmdscene")), "");
}

TEST_F(SceneClosing, ASavedSceneHasThePosesSoNothingIsAskedTwice) {
  write_scene();
  begin_scene(scene);
  move(1, 3.0f);
  rotate(0, 0.5f);
  close();
  ASSERT_TRUE(asks_scene());
  press(SDLK_RETURN);
  EXPECT_FALSE(viewer->running());
  EXPECT_EQ(backups(), 0u);
}

TEST_F(SceneClosing, PosesCanBeSavedWithoutTheScene) {
  begin_models({model_name, pose_name});
  add(write_other());
  activate(0);
  rotate(0, 0.5f);
  const std::string before = text_of(pose_name);
  close();
  ASSERT_TRUE(asks_scene());
  press(SDLK_p);
  ASSERT_TRUE(asks_pose());
  press(SDLK_RETURN);
  EXPECT_FALSE(viewer->running());
  EXPECT_NE(text_of(pose_name), before);
}

TEST_F(SceneClosing, StaysOpenIfTheSceneCannotBeSaved) {
  write_scene();
  begin_scene(scene);
  move(1, 3.0f);
  std::filesystem::remove(path_from_utf8(scene));
  std::filesystem::create_directory(path_from_utf8(scene));
  close();
  press(SDLK_RETURN);
  EXPECT_TRUE(asks_scene());
  EXPECT_THAT(said(), HasSubstr("s.mmdscene"));
}

TEST_F(SceneClosing, OpeningAnotherSceneAsksFirst) {
  write_scene();
  begin_scene(scene);
  move(1, 3.0f);
  open(scene);
  ASSERT_TRUE(asks_scene());
  press(SDLK_ESCAPE);
  EXPECT_EQ(position_of(*figures()[1]).x, 3.0f);
  open(scene);
  press(SDLK_d);
  EXPECT_TRUE(viewer->running());
  EXPECT_NE(position_of(*figures()[1]).x, 3.0f);
  EXPECT_FALSE(is_starred());
}

TEST_F(SceneClosing, ASceneOfTheCommandLineIsRecent) {
  write_scene();
  std::filesystem::remove(folder.path() / "data" / "library.json");
  begin_scene(scene);
  EXPECT_EQ(viewer->library().recent().front(), scene);
}

TEST_F(SceneClosing, TheTitleNamesTheProgramOnce) {
  write_model(model, renamed_figure("mmdview figure"));
  begin_models({model_name});
  EXPECT_EQ(viewer->title(), "mmdview figure");
}

TEST_F(SceneClosing, PinsAreKeptInTheSceneAndInItsBackup) {
  const auto pins = [&] { return viewer->stage().figure()->pins; };
  const auto pin = [&](std::int32_t bone) {
    ask({ActionId::select_bones, std::vector<std::int32_t>{bone}});
    ask({ActionId::pin});
  };
  begin_models({write_other(body(), "body.pmx")});
  const std::int32_t hand = first_actor().model().find_bone("左手首"),
                     foot = first_actor().model().find_bone("右足首");
  pin(hand);
  ask({ActionId::save_scene_as, scene});
  be_killed();
  begin_scene(scene);
  EXPECT_THAT(pins(), ElementsAre(hand));
  EXPECT_FALSE(is_starred());
  pin(foot);
  EXPECT_TRUE(is_starred());
  pause();
  be_killed();
  begin_models({model_name});
  ASSERT_TRUE(offers_scene());
  restore();
  EXPECT_THAT(pins(), ElementsAre(hand, foot));
}

TEST_F(SceneClosing, ARestoredPoseOfASceneIsUnsavedUntilTheSceneHasIt) {
  write_scene();
  begin_scene(scene);
  rotate(0, 0.5f);
  const quat turned = edited().rotation[0];
  ask({ActionId::save_scene});
  open(pose_name);
  ask({ActionId::replace_instead});
  ASSERT_EQ(backups(), 1u) << "the unsaved pose is kept";
  ask({ActionId::save_scene});
  be_killed();
  begin_models({write_other()});
  ask({ActionId::restore_unsaved});
  ASSERT_EQ(edited().rotation[0], turned);
  EXPECT_TRUE(is_starred()) << viewer->title();
  EXPECT_EQ(backups(), 1u);
  close();
  EXPECT_TRUE(asks_scene());
}

TEST_F(SceneClosing, ARestoredSceneGoesBackIntoItsFile) {
  write_scene();
  begin_scene(scene);
  move(1, 3.0f);
  rotate(0, 0.5f);
  pause();
  be_killed();
  begin_models({model_name});
  ASSERT_TRUE(offers_scene());
  restore();
  EXPECT_TRUE(is_starred()) << viewer->title();
  EXPECT_FALSE(offers_scene() || offers_pose()) << "nothing is offered twice";
  close();
  ASSERT_TRUE(asks_scene());
  press(SDLK_RETURN);
  EXPECT_FALSE(viewer->running());
  EXPECT_EQ(backups(), 0u);
  begin_scene(scene);
  EXPECT_EQ(position_of(*figures()[1]).x, 3.0f);
}

}  // namespace
}  // namespace mmd::test
