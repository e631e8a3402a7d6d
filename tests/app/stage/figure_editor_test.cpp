// Pose, motion and undo steps of a figure, without a window.
#include "app/stage/figure_editor.h"

#include <gmock/gmock.h>

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
    still = document();
  }
  LoadedFigure plain() const {
    LoadedFigure out;
    out.model_file = "model.pmx";
    out.loaded.model = model;
    out.loaded.textures = std::make_shared<const TextureSet>();
    out.pose = Pose(*model);
    return out;
  }
  std::shared_ptr<const LoadedFigure> document() const {
    return std::make_shared<const LoadedFigure>(plain());
  }
  std::shared_ptr<const LoadedFigure> with_motion() const {
    vmd::File file = vmd::empty_file("");
    file.bones.push_back(test::bone_key("腕", 0));
    file.bones.push_back(test::bone_key("腕", 30, vec3(0.0f, 30.0f, 0.0f)));
    Diagnostics found;
    LoadedFigure out = plain();
    out.motions.push_back({"dance.vmd", nullptr, std::make_shared<const Motion>(file, *model, found)});
    return std::make_shared<const LoadedFigure>(std::move(out));
  }
  std::shared_ptr<const LoadedFigure> posed(const char* file, float x) const {
    LoadedFigure out = plain();
    out.poses.push_back({file, std::make_shared<const LoadedPose>()});
    out.pose.translation[0] = vec3(x, 0.0f, 0.0f);
    return std::make_shared<const LoadedFigure>(std::move(out));
  }
  static edit::MoveBone move(float x) { return {0, vec3(x, 0.0f, 0.0f)}; }
  static vec3 shown(FigureEditor& figure, double frame = 0.0) {
    return figure.sampler().sample(frame).pose.translation[0];
  }
  static void move_to(FigureEditor& figure, float x) { ASSERT_TRUE(figure.apply(move(x), 0.0)); }
  static float smile(const FigureEditor& figure) { return figure.editor().pose().morph_weights[0]; }

  std::shared_ptr<const Model> model;
  std::shared_ptr<const LoadedFigure> still;
};

TEST_F(FigureTest, UndoingAnOpeningRestoresThePoseFile) {
  FigureEditor figure(posed("a.vpd", 1.0f), {});
  figure.open(posed("b.vpd", 2.0f));
  figure.open(posed("c.vpd", 3.0f));
  EXPECT_EQ(figure.pose_file(), "c.vpd");
  figure.undo();
  EXPECT_EQ(figure.pose_file(), "b.vpd");
  figure.note_saved("mine.vpd");
  figure.undo();
  EXPECT_EQ(figure.pose_file(), "a.vpd");
  figure.redo();
  EXPECT_EQ(figure.pose_file(), "mine.vpd");
  figure.redo();
  EXPECT_EQ(figure.pose_file(), "c.vpd");
  ASSERT_TRUE(figure.go_to(0));
  move_to(figure, 5.0f);
  EXPECT_EQ(figure.pose_file(), "a.vpd") << "the others are gone";
}

TEST_F(FigureTest, UndoingAnOpeningIsSaved) {
  LoadedFigure smiling = *posed("a.vpd", 1.0f);
  smiling.pose.morph_weights[0] = 1.0f;
  FigureEditor figure(std::make_shared<const LoadedFigure>(smiling), {});
  figure.open(posed("b.vpd", 2.0f));
  figure.undo();
  EXPECT_TRUE(figure.is_saved()) << "it is what a.vpd holds";
  EXPECT_EQ(smile(figure), 1.0f);
  EXPECT_THAT(figure.morphs_by_hand(), IsEmpty());
  figure.open(posed("c.vpd", 3.0f));
  EXPECT_EQ(smile(figure), 0.0f);
  EXPECT_TRUE(figure.is_saved());
}

TEST_F(FigureTest, IsSavedDependsOnThePoseNotOnSteps) {
  FigureEditor figure(posed("a.vpd", 1.0f), {});
  move_to(figure, 2.0f);
  EXPECT_FALSE(figure.is_saved());
  move_to(figure, 1.0f);
  EXPECT_TRUE(figure.is_saved());
  move_to(figure, 2.0f);
  figure.note_saved("a.vpd");
  figure.undo();
  EXPECT_FALSE(figure.is_saved()) << "the file holds something else by now";
  figure.redo();
  EXPECT_TRUE(figure.is_saved());
}

TEST_F(FigureTest, ChangingTheLookKeepsADrag) {
  FigureEditor figure(still, {});
  figure.begin_gesture();
  move_to(figure, 3.0f);
  StageLook look = figure.look();
  look.look.edge = !look.look.edge;
  ASSERT_TRUE(figure.apply(edit::SetLook{edit::look_of(look), "edges"}, 0.0));
  EXPECT_EQ(shown(figure), vec3(3.0f, 0.0f, 0.0f));
  move_to(figure, 4.0f);
  EXPECT_TRUE(figure.look() == look);
  ASSERT_TRUE(figure.end_gesture());
  EXPECT_EQ(shown(figure), vec3(4.0f, 0.0f, 0.0f));
}

TEST_F(FigureTest, EditingDuringAMotionEditsItsPose) {
  FigureEditor figure(with_motion(), {});
  EXPECT_EQ(shown(figure, 10.0), vec3(0.0f, 10.0f, 0.0f));
  ASSERT_TRUE(figure.apply(edit::SetMorph{0, 1.0f}, 10.0));
  EXPECT_EQ(figure.shows(), Shows::pose);
  EXPECT_EQ(figure.editor().history().size(), 1u);
  EXPECT_EQ(shown(figure, 20.0), vec3(0.0f, 10.0f, 0.0f)) << "as it was at the frame where it was edited";
  figure.show(Shows::motion);
  EXPECT_EQ(shown(figure, 20.0), vec3(0.0f, 20.0f, 0.0f));
  figure.show(Shows::pose);
  figure.undo();
  EXPECT_EQ(figure.shows(), Shows::motion) << "as before";
  EXPECT_EQ(shown(figure, 20.0), vec3(0.0f, 20.0f, 0.0f));
  EXPECT_EQ(smile(figure), 0.0f);
  figure.redo();
  EXPECT_EQ(shown(figure, 20.0), vec3(0.0f, 10.0f, 0.0f));
}

TEST_F(FigureTest, ADragOverAMotionIsOneStep) {
  FigureEditor figure(with_motion(), {});
  figure.begin_gesture();
  for (const float x : {1.0f, 2.0f, 5.0f}) ASSERT_TRUE(figure.apply(edit::SetMorph{0, x}, 10.0));
  EXPECT_EQ(shown(figure), vec3(0.0f, 10.0f, 0.0f));
  figure.cancel_gesture();
  EXPECT_EQ(figure.shows(), Shows::motion);
  EXPECT_EQ(figure.editor().history().size(), 0u);
  figure.begin_gesture();
  ASSERT_TRUE(figure.apply(move(4.0f), 10.0));
  ASSERT_TRUE(figure.end_gesture());
  EXPECT_EQ(figure.editor().history().size(), 1u);
  EXPECT_EQ(shown(figure), vec3(4.0f, 0.0f, 0.0f));
}

TEST_F(FigureTest, UndoShowsThePose) {
  FigureEditor figure(with_motion(), {});
  move_to(figure, 1.0f);
  move_to(figure, 2.0f);
  figure.show(Shows::motion);
  figure.undo();
  EXPECT_EQ(figure.shows(), Shows::pose);
  EXPECT_EQ(shown(figure, 10.0), vec3(1.0f, 0.0f, 0.0f));
}

TEST_F(FigureTest, OpeningAMotionKeepsThePose) {
  FigureEditor figure(still, {});
  move_to(figure, 1.0f);
  figure.open(with_motion());
  EXPECT_EQ(shown(figure, 10.0), vec3(0.0f, 10.0f, 0.0f));
  EXPECT_EQ(figure.editor().history().size(), 1u);
  EXPECT_FALSE(figure.is_saved());
  figure.undo();
  EXPECT_EQ(figure.editor().pose().translation[0], vec3(0.0f));
}

TEST_F(FigureTest, MorphsSetByHandStayForTheNextPose) {
  FigureEditor figure(still, {});
  ASSERT_TRUE(figure.apply(edit::SetMorph{0, 0.5f}, 0.0));
  figure.open(posed("wave.vpd", 7.0f));
  EXPECT_EQ(smile(figure), 0.5f);
  EXPECT_FALSE(figure.is_saved()) << "the file is without it";
  figure.note_saved("mine.vpd");
  EXPECT_TRUE(figure.is_saved());
  figure.open(posed("other.vpd", 8.0f));
  EXPECT_EQ(smile(figure), 0.0f) << "it was that pose's";
}

TEST_F(FigureTest, MorphsOfTheOptionsApplyToPoseAndMotion) {
  FigureEditor figure(with_motion(), {});
  figure.set_option_morphs({{0, 0.25f}});
  EXPECT_THAT(figure.morphs_by_hand(), IsEmpty());
  EXPECT_TRUE(figure.is_saved());
  EXPECT_EQ(figure.sampler().sample(3.0).pose.morph_weights[0], 0.25f);
  ASSERT_TRUE(figure.apply(edit::SetMorph{0, 1.0f}, 0.0));
  EXPECT_EQ(figure.sampler().sample(3.0).pose.morph_weights[0], 1.0f);
}

TEST_F(FigureTest, TheLookIsUndoneButNotWhatIsShown) {
  FigureEditor figure(with_motion(), {});
  StageLook look = figure.look();
  look.look.edge = false;
  ASSERT_TRUE(figure.apply(edit::SetLook{edit::look_of(look), "Edges"}, 5.0));
  EXPECT_EQ(figure.shows(), Shows::motion) << "it is not an edit of the pose";
  EXPECT_TRUE(figure.is_saved());
  figure.show(Shows::rest);
  EXPECT_EQ(figure.editor().history().size(), 1u);
  figure.undo();
  EXPECT_TRUE(figure.look().look.edge);
}

TEST_F(FigureTest, EditingTheRestPoseStartsFromIt) {
  FigureEditor figure(posed("wave.vpd", 7.0f), {});
  figure.show(Shows::rest);
  EXPECT_EQ(shown(figure), vec3(0.0f));
  ASSERT_TRUE(figure.apply(edit::RotateBone{1, quat(0.6f, 0.8f, 0.0f, 0.0f)}, 0.0));
  EXPECT_EQ(shown(figure), vec3(0.0f));
  EXPECT_EQ(figure.pose_file(), "") << "a new pose";
  figure.undo();
  EXPECT_EQ(figure.pose_file(), "wave.vpd");
  EXPECT_EQ(figure.shows(), Shows::rest);
  EXPECT_EQ(figure.editor().pose().translation[0], vec3(7.0f, 0.0f, 0.0f));
}

}  // namespace
}  // namespace mmd
