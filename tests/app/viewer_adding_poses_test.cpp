// Opening a pose over the present one, as MikuMikuDance does.
#include "tests/app/viewer_edit_fixture.h"

namespace mmd::test {
namespace {

class AddingPoses : public ViewerEdit {
 protected:
  void SetUp() override {
    ViewerEdit::SetUp();
    vpd::File few = figure_pose(1.2f);
    few.bones.resize(1);
    write_pose(one_bone, few);
  }
  float angle(std::size_t bone) const { return 2.0f * std::acos(std::min(shown().rotation[bone].w, 1.0f)); }
  vec3 goal() const { return shown().translation[5]; }
  void use_answer() {
    ASSERT_TRUE(viewer->parts().board.answer());
    ask({*viewer->parts().board.answer()});
  }

  const std::filesystem::path one_bone = folder.path() / "poses" / "one.vpd";
  const std::string few_name = to_utf8(one_bone), other = to_utf8(folder.path() / "poses" / "POSE10.vpd");
};

TEST_F(AddingPoses, AWholePoseReplacesAnOpenedOne) {
  begin({model_name, pose_name});
  drop({other});
  EXPECT_NEAR(angle(0), 0.8f, 1e-5f);
  EXPECT_EQ(viewer->stage().figure()->origin->file, other);
  EXPECT_EQ(viewer->parts().board.answer(), ActionId::add_instead);
}

TEST_F(AddingPoses, APoseForSomeBonesIsAdded) {
  begin({model_name, pose_name});
  drop({few_name});
  EXPECT_NEAR(angle(0), 1.2f, 1e-5f);
  EXPECT_NE(goal(), vec3(0.0f)) << "the file does not list it";
  EXPECT_EQ(history().size(), 1u);
  EXPECT_EQ(viewer->stage().figure()->origin->file, pose_name);
  use_answer();
  EXPECT_NEAR(angle(0), 1.2f, 1e-5f);
  EXPECT_EQ(goal(), vec3(0.0f));
  EXPECT_EQ(history().size(), 1u) << "in place of the step before";
  ask({ActionId::undo});
  EXPECT_NEAR(angle(0), 0.4f, 1e-5f);
}

TEST_F(AddingPoses, AnEditedPoseIsKeptWhereTheFileDoesNotPoseIt) {
  begin({model_name, pose_name});
  rotate(2, 0.5f);
  drop({other});
  EXPECT_NEAR(angle(0), 0.8f, 1e-5f);
  EXPECT_NEAR(angle(2), 0.5f, 1e-5f);
  use_answer();
  EXPECT_NEAR(angle(2), 0.0f, 1e-5f);
  use_answer();
  EXPECT_NEAR(angle(2), 0.5f, 1e-5f);
  EXPECT_EQ(history().size(), 2u);
}

TEST_F(AddingPoses, ShiftAddsADroppedPose) {
  begin({model_name});
  rotate(2, 0.5f);
  ask({ActionId::open_files, std::vector<std::string>{pose_name}});
  ask({ActionId::replace_instead});
  SDL_SetModState(KMOD_LSHIFT);
  drop({few_name});
  SDL_SetModState(KMOD_NONE);
  EXPECT_EQ(recorded.back().id, ActionId::open_over);
  EXPECT_NE(goal(), vec3(0.0f));
}

TEST_F(AddingPoses, APoseAtRestIsReplacedWithoutAnOffer) {
  begin({model_name});
  drop({few_name});
  EXPECT_EQ(viewer->stage().figure()->origin->file, few_name);
  EXPECT_FALSE(viewer->parts().board.answer());
}

TEST_F(AddingPoses, ADamagedFileBesideAPoseIsNamedAndLeftOut) {
  begin({model_name});
  const std::string damaged = to_utf8(folder.put("cut.vmd", "Vocaloid Motion Data 0002"));
  drop({other, damaged});
  EXPECT_NEAR(angle(0), 0.8f, 1e-5f);
  EXPECT_THAT(said(), HasSubstr("cut.vmd"));
}

TEST_F(AddingPoses, APreviewShowsWhatAClickGives) {
  begin({model_name, pose_name});
  ask({ActionId::preview_entry, few_name});
  EXPECT_NE(goal(), vec3(0.0f));
  ask({ActionId::open_entry, few_name});
  EXPECT_NE(goal(), vec3(0.0f));
  EXPECT_NEAR(angle(0), 1.2f, 1e-5f);
}

TEST_F(AddingPoses, KeysThatGoThroughAFolderReplaceEdits) {
  begin({model_name, pose_name});
  rotate(2, 0.5f);
  press(SDLK_RIGHT);
  EXPECT_NEAR(angle(0), 0.8f, 1e-5f);
  EXPECT_NEAR(angle(2), 0.0f, 1e-5f);
}

TEST_F(AddingPoses, KeysThatGoThroughAFolderReplaceTheFaceToo) {
  write_model(model, square_with_morph().file);
  begin({model_name, pose_name});
  ask({ActionId::edit_pose, edit::Command(edit::SetMorph{0, 0.5f})});
  press(SDLK_RIGHT);
  EXPECT_EQ(shown().morph_weights[0], 0.0f);
  EXPECT_TRUE(is_saved(*viewer->stage().figure())) << "the pose is that of its file";
}

}  // namespace
}  // namespace mmd::test
