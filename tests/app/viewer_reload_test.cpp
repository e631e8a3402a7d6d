// Files that change on disk while a real window shows them.
#include <algorithm>

#include "tests/app/viewer_fixture.h"
#include "tests/support/model_builder.h"

namespace mmd::test {
namespace {

class ViewerReload : public ViewerFixture {
 protected:
  void SetUp() override {
    ViewerFixture::SetUp();
    start({model_name, pose_name});
  }
  void write_named(const std::string& name) { write_model(model, renamed_figure(name)); }
  const Model& shown_model() const { return *viewer->stage().model(); }
  bool has_said(const std::string& text) const { return said().find(text) != std::string::npos; }
  quat rotation_of(std::int32_t bone) const { return edited().rotation[static_cast<std::size_t>(bone)]; }

  const quat a_turn = quat(std::cos(0.3f), 0.0f, 0.0f, std::sin(0.3f));
};

TEST_F(ViewerReload, ReloadingAModelKeepsCameraPoseAndSteps) {
  rotate(0, 0.6f);
  press(SDLK_2);
  const Camera camera = viewer->scene().camera;
  const quat posed = rotation_of(1);
  write_named("もう一度");
  run_until([&] { return shown_model().name == "もう一度"; });
  EXPECT_EQ(viewer->scene().camera.eye, camera.eye);
  EXPECT_EQ(rotation_of(0), a_turn);
  EXPECT_EQ(rotation_of(1), posed);
  EXPECT_FALSE(is_saved(*viewer->stage().figure()));
  viewer->perform({ActionId::undo});
  EXPECT_NE(rotation_of(0), a_turn) << "the step is still there";
  EXPECT_EQ(recorded_of(ActionId::reload_files), 1u) << "it can be replayed";
}

TEST_F(ViewerReload, ReloadsAPoseAsAStepButKeepsEdits) {
  const Pose before = edited();
  write_pose(pose2, figure_pose(1.1f));
  run_until([&] { return edited().rotation != before.rotation; });
  EXPECT_TRUE(is_saved(*viewer->stage().figure()));
  viewer->perform({ActionId::undo});
  EXPECT_EQ(edited().rotation, before.rotation);
  rotate(0, 0.6f);
  write_pose(pose2, figure_pose(1.3f));
  run_until([&] { return has_said("Keeping your unsaved edits"); });
  EXPECT_EQ(rotation_of(0), a_turn);
}

TEST_F(ViewerReload, IgnoresItsOwnSavesAndTheFormerFileOfThePose) {
  rotate(0, 0.6f);
  ask({ActionId::save_pose});
  // The model changes after the pose: its reload shows that the pose file was handled.
  write_named("もう一度");
  run_until([&] { return shown_model().name == "もう一度"; });
  EXPECT_EQ(recorded_of(ActionId::reload_files), 1u);
  ask({ActionId::save_pose_as, to_utf8(folder.path() / "poses" / "mine.vpd")});
  write_pose(pose2, figure_pose(1.1f));
  write_named("三度目");
  run_until([&] { return shown_model().name == "三度目"; });
  EXPECT_EQ(rotation_of(0), a_turn);
  EXPECT_THAT(viewer->stage().figure()->origin->file, HasSubstr("mine.vpd"));
}

TEST_F(ViewerReload, ABrokenFileKeepsTheModel) {
  folder.put("積み木.pmx", "PMX is not what this is");
  run_until([&] {
    const Messages& all = viewer->messages();
    return std::any_of(all.begin(), all.end(),
                       [](const Message& m) { return m.severity == Severity::error; });
  });
  EXPECT_NE(viewer->stage().model(), nullptr);
  write_named("wieder");
  run_until([&] { return shown_model().name == "wieder"; });
  EXPECT_TRUE(has_said("Reloaded"));
}

TEST_F(ViewerReload, NamesPosedBonesThatAreGone) {
  rotate(0, 0.6f);
  pmx::File file = renamed_figure("other bones");
  file.bones[0].name = pmx::from_utf8("右ひざ", file.header.encoding);
  write_model(model, file);
  run_until([&] { return shown_model().name == "other bones"; });
  EXPECT_THAT(said(), HasSubstr("腕"));
}

TEST_F(ViewerReload, F5ReloadsUnchangedFiles) {
  const auto before = viewer->stage().document();
  viewer->perform({ActionId::toggle_edges});
  const bool edges = viewer->stage().arrangement().look.edge;
  press(SDLK_F5);
  EXPECT_EQ(viewer->stage().arrangement().look.edge, edges) << "what was chosen stays";
  EXPECT_NE(viewer->stage().document()->loaded.model, before->loaded.model);
  EXPECT_THAT(said(), HasSubstr("Reloaded"));
  EXPECT_THAT(viewer->title(), Not(HasSubstr("*")));
}

TEST_F(ViewerReload, AMorphOfTheOptionsMayDisappear) {
  FileBuilder b = square_with_morph();
  write_model(model, b.file);
  Options options;
  options.morphs = {{"あ", 0.5f}};
  start({model_name}, {}, options);
  b.file.morphs.front().name = b.text("い");
  write_model(model, b.file);
  run_until([&] { return shown_model().morphs.front().name == "い"; });
  open(pose_name);
  EXPECT_TRUE(viewer->running());
  EXPECT_FALSE(viewer->start_error());
}

}  // namespace
}  // namespace mmd::test
