// What a window shows, saved in a scene and opened again.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/window/window_memory.h"
#include "edit/gizmo.h"
#include "options/command_line.h"
#include "options/opened.h"
#include "tests/app/viewer_fixture.h"

namespace mmd::test {
namespace {

class WindowState : public ViewerFixture {
 protected:
  /// Saves the scene and returns the file.
  std::string save() {
    const std::string file = to_utf8(states.path() / "s.mmdscene");
    viewer->perform({ActionId::save_scene_as, file});
    return file;
  }
  /// Opens a window with the saved scene alone.
  void start_again(const std::string& scene) {
    viewer.reset();
    window.reset();
    const char* argv[] = {"mmdview", "--no-config", scene.c_str()};
    const CommandLine line = parse_with_settings(3, argv);
    ASSERT_FALSE(line.exit_status);
    Options options = line.options;
    options.size = PictureSize{320, 240};
    start(line.options.files, {}, options);
  }
  void turn_bone() {
    edit::SetBones turned;
    turned.bones.push_back({1, std::nullopt, edit::rotation_from_degrees(vec3(10.1f, 20.3f, -5.7f))});
    viewer->perform({ActionId::edit_pose, edit::Command(turned)});
  }

  TemporaryFolder states;
};

TEST_F(WindowState, RestoresPoseCameraAndLookExactly) {
  start({model_name, pose_name});
  press(SDLK_8);
  viewer->handle(wheel_event(1.5f));
  RenderSettings look = viewer->stage().arrangement().look;
  look.toon = look.ground_shadow = false;
  look.background = vec4(0.0f, 1.0f, 0.0f, 1.0f);
  viewer->perform({ActionId::set_look, look});
  turn_bone();
  const TemporaryFolder poses;
  viewer->perform({ActionId::save_pose_as, to_utf8(poses.path() / "saved.vpd")});  // not the opened file
  settle();
  const auto before = pixels();
  const Pose pose = first_actor().pose;
  const Camera camera = viewer->scene().camera;

  start_again(save());
  EXPECT_EQ(viewer->scene().actors.front()->pose.rotation, pose.rotation);
  EXPECT_EQ(viewer->scene().actors.front()->pose.translation, pose.translation);
  EXPECT_EQ(viewer->scene().camera.eye, camera.eye);
  EXPECT_EQ(viewer->scene().camera.target, camera.target);
  EXPECT_EQ(pixels(), before);
}

TEST_F(WindowState, RestoresSeveralModels) {
  start({model_name, pose_name, model_name, model_name});
  viewer->perform({ActionId::hide_materials, std::vector<std::int32_t>{0}});
  viewer->perform({ActionId::place_figure, FigurePlace{1, vec3(-2.0f, 0.0f, 1.0f)}});
  viewer->perform({ActionId::toggle_figure, std::int32_t{0}});
  activate(2);
  turn_bone();
  settle();
  const auto before = pixels();
  const Pose pose = *figures()[2]->edited;
  const vec3 moved = position_of(*figures()[1]);
  start_again(save());
  ASSERT_THAT(figures(), SizeIs(3));
  EXPECT_EQ(viewer->stage().figure(), figures()[2]);
  EXPECT_FALSE(figures()[0]->visible);
  EXPECT_TRUE(figures()[1]->visible && figures()[2]->visible);
  EXPECT_EQ(position_of(*figures()[1]), moved);
  EXPECT_EQ(figures()[2]->edited->rotation, pose.rotation);
  EXPECT_NE(figures()[0]->edited->rotation, pose.rotation);
  EXPECT_EQ(pixels(), before);
  viewer->perform({ActionId::toggle_figure, std::int32_t{0}});
  EXPECT_THAT(figures()[0]->hidden_materials, ElementsAre(0));
  EXPECT_TRUE(figures()[1]->hidden_materials.empty());
}

TEST_F(WindowState, RestoresWhatIsShownAndIkSwitches) {
  const std::string motion = write_motion("dance.vmd", rising_arm());
  start({model_name, motion, model_name, pose_name, motion});
  viewer->perform({ActionId::go_to_frame, 20.0});
  viewer->perform({ActionId::edit_pose, edit::Command(edit::SetIk{0, false})});
  viewer->perform({ActionId::edit_pose, edit::Command(edit::MoveBone{0, vec3(0.0f, 5.0f, 0.0f)})});
  activate(1);
  viewer->perform({ActionId::toggle_rest_pose});
  activate(0);
  viewer->perform({ActionId::view_three_quarter});  // fitted to what is seen now
  settle();
  ASSERT_EQ(figures()[0]->shows, Shows::pose);
  ASSERT_EQ(figures()[1]->shows, Shows::rest);
  const auto before = pixels();
  const Pose pose = *figures()[1]->edited;
  const std::string state = save();
  start_again(state);
  EXPECT_EQ(figures()[0]->shows, Shows::pose);
  EXPECT_THAT(figures()[0]->ik_chains, ElementsAre(0));
  EXPECT_EQ(figures()[1]->shows, Shows::rest);
  EXPECT_EQ(figures()[1]->edited->rotation, pose.rotation) << "it is there, though not shown";
  EXPECT_EQ(pixels(), before);
  EXPECT_FALSE(viewer->stage().history().can_undo());
  EXPECT_TRUE(is_saved(*figures()[0]));

  // Pictures use the same settings.
  const char* argv[] = {"mmdview", "shot", "--state", state.c_str(), "-o", "x.png"};
  const CommandLine line = parse_with_settings(6, argv);
  ASSERT_FALSE(line.exit_status);
  const auto opened = open_files(line.options, Models::all, false);
  ASSERT_TRUE(opened) << describe(opened.error());
  Session session(opened->arrangement);
  session.show(opened->arrangement.frame);
  ASSERT_THAT(session.arrangement().figures, SizeIs(2));
  const auto& actors = session.scene().actors;
  EXPECT_EQ(actors[0]->pose.translation[0], vec3(0.0f, 5.0f, 0.0f));
  EXPECT_THAT(session.state(0).ik_chains, ElementsAre(0));
  EXPECT_EQ(actors[1]->pose.rotation, Pose(actors[1]->model()).rotation);
  // As a pose file, the settings do not hide another motion.
  Options as_pose;
  as_pose.files = {model_name, state, motion};
  as_pose.frame = 20.0;
  const auto moved = open_files(as_pose, Models::one, false);
  ASSERT_TRUE(moved) << describe(moved.error());
  Session moving(moved->arrangement);
  moving.show(20.0);
  EXPECT_EQ(moving.scene().actors[0]->pose.translation[0].y, 2.0f);
  press(SDLK_SPACE);
  EXPECT_EQ(figures()[0]->shows, Shows::motion) << "the motion is there";
}

TEST_F(WindowState, CommandLineFilesOverrideTheSavedActiveModel) {
  for (const char* name : {"a.pmx", "b.pmx"}) states.put(name, "x");
  const std::string state = to_utf8(states.put(
      "s.json",
      R"({"mmdview-state": 1, "files": ["a.pmx"], "beside": [{"files": ["b.pmx"]}], "active": 2})"));
  const auto active = [&](std::vector<const char*> arguments) {
    arguments.insert(arguments.begin(), {"mmdview", "--no-config", "--state", state.c_str()});
    return parse_with_settings(static_cast<int>(arguments.size()), arguments.data()).options.active;
  };
  EXPECT_EQ(active({}), 2u);
  EXPECT_EQ(active({"other.pmx", "b.pmx"}), 1u);
}

TEST_F(WindowState, AsksForMissingFilesAndOpensTheSceneWithThem) {
  for (const char* name : {"elsewhere/a.pmx", "elsewhere/b.pmx", "c.pmx"})
    write_model(states.put(name, ""), figure());
  const std::string scene = to_utf8(states.put("s.mmdscene", R"({"mmdview-scene": 1, "files": ["c.pmx"],
      "figures": [{"files": ["gone/a.pmx"]}, {"files": ["gone/b.pmx"]}]})"));
  start_again(scene);
  ASSERT_THAT(figures(), SizeIs(1));
  viewer->perform({ActionId::find_missing});
  open(to_utf8(states.path() / "elsewhere" / "a.pmx"));
  ASSERT_THAT(figures(), SizeIs(3)) << "the file beside it is found, too";
  EXPECT_EQ(figures()[1]->loaded->model_file, to_utf8(states.path() / "elsewhere" / "a.pmx"));
  EXPECT_TRUE(viewer->parts().opened.missing.empty());
}

TEST_F(WindowState, TakesOnlyFilesOfItsKindForAMissingOne) {
  Options options;
  options.missing = {"gone.pmx"};
  start({model_name}, {}, options);
  viewer->perform({ActionId::find_missing});
  viewer->perform({ActionId::open_files, std::vector<std::string>{pose_name}});
  EXPECT_TRUE(viewer->running());
  EXPECT_FALSE(viewer->parts().opened.missing.empty());
}

TEST_F(WindowState, AsksNoLongerForFilesThatAreLeftOut) {
  Options options;
  options.missing = {"gone.pmx"};
  start({model_name}, {}, options);
  viewer->perform({ActionId::leave_out_missing});
  EXPECT_TRUE(viewer->parts().opened.missing.empty());
  EXPECT_TRUE(viewer->running());
}

TEST_F(WindowState, RestoresAModelOnABoneWithItsSettings) {
  start({model_name, pose_name, model_name});
  ScenePlace place;
  place.position = {0.0f, 1.0f, 0.0f};
  place.scale = 0.5f;
  place.opacity = 0.5f;
  place.carrier = figures()[0]->number;
  place.bone = figures()[0]->model().skeleton.bones[1].name;
  viewer->perform({ActionId::put_figure, FigurePut{1, place}});
  viewer->perform({ActionId::view_three_quarter});  // fitted to what is seen now
  settle();
  const Similarity hangs = viewer->scene().actors[1]->placement();
  EXPECT_EQ(hangs.scale, 0.5f);
  EXPECT_EQ(viewer->scene().actors[1]->accessory.opacity, 0.5f);
  const auto before = pixels();
  turn_bone();
  EXPECT_FALSE(viewer->scene().actors[1]->placement() == hangs) << "it follows";
  viewer->perform({ActionId::undo});
  start_again(save());
  EXPECT_TRUE(viewer->scene().actors[1]->placement() == hangs);
  EXPECT_EQ(pixels(), before);
  viewer->perform({ActionId::put_figure, FigurePut{1, ScenePlace()}});
  viewer->perform({ActionId::undo});
  settle();
  EXPECT_EQ(pixels(), before);
}

TEST_F(WindowState, KeepsTransparencyAndSizeOfSavedPicturesApartFromTheView) {
  start({model_name});
  RenderSettings look = viewer->stage().arrangement().look;
  look.background = vec4(0.0f, 1.0f, 0.0f, 1.0f);
  viewer->perform({ActionId::set_look, look});
  PictureFile file;
  file.width = 400;
  file.height = 500;
  file.transparent = true;
  ask({ActionId::set_picture_file, file});
  const auto before = pixels();
  const std::string scene = save();
  const auto line = options_of_scene(scene, {});
  ASSERT_TRUE(line);
  EXPECT_FALSE(line->options.size) << "the window keeps its size";
  start_again(scene);
  EXPECT_EQ(viewer->stage().arrangement().look.background, look.background);
  EXPECT_EQ(pixels(), before);
  EXPECT_TRUE(viewer->panels().picture_file.transparent);
  EXPECT_EQ(viewer->panels().picture_file.width, 400);
  EXPECT_EQ(viewer->panels().picture_file.height, 500);
  const auto remembered = [&] {
    return recall(memory_text(viewer->panels(), {800, 600}), PanelState()).panels.picture_file.shape();
  };
  EXPECT_EQ(remembered(), PictureShape()) << "the scene's shape is not the user's";
  file.height = 400;
  ask({ActionId::set_picture_file, file});
  EXPECT_EQ(remembered(), file.shape()) << "now it is";
}

TEST_F(WindowState, PicturesOfTheWindowsSizeKeepThatChoice) {
  start({model_name});
  start_again(save());
  EXPECT_FALSE(viewer->panels().picture_file.has_size());
  EXPECT_FALSE(viewer->panels().picture_file.transparent);
}

TEST_F(WindowState, ATransparentBackgroundOfAnOlderSceneIsThatOfSavedPictures) {
  const std::string old = to_utf8(
      states.put("old.mmdscene", R"({"mmdview-scene": 1, "files": [")" + with_slashes(model) +
                                     R"("], "options": {"background": "00000000", "size": "4096x2304"}})"));
  start_again(old);
  EXPECT_EQ(viewer->stage().arrangement().look.background, window_background);
  EXPECT_TRUE(viewer->panels().picture_file.transparent);
  EXPECT_EQ(viewer->panels().picture_file.width, 4096);
  EXPECT_EQ(window->size().width, 320);
}

TEST_F(WindowState, OpensASceneInPlaceOfEverything) {
  start({model_name, pose_name});
  viewer->perform({ActionId::toggle_edges});
  turn_bone();
  ask({ActionId::view_three_quarter});  // fitted to what is seen now
  const auto before = pixels();
  const Camera camera = viewer->scene().camera;
  const std::string scene = save();
  start({model_name, model_name});
  ask({ActionId::next_figure});
  ask({ActionId::toggle_append});
  turn_bone();
  viewer->perform({ActionId::save_scene_as, to_utf8(states.path() / "before.mmdscene")});
  open(scene);
  ASSERT_THAT(figures(), SizeIs(1));
  EXPECT_FALSE(viewer->stage().history().can_undo());
  EXPECT_EQ(viewer->scene().camera.eye, camera.eye);
  EXPECT_EQ(pixels(), before);
  EXPECT_THAT(viewer->title(), testing::StartsWith("s.mmdscene"));
  rotate(0, 0.5f);
  EXPECT_THAT(viewer->title(), testing::StartsWith("s.mmdscene*"));
}

TEST_F(WindowState, ASceneThatCannotBeLoadedChangesNothing) {
  start({model_name});
  const std::string scene =
      to_utf8(states.put("s.mmdscene", R"({"mmdview-scene": 1, "files": ["damaged.pmx"]})"));
  states.put("damaged.pmx", "PMX \x01");
  turn_bone();
  open(scene);
  ASSERT_TRUE(viewer->asks_to_save());
  ask({ActionId::discard_and_quit});
  EXPECT_THAT(said(), HasSubstr("damaged.pmx"));
  EXPECT_TRUE(viewer->stage().history().can_undo());
  viewer->perform({ActionId::quit});
  EXPECT_TRUE(viewer->asks_to_save()) << "it is still unsaved";
}

TEST_F(WindowState, AsksAboutUnsavedPosesBeforeOpeningAScene) {
  start({model_name});
  const std::string scene = save();
  turn_bone();
  viewer->perform({ActionId::open_files, std::vector<std::string>{scene}});
  EXPECT_TRUE(viewer->running() && viewer->asks_to_save());
  viewer->perform({ActionId::cancel_quit});
  EXPECT_TRUE(viewer->stage().history().can_undo());
  viewer->perform({ActionId::save_scene});
  viewer->perform({ActionId::quit});
  EXPECT_FALSE(viewer->running()) << "the scene has the pose";
}

TEST_F(WindowState, RestoresTheWholeSceneAfterACrash) {
  const TemporaryFolder backups;
  const auto setup_with_backups = [&] {
    ViewerSetup setup;
    setup.state_folder = backups.path();
    setup.now = [this] { return clock; };
    return setup;
  };
  start({model_name, model_name}, setup_with_backups());
  viewer->perform({ActionId::place_figure, FigurePlace{1, vec3(-2.0f, 0.0f, 1.0f)}});
  LightChoice light;
  light.colour = vec3(1.0f, 0.0f, 1.0f);
  viewer->perform({ActionId::set_light, light});
  turn_bone();
  const quat turned = figures()[0]->edited->rotation[1];
  clock += 10.0;
  viewer->run_once(0);
  viewer.reset();  // without quitting
  start({}, setup_with_backups());
  const std::string backup = to_utf8(viewer->unsaved_offer()->file);
  ask({ActionId::restore_unsaved});
  EXPECT_THAT(figures(), SizeIs(2));
  EXPECT_EQ(position_of(*figures()[1]).x, -2.0f);
  EXPECT_EQ(viewer->stage().arrangement().light.colour, light.colour);
  EXPECT_EQ(figures()[0]->edited->rotation[1], turned);
  EXPECT_EQ(viewer->unsaved_offer(), nullptr) << "it is the shown one";
  EXPECT_TRUE(is_input(backup)) << "until it is saved";
  save();
  EXPECT_FALSE(is_input(backup));
}

TEST_F(WindowState, LeavesNoBackupOfADiscardedSceneWhenItCloses) {
  const TemporaryFolder backups;
  ViewerSetup setup;
  setup.state_folder = backups.path();
  setup.now = [this] { return clock; };
  start({model_name, model_name}, std::move(setup));
  viewer->perform({ActionId::place_figure, FigurePlace{1, vec3(-2.0f, 0.0f, 1.0f)}});
  clock += 10.0;
  viewer->run_once(0);
  EXPECT_TRUE(Backup(backups.path()).left().empty()) << "this window holds it";
  viewer->perform({ActionId::quit});
  EXPECT_TRUE(viewer->asks_to_save());
  viewer->perform({ActionId::discard_and_quit});
  viewer.reset();
  EXPECT_TRUE(Backup(backups.path()).left().empty());
}

TEST_F(WindowState, StaysWhenASceneCannotBeOpened) {
  start({model_name});
  const std::string damaged = to_utf8(states.put("d.mmdscene", R"({"mmdview-scene": 99})"));
  viewer->perform({ActionId::open_files, std::vector<std::string>{damaged}});
  EXPECT_TRUE(viewer->running());
  EXPECT_THAT(said(), HasSubstr("version 99"));
}

TEST_F(WindowState, AsksASecondTimeBeforeItOverwritesAnotherScene) {
  start({model_name});
  const std::string other = to_utf8(states.put("other.mmdscene", "{}"));
  viewer->perform({ActionId::save_scene_as, other});
  EXPECT_EQ(as_text(*read_file(path_from_utf8(other))), "{}");
  viewer->perform({ActionId::save_scene_as, other});
  EXPECT_NE(as_text(*read_file(path_from_utf8(other))), "{}");
}

TEST_F(WindowState, NeverSavesAPoseIntoItself) {
  start({model_name, pose_name});
  viewer->perform({ActionId::edit_pose, edit::Command(edit::Reset{edit::whole_pose()})});
  settle();
  const std::string state = save();
  const auto bytes = read_file(path_from_utf8(state));
  ASSERT_TRUE(bytes);
  start_again(state);
  viewer->perform({ActionId::edit_pose, edit::Command(edit::Mirror{})});
  std::filesystem::current_path(states.path());
  press(SDLK_s, Held::control);
  std::filesystem::current_path("/");
  EXPECT_EQ(*read_file(path_from_utf8(state)), *bytes);
}

}  // namespace
}  // namespace mmd::test
