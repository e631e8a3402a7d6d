// Pose, motion and undo steps of a figure, without a window.
#include <gmock/gmock.h>

#include "app/stage/stage.h"
#include "tests/support/format_samples.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// An arm with a sleeve and a morph; the motion lifts the arm by a unit a frame.
class FigureTest : public testing::Test {
 protected:
  FigureTest() {
    test::FileBuilder b;
    b.bone("腕");
    b.bone("袖", 0);
    b.square({0, 10, 0}, 1, 0);
    b.material();
    b.morph<pmx::VertexOffset>("笑い", pmx::MorphType::vertex, {});
    b.file.bones[0].flags |= pmx::bone_movable;
    model = b.model();
  }
  LoadedFigure plain() const {
    LoadedFigure out;
    out.model_file = "model.pmx";
    out.loaded.model = model;
    out.loaded.textures = std::make_shared<const TextureSet>();
    out.pose = Pose(*model);
    return out;
  }
  LoadedFigure with_motion() const {
    vmd::File file = vmd::empty_file("");
    file.bones.push_back(test::bone_key("腕", 0));
    file.bones.push_back(test::bone_key("腕", 30, vec3(0.0f, 30.0f, 0.0f)));
    Diagnostics found;
    LoadedFigure out = plain();
    out.motions.push_back({"dance.vmd", nullptr, std::make_shared<const Motion>(file, *model, found)});
    return out;
  }
  LoadedFigure posed(const char* file, float x) const {
    LoadedFigure out = plain();
    out.poses.push_back({file, std::make_shared<const LoadedPose>()});
    out.pose.translation[0] = vec3(x, 0.0f, 0.0f);
    return out;
  }
  static edit::MoveBone move(float x) { return {0, vec3(x, 0.0f, 0.0f)}; }
  void begin(LoadedFigure document) {
    Loaded loaded;
    loaded.new_model = true;
    loaded.document = std::move(document);
    ASSERT_TRUE(stage.show(std::move(loaded)));
    ASSERT_TRUE(stage.find_named());
    stage.refresh();
  }
  /// Opens a pose or a motion.
  void open(LoadedFigure document) {
    Loaded loaded;
    loaded.document = std::move(document);
    ASSERT_TRUE(stage.show(std::move(loaded)));
  }
  /// The place of the arm at a frame.
  vec3 shown(double frame = 0.0) {
    stage.playback().go_to(frame);
    stage.changed(Dirty::pose);
    stage.refresh();
    return stage.actor()->pose.translation[0];
  }
  void edit(const edit::Command& command, double frame = 0.0) {
    stage.playback().go_to(frame);
    ASSERT_TRUE(stage.edit(command));
  }
  void move_to(float x) { edit(move(x)); }
  const Figure& figure() const { return *stage.figure(); }
  vec3 edited() const { return figure().edited->translation[0]; }
  float smile() const { return figure().edited->morph_weights[0]; }
  const std::string& pose_file() const { return figure().origin->file; }

  Stage stage{Options()};
  std::shared_ptr<const Model> model;
};

TEST_F(FigureTest, UndoingAnOpeningRestoresThePoseFile) {
  begin(posed("a.vpd", 1.0f));
  open(posed("b.vpd", 2.0f));
  open(posed("c.vpd", 3.0f));
  EXPECT_EQ(pose_file(), "c.vpd");
  stage.undo();
  EXPECT_EQ(pose_file(), "b.vpd");
  stage.note_saved("mine.vpd");
  stage.undo();
  EXPECT_EQ(pose_file(), "a.vpd");
  stage.redo();
  EXPECT_EQ(pose_file(), "mine.vpd");
  stage.redo();
  EXPECT_EQ(pose_file(), "c.vpd");
  ASSERT_TRUE(stage.go_to_step(0));
  move_to(5.0f);
  EXPECT_EQ(pose_file(), "a.vpd") << "the others are gone";
}

TEST_F(FigureTest, UndoingAnOpeningIsSaved) {
  LoadedFigure smiling = posed("a.vpd", 1.0f);
  smiling.pose.morph_weights[0] = 1.0f;
  begin(smiling);
  open(posed("b.vpd", 2.0f));
  stage.undo();
  EXPECT_TRUE(is_saved(figure())) << "it is what a.vpd holds";
  EXPECT_EQ(smile(), 1.0f);
  EXPECT_THAT(morphs_by_hand(figure()), IsEmpty());
  open(posed("c.vpd", 3.0f));
  EXPECT_EQ(smile(), 0.0f);
  EXPECT_TRUE(is_saved(figure()));
}

TEST_F(FigureTest, IsSavedDependsOnThePoseNotOnSteps) {
  begin(posed("a.vpd", 1.0f));
  move_to(2.0f);
  EXPECT_FALSE(is_saved(figure()));
  move_to(1.0f);
  EXPECT_TRUE(is_saved(figure()));
  move_to(2.0f);
  stage.note_saved("a.vpd");
  stage.undo();
  EXPECT_FALSE(is_saved(figure())) << "the file holds something else by now";
  stage.redo();
  EXPECT_TRUE(is_saved(figure()));
}

TEST_F(FigureTest, ChangingTheLightKeepsADrag) {
  begin(plain());
  stage.begin_gesture();
  move_to(3.0f);
  stage.arrangement().light.colour = vec3(1.0f, 0.0f, 0.0f);
  stage.note_look("Light");
  EXPECT_EQ(shown(), vec3(3.0f, 0.0f, 0.0f));
  move_to(4.0f);
  stage.end_gesture();
  EXPECT_EQ(shown(), vec3(4.0f, 0.0f, 0.0f));
  stage.undo();
  EXPECT_EQ(stage.arrangement().light.colour, std::nullopt);
  EXPECT_EQ(edited(), vec3(0.0f));
}

TEST_F(FigureTest, EditingDuringAMotionEditsItsPose) {
  begin(with_motion());
  EXPECT_EQ(shown(10.0), vec3(0.0f, 10.0f, 0.0f));
  edit(edit::SetMorph{0, 1.0f}, 10.0);
  EXPECT_EQ(stage.shows(), Shows::pose);
  EXPECT_EQ(stage.history().size(), 1u);
  EXPECT_EQ(shown(20.0), vec3(0.0f, 10.0f, 0.0f)) << "as it was at the frame where it was edited";
  stage.show(Shows::motion);
  EXPECT_EQ(shown(20.0), vec3(0.0f, 20.0f, 0.0f));
  stage.show(Shows::pose);
  stage.undo();
  EXPECT_EQ(stage.shows(), Shows::motion) << "as before";
  EXPECT_EQ(shown(20.0), vec3(0.0f, 20.0f, 0.0f));
  EXPECT_EQ(smile(), 0.0f);
  stage.redo();
  EXPECT_EQ(shown(20.0), vec3(0.0f, 10.0f, 0.0f));
}

TEST_F(FigureTest, ADragOverAMotionIsOneStep) {
  begin(with_motion());
  stage.begin_gesture();
  for (const float x : {1.0f, 2.0f, 5.0f}) edit(edit::SetMorph{0, x}, 10.0);
  EXPECT_EQ(shown(), vec3(0.0f, 10.0f, 0.0f));
  stage.cancel_gesture();
  EXPECT_EQ(stage.shows(), Shows::motion);
  EXPECT_EQ(stage.history().size(), 0u);
  stage.begin_gesture();
  edit(move(4.0f), 10.0);
  stage.end_gesture();
  EXPECT_EQ(stage.history().size(), 1u);
  EXPECT_EQ(shown(), vec3(4.0f, 0.0f, 0.0f));
}

TEST_F(FigureTest, UndoShowsThePose) {
  begin(with_motion());
  move_to(1.0f);
  move_to(2.0f);
  stage.show(Shows::motion);
  stage.undo();
  EXPECT_EQ(stage.shows(), Shows::pose);
  EXPECT_EQ(shown(10.0), vec3(1.0f, 0.0f, 0.0f));
}

TEST_F(FigureTest, OpeningAMotionKeepsThePose) {
  begin(plain());
  move_to(1.0f);
  open(with_motion());
  EXPECT_EQ(shown(10.0), vec3(0.0f, 10.0f, 0.0f));
  EXPECT_EQ(stage.history().size(), 1u);
  EXPECT_FALSE(is_saved(figure()));
  stage.undo();
  EXPECT_EQ(edited(), vec3(0.0f));
}

TEST_F(FigureTest, MorphsSetByHandStayForTheNextPose) {
  begin(plain());
  edit(edit::SetMorph{0, 0.5f});
  open(posed("wave.vpd", 7.0f));
  EXPECT_EQ(smile(), 0.5f);
  EXPECT_FALSE(is_saved(figure())) << "the file is without it";
  stage.note_saved("mine.vpd");
  EXPECT_TRUE(is_saved(figure()));
  open(posed("other.vpd", 8.0f));
  EXPECT_EQ(smile(), 0.0f) << "it was that pose's";
}

TEST_F(FigureTest, MorphsOfTheOptionsApplyToPoseAndMotion) {
  Options options;
  options.morphs = {{"笑い", 0.25f}};
  Stage with_morphs{options};
  Loaded loaded;
  loaded.new_model = true;
  loaded.document = with_motion();
  with_morphs.show(std::move(loaded));
  ASSERT_TRUE(with_morphs.find_named());
  with_morphs.refresh();
  EXPECT_THAT(morphs_by_hand(*with_morphs.figure()), IsEmpty());
  EXPECT_TRUE(is_saved(*with_morphs.figure()));
  EXPECT_EQ(with_morphs.actor()->pose.morph_weights[0], 0.25f);
  ASSERT_TRUE(with_morphs.edit(edit::SetMorph{0, 1.0f}));
  with_morphs.refresh();
  EXPECT_EQ(with_morphs.actor()->pose.morph_weights[0], 1.0f);
}

TEST_F(FigureTest, TheLightIsUndoneButNotWhatIsShown) {
  begin(with_motion());
  stage.arrangement().light.colour = vec3(1.0f, 0.0f, 0.0f);
  stage.note_look("Light");
  EXPECT_EQ(stage.shows(), Shows::motion) << "it is not an edit of the pose";
  EXPECT_TRUE(is_saved(figure()));
  stage.show(Shows::rest);
  EXPECT_EQ(stage.history().size(), 1u);
  stage.undo();
  EXPECT_EQ(stage.arrangement().light.colour, std::nullopt);
  EXPECT_EQ(stage.shows(), Shows::rest);
}

TEST_F(FigureTest, EditingTheRestPoseStartsFromIt) {
  begin(posed("wave.vpd", 7.0f));
  stage.show(Shows::rest);
  EXPECT_EQ(shown(), vec3(0.0f));
  edit(edit::RotateBone{1, quat(0.6f, 0.8f, 0.0f, 0.0f)});
  EXPECT_EQ(shown(), vec3(0.0f));
  EXPECT_EQ(pose_file(), "") << "a new pose";
  stage.undo();
  EXPECT_EQ(pose_file(), "wave.vpd");
  EXPECT_EQ(stage.shows(), Shows::rest);
  EXPECT_EQ(edited(), vec3(7.0f, 0.0f, 0.0f));
}

TEST_F(FigureTest, AnErrorChangesNothing) {
  begin(plain());
  move_to(1.0f);
  stage.undo();
  const auto before = figure().edited;
  for (const bool in_gesture : {false, true}) {
    if (in_gesture) stage.begin_gesture();
    EXPECT_FALSE(stage.edit(edit::MoveBone{-1, vec3(1.0f)}));
    EXPECT_FALSE(stage.edit(edit::TakeParts{Pose(), edit::whole_pose(), {}}));
    EXPECT_EQ(figure().edited, before);
  }
  stage.end_gesture();
  EXPECT_FALSE(stage.go_to_step(2));
  EXPECT_TRUE(stage.history().can_redo()) << "no step is lost";
}

TEST_F(FigureTest, ACommandWithoutEffectIsNoStep) {
  begin(plain());
  move_to(1.0f);
  stage.undo();
  edit(move(0.0f));
  edit(edit::Reset{edit::whole_pose()});
  edit(edit::SetMorph{0, 0.0f});
  stage.begin_gesture();
  edit(move(2.0f));
  edit(move(0.0f));
  stage.end_gesture();
  EXPECT_TRUE(stage.history().can_redo());
}

TEST_F(FigureTest, EachCommandOfADragStartsFromItsBeginning) {
  begin(plain());
  edit(edit::SetMorph{0, 0.5f});
  stage.begin_gesture();
  move_to(3.0f);
  edit(edit::SetMorph{0, 1.0f});
  EXPECT_EQ(edited(), vec3(0.0f)) << "the bone is back";
  EXPECT_EQ(smile(), 1.0f);
  EXPECT_EQ(stage.kept_pose().morph_weights[0], 0.5f);
  EXPECT_FALSE(stage.undo() || stage.redo()) << "not during a drag";
  EXPECT_EQ(smile(), 1.0f);
  stage.begin_gesture();
  EXPECT_EQ(stage.history().size(), 2u) << "a new drag ends the last";
  stage.cancel_gesture();
  EXPECT_EQ(smile(), 1.0f);
  stage.undo();
  EXPECT_EQ(smile(), 0.5f);
}

}  // namespace
}  // namespace mmd
