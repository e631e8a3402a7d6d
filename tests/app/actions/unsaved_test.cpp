// Backups of unsaved poses in a real window.
#include "app/actions/unsaved.h"

#include <fstream>

#include "base/byte_io.h"
#include "tests/app/scene_fixture.h"

namespace mmd::test {
namespace {

class Unsaved : public SceneFixture {
 protected:
  /// Ends the window as a kill would, after the backup was written.
  void be_killed_later() {
    pause();
    be_killed();
  }
  /// Opens a window with the model and its pose.
  void begin_with_pose() { begin({model_name, pose_name}); }
  /// Kills a window with an unsaved pose and returns that pose.
  Pose leave_unsaved() {
    begin_with_pose();
    rotate(0, 0.5f);
    const Pose mine = shown();
    be_killed_later();
    return mine;
  }
  void save() {
    std::filesystem::current_path(folder.path());
    ask({ActionId::save_pose});
    ask({ActionId::save_pose});  // again, to overwrite
  }
  bool is_offered() const { return viewer->unsaved_offer() != nullptr; }
  /// Number of backups that no window holds.
  std::size_t left() const { return Backup(folder.path() / "state").left().size(); }

  const std::string other_pose = to_utf8(folder.path() / "poses" / "POSE10.vpd");
};

TEST_F(Unsaved, TheNextWindowOffersAndRestoresAnUnsavedPose) {
  const Pose mine = leave_unsaved();
  begin_with_pose();
  ASSERT_TRUE(is_offered());
  const LeftBackup& offer = *viewer->unsaved_offer();
  EXPECT_TRUE(offer.is_pose());
  EXPECT_THAT(offer.models, ElementsAre(model_name));
  EXPECT_THAT(offer.notes.pose_files, ElementsAre(pose_name));
  EXPECT_THAT(offer.time, testing::MatchesRegex("20..-..-.. ..:.."));
  EXPECT_NE(shown().rotation, mine.rotation);
  restore();
  EXPECT_EQ(shown().rotation, mine.rotation);
  EXPECT_THAT(viewer->title(), HasSubstr("*"));
  save();
  begin_with_pose();
  EXPECT_FALSE(is_offered());
}

TEST_F(Unsaved, ABackupThatWasHeldAtTheStartIsOfferedSoon) {
  leave_unsaved();
  auto held = HeldFile::take(folder.path() / "state" / "unsaved-1.mmdscene.lock");
  ASSERT_NE(held, nullptr);
  begin_with_pose();
  EXPECT_FALSE(is_offered());
  held.reset();
  pass(10.0);
  EXPECT_TRUE(is_offered());
}

TEST_F(Unsaved, ArrowKeysGoThroughTheFolderOfARestoredPose) {
  leave_unsaved();
  begin_models({model_name});
  restore();
  press(SDLK_RIGHT);
  EXPECT_THAT(viewer->title(), HasSubstr("POSE10.vpd"));
}

TEST_F(Unsaved, ARestoredPoseCanBeReloadedAndStaysUnsaved) {
  const Pose mine = leave_unsaved();
  begin_with_pose();
  restore();
  ask({ActionId::reload_files});
  EXPECT_EQ(shown().rotation, mine.rotation);
  EXPECT_THAT(viewer->title(), HasSubstr("*"));
  rotate(1, 0.25f);
  const Pose now = shown();
  pause();  // the backup is written anew, in place of the restored one
  ask({ActionId::reload_files});
  EXPECT_THAT(viewer->messages(), Not(Contains(Field(&Message::severity, Severity::error)))) << said();
  EXPECT_EQ(shown().rotation, now.rotation);
}

TEST_F(Unsaved, APoseWithoutMatchingBonesStays) {
  begin({model_name});
  rotate(0, 0.5f);
  be_killed_later();
  pmx::File other = figure();
  for (auto& bone : other.bones) bone.name = pmx::from_utf8("別", other.header.encoding);
  write_model(model, other);
  begin({model_name});
  restore();
  EXPECT_THAT(said(), HasSubstr("腕"));
  rotate(0, 0.25f);
  pause();
  begin({model_name});
  EXPECT_EQ(left(), 2u);
}

TEST_F(Unsaved, OpeningAPoseKeepsTheUnsavedOneForUndoAndTheNextWindow) {
  begin_with_pose();
  rotate(0, 0.5f);
  const Pose mine = shown();
  drop({other_pose});
  ask({ActionId::replace_instead});
  EXPECT_THAT(said(), HasSubstr("unsaved pose kept: Undo"));
  EXPECT_NE(shown().rotation, mine.rotation);
  begin_with_pose();
  EXPECT_EQ(left(), 1u);
  restore();
  EXPECT_EQ(shown().rotation, mine.rotation);
  drop({other_pose});
  ask({ActionId::replace_instead});
  ask({ActionId::undo});
  EXPECT_EQ(shown().rotation, mine.rotation);
  save();
  begin_with_pose();
  EXPECT_FALSE(is_offered()) << "undone and saved";
}

TEST_F(Unsaved, APreviewIsNotBackedUp) {
  begin({model_name});
  ask({ActionId::preview_entry, pose_name});
  open(model_name);
  EXPECT_EQ(backups(), 0u);
  rotate(0, 0.4f);
  const auto turned = shown().rotation;
  ask({ActionId::preview_entry, pose_name});
  be_killed_later();
  begin({model_name});
  restore();
  EXPECT_EQ(shown().rotation, turned);
}

TEST_F(Unsaved, ReportsIfItCannotBackUp) {
  std::ofstream(folder.path() / "state") << "a file, where a folder should be";
  begin_with_pose();
  rotate(0, 0.5f);
  EXPECT_THAT(said(), Not(HasSubstr("cannot back up")));
  pause();
  EXPECT_THAT(said(), HasSubstr("cannot back up the unsaved scene"));
  drop({other_pose});
  ask({ActionId::replace_instead});
  EXPECT_THAT(said(), HasSubstr("cannot back up the unsaved scene"));
  EXPECT_THAT(said(), HasSubstr("POSE10.vpd"));
  EXPECT_THAT(said(), Not(HasSubstr("unsaved pose kept")));
}

TEST_F(Unsaved, MorphsAndMotionsLoseNoPose) {
  const std::string motion = write_motion("motion.vmd", rising_arm());
  write_model(model, square_with_morph().file);
  begin_with_pose();
  ask({ActionId::edit_pose, edit::Command(edit::SetMorph{0, 0.5f})});
  ASSERT_THAT(viewer->title(), HasSubstr("*"));
  drop({other_pose});
  EXPECT_THAT(said(), Not(HasSubstr("unsaved pose kept"))) << "morphs stay";
  rotate(0, 0.5f);
  drop({motion});
  EXPECT_THAT(said(), Not(HasSubstr("unsaved pose kept"))) << "the pose is under the motion";
}

TEST_F(Unsaved, ReplacingTheModelKeepsItsUnsavedPose) {
  const std::string other = write_other();
  begin({model_name});
  rotate(0, 0.5f);
  drop({other});
  EXPECT_THAT(said(), HasSubstr("unsaved pose kept"));
  rotate(0, 0.25f);
  be_killed_later();
  begin({other});
  EXPECT_TRUE(is_offered());
  begin({model_name});
  EXPECT_TRUE(is_offered());
}

TEST_F(Unsaved, RestoresBonesMorphsAndFileExactly) {
  FileBuilder b = square_with_morph();
  b.bone("腕");  // of two of one name a VPD knows the first
  b.bone("a\nb");
  b.morph("い", pmx::MorphType::vertex, std::vector<pmx::VertexOffset>{{0, vec3(1, 0, 0)}});
  b.morph("い", pmx::MorphType::vertex, std::vector<pmx::VertexOffset>{{1, vec3(1, 0, 0)}});
  write_model(model, b.file);
  begin_with_pose();
  for (std::int32_t bone = 0; bone < 3; ++bone) rotate(bone, 0.1f + 0.3f * static_cast<float>(bone));
  for (std::int32_t morph = 0; morph < 3; ++morph)
    ask({ActionId::edit_pose,
         edit::Command(edit::SetMorph{morph, 1.0f / (3.0f + static_cast<float>(morph))})});
  const Pose mine = shown();
  be_killed_later();
  begin({model_name});
  restore();
  EXPECT_FALSE(is_offered());
  EXPECT_EQ(shown().translation, mine.translation);
  EXPECT_EQ(shown().rotation, mine.rotation);
  EXPECT_EQ(shown().morph_weights, mine.morph_weights);
  EXPECT_EQ(viewer->stage().figure()->origin->file, pose_name);
  EXPECT_THAT(viewer->title(), HasSubstr("pose2.vpd*"));
}

TEST_F(Unsaved, NeverSavesARestoredPoseOverAnotherFile) {
  leave_unsaved();
  std::filesystem::remove(pose2);
  const auto before = read_file(path_from_utf8(other_pose));
  begin({model_name, other_pose});
  restore();
  ask({ActionId::save_pose});
  ask({ActionId::save_pose});  // again, to overwrite
  EXPECT_EQ(read_file(path_from_utf8(other_pose)).value(), before.value());
}

TEST_F(Unsaved, RestoringThePoseOfAnotherModelOpensThatModel) {
  const std::string other = write_other();
  begin({other});
  rotate(0, 0.5f);
  const Pose mine = shown();
  be_killed_later();
  begin({model_name});
  ASSERT_TRUE(is_offered());
  restore();
  EXPECT_EQ(viewer->stage().document()->model_file, other);
  EXPECT_EQ(shown().rotation, mine.rotation);
  EXPECT_FALSE(is_offered());
}

TEST_F(Unsaved, ThePoseOfTheSampleIsOfferedWithoutFiles) {
  ViewerSetup sample = with_library();
  sample.sample = {model_name};
  begin({}, {}, sample);
  rotate(0, 0.5f);
  const Pose mine = shown();
  be_killed_later();
  begin({}, {}, sample);
  ASSERT_TRUE(is_offered());
  restore();
  EXPECT_EQ(shown().rotation, mine.rotation);
}

TEST_F(Unsaved, AReplacedModelIsOfferedWhenItIsOpenedAgain) {
  begin({model_name});
  rotate(0, 0.5f);
  const Pose mine = shown();
  open(write_other());
  EXPECT_FALSE(is_offered());
  open(model_name);
  ASSERT_TRUE(is_offered());
  restore();
  EXPECT_EQ(shown().rotation, mine.rotation);
}

TEST_F(Unsaved, ADiscardedPoseIsNotOfferedAgain) {
  const Pose mine = leave_unsaved();
  begin_with_pose();
  ask({ActionId::discard_unsaved});
  EXPECT_FALSE(is_offered());
  EXPECT_NE(shown().rotation, mine.rotation);
  begin_with_pose();
  EXPECT_FALSE(is_offered());
}

TEST_F(Unsaved, ASavedPoseIsNotOfferedAfterAKill) {
  begin_with_pose();
  rotate(0, 0.5f);
  pause();
  EXPECT_EQ(backups(), 1u);
  save();
  EXPECT_EQ(backups(), 0u);
  be_killed();
  begin_with_pose();
  EXPECT_FALSE(is_offered());
}

}  // namespace
}  // namespace mmd::test
