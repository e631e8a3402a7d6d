// What saving a scene writes, and which files stay as they are.
#include "tests/app/scene_fixture.h"
#include "tests/support/body.h"
#include "tests/support/image_samples.h"

namespace mmd::test {
namespace {

class SceneSaving : public SceneFixture {
 protected:
  /// A window with two models, of which the second is active.
  void begin_two() {
    begin_models({model_name, write_other(renamed_figure("小物"))});
    activate(1);
  }
  std::string saved_scene() {
    ask({ActionId::save_scene_as, scene});
    return text_of(scene);
  }
};

TEST_F(SceneSaving, ModelsKeepTheirPosesWhenOneBeforeThemIsGone) {
  begin_models(
      {model_name, write_other(renamed_figure("二"), "b.pmx"), write_other(renamed_figure("三"), "c.pmx")});
  activate(1);
  rotate(0, 0.5f);
  activate(2);
  rotate(0, -0.5f);
  saved_scene();
  begin_scene(scene);
  activate(0);
  ask({ActionId::remove_figure});
  ASSERT_THAT(figures(), SizeIs(2));
  const auto second = figures()[0]->edited->rotation, third = figures()[1]->edited->rotation;
  ASSERT_NE(second, third);
  ask({ActionId::save_scene});
  ask({ActionId::reload_files});
  EXPECT_EQ(figures()[0]->edited->rotation, second);
  EXPECT_EQ(figures()[1]->edited->rotation, third);
  EXPECT_FALSE(is_starred()) << viewer->title();
  EXPECT_EQ(recorded_of(ActionId::reload_files), 1u) << "saving reloads nothing";
}

TEST_F(SceneSaving, AComparisonWithAPoseInNoFileIsNotKept) {
  const std::string samples = std::string(MMDVIEW_SOURCE_DIR) + "/samples/";
  begin_models({samples + "figure/figure.pmx", samples + "poses/kick.vpd"});
  ask({ActionId::fit_to_model});
  ASSERT_NE(viewer->compare_panes().given_names(), nullptr);
  EXPECT_THAT(saved_scene(), Not(HasSubstr("compare")));
}

TEST_F(SceneSaving, TheFocusOnABoneOfAnotherModelIsKeptAsADistance) {
  begin_two();
  RenderSettings look = viewer->stage().arrangement().look;
  look.effects.depth_of_field = {true, viewer->stage().model()->skeleton.bones[1].name, 0.0f, 2.0f};
  ask({ActionId::set_look, look});
  saved_scene();
  const auto line = options_of_scene(scene, {});
  ASSERT_TRUE(line) << describe(line.error());
  const Effects::DepthOfField& kept = line->options.look.effects.depth_of_field;
  EXPECT_TRUE(kept.on);
  EXPECT_EQ(kept.bone, "");
  EXPECT_GT(kept.distance, 1.0f);
  EXPECT_EQ(viewer->stage().arrangement().look.effects.depth_of_field.bone, look.effects.depth_of_field.bone);
}

TEST_F(SceneSaving, APoseThatIsSavedStaysInItsFile) {
  begin_models({model_name, pose_name});
  rotate(0, 0.5f);
  for (int i = 0; i < 2; ++i) ask({ActionId::save_pose});  // again, to overwrite
  ASSERT_TRUE(is_saved(*viewer->stage().figure()));
  EXPECT_THAT(saved_scene(), HasSubstr("pose2.vpd"));
  const auto turned = edited().rotation;
  begin_scene(scene);
  EXPECT_EQ(edited().rotation, turned);
  EXPECT_EQ(viewer->stage().figure()->origin->file, pose_name);
  rotate(0, 0.2f);
  ask({ActionId::save_scene});
  EXPECT_THAT(text_of(scene), Not(HasSubstr("pose2.vpd"))) << "an unsaved pose is in the scene";
}

TEST_F(SceneSaving, UnknownMembersStayUnderAnotherName) {
  begin_two();
  std::string text = saved_scene();
  const std::size_t begin = text.find('{');
  ASSERT_NE(begin, std::string::npos);
  text.insert(begin + 1, "\"of a later program\": 2,");
  folder.put("s.mmdscene", text);
  const std::string other = to_utf8(folder.put("t.mmdscene", text_of(scene)));
  folder.put("t.mmdscene", R"({"mmdview-scene": 1, "files": [], "another": 3})");
  begin_scene(scene);
  ask({ActionId::save_scene_as, other});
  ask({ActionId::save_scene_as, other});  // asked twice: it exists
  EXPECT_THAT(text_of(other), HasSubstr("of a later program"));
  EXPECT_THAT(text_of(other), Not(HasSubstr("another")));
}

TEST_F(SceneSaving, OpenFilesAreNeitherRenamedNorTrashed) {
  begin_two();
  saved_scene();
  for (const std::string& file : {model_name, scene, to_utf8(folder.path() / "other.pmx")}) {
    ask({ActionId::rename_entry, std::vector<std::string>{file, "renamed"}});
    ask({ActionId::trash_entry, file});
    EXPECT_TRUE(std::filesystem::exists(path_from_utf8(file))) << file;
    EXPECT_THAT(said(), testing::ContainsRegex(file_name(file) + " is .*; it is not renamed or moved"));
  }
}

TEST_F(SceneSaving, PicturesDoNotReplaceThoseThatTheSceneShows) {
  const std::string sky = to_utf8(folder.put("sky.png", as_text(png_file({1, 1, {{0, 0, 255, 255}}}))));
  const std::string before = text_of(sky);
  begin_two();
  ask({ActionId::set_background_picture, sky});
  for (int i = 0; i < 2; ++i) ask({ActionId::save_picture_as, sky});
  EXPECT_EQ(text_of(sky), before);
  EXPECT_THAT(said(), HasSubstr("it is the background picture"));
}

}  // namespace
}  // namespace mmd::test
