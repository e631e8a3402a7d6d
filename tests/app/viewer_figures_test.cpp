// Several models side by side in the real window.
#include "tests/app/viewer_fixture.h"
#include "tests/support/format_samples.h"

namespace mmd::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

class ViewerFigures : public ViewerFixture {
 protected:
  ViewerFigures() : ViewerFixture(PictureSize{640, 480}, true) {}
  const Figures& figures() const { return viewer->stage().figures(); }
  const Actor& actor(std::size_t index) const {
    return *viewer->scene().actors[figures().list()[index]->actor()];
  }
  std::size_t active() const {
    for (std::size_t i = 0; i < figures().list().size(); ++i)
      if (figures().list()[i].get() == viewer->stage().figure()) return i;
    return figures().list().size();
  }
  void turn(float radians) {
    const quat rotation(std::cos(0.5f * radians), 0.0f, 0.0f, std::sin(0.5f * radians));
    ask({ActionId::edit_pose, edit::Command(edit::RotateBone{0, rotation})});
  }
  /// Where a bone of a figure is in the window.
  vec2 joint(std::size_t index, std::int32_t bone) {
    const Room& room = viewer->screen().room();
    for (const BonePlace& p : bone_places(actor(index), viewer->scene(), viewer->screen().panes()[0],
                                          viewer->screen().pixels_per_point()))
      if (p.bone == bone) return p.at + vec2(room.left, room.top);
    ADD_FAILURE() << bone << " is not seen";
    return {};
  }

  /// Where the handle of a figure is in the window.
  vec2 disc(std::size_t index) { return place(figures().list()[index]->placed(), actor(index)); }
  /// Two figures of which the second is worked on, seen so that its disc can be dragged.
  void begin_two() {
    begin({model_name, model_name});
    ask({ActionId::toggle_figures_panel});
    ask({ActionId::activate_figure, std::int32_t{1}});
    ask({ActionId::set_view, View::three_quarter});
  }
};

TEST_F(ViewerFigures, TwoModelsOfTheCommandLineStandSideBySideInPosesOfTheirOwn) {
  begin({model_name, pose_name, model_name});
  ASSERT_THAT(figures().list(), SizeIs(2));
  EXPECT_EQ(active(), 0u);
  EXPECT_FALSE(figures().can_undo()) << "nothing was done yet";
  EXPECT_NE(actor(0).pose.rotation, actor(1).pose.rotation);
  EXPECT_LT(actor(0).placement().translation.x, actor(1).placement().translation.x);
  const auto before = pixels();
  ask({ActionId::activate_figure, std::int32_t{1}});
  EXPECT_EQ(active(), 1u);
  turn(0.7f);
  EXPECT_NE(pixels(), before);
  EXPECT_THAT(viewer->title(), HasSubstr("*"));
}

TEST_F(ViewerFigures, TheMessageNamesEveryPoseAndWhoTakesIt) {
  const std::string other = to_utf8(folder.path() / "poses" / "pose1.vpd");
  begin({model_name, pose_name, model_name, other});
  EXPECT_THAT(said(), HasSubstr("pose2.vpd on 積み木.pmx, pose1.vpd on 積み木.pmx"));
  drop({pose_name});
  EXPECT_THAT(said(), HasSubstr("pose2.vpd on 積み木.pmx")) << "which of the two is not a matter of course";
  begin({model_name});
  drop({pose_name});
  EXPECT_THAT(said(), Not(HasSubstr("積み木")));
}

TEST_F(ViewerFigures, WhatIsAddedComesBesideAndUndoTakesItAway) {
  begin({model_name});
  ask({ActionId::add_files, std::vector<std::string>{model}});
  ASSERT_THAT(figures().list(), SizeIs(2));
  EXPECT_EQ(active(), 1u);
  press(SDLK_F8);
  EXPECT_EQ(active(), 0u);
  ask({ActionId::undo});
  EXPECT_THAT(figures().list(), SizeIs(1));
  ask({ActionId::redo});
  EXPECT_THAT(figures().list(), SizeIs(2));
  ask({ActionId::remove_figure});
  EXPECT_THAT(figures().list(), SizeIs(1));
  ask({ActionId::remove_figure});
  EXPECT_THAT(said(), HasSubstr("only model"));
}

TEST_F(ViewerFigures, ADroppedModelTakesThePlaceOfTheActiveOneUnlessModelsAreToStandBeside) {
  begin({model_name});
  ask({ActionId::open_files, std::vector<std::string>{model}});
  EXPECT_THAT(figures().list(), SizeIs(1));
  ask({ActionId::toggle_beside});
  ask({ActionId::open_files, std::vector<std::string>{model}});
  EXPECT_THAT(figures().list(), SizeIs(2));
  ask({ActionId::open_files, std::vector<std::string>{pose2}});
  EXPECT_THAT(figures().list(), SizeIs(2)) << "a pose is for the active one";
  EXPECT_NE(actor(1).pose.rotation, actor(0).pose.rotation);
}

TEST_F(ViewerFigures, AClickOnABoneOrTheSurfaceOfAnotherFigureMakesItActive) {
  begin({model_name, model_name});
  press(SDLK_b);
  click(joint(1, 0));
  EXPECT_EQ(active(), 1u);
  EXPECT_THAT(viewer->bone_picker().selection().bones(), ElementsAre(0));
  click(joint(0, 0));
  EXPECT_EQ(active(), 0u);
  ask({ActionId::select_bone, none});
  auto look = viewer->stage().choices().look;
  look.skeleton = false;
  ask({ActionId::set_look, look});
  const Bounds box = actor(1).posed_bounds();
  const Room& room = viewer->screen().room();
  bool hit = false;
  for (int i = 1; i < 10 && !hit; ++i) {  // some of it is empty
    const vec3 at = glm::mix(box.min, box.max, vec3(0.5f, static_cast<float>(i) / 10.0f, 0.5f));
    click(place(at, actor(1)));
    hit = active() == 1;
  }
  EXPECT_TRUE(hit);
  click(vec2(room.left + 3.0f, room.top + 3.0f));
  EXPECT_EQ(active(), 1u) << "nobody is there";
}

TEST_F(ViewerFigures, PlacingAndHidingAreSeenAndTakenBack) {
  begin({model_name, model_name});
  ask({ActionId::toggle_figures_panel});
  const auto before = pixels();
  ask({ActionId::place_figure, FigurePlace{1, vec3(20.0f, 0.0f, 3.0f)}});
  EXPECT_EQ(actor(1).placement().translation, vec3(20.0f, 0.0f, -3.0f)) << "MMD's left-handed space";
  EXPECT_NE(pixels(), before);
  ask({ActionId::toggle_figure, std::int32_t{0}});
  EXPECT_FALSE(actor(0).visible);
  ask({ActionId::undo});
  ask({ActionId::undo});
  EXPECT_TRUE(actor(0).visible);
  EXPECT_NE(actor(1).placement().translation.x, 20.0f);
}

TEST_F(ViewerFigures, TheDiscAtItsFeetIsDraggedAlongTheGroundInOneStep) {
  begin_two();
  const std::size_t steps = figures().size();
  const vec3 before = figures().list()[1]->placed();
  const vec2 at = disc(1);
  mouse(SDL_MOUSEMOTION, at);
  mouse(SDL_MOUSEBUTTONDOWN, at);
  mouse(SDL_MOUSEMOTION, at + vec2(10.0f, 6.0f));
  mouse(SDL_MOUSEMOTION, at + vec2(20.0f, 12.0f));
  mouse(SDL_MOUSEBUTTONUP, at + vec2(20.0f, 12.0f));
  const vec3 after = figures().list()[1]->placed();
  EXPECT_NE(after, before);
  EXPECT_EQ(after.y, before.y) << "it stays on the ground";
  EXPECT_EQ(figures().size(), steps + 1);
  ask({ActionId::undo});
  EXPECT_EQ(figures().list()[1]->placed(), before);
}

TEST_F(ViewerFigures, EscapeTakesTheDragOfTheDiscBackAndNoOtherKeyActsMeanwhile) {
  begin_two();
  turn(0.4f);
  ask({ActionId::undo});
  const std::size_t steps = figures().size();
  const vec3 before = figures().list()[1]->placed(), other = figures().list()[0]->placed();
  const vec2 at = disc(1);
  mouse(SDL_MOUSEMOTION, at);
  mouse(SDL_MOUSEBUTTONDOWN, at);
  mouse(SDL_MOUSEMOTION, at + vec2(20.0f, 12.0f));
  press(SDLK_F8);
  EXPECT_EQ(active(), 1u);
  mouse(SDL_MOUSEMOTION, at + vec2(30.0f, 12.0f));
  EXPECT_NE(figures().list()[1]->placed(), before);
  EXPECT_EQ(figures().list()[0]->placed(), other);
  press(SDLK_ESCAPE);
  EXPECT_EQ(figures().list()[1]->placed(), before);
  mouse(SDL_MOUSEMOTION, at + vec2(40.0f, 12.0f));
  mouse(SDL_MOUSEMOTION, at + vec2(50.0f, 12.0f));
  mouse(SDL_MOUSEBUTTONUP, at + vec2(50.0f, 12.0f));
  EXPECT_EQ(figures().list()[1]->placed(), before) << "it was let go";
  EXPECT_EQ(figures().size(), steps);
  EXPECT_TRUE(figures().can_redo());
  EXPECT_TRUE(viewer->panels().shown(Panel::figures));
}

TEST_F(ViewerFigures, AModelThatComesWhileTheDiscIsDraggedIsNotDraggedInItsPlace) {
  begin({model_name});
  ask({ActionId::toggle_figures_panel});
  ask({ActionId::set_view, View::three_quarter});
  const vec2 at = disc(0);
  mouse(SDL_MOUSEMOTION, at);
  mouse(SDL_MOUSEBUTTONDOWN, at);
  mouse(SDL_MOUSEMOTION, at + vec2(20.0f, 12.0f));
  ask({ActionId::add_files, std::vector<std::string>{model_name}});
  ASSERT_THAT(figures().list(), SizeIs(2));
  const vec3 placed = figures().list()[1]->placed();
  const std::size_t steps = figures().size();
  mouse(SDL_MOUSEMOTION, at + vec2(30.0f, 22.0f));
  mouse(SDL_MOUSEMOTION, at + vec2(40.0f, 32.0f));
  mouse(SDL_MOUSEBUTTONUP, at + vec2(40.0f, 32.0f));
  EXPECT_EQ(figures().list()[1]->placed(), placed);
  EXPECT_EQ(figures().size(), steps);
}

TEST_F(ViewerFigures, AFrameIsTakenOnlyOfAModelThatHasAMotion) {
  vmd::File file = vmd::empty_file("");
  for (const std::uint32_t frame : {0u, 60u}) file.bones.push_back(bone_key("腕", frame));
  begin({model_name, write_motion("dance.vmd", file), model_name});
  ASSERT_THAT(figures().list(), SizeIs(2));
  ask({ActionId::activate_figure, std::int32_t{1}});
  ASSERT_FALSE(viewer->stage().figure()->has_motions());
  ASSERT_TRUE(viewer->stage().has_motion()) << "the other one's";
  ask({ActionId::take_frame});
  EXPECT_THAT(said(), HasSubstr("This model has no motion"));
  EXPECT_FALSE(figures().can_undo());
  ask({ActionId::open_files, std::vector<std::string>{pose_name}});
  EXPECT_THAT(said(), Not(HasSubstr("motion"))) << "the other one's goes on";
  ask({ActionId::undo});
  ask({ActionId::activate_figure, std::int32_t{0}});
  ask({ActionId::take_frame});
  EXPECT_THAT(said(), HasSubstr("dance.vmd 0"));
  EXPECT_TRUE(figures().can_undo());
}

TEST_F(ViewerFigures, APoseThatIsOnlyTriedGoesWhenAModelComesBesideOrAnotherOneIsLoadedAgain) {
  begin({model_name, model_name});
  turn(0.4f);
  const auto turned = actor(0).pose.rotation;
  ask({ActionId::preview_entry, pose_name});
  ASSERT_NE(actor(0).pose.rotation, turned);
  ask({ActionId::add_files, std::vector<std::string>{model_name}});
  ASSERT_THAT(figures().list(), SizeIs(3));
  EXPECT_EQ(actor(0).pose.rotation, turned);
  EXPECT_FALSE(figures().list()[0]->editor().in_gesture());
  ask({ActionId::undo});
  ask({ActionId::undo});
  EXPECT_NE(actor(0).pose.rotation, turned) << "what the list says is undone";
  EXPECT_FALSE(figures().can_undo());
}

TEST_F(ViewerFigures, APoseThatIsOnlyTriedIsNotKept) {
  begin({model_name});
  turn(0.4f);
  const auto turned = actor(0).pose.rotation;
  ask({ActionId::preview_entry, pose_name});
  clock += 3.0;
  viewer->run_once(0);
  ask({ActionId::open_files, std::vector<std::string>{model_name}});
  ASSERT_THAT(said(), HasSubstr("is kept"));
  ask({ActionId::restore_unsaved});
  EXPECT_EQ(actor(0).pose.rotation, turned);
}

TEST_F(ViewerFigures, WhatIsSelectedStaysWhenAnotherFigureIsLoadedAgain) {
  const std::filesystem::path other = folder.path() / "other.pmx";
  write_model(other, figure());
  begin({model_name, to_utf8(other)});
  ask({ActionId::select_bone, std::int32_t{1}});
  pmx::File file = figure();
  file.bones[0].name = pmx::from_utf8("別", file.header.encoding);
  write_model(other, file);
  while (figures().list()[1]->model().skeleton.bones[0].name != "別") viewer->run_once(5);
  settle();
  EXPECT_THAT(viewer->bone_picker().selection().bones(), ElementsAre(1));
}

TEST_F(ViewerFigures, APoseIsNotSavedOverAFileOfAnotherModel) {
  const std::filesystem::path other = folder.path() / "other.pmx",
                              mine = folder.path() / "poses" / "mine.vpd";
  write_model(other, figure());
  begin({model_name, pose_name, to_utf8(other)});
  turn(0.4f);
  ask({ActionId::save_pose_as, std::string("mine")});
  ASSERT_TRUE(std::filesystem::exists(mine));
  const auto saved = read_file(mine);
  ASSERT_TRUE(saved);
  ask({ActionId::activate_figure, std::int32_t{1}});
  turn(0.9f);
  for (const std::string& name : {to_utf8(mine), pose_name}) {
    ask({ActionId::save_pose_as, name});
    EXPECT_THAT(said(), HasSubstr("of another model")) << name;
  }
  EXPECT_EQ(read_file(mine).value(), *saved);
  EXPECT_THAT(viewer->title(), HasSubstr("*"));
}

TEST_F(ViewerFigures, UnsavedPosesOfEachAreKept) {
  begin({model_name, model_name});
  turn(0.4f);
  ask({ActionId::next_figure});
  turn(0.9f);
  clock += 3.0;
  viewer->run_once(0);
  begin({model_name});
  std::size_t kept = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path() / "state"))
    kept += entry.path().extension() == ".vpd" ? 1 : 0;
  EXPECT_EQ(kept, 2u);
}

}  // namespace
}  // namespace mmd::test
