// Poses of other figures, put onto the model.
#include <algorithm>

#include "app/panels/panels.h"
#include "pose/pose_to_vpd.h"
#include "tests/app/viewer_edit_fixture.h"

namespace mmd::test {
namespace {

class ViewerFit : public ViewerEdit {
 protected:
  void SetUp() override {
    ViewerEdit::SetUp();
    const std::string folder = std::string(MMDVIEW_SOURCE_DIR) + "/samples/";
    start({folder + "figure/figure.pmx", folder + "poses/kick.vpd"});
    before_ = shown();
  }
  std::size_t steps() const { return viewer->stage().history().position(); }
  bool is_as_before() const {
    return shown().rotation == before_.rotation && shown().translation == before_.translation;
  }
  Pose before_;
};

TEST_F(ViewerFit, ShowsTheFittedPoseBesideTheOneBefore) {
  ask({ActionId::fit_to_model});
  EXPECT_FALSE(is_as_before());
  EXPECT_EQ(steps(), 1u);
  ASSERT_EQ(viewer->compare_panes().mode(), CompareMode::side_by_side);
  EXPECT_EQ(other_actor().pose.rotation, before_.rotation);
  EXPECT_EQ(compared_names(viewer->parts()).first, "After fitting");
  EXPECT_EQ(compared_names(viewer->parts()).other, "Before fitting");
  press(SDLK_c);
  press(SDLK_c);
  EXPECT_EQ(viewer->compare_panes().mode(), CompareMode::heat);
}

TEST_F(ViewerFit, UndoRefusesItAndEndsTheComparison) {
  ask({ActionId::fit_to_model});
  ask({ActionId::undo});
  EXPECT_TRUE(is_as_before());
  EXPECT_EQ(viewer->compare_panes().mode(), CompareMode::off);
  EXPECT_EQ(viewer->compare_panes().compared(), "append");
  EXPECT_EQ(compared_names(viewer->parts()).other, "Append off");
}

TEST_F(ViewerFit, ReloadingTheModelEndsTheComparisonQuietly) {
  ask({ActionId::fit_to_model});
  const Pose fitted = shown();
  ask({ActionId::reload_files});
  EXPECT_THAT(viewer->messages(), Not(Contains(Field(&Message::severity, Severity::error)))) << said();
  EXPECT_EQ(viewer->compare_panes().mode(), CompareMode::off);
  EXPECT_EQ(shown().rotation, fitted.rotation);
}

TEST_F(ViewerFit, TheSameKeyKeepsIt) {
  press(SDLK_f, Held::control);
  const Pose fitted = shown();
  EXPECT_FALSE(is_as_before());
  press(SDLK_f, Held::control);
  EXPECT_EQ(shown().rotation, fitted.rotation);
  EXPECT_EQ(viewer->compare_panes().mode(), CompareMode::off);
  EXPECT_THAT(said(), HasSubstr("Fitted"));
  EXPECT_EQ(steps(), 1u);
}

TEST_F(ViewerFit, APoseOfThisModelNeedsNoChange) {
  ask({ActionId::fit_made_for, std::string(MMDVIEW_SOURCE_DIR) + "/samples/figure/figure.pmx"});
  EXPECT_EQ(viewer->compare_panes().mode(), CompareMode::off);
}

TEST_F(ViewerFit, TheRestPoseFitsEveryModel) {
  ask({ActionId::toggle_rest_pose});
  ask({ActionId::fit_to_model});
  EXPECT_EQ(viewer->compare_panes().mode(), CompareMode::off);
}

TEST_F(ViewerFit, IsOfferedWithAPoseOfAnotherModel) {
  EXPECT_FALSE(viewer->parts().board.answer());
  ask({ActionId::reset_pose});
  vpd::File pose = vpd_from_pose(before_, first_actor().model());
  pose.model_name = "miku.osm";
  open(to_utf8(folder.put("of_miku.vpd", *vpd::write(pose))));
  EXPECT_EQ(viewer->parts().board.answer(), ActionId::fit_to_model);
}

TEST_F(ViewerFit, TheStatusBarCountsPenetration) {
  ask({ActionId::toggle_penetration});
  EXPECT_THAT(said(), HasSubstr("Penetration"));
  const auto has = [&](const char* text) {
    const auto texts = status_texts(viewer->parts());
    return std::any_of(texts.begin(), texts.end(), [&](const std::string& t) { return t.starts_with(text); });
  };
  run_until([&] { return has("Penetration: ") && !has("Penetration: s"); });
  ask({ActionId::toggle_penetration});
  EXPECT_FALSE(has("Penetration"));
}

TEST_F(ViewerFit, ADroppedFileOfLandmarksMakesThePose) {
  std::string points;
  for (const char* p :
       {"0,-0.6,-0.1",     "0,-0.6,0",       "0,-0.6,0",        "0,-0.6,0",       "0,-0.6,0",
        "0,-0.6,0",        "0,-0.6,0",       "0.07,-0.6,0",     "-0.07,-0.6,0",   "0,-0.5,0",
        "0,-0.5,0",        "0.15,-0.4,0",    "-0.15,-0.4,0",    "0.4,-0.4,0",     "-0.4,-0.4,0",
        "0.6,-0.4,0",      "-0.6,-0.4,0",    "0.7,-0.4,0.02",   "-0.7,-0.4,0.02", "0.7,-0.4,-0.02",
        "-0.7,-0.4,-0.02", "0.7,-0.4,-0.03", "-0.7,-0.4,-0.03", "0.1,0,0",        "-0.1,0,0",
        "0.1,0.4,0",       "-0.1,0.4,0",     "0.1,0.8,0",       "-0.1,0.8,0",     "0.1,0.85,0.05",
        "-0.1,0.85,0.05",  "0.1,0.85,-0.1",  "-0.1,0.85,-0.1"})
    points += std::string(points.empty() ? "[" : ",[").append(p).append("]");
  open(to_utf8(folder.put("person.json", "[" + points + "]")));
  const auto at = [&](const char* bone) {
    return translation_of(first_actor().bone_in_scene(first_actor().model().find_bone(bone)));
  };
  EXPECT_NEAR(at("左手首").y, at("左腕").y, 0.1f) << "the arms are stretched out";
  EXPECT_GT(at("左手首").x, at("左腕").x + 3.0f);
  EXPECT_EQ(steps(), 1u);
  open(to_utf8(folder.put("other.json", "{}")));
  EXPECT_THAT(said(), HasSubstr("pose_world_landmarks"));
}

}  // namespace
}  // namespace mmd::test
