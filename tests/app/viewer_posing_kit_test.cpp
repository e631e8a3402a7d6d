// Hands, looks, faces, frozen physics and files of poses, on the sample figure.
#include <cstdlib>

#include "app/stage/own_hands.h"
#include "app/stage/usual_faces.h"
#include "document/sample.h"
#include "scene/load.h"
#include "tests/app/viewer_fixture.h"

namespace mmd::test {
namespace {

class PosingKit : public ViewerFixture {
 protected:
  PosingKit() : ViewerFixture(PictureSize{320, 240}) {}
  void begin_sample() {
    const auto sample = sample_files(sample_folders(program_folder()));
    ASSERT_FALSE(sample.empty());
    begin({sample.front()});
    std::filesystem::current_path(folder.path());
  }
  const Model& shown_model() const { return *viewer->stage().model(); }
  quat turned(const char* bone) const {
    return edited().rotation[static_cast<std::size_t>(shown_model().find_bone(bone))];
  }
  std::filesystem::path in_folder(const char* name) const { return folder.path() / path_from_utf8(name); }
};

TEST_F(PosingKit, HandPosesHavePicturesOfTheModel) {
  begin_sample();
  ask({ActionId::show_panel, static_cast<std::int32_t>(Panel::hands)});
  PosePictures& pictures = viewer->parts().files.pictures;
  while (pictures.has_wanted()) pass(1.0);  // nothing is drawn while something moves
  const auto never = [](const Model& model) -> PictureOfPose {
    ADD_FAILURE() << "is there already";
    return {Pose(model)};
  };
  EXPECT_NE(pictures.of("left fist", never), 0u);
  EXPECT_NE(pictures.of("left cup", never), 0u);
}

TEST_F(PosingKit, AnOwnHandPoseServesTheOtherHandMirrored) {
  vpd::File left;
  left.bones.resize(2);
  left.bones[0].name = "左人指１";
  left.bones[0].rotation = {0.0f, 0.0f, 0.6f, 0.8f};
  left.bones[1].name = "頭";
  const vpd::File both = for_hands(left, Hands::both);
  ASSERT_THAT(both.bones, SizeIs(2));
  EXPECT_EQ(both.bones[1].name, "右人指１");
  EXPECT_EQ(both.bones[1].rotation.z, -0.6f);
  EXPECT_THAT(for_hands(left, Hands::left).bones, SizeIs(1));
}

TEST_F(PosingKit, SavesTheFingersOfThePose) {
  begin_sample();
  const vpd::File file = *hands_of(edited(), shown_model());
  EXPECT_THAT(file.bones, SizeIs(30));
}

TEST_F(PosingKit, HandsOfTheCommandLineOutliveAReloadAndAreSavedInAScene) {
  Options options;
  options.files = {sample_files(sample_folders(program_folder())).front()};
  options.hands = {{"fist"}};
  auto ahead = load_ahead(options, {});
  ASSERT_TRUE(ahead);
  ViewerSetup setup;
  setup.load = load_after(std::move(*ahead));
  begin(options.files, options, std::move(setup));
  const quat bent = turned("左人指１");
  ASSERT_NE(bent, identity_rotation());
  ask({ActionId::reload_files});
  EXPECT_EQ(turned("左人指１"), bent);
  ask({ActionId::save_scene_as, to_utf8(in_folder("hands.mmdscene"))});
  const auto scene = read_file(in_folder("hands.mmdscene"));
  ASSERT_TRUE(scene);
  const auto poses = poses_of_scene(*scene);
  EXPECT_TRUE(poses && poses->front());
}

TEST_F(PosingKit, LooksAtTheCameraInOneStepAndNoFurtherTheSecondTime) {
  begin_sample();
  ask({ActionId::set_view, View::three_quarter});
  ask({ActionId::look_at_camera});
  EXPECT_EQ(history().size(), 1u);
  EXPECT_NE(turned("両目"), identity_rotation());
  EXPECT_NE(turned("頭"), identity_rotation());
  const auto before = edited().rotation;
  ask({ActionId::look_at_camera});
  EXPECT_EQ(edited().rotation, before);
  ask({ActionId::undo});
  EXPECT_EQ(turned("両目"), identity_rotation());
}

TEST_F(PosingKit, LooksAtThePictureCameraWhileOneWorksElsewhere) {
  begin_sample();
  ask({ActionId::set_view, View::three_quarter});
  ask({ActionId::look_at_camera});
  const auto looking = edited().rotation;
  ask({ActionId::toggle_work_camera});
  ask({ActionId::set_view, View::left});
  ask({ActionId::look_at_camera});
  EXPECT_EQ(edited().rotation, looking);
  ask({ActionId::toggle_keep_looking});
  EXPECT_EQ(edited().rotation, looking);
  ask({ActionId::toggle_work_camera});
  ask({ActionId::set_view, View::left});
  EXPECT_NE(edited().rotation, looking);
}

TEST_F(PosingKit, KeepsLookingWhileTheCameraMoves) {
  begin_sample();
  ask({ActionId::set_view, View::front});
  ask({ActionId::toggle_keep_looking});
  const std::size_t steps = history().size();
  const auto front = edited().rotation;
  ask({ActionId::set_view, View::three_quarter});
  EXPECT_NE(edited().rotation, front);
  EXPECT_EQ(history().size(), steps) << "the camera's movement is no step";
  ask({ActionId::set_view, View::front});
  const std::int32_t head = shown_model().find_bone("頭");
  const float back =
      glm::dot(edited().rotation[static_cast<std::size_t>(head)], front[static_cast<std::size_t>(head)]);
  EXPECT_GT(std::abs(back), 0.9999f) << "the head does not turn further and further";
  ask({ActionId::toggle_keep_looking});
  const auto left = edited().rotation;
  ask({ActionId::set_view, View::three_quarter});
  EXPECT_EQ(edited().rotation, left);
}

TEST_F(PosingKit, AnotherSceneIsNotTurnedToTheCamera) {
  begin({model_name});
  const std::string scene = to_utf8(in_folder("small.mmdscene"));
  ask({ActionId::save_scene_as, scene});
  begin_sample();
  ask({ActionId::toggle_keep_looking});
  open(scene);
  ask({ActionId::discard_and_quit});
  EXPECT_EQ(viewer->stage().document()->model_file, model_name);
  const KeptLook& kept = viewer->parts().opened.kept_look;
  EXPECT_FALSE(kept.on);
  EXPECT_THAT(kept.last, IsEmpty()) << "bones of another model";
}

TEST_F(PosingKit, ASceneSavedInPictureOnlyKeepsItsOverlays) {
  begin({model_name});
  ask({ActionId::toggle_bones});
  press(SDLK_TAB);
  ask({ActionId::save_scene_as, to_utf8(in_folder("bones.mmdscene"))});
  const auto scene = read_file(in_folder("bones.mmdscene"));
  ASSERT_TRUE(scene);
  EXPECT_THAT(std::string(as_text(*scene)), HasSubstr("\"skeleton\""));
}

TEST_F(PosingKit, PictureOnlyKeepsNoOverlaysForTheNextScene) {
  begin({model_name});
  const std::string scene = to_utf8(in_folder("small.mmdscene"));
  ask({ActionId::save_scene_as, scene});
  ask({ActionId::toggle_bones});
  press(SDLK_TAB);
  rotate(0, 0.5f);
  open(scene);
  ask({ActionId::discard_and_quit});
  press(SDLK_TAB);
  EXPECT_FALSE(viewer->panels().picture_alone());
  EXPECT_FALSE(viewer->stage().arrangement().look.skeleton);
}

TEST_F(PosingKit, AReloadedModelWithOtherBonesIsLookedAtAnew) {
  FileBuilder large;
  for (const char* name : {"センター", "首", "頭", "左目", "右目"}) large.bone(name);
  large.square({0, 10, 0}, 1.0f, 0);
  large.material();
  write_model(model, large.file);
  begin({model_name});
  ask({ActionId::set_view, View::three_quarter});
  ask({ActionId::look_at_camera});
  ASSERT_THAT(viewer->parts().opened.kept_look.last, Not(IsEmpty()));
  FileBuilder small_one;
  small_one.bone("センター");
  small_one.square({0, 10, 0}, 1.0f, 0);
  small_one.material();
  write_model(model, small_one.file);
  ask({ActionId::reload_files});
  EXPECT_THAT(viewer->parts().opened.kept_look.last, IsEmpty());
}

TEST_F(PosingKit, LooksAtABoneOfAnotherModelAndKeepsLookingWhenItMoves) {
  begin_sample();
  ask({ActionId::add_files, std::vector<std::string>{model_name}});
  ASSERT_EQ(figures().size(), 2u);
  ask({ActionId::activate_figure, 0});
  const auto put = [&](float x) { ask({ActionId::place_figure, FigurePlace{1, vec3(x, 14.0f, -20.0f)}}); };
  const auto to_the_right = [&] { return turned("両目") * vec3(0, 0, 1); };
  CameraLook look;
  look.at.at = LookAt::At::bone;
  look.at.model = viewer->stage().figures()[1]->number;
  look.at.bone = viewer->stage().figures()[1]->model().skeleton.bones.front().name;
  put(10.0f);
  ask({ActionId::set_camera_look, look});
  ask({ActionId::look_at_camera});
  EXPECT_THAT(said(), HasSubstr("Look at " + look.at.bone));
  const float left = to_the_right().x;
  EXPECT_NE(turned("頭"), identity_rotation());
  ask({ActionId::toggle_keep_looking});
  put(-10.0f);
  EXPECT_LT(to_the_right().x * left, 0.0f) << "the eyes follow to the other side";
  look.at.bone = "nothing";
  ask({ActionId::toggle_keep_looking});
  ask({ActionId::set_camera_look, look});
  const auto before = edited().rotation;
  ask({ActionId::look_at_camera});
  EXPECT_EQ(edited().rotation, before);
  EXPECT_THAT(said(), HasSubstr("no such bone"));
}

TEST_F(PosingKit, FrozenPhysicsIsAPoseAndAStep) {
  begin_sample();
  ASSERT_NE(viewer->stage().physics(), nullptr);
  ask({ActionId::freeze_physics});
  const std::vector<std::int32_t> frozen = viewer->stage().figure()->frozen;
  ASSERT_FALSE(frozen.empty());
  EXPECT_EQ(history().size(), 1u);
  const bool any = std::any_of(frozen.begin(), frozen.end(), [&](std::int32_t bone) {
    return edited().rotation[static_cast<std::size_t>(bone)] != identity_rotation();
  });
  EXPECT_TRUE(any) << "hair hangs";
  ask({ActionId::undo});
  EXPECT_THAT(viewer->stage().figure()->frozen, IsEmpty());
  ask({ActionId::redo});
  EXPECT_EQ(viewer->stage().figure()->frozen, frozen);
  ask({ActionId::save_scene_as, to_utf8(in_folder("frozen.mmdscene"))});
  ask({ActionId::freeze_physics});
  EXPECT_THAT(viewer->stage().figure()->frozen, IsEmpty());
  const auto scene = read_file(in_folder("frozen.mmdscene"));
  ASSERT_TRUE(scene);
  EXPECT_THAT(std::string(as_text(*scene)), HasSubstr("physics-off"));
  const auto poses = poses_of_scene(*scene);
  ASSERT_TRUE(poses && poses->front());
  EXPECT_EQ(poses->front()->frozen.size(), frozen.size());
  EXPECT_TRUE(viewer->parts().opened.scene_is_changed) << "physics goes on, which the file does not say";
}

TEST_F(PosingKit, SavesSelectedBonesRenamesAndTrashesTheFile) {
  ASSERT_EQ(setenv("XDG_DATA_HOME", (folder.path() / "data").c_str(), 1), 0);
  begin_sample();
  ask({ActionId::browse, to_utf8(folder.path() / "poses")});
  const std::int32_t bone = shown_model().find_bone("左腕");
  ask({ActionId::select_bones, std::vector<std::int32_t>{bone}});
  ask({ActionId::save_selected});
  const std::string saved = to_utf8(in_folder("poses/左腕.vpd"));
  const auto pose = load_pose(path_from_utf8(saved));
  ASSERT_TRUE(pose);
  EXPECT_THAT(pose->file.bones, SizeIs(1));
  EXPECT_EQ(viewer->panels().tools.renamed.file, saved);
  ask({ActionId::rename_entry, std::vector<std::string>{saved, "wave"}});
  EXPECT_FALSE(std::filesystem::exists(path_from_utf8(saved)));
  EXPECT_TRUE(std::filesystem::exists(in_folder("poses/wave.vpd")));
  ask({ActionId::rename_entry, std::vector<std::string>{to_utf8(in_folder("poses/wave.vpd")), "pose2"}});
  EXPECT_THAT(said(), HasSubstr("already exists"));
  ask({ActionId::trash_entry, to_utf8(in_folder("poses/wave.vpd"))});
  EXPECT_FALSE(std::filesystem::exists(in_folder("poses/wave.vpd")));
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "data" / "Trash" / "files" / "wave.vpd"));
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "data" / "Trash" / "info" / "wave.vpd.trashinfo"));
  unsetenv("XDG_DATA_HOME");
}

TEST_F(PosingKit, ARenamedPoseIsStillTheOneThatIsShown) {
  begin({model_name, pose_name});
  ask({ActionId::rename_entry, std::vector<std::string>{pose_name, "mine"}});
  EXPECT_EQ(viewer->stage().figure()->origin->file, to_utf8(in_folder("poses/mine.vpd")));
  ask({ActionId::reload_files});
  EXPECT_THAT(said(), Not(HasSubstr("pose2")));
}

TEST_F(PosingKit, FacesUseWhatMorphsTheModelHas) {
  begin_sample();
  for (const UsualFace& face : usual_faces())
    EXPECT_TRUE(command_for(face, shown_model(), Language::english)) << face.name.english;
  const auto small = square_with_morph().model();
  for (const UsualFace& face : usual_faces()) EXPECT_FALSE(command_for(face, *small, Language::english));
}

TEST_F(PosingKit, AFaceReplacesAGroupThatMovesTheSameMorphs) {
  begin_sample();
  const std::int32_t group = shown_model().find_morph("ごきげん");
  ASSERT_NE(group, none);
  for (const UsualFace& face : usual_faces()) {
    const auto command = command_for(face, shown_model(), Language::english);
    ASSERT_TRUE(command);
    EXPECT_THAT(command->parts.morphs, testing::Contains(group)) << face.name.english;
    EXPECT_EQ(command->other.morph_weights[static_cast<std::size_t>(group)], 0.0f);
  }
}

}  // namespace
}  // namespace mmd::test
