// Saving never replaces the edited pose by a shown motion or rest pose.
#include "base/byte_io.h"
#include "tests/app/viewer_edit_fixture.h"

namespace mmd::test {
namespace {

class LookedAt : public ViewerEdit {
 protected:
  const Figure& shown_figure() const { return *viewer->stage().figure(); }
  /// Position of the first bone in a pose file.
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

TEST_F(LookedAt, SavingWritesTheEditedPoseAndNotTheShownOne) {
  begin({model_name, pose_name});
  rotate(1, 0.5f);
  const Pose mine = shown();
  press(SDLK_p);
  const Pose before = *pose_in(pose2);
  press(SDLK_s, Held::control);
  EXPECT_EQ(pose_in(pose2)->rotation, before.rotation) << "it asks before it overwrites an opened file";
  press(SDLK_s, Held::control);
  EXPECT_EQ(pose_in(pose2)->rotation, mine.rotation);
  EXPECT_TRUE(viewer->stage().rest_pose()) << "saving shows nothing else";
  EXPECT_THAT(viewer->title(), Not(HasSubstr("*")));
  drop({dance});
  ask({ActionId::go_to_frame, 30.0});
  press(SDLK_s, Held::control);
  ask({ActionId::toggle_playing});
  press(SDLK_s, Held::control);
  EXPECT_EQ(pose_in(pose2)->rotation, mine.rotation);
  EXPECT_EQ(place_in(pose2), vec3(0.0f));
}

TEST_F(LookedAt, ExplainsHowToSaveAFrameOfAMotion) {
  begin({model_name, dance});
  const TemporaryFolder out;
  std::filesystem::current_path(out.path());
  press(SDLK_s, Held::control);
  EXPECT_THAT(said(), HasSubstr("Save frame as pose"));
  EXPECT_THAT(out.names(), IsEmpty());
}

TEST_F(LookedAt, SavesAFrameUnderANewName) {
  begin({model_name, pose_name, dance});
  std::filesystem::current_path(folder.path());
  ask({ActionId::go_to_frame, 30.0});
  ask({ActionId::ask_frame_name});
  EXPECT_EQ(viewer->panels().tools.save_name, "dance frame 30.vpd");
  ask({ActionId::save_frame_as, std::string("dance frame 30.vpd")});
  EXPECT_NEAR(place_in(pose2.parent_path() / "dance frame 30.vpd").y, 3.0f, 1e-4f);
  EXPECT_EQ(shown_figure().origin->file, pose_name);
  EXPECT_TRUE(is_saved(shown_figure()));
  const auto before = read_file(pose2);
  for (int i = 0; i < 2; ++i) ask({ActionId::save_frame_as, pose_name});
  EXPECT_EQ(read_file(pose2).value(), before.value()) << "not over the pose that is edited";
}

TEST_F(LookedAt, ACopiedFrameIsANewPoseAndUndoRestoresFileAndMotion) {
  begin({model_name, pose_name, dance});
  std::filesystem::current_path(folder.path());
  const auto before = read_file(pose2);
  ask({ActionId::go_to_frame, 30.0});
  const auto there = pixels();
  press(SDLK_t, Held::control);
  EXPECT_THAT(said(), HasSubstr("dance.vmd 30"));
  EXPECT_EQ(viewer->stage().shows(), Shows::pose);
  EXPECT_EQ(pixels(), there);
  EXPECT_EQ(shown_figure().origin->file, "");
  EXPECT_THAT(viewer->title(), HasSubstr("new pose*"));
  press(SDLK_s, Held::control);
  EXPECT_EQ(read_file(pose2).value(), before.value());
  EXPECT_EQ(viewer->panels().tools.save_name, "積み木 pose.vpd");
  ask({ActionId::undo});
  EXPECT_EQ(viewer->stage().shows(), Shows::motion);
  EXPECT_EQ(shown_figure().origin->file, pose_name);
  EXPECT_THAT(viewer->title(), Not(HasSubstr("*")));
}

TEST_F(LookedAt, ANewPoseIsOfferedTheNameOfItsModel) {
  begin({model_name, write_other()});
  const TemporaryFolder out;
  std::filesystem::current_path(out.path());
  rotate(0, 0.3f);
  press(SDLK_s, Held::control);
  EXPECT_THAT(out.names(), IsEmpty()) << "it asks first";
  EXPECT_EQ(viewer->panels().tools.save_name, "積み木 pose.vpd");
  ask({ActionId::next_figure});
  rotate(0, 0.4f);
  press(SDLK_s, Held::control);
  EXPECT_EQ(viewer->panels().tools.save_name, "other pose.vpd");
  ask({ActionId::save_pose_as, std::string("other pose.vpd")});
  rotate(0, 0.7f);
  press(SDLK_s, Held::control);
  EXPECT_THAT(viewer->title(), Not(HasSubstr("*"))) << "it has a file now";
  EXPECT_THAT(out.names(), ElementsAre("other pose.vpd"));
}

}  // namespace
}  // namespace mmd::test
