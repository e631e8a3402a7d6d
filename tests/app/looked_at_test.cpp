// What is only looked at is never saved over what is worked on.
#include "base/byte_io.h"
#include "tests/app/viewer_edit_fixture.h"
#include "tests/support/format_samples.h"

namespace mmd::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class LookedAt : public ViewerEdit {
 protected:
  const Figure& shown_figure() const { return *viewer->stage().figure(); }
  /// Of the first bone, in a file.
  vec3 place_in(const std::filesystem::path& file) const {
    const auto pose = pose_in(file);
    return pose ? pose->translation[0] : vec3(NAN);
  }
  std::optional<Pose> pose_in(const std::filesystem::path& file) const {
    const auto bytes = read_file(file);
    const auto read = bytes ? vpd::read(*bytes) : fail("it is not there");
    if (!read) return std::nullopt;
    Pose out(shown_figure().model());
    apply_vpd(read->file, shown_figure().model(), out);
    edit::settle_changed(Pose(shown_figure().model()), out);
    return out;
  }

  const std::string dance = write_motion("dance.vmd", rising_arm());
};

TEST_F(LookedAt, TheRestPoseIsNotSavedOverThePose) {
  begin({model_name, pose_name});
  rotate(1, 0.5f);
  const Pose mine = shown();
  press(SDLK_p);
  held(SDLK_s, KMOD_LCTRL);
  const auto saved = pose_in(pose2);
  ASSERT_TRUE(saved);
  EXPECT_EQ(saved->rotation, mine.rotation);
  EXPECT_TRUE(viewer->stage().rest_pose()) << "saving shows nothing else";
  EXPECT_THAT(viewer->title(), Not(HasSubstr("*")));
}

TEST_F(LookedAt, AFrameOfAMotionIsNotSavedOverThePose) {
  begin({model_name, pose_name});
  const auto before = pose_in(pose2);
  drop({dance});
  ask({ActionId::go_to_frame, 30.0});
  held(SDLK_s, KMOD_LCTRL);
  ask({ActionId::toggle_playing});
  held(SDLK_s, KMOD_LCTRL);
  EXPECT_EQ(pose_in(pose2)->rotation, before->rotation);
  EXPECT_EQ(place_in(pose2), vec3(0.0f));
}

TEST_F(LookedAt, WithAMotionAloneThereIsNothingToSaveAndTheWindowSaysWhatSavesAFrame) {
  begin({model_name, dance});
  const TemporaryFolder out;
  std::filesystem::current_path(out.path());
  held(SDLK_s, KMOD_LCTRL);
  EXPECT_THAT(said(), HasSubstr("Save this frame as pose"));
  EXPECT_THAT(out.names(), IsEmpty());
}

TEST_F(LookedAt, AFrameIsSavedUnderANewNameAndThePoseKeepsItsFile) {
  begin({model_name, pose_name, dance});
  std::filesystem::current_path(folder.path());
  ask({ActionId::go_to_frame, 30.0});
  ask({ActionId::ask_frame_name});
  EXPECT_EQ(viewer->panels().tools().save_name, "dance frame 30.vpd");
  ask({ActionId::save_frame_as, std::string("dance frame 30.vpd")});
  EXPECT_NEAR(place_in(pose2.parent_path() / "dance frame 30.vpd").y, 3.0f, 1e-4f);
  EXPECT_EQ(shown_figure().pose_file(), pose_name);
  EXPECT_TRUE(shown_figure().is_saved());
  const auto before = read_file(pose2);
  for (int i = 0; i < 2; ++i) ask({ActionId::save_frame_as, pose_name});
  EXPECT_EQ(read_file(pose2).value(), before.value()) << "not over the pose that is edited";
}

TEST_F(LookedAt, AFrameThatIsTakenOverIsANewPoseAndUndoBringsTheFileBack) {
  begin({model_name, pose_name, dance});
  std::filesystem::current_path(folder.path());
  const auto before = read_file(pose2);
  ask({ActionId::go_to_frame, 30.0});
  held(SDLK_t, KMOD_LCTRL);
  EXPECT_EQ(shown_figure().pose_file(), "");
  EXPECT_THAT(viewer->title(), HasSubstr("new pose*"));
  held(SDLK_s, KMOD_LCTRL);
  EXPECT_EQ(read_file(pose2).value(), before.value());
  EXPECT_EQ(viewer->panels().tools().save_name, "積み木 pose.vpd");
  ask({ActionId::undo});
  EXPECT_EQ(shown_figure().pose_file(), pose_name);
  EXPECT_THAT(viewer->title(), Not(HasSubstr("*")));
}

TEST_F(LookedAt, ADragOverTheRestPoseIsANewPose) {
  begin({model_name, pose_name});
  press(SDLK_p);
  ask({ActionId::begin_gesture});
  rotate(1, 0.5f);
  rotate(1, 0.6f);
  ask({ActionId::end_gesture});
  EXPECT_EQ(shown_figure().pose_file(), "");
  ask({ActionId::undo});
  EXPECT_EQ(shown_figure().pose_file(), pose_name);
}

TEST_F(LookedAt, EachOfTwoModelsIsOfferedANameOfItsOwn) {
  const auto other = folder.path() / "other.pmx";
  write_model(other, figure());
  begin({model_name, to_utf8(other)});
  const TemporaryFolder out;
  std::filesystem::current_path(out.path());
  rotate(0, 0.3f);
  held(SDLK_s, KMOD_LCTRL);
  EXPECT_EQ(viewer->panels().tools().save_name, "積み木 pose.vpd");
  ask({ActionId::next_figure});
  rotate(0, 0.4f);
  held(SDLK_s, KMOD_LCTRL);
  EXPECT_EQ(viewer->panels().tools().save_name, "other pose.vpd");
  ask({ActionId::save_pose_as, std::string("other pose.vpd")});
  ask({ActionId::next_figure});
  held(SDLK_s, KMOD_LCTRL);
  ask({ActionId::save_pose_as, viewer->panels().tools().save_name});
  EXPECT_THAT(out.names(), testing::UnorderedElementsAre("other pose.vpd", "積み木 pose.vpd"));
}

TEST_F(LookedAt, UndoingToWhatWasSavedClearsTheMark) {
  begin({model_name, pose_name});
  EXPECT_THAT(viewer->title(), HasSubstr("pose2.vpd —"));
  rotate(0, 0.5f);
  EXPECT_THAT(viewer->title(), HasSubstr("pose2.vpd* —"));
  press(SDLK_RIGHT);
  EXPECT_THAT(viewer->title(), HasSubstr("POSE10.vpd —"));
  held(SDLK_z, KMOD_LCTRL);
  EXPECT_THAT(viewer->title(), HasSubstr("pose2.vpd* —"));
  held(SDLK_z, KMOD_LCTRL);
  EXPECT_THAT(viewer->title(), HasSubstr("pose2.vpd —"));
}

TEST_F(LookedAt, UndoIsDoneWhileAMotionPlays) {
  begin({model_name, pose_name, dance});
  const Pose opened = editor().pose();
  press(SDLK_o);
  rotate(1, 0.5f);
  press(SDLK_SPACE);
  clock += 0.5;
  viewer->run_once(0);
  ASSERT_TRUE(viewer->playback().playing());
  held(SDLK_z, KMOD_LCTRL);
  EXPECT_EQ(editor().pose().rotation, opened.rotation);
}

}  // namespace
}  // namespace mmd::test
