// What was not saved when a window is gone.
#include "app/unsaved.h"

#include <fstream>

#include "base/byte_io.h"
#include "tests/app/viewer_edit_fixture.h"
#include "tests/support/vmd_samples.h"

namespace mmd::test {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class Unsaved : public ViewerEdit {};

TEST_F(Unsaved, AnUnsavedPoseIsFoundAgainAfterTheWindowIsGone) {
  begin({model_name, pose_name});
  rotate(0, 0.5f);
  const Pose mine = shown();
  clock += 3.0;
  viewer->run_once(0);
  begin({model_name, pose_name});  // nobody said goodbye
  EXPECT_THAT(said(), HasSubstr("not saved"));
  EXPECT_NE(shown().rotation, mine.rotation);
  ask({ActionId::restore_unsaved});
  EXPECT_EQ(shown().rotation, mine.rotation);
  EXPECT_THAT(viewer->title(), StartsWith("●"));
  std::filesystem::current_path(folder.path());
  ask({ActionId::save_pose});
  begin({model_name, pose_name});
  EXPECT_THAT(said(), Not(HasSubstr("not saved")));
}

TEST_F(Unsaved, ThatAnUnsavedPoseCannotBeKeptIsSaidInTheWindow) {
  std::ofstream(folder.path() / "state") << "a file, where a folder should be";
  begin({model_name, pose_name});
  rotate(0, 0.5f);
  EXPECT_THAT(said(), Not(HasSubstr("cannot be kept")));
  clock += 3.0;
  viewer->run_once(0);
  EXPECT_THAT(said(), HasSubstr("the unsaved pose cannot be kept"));
}

TEST_F(Unsaved, AnUnsavedPoseThatWasRestoredIsKeptWhenThatIsUndone) {
  begin({model_name, pose_name});
  rotate(0, 0.5f);
  const Pose mine = shown();
  press(SDLK_q);
  const auto restore_in_another_window = [&] {
    begin({model_name, pose_name});
    EXPECT_THAT(said(), HasSubstr("1 pose of this model was not saved"));
    ask({ActionId::restore_unsaved});
    EXPECT_EQ(shown().rotation, mine.rotation);
  };
  restore_in_another_window();
  ask({ActionId::undo});
  ASSERT_NE(shown().rotation, mine.rotation);
  restore_in_another_window();  // the one before is gone without a word
  ask({ActionId::undo});
  rotate(0, 0.9f);
  clock += 3.0;
  viewer->run_once(0);
  ask({ActionId::undo});
  clock += 3.0;
  viewer->run_once(0);
  restore_in_another_window();
  ask({ActionId::undo});
  ask({ActionId::redo});
  EXPECT_EQ(shown().rotation, mine.rotation);
  std::filesystem::current_path(folder.path());
  ask({ActionId::save_pose});
  begin({model_name, pose_name});
  EXPECT_THAT(said(), Not(HasSubstr("not saved"))) << "it is now";
}

TEST_F(Unsaved, AKeptPoseOfWhichTheModelHasNothingStaysAsItIs) {
  begin({model_name});
  rotate(0, 0.5f);
  press(SDLK_q);
  pmx::File other = figure();
  for (auto& bone : other.bones) bone.name = pmx::from_utf8("別", other.header.encoding);
  write_model(model, other);
  begin({model_name});
  rotate(0, 0.25f);
  ask({ActionId::restore_unsaved});
  EXPECT_THAT(said(), HasSubstr("none of the bones"));
  clock += 3.0;
  viewer->run_once(0);
  write_model(model, figure());
  begin({model_name});
  EXPECT_THAT(said(), HasSubstr("2 poses of this model were not saved"));
}

TEST_F(Unsaved, APoseThatAnotherOneTookThePlaceOfIsFoundAgainByTheNextWindow) {
  begin({model_name, pose_name});
  rotate(0, 0.5f);
  const Pose mine = shown();
  const std::string other = to_utf8(folder.path() / "poses" / "POSE10.vpd");
  drop({other});
  EXPECT_THAT(said(), HasSubstr("undo goes back to it, and it is kept"));
  EXPECT_NE(shown().rotation, mine.rotation);
  begin({model_name, pose_name});  // nobody said goodbye
  EXPECT_THAT(said(), HasSubstr("1 pose of this model was not saved"));
  ask({ActionId::restore_unsaved});
  EXPECT_EQ(shown().rotation, mine.rotation);
  drop({other});
  ask({ActionId::undo});
  EXPECT_EQ(shown().rotation, mine.rotation);
  ask({ActionId::undo});
  begin({model_name, pose_name});
  EXPECT_THAT(said(), HasSubstr("1 pose of this model was not saved")) << "restoring was undone";
  ask({ActionId::restore_unsaved});
  drop({other});
  ask({ActionId::undo});
  std::filesystem::current_path(folder.path());
  ask({ActionId::save_pose});
  begin({model_name, pose_name});
  EXPECT_THAT(said(), Not(HasSubstr("not saved"))) << "undone and saved";
}

TEST_F(Unsaved, OfThePosesThatOthersTookThePlaceOfTheLastIsKept) {
  begin({model_name, pose_name});
  rotate(0, 0.5f);
  drop({to_utf8(folder.path() / "poses" / "POSE10.vpd")});
  rotate(0, 0.25f);
  const Pose mine = shown();
  drop({pose_name});
  begin({model_name});
  EXPECT_THAT(said(), HasSubstr("1 pose of this model was not saved"));
  ask({ActionId::restore_unsaved});
  EXPECT_EQ(shown().rotation, mine.rotation);
}

TEST_F(Unsaved, APoseThatCannotBeKeptIsNotSaidToBe) {
  std::ofstream(folder.path() / "state") << "a file, where a folder should be";
  begin({model_name, pose_name});
  rotate(0, 0.5f);
  drop({to_utf8(folder.path() / "poses" / "POSE10.vpd")});
  EXPECT_THAT(said(), HasSubstr("the unsaved pose cannot be kept"));
  EXPECT_THAT(said(), HasSubstr("POSE10.vpd"));
  EXPECT_THAT(said(), Not(HasSubstr("it is kept")));
}

TEST_F(Unsaved, APoseOfAFileThatWasComeBackToIsNotOneThatIsUnsaved) {
  begin({model_name, pose_name});
  drop({to_utf8(folder.path() / "poses" / "POSE10.vpd")});
  ask({ActionId::undo});
  drop({to_utf8(folder.path() / "poses" / "pose1.vpd")});
  EXPECT_THAT(said(), Not(HasSubstr("is kept")));
  ask({ActionId::undo});
  rotate(0, 0.5f);
  drop({to_utf8(folder.path() / "poses" / "POSE10.vpd")});
  EXPECT_THAT(said(), HasSubstr("is kept"));
}

TEST_F(Unsaved, NothingIsSetAsideWhereNothingIsLost) {
  const auto motion = folder.path() / "motion.vmd";
  vmd::File played = vmd::empty_file("");
  played.bones.push_back(bone_key("腕", 60));
  const auto bytes = vmd::write(played);
  ASSERT_TRUE(bytes && write_file_atomically(motion, *bytes));
  write_model(model, square_with_morph().file);
  begin({model_name, pose_name});
  ask({ActionId::edit_pose, edit::Command(edit::SetMorph{0, 0.5f})});
  ASSERT_THAT(viewer->title(), StartsWith("●"));
  drop({to_utf8(folder.path() / "poses" / "POSE10.vpd")});
  EXPECT_THAT(said(), Not(HasSubstr("is kept"))) << "morphs stay";
  rotate(0, 0.5f);
  drop({to_utf8(motion)});
  EXPECT_THAT(said(), Not(HasSubstr("is kept"))) << "the pose is under the motion";
}

TEST_F(Unsaved, AnotherModelAndQuittingKeepWhatIsUnsaved) {
  const auto other = folder.path() / "other.pmx";
  write_model(other, figure());
  begin({model_name});
  rotate(0, 0.5f);
  drop({to_utf8(other)});
  EXPECT_THAT(said(), HasSubstr("is kept"));
  rotate(0, 0.25f);
  press(SDLK_q);
  begin({to_utf8(other)});
  EXPECT_THAT(said(), HasSubstr("not saved"));
  begin({model_name});
  EXPECT_THAT(said(), HasSubstr("not saved"));
}

}  // namespace
}  // namespace mmd::test
